//! The log: a sentence a line for people, or an object a line for programs.

use std::fmt;
use std::io;

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

use crate::config::{Config, LogFormat};

/// Logs to standard error from now on, for the whole process.
pub fn start(config: &Config) -> Result<(), TryInitError> {
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(false);
    let layer = match config.log_format {
        LogFormat::Text => layer.event_format(Prose).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).with_span_list(false).boxed(),
    };
    tracing_subscriber::registry()
        .with(layer.with_filter(config.log_level.targets()))
        .try_init()
}

/// `2026-11-16T02:07:55.123456Z info: a request was answered (request 8f3a, status 200)`
struct Prose;

impl<S, N> FormatEvent<S, N> for Prose
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut sentence = Sentence::default();
        event.record(&mut sentence);
        for span in context.event_scope().into_iter().flatten() {
            if let Some(fields) = span.extensions().get::<FormattedFields<N>>() {
                sentence.add(&fields.replace('=', " "));
            }
        }
        SystemTime.format_time(&mut writer)?;
        let level = event.metadata().level().as_str().to_ascii_lowercase();
        write!(writer, " {level}: {}", sentence.message)?;
        if !sentence.details.is_empty() {
            write!(writer, " ({})", sentence.details)?;
        }
        writeln!(writer)
    }
}

/// An event as a sentence with its details behind it.
#[derive(Default)]
struct Sentence {
    message: String,
    details: String,
}

impl Sentence {
    fn add(&mut self, detail: &str) {
        if !self.details.is_empty() {
            self.details.push_str(", ");
        }
        self.details.push_str(detail);
    }
}

impl Visit for Sentence {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        // One event is one line, whatever a client wrote.
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if field.name() == "message" {
            self.message = text;
        } else {
            self.add(&format!("{} {text}", field.name().replace('_', " ")));
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Output(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("output").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_event_is_one_line_of_prose() {
        let output = Output::default();
        let writer = output.clone();
        let layer = tracing_subscriber::fmt::layer()
            .with_writer(move || writer.clone())
            .event_format(Prose);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            tracing::info!(status = 200, route = "/api", forged = ?"a\nb", cause = %"x\ny", "a request was answered");
            tracing::warn!("no details");
            tracing::info_span!("request", request = %"8f3a").in_scope(|| tracing::info!(status = 200, "within"));
        });
        let text = String::from_utf8(output.0.lock().expect("output").clone()).expect("text");
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.split_once(' ').expect("a time").1)
            .collect();
        assert_eq!(
            lines,
            [
                "info: a request was answered (status 200, route /api, forged \"a\\nb\", cause x y)",
                "warn: no details",
                "info: within (status 200, request 8f3a)"
            ]
        );
    }
}
