//! The interface for programs: JSON over HTTP, described by an OpenAPI document that is made from the code.

mod accounts;
mod administration;
mod analyses;
mod archive;
mod credentials;
mod data;
mod extract;
mod feed;
mod games;
mod health;
mod links;
mod moderation;
mod oembed;
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
mod work;

use axum::Router;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;

use crate::state::Shared;

pub(crate) use extract::{Json, Path, Query};
pub(crate) use page::escape;

/// All routes of the interface, with its description.
pub(crate) fn router() -> Router<Shared> {
    let (router, document) = parts();
    router.merge(openapi::router(&document))
}

/// The description of the interface, as an OpenAPI document.
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

/// All described routes. A new part of the interface is named here, with its tag.
fn described() -> OpenApiRouter<Shared> {
    let parts = [
        ("server", health::router()),
        ("accounts", accounts::router()),
        ("sessions", sessions::router()),
        ("tokens", tokens::router()),
        ("games", games::router()),
        ("games", pictures::router()),
        ("games", setup::router()),
        ("games", oembed::router()),
        ("games", records::router()),
        ("tables", tables::router()),
        ("tables", archive::router()),
        ("players", players::router()),
        ("analyses", analyses::router()),
        ("puzzles", puzzles::router()),
        ("tables", feed::router()),
        ("accounts", links::router()),
        ("accounts", data::router()),
        ("administration", administration::router()),
        ("administration", moderation::router()),
        ("work", work::router()),
    ];
    let tagged = parts.map(|(tag, part)| openapi::tagged(tag, part));
    tagged.into_iter().fold(openapi::start(), OpenApiRouter::merge)
}
