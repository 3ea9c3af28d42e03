//! The interface for programs: JSON over HTTP, described by an OpenAPI document that is made from the code.

mod accounts;
mod administration;
mod analyses;
mod archive;
mod credentials;
mod extract;
mod feed;
mod games;
mod health;
mod openapi;
mod page;
mod pictures;
mod players;
mod puzzles;
mod records;
mod responses;
mod sessions;
mod setup;
mod summary;
mod tables;
mod tokens;

use axum::Router;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;

use crate::state::Shared;

pub use extract::{Json, Path, Query};

/// All routes of the interface, with its description.
pub(crate) fn router() -> Router<Shared> {
    let (router, document) = parts();
    router.merge(openapi::router(&document))
}

/// The description of the interface, as an OpenAPI document.
#[must_use]
pub fn description() -> String {
    parts().1.to_pretty_json().unwrap_or_default()
}

/// All routes that the description names, and the description.
fn parts() -> (Router<Shared>, Document) {
    let (router, mut document) = described().split_for_parts();
    openapi::complete(&mut document);
    openapi::list_codes(&mut document);
    (router, document)
}

/// All described routes. A new part of the interface is merged in here.
fn described() -> OpenApiRouter<Shared> {
    openapi::start()
        .merge(health::router())
        .merge(accounts::router())
        .merge(sessions::router())
        .merge(tokens::router())
        .merge(games::router())
        .merge(pictures::router())
        .merge(setup::router())
        .merge(records::router())
        .merge(tables::router())
        .merge(archive::router())
        .merge(players::router())
        .merge(analyses::router())
        .merge(puzzles::router())
        .merge(feed::router())
        .merge(administration::router())
}
