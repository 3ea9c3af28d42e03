//! All routes, and what happens to every request before and after them.

use std::net::IpAddr;
use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, MatchedPath, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use tokio::time::timeout;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tracing::Instrument;

use crate::address::Origination;
use crate::api;
use crate::caching;
use crate::error::{ApiError, TooMany};
use crate::secret;
use crate::security;
use crate::state::Shared;
use crate::web;

/// From how many bytes on an answer is worth compressing: less fits one packet anyway.
const WORTH_COMPRESSING: u64 = 1024;

/// Who is at the other end of the connection, perhaps a proxy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Everything that the server answers to. Layers that are added later act earlier.
pub(crate) fn router(app: &Shared) -> Router {
    Router::new()
        .merge(api::router())
        .fallback(web::answer)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(from_fn(caching::tag_answers))
        .layer(
            CompressionLayer::new()
                .gzip(true)
                .compress_when(SizeAbove::new(WORTH_COMPRESSING).and(is_json)),
        )
        .layer(DefaultBodyLimit::max(app.config.limits.body_size.0))
        .layer(from_fn_with_state(app.clone(), security::refuse_forgeries))
        .layer(from_fn(security::refuse_unkeepable))
        .layer(from_fn_with_state(app.clone(), limit_requests))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), security::add_headers))
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app.clone())
}

/// Whether an answer may be compressed: the page's files are already, and what is told bit by bit must not wait.
fn is_json(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

/// Middleware: finds out whose request it is, counts it and logs it.
async fn observe(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let peer = request
        .extensions()
        .get::<Peer>()
        .map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    let origination = Origination::of(peer, request.headers(), &app.config.trusted_proxies);
    request.extensions_mut().insert(origination);
    // The route and not the address: an address may hold what only its owner should know.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("none", MatchedPath::as_str)
        .to_owned();
    let method = request.method().clone();
    let id = secret::random_text::<9>().unwrap_or_default();

    let span = tracing::info_span!("request", request = %id);
    async move {
        let mut response = next.run(request).await;
        let (status, time) = (response.status(), started.elapsed());
        app.metrics.answered(&method, &route, status, time);
        let (status, milliseconds, client) = (status.as_u16(), time.as_millis() as u64, origination.address);
        // Probes come every few seconds and say nothing.
        if matches!(&*route, "/healthz" | "/readyz" | "/metrics") {
            tracing::debug!(%method, route, status, milliseconds, %client, "a request was answered");
        } else {
            tracing::info!(%method, route, status, milliseconds, %client, "a request was answered");
        }
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", id);
        }
        response
    }
    .instrument(span)
    .await
}

/// Middleware: refuses what comes too often, says how much more may come, and breaks off what takes too long.
async fn limit_requests(State(app): State<Shared>, request: Request, next: Next) -> Result<Response, ApiError> {
    let requests = &app.limiters.requests;
    let Some(origination) = request.extensions().get::<Origination>() else {
        return Err(ApiError::internal("a request without an origination"));
    };
    let taken = requests.take(origination.client(), Instant::now());
    let mut response = match taken {
        Ok(_) => {
            let answer = timeout(app.config.limits.request_timeout, next.run(request)).await;
            answer.unwrap_or_else(|_| ApiError::TimedOut.into_response())
        }
        Err(retry_after) => {
            app.metrics.refused("requests");
            ApiError::too_many(|seconds| TooMany::Requests { seconds }, retry_after).into_response()
        }
    };
    for (name, value) in requests.headers("requests", taken) {
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

/// What is answered when a handler panicked: a mistake of ours, which ends no other request.
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

impl FromRequestParts<Shared> for Origination {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<Origination, ApiError> {
        let found = parts.extensions.get::<Origination>().copied();
        found.ok_or_else(|| ApiError::internal("a request without an origination"))
    }
}
