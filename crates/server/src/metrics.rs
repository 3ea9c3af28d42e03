//! What the server counts about itself, for Prometheus.

use std::sync::Arc;
use std::time::Duration;

use http::{Method, StatusCode};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric, text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::hall::{Census, Class, Hall};
use crate::limits::Connections;

pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram, fn() -> Histogram>,
    refusals: Family<LimitLabels, Counter>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct ClassLabels {
    class: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct LimitLabels {
    limit: &'static str,
}

impl Metrics {
    pub(crate) fn new(connections: &Arc<Connections>, hall: &Hall) -> Metrics {
        // From half a millisecond to 16 seconds.
        let histogram: fn() -> Histogram = || Histogram::new(exponential_buckets(0.0005, 2.0, 16));
        let (requests, refusals) = (Family::default(), Family::default());
        let durations = Family::new_with_constructor(histogram);
        let mut registry = Registry::with_prefix("halte");
        registry.register("requests", "Requests answered", requests.clone());
        registry.register("request_duration_seconds", "How long requests took", durations.clone());
        let help = "What was refused because there was too much of it";
        registry.register("refusals", help, refusals.clone());
        let waits: Family<ClassLabels, Histogram, fn() -> Histogram> = Family::new_with_constructor(histogram);
        let help = "How long searches waited for a worker";
        registry.register("engine_wait_seconds", help, waits.clone());
        hall.engines().tell_waits(move |class, time| {
            let labels = ClassLabels { class: class.name() };
            waits.get_or_create(&labels).observe(time.as_secs_f64());
        });
        registry.register_collector(Box::new(OpenConnections(Arc::clone(connections))));
        registry.register_collector(Box::new(InTheHall(hall.clone())));
        Metrics {
            registry,
            requests,
            durations,
            refusals,
        }
    }

    pub(crate) fn answered(&self, method: &Method, route: &str, status: StatusCode, time: Duration) {
        // Anybody can invent methods: each would be kept forever.
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
        let known = known.into_iter().find(|known| *known == method.as_str());
        let labels = RequestLabels {
            method: known.unwrap_or("other"),
            route: route.to_owned(),
            status: status.as_u16(),
        };
        self.requests.get_or_create(&labels).inc();
        let labels = RouteLabels { route: labels.route };
        self.durations.get_or_create(&labels).observe(time.as_secs_f64());
    }

    /// Counts something that was refused because of a limit.
    pub(crate) fn refused(&self, limit: &'static str) {
        self.refusals.get_or_create(&LimitLabels { limit }).inc();
    }

    /// Everything, as Prometheus reads it.
    pub(crate) fn text(&self) -> Result<String, std::fmt::Error> {
        let mut output = String::new();
        text::encode(&mut output, &self.registry)?;
        Ok(output)
    }
}

/// The connections that are open when somebody looks.
#[derive(Debug)]
struct OpenConnections(Arc<Connections>);

impl Collector for OpenConnections {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let (help, count) = ("Connections that are open", self.0.count() as usize);
        encode_gauge(&mut encoder, "connections", help, count)
    }
}

/// What goes on in the hall when somebody looks.
struct InTheHall(Hall);

impl std::fmt::Debug for InTheHall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.census().fmt(f)
    }
}

impl Collector for InTheHall {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let Census {
            tables,
            visitors,
            engines_waiting,
            engines_thinking,
            appends,
        } = self.0.census();
        for (name, help, count) in [
            ("tables", "Tables in memory", tables),
            ("visitors", "Connections to tables", visitors),
            ("engines_waiting", "Searches that wait for a worker", engines_waiting),
            ("engines_thinking", "Workers that search", engines_thinking),
        ] {
            encode_gauge(&mut encoder, name, help, count)?;
        }
        let gauge = ConstGauge::new(0_i64);
        let help = "Searches of a class that wait for a worker";
        let mut metric = encoder.encode_descriptor("engines_waiting_by_class", help, None, gauge.metric_type())?;
        for class in Class::ALL {
            let labels = ClassLabels { class: class.name() };
            let count = i64::try_from(self.0.engines().waiting(class)).unwrap_or(i64::MAX);
            ConstGauge::new(count).encode(metric.encode_family(&labels)?)?;
        }
        let counter = ConstCounter::new(appends);
        let help = "How often something that happened at a table was written down";
        let metric = encoder.encode_descriptor("appends", help, None, counter.metric_type())?;
        counter.encode(metric)
    }
}

fn encode_gauge(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    count: usize,
) -> Result<(), std::fmt::Error> {
    let gauge = ConstGauge::new(i64::try_from(count).unwrap_or(i64::MAX));
    let metric = encoder.encode_descriptor(name, help, None, gauge.metric_type())?;
    gauge.encode(metric)
}
