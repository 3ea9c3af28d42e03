//! The page for people: files that `web/` was built to, inside the program, and which addresses show it.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use halte_games::GameId;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use crate::caching;
use crate::error::{ApiError, NotFound};
use crate::security::{self, FOR_FRAMES};
use crate::sharing::{self, Subject};
use crate::state::{App, Shared};

/// The files of the page; none if it was not built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist/page"]
struct Files;

/// What shows every page.
const PAGE: &str = "index.html";

/// Where the page has room for what other sites are told.
const PLACE: &str = "<!-- shared -->";

/// How long a page waits for what other sites are told of it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where files have names that change with what is in them.
const HASHED: &str = "assets/";

const NOT_BUILT: &str = "This halte was built without its page: `cargo xtask play` builds and serves both.\n";

/// The compressed forms of a file, the smallest first: what a browser calls them, and how their names end.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Answers what no other route does: a file of the page, or the page itself, which says so where there is nothing.
pub(crate) async fn answer(
    State(app): State<Shared>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Err(NotFound::Address.into());
    }
    if method != Method::GET && method != Method::HEAD {
        return Err(ApiError::MethodNotAllowed);
    }
    if path != PAGE && Files::get(path).is_some() {
        return Ok(serve(path, StatusCode::OK, &headers));
    }
    let status = if is_page(path) {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    };
    if let Some(page) = app.shared_page(path, &headers).await {
        return Ok(page);
    }
    let mut response = if Files::get(PAGE).is_some() {
        serve(PAGE, status, &headers)
    } else {
        (StatusCode::NOT_FOUND, NOT_BUILT).into_response()
    };
    if is_frame(path) {
        for (name, value) in FOR_FRAMES {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    }
    Ok(response)
}

impl App {
    /// The page with what other sites are told of it; none where there is nothing to tell.
    async fn shared_page(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let (subject, origin) = (Subject::at(path)?, security::own_origin(headers, &self.config)?);
        let page = Files::get(PAGE)?;
        // Who comes to play does not wait for a database that stands still.
        let card = timeout(PATIENCE, self.card(subject, sharing::words(headers)));
        let card = card.await.ok()?.ok()?;
        let tags = card.tags(&origin, &format!("/{path}"));
        let page = with_tags(str::from_utf8(&page.data).ok()?, &tags);
        let tag = caching::tag(&Sha256::digest(&page).into(), "");
        let mut response = if caching::is_known(headers, &tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            page.into_response()
        };
        let added = [
            (header::CONTENT_TYPE, content_type(PAGE)),
            caching::ASK_AGAIN,
            (header::VARY, "accept-language"),
        ];
        for (name, value) in added {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response.headers_mut().insert(header::ETAG, tag);
        Some(response)
    }
}

/// The page with tags at their place.
fn with_tags(page: &str, tags: &str) -> String {
    page.replacen(PLACE, tags.trim_end(), 1)
}

/// Whether an address is of a page that other sites may show in a frame. Nothing can be done there.
fn is_frame(path: &str) -> bool {
    let shown = path.strip_prefix("embed/").and_then(Subject::at);
    shown.is_some_and(|shown| shown.frame().is_some())
}

/// Whether the page has something to show at an address.
fn is_page(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let is_game = |name: &str| name.parse::<GameId>().is_ok();
    match parts[..] {
        ["" | "about" | "account" | "archive" | "settings"] => true,
        [game] => is_game(game),
        [game, "first" | "rules" | "analysis" | "puzzles"] => is_game(game),
        [game, "puzzles", puzzle] => is_game(game) && !puzzle.is_empty(),
        ["table" | "player", name] => !name.is_empty(),
        ["embed", ..] => is_frame(path),
        _ => false,
    }
}

/// Answers with a file that there is, compressed if that is understood.
fn serve(path: &str, status: StatusCode, asked: &HeaderMap) -> Response {
    let compressed = ENCODINGS.into_iter().find_map(|(encoding, ending)| {
        let file = accepts(asked, encoding).then(|| Files::get(&format!("{path}{ending}")))??;
        Some((file, Some(encoding)))
    });
    let Some((file, encoding)) = compressed.or_else(|| Some((Files::get(path)?, None))) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let caching = if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = caching::tag(&file.metadata.sha256_hash(), "");
    let is_known = status == StatusCode::OK && caching::is_known(asked, &tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        (status, file.data).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::ETAG, tag);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Whether a browser understands an encoding.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut items = lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','));
    items.any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let is_refused = parts
            .filter_map(|part| part.strip_prefix("q="))
            .any(|weight| weight.parse() == Ok(0.0));
        is_named && !is_refused
    })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_show_something() {
        let paths = "mixtour move/rules move/first fibonacci/puzzles fibonacci/puzzles/0d9edc6ac8e1 table/abc \
                     player/Ada about account embed/table/abcdefghijkm embed/mixtour/analysis";
        for path in paths.split(' ').chain([""]) {
            assert!(is_page(path), "{path}");
        }
        let others = "chess chess/rules chess/first mixtour/secrets mixtour/ mixtour/puzzles/ mixtour/rules/1 table/ \
                      table/abc/def embed embed/table/ embed/table/<> embed/mixtour embed/chess/analysis \
                      embed/embed/mixtour/analysis";
        for path in others.split(' ') {
            assert!(!is_page(path), "{path}");
        }
    }

    #[test]
    fn encodings_that_are_understood() {
        let check = |list: &'static str, encoding: &str, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(list));
            assert_eq!(accepts(&headers, encoding), expected, "{list} {encoding}");
        };
        check("gzip, deflate, br", "br", true);
        check("gzip, deflate, br", "gzip", true);
        check("gzip;q=0.5, BR;q=1.0", "br", true);
        check("gzip, br;q=0", "br", false);
        check("brotli", "br", false);
        check("", "br", false);
    }

    #[test]
    fn only_pages_where_nothing_can_be_done_are_shown_in_frames() {
        for path in ["embed/table/abcdefghijkm", "embed/mobius/analysis"] {
            assert!(is_frame(path), "{path}");
        }
        for path in [
            "",
            "table/abcdefghijkm",
            "mobius/analysis",
            "embed/mobius",
            "embed/mobius/puzzles/0d9edc6ac8e1",
            "embed//table/abcdefghijkm/x",
            "x/embed/table/abcdefghijkm",
        ] {
            assert!(!is_frame(path), "{path}");
        }
    }

    #[test]
    fn tags_have_their_place() {
        let page = "<head><!-- shared --><title>Halte</title></head><!-- shared -->";
        let expected = "<head><meta /><title>Halte</title></head><!-- shared -->";
        assert_eq!(with_tags(page, "<meta />\n    "), expected);
    }
}
