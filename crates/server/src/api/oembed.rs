//! oEmbed: how other sites show a page of this one in a frame.

use axum::extract::State;
use http::{HeaderMap, HeaderName};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page::escape;
use super::{Json, Query};
use crate::caching::ASK_AGAIN;
use crate::error::{ApiError, NotFound};
use crate::security;
use crate::sharing::{self, Subject};
use crate::state::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(oembed))
}

/// The size of a frame unless a smaller one is wanted, in pixels: a board, the players above it and buttons below.
const SIZE: (u32, u32) = (420, 640);

/// What to show elsewhere.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// The address of a page of this site.
    #[param(example = "https://halte.example/mixtour")]
    url: String,
    /// How it is told.
    #[param(inline)]
    #[expect(dead_code, reason = "there is one, and any other one is an error")]
    format: Option<EmbeddingFormat>,
    /// The most pixels that there are from left to right.
    maxwidth: Option<u32>,
    /// The most pixels that there are from above to below.
    maxheight: Option<u32>,
}

/// How it is told.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EmbeddingFormat {
    /// As JSON; there is nothing else.
    Json,
}

/// How a page is shown elsewhere, as oEmbed has it.
#[derive(Serialize, ToSchema)]
struct Embedding {
    /// Of oEmbed.
    #[schema(example = "1.0")]
    version: &'static str,
    /// Whether there is something to show, or only a title.
    r#type: EmbeddingKind,
    /// The page's title.
    title: String,
    /// Who made the game.
    author_name: &'static str,
    /// The author's site, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    author_url: Option<&'static str>,
    /// This site.
    #[schema(example = "Halte")]
    provider_name: &'static str,
    /// Its address.
    provider_url: String,
    /// The frame to show, if it is `rich`.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    /// The frame's width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    /// The frame's height in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
}

/// What there is to show.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EmbeddingKind {
    /// A frame.
    Rich,
    /// Nothing but the title.
    Link,
}

/// How is a page shown on other sites?
///
/// As <https://oembed.com> has it. Tables and analyses have a frame, in which nothing can be done but looking.
#[utoipa::path(
    get, path = "/api/oembed", params(Wanted),
    responses(
        (status = OK, body = Embedding),
        (status = NOT_FOUND, body = crate::error::ErrorBody, description = "It is no address of a page that is shared"),
    )
)]
async fn oembed(
    State(app): State<Shared>,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Result<([(HeaderName, &'static str); 1], Json<Embedding>), ApiError> {
    let (url, maxwidth, maxheight) = (wanted.url, wanted.maxwidth, wanted.maxheight);
    let (address, fragment) = url
        .split_once('#')
        .map_or((&*url, None), |(address, rest)| (address, Some(rest)));
    let mut origins = security::own_origins(&headers, &app.config).into_iter();
    let found = origins.find_map(|origin| Some((address.strip_prefix(&origin)?, origin)));
    let (path, origin) = found.ok_or(NotFound::Address)?;
    let path = path.split('?').next().unwrap_or_default();
    let subject = Subject::at(path)
        .filter(|_| path.starts_with('/'))
        .ok_or(NotFound::Address)?;
    let frame = subject.frame();
    let card = app.card(subject, sharing::words(&headers)).await?;
    let width = maxwidth.map_or(SIZE.0, |most| most.min(SIZE.0));
    let height = maxheight.map_or(SIZE.1, |most| most.min(SIZE.1));
    let html = frame.map(|frame| {
        let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
        format!(
            "<iframe src=\"{}\" width=\"{width}\" height=\"{height}\" title=\"{}\" loading=\"lazy\"></iframe>",
            escape(&format!("{origin}{frame}{fragment}")),
            escape(&card.title)
        )
    });
    let about = card.game.about();
    let embedding = Embedding {
        version: "1.0",
        r#type: if html.is_some() {
            EmbeddingKind::Rich
        } else {
            EmbeddingKind::Link
        },
        title: card.title,
        author_name: about.authors,
        author_url: about.link,
        provider_name: "Halte",
        provider_url: origin,
        width: html.as_ref().map(|_| width),
        height: html.as_ref().map(|_| height),
        html,
    };
    Ok(([ASK_AGAIN], Json(embedding)))
}
