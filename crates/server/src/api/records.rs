//! Records of games as trees of moves, so that nobody else has to read or write them.

use axum::extract::State;
use halte_answers::{Found, RecordTree, Written};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Json;
use crate::address::Origination;
use crate::error::ApiError;
use crate::state::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(read)).routes(routes!(write))
}

/// What does a record say?
#[utoipa::path(post, path = "/api/records/read", responses((status = OK, body = RecordTree)))]
async fn read(
    State(app): State<Shared>,
    origination: Origination,
    Json(found): Json<Found>,
) -> Result<Json<RecordTree>, ApiError> {
    Ok(Json(app.reckon(&origination, move || found.read()).await?))
}

/// How is a game written down?
#[utoipa::path(post, path = "/api/records/write", responses((status = OK, body = Written)))]
async fn write(
    State(app): State<Shared>,
    origination: Origination,
    Json(tree): Json<RecordTree>,
) -> Result<Json<Written>, ApiError> {
    Ok(Json(app.reckon(&origination, move || tree.write()).await?))
}
