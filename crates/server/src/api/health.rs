//! Whether the server is there, for those who watch over it.

use axum::extract::State;
use axum::response::IntoResponse;
use http::header;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::responses::Missing;
use crate::address::{Origination, is_among};
use crate::error::{ApiError, NotFound};
use crate::state::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(health))
        .routes(routes!(readiness))
        .routes(routes!(metrics))
}

/// Is the process alive?
#[utoipa::path(get, path = "/healthz", responses((status = OK, body = String)))]
async fn health() -> &'static str {
    "alive\n"
}

/// Can it serve: is the store there, and does it not close?
#[utoipa::path(get, path = "/readyz", responses((status = OK, body = String)))]
async fn readiness(State(app): State<Shared>) -> Result<&'static str, ApiError> {
    if *app.closing.borrow() {
        return Err(ApiError::Closing);
    }
    app.store.check_health().await?;
    Ok("ready\n")
}

/// What the server counts, in the text format of Prometheus. Only for addresses that the configuration names.
#[utoipa::path(
    get, path = "/metrics",
    responses((status = OK, body = String, content_type = "application/openmetrics-text"), Missing)
)]
async fn metrics(State(app): State<Shared>, origination: Origination) -> Result<impl IntoResponse, ApiError> {
    // Behind a proxy that nobody trusts, everybody seems to be the proxy.
    if origination.disputed || !is_among(&app.config.metrics_readers, origination.address) {
        return Err(NotFound::Address.into());
    }
    let text = app.metrics.text().map_err(ApiError::internal)?;
    Ok((
        [(
            header::CONTENT_TYPE,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        )],
        text,
    ))
}
