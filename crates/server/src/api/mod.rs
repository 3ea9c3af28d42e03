//! The interface for programs: JSON over HTTP, described by an OpenAPI document that is made from the code.

mod accounts;
mod analyses;
mod archive;
mod credentials;
mod extract;
mod games;
mod health;
mod openapi;
mod page;
mod players;
mod puzzles;
mod sessions;
mod tables;
mod tokens;

use axum::Router;
use utoipa_axum::router::OpenApiRouter;

use crate::state::Shared;

pub use extract::{Json, Path, Query};

/// All routes of the interface, with its description.
pub(crate) fn router() -> Router<Shared> {
    let (router, document) = described().split_for_parts();
    router.merge(openapi::router(&document))
}

/// All routes that the description names. A new part of the interface is merged in here.
fn described() -> OpenApiRouter<Shared> {
    openapi::start()
        .merge(health::router())
        .merge(accounts::router())
        .merge(sessions::router())
        .merge(tokens::router())
        .merge(games::router())
        .merge(tables::router())
        .merge(archive::router())
        .merge(players::router())
        .merge(analyses::router())
        .merge(puzzles::router())
}
