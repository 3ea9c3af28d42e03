//! Positions that are set up by hand.

use axum::extract::State;
use halte_answers::{Arranged, Arrangement};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Json;
use crate::address::Origination;
use crate::error::ApiError;
use crate::state::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(set_up))
}

/// What does a position that is set up by hand say, and is it legal?
#[utoipa::path(post, path = "/api/setup", responses((status = OK, body = Arranged)))]
async fn set_up(
    State(app): State<Shared>,
    origination: Origination,
    Json(arrangement): Json<Arrangement>,
) -> Result<Json<Arranged>, ApiError> {
    Ok(Json(app.reckon(&origination, move || arrangement.set_up()).await?))
}
