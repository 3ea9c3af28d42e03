//! The page for people: files that `web/` was built to, inside the program, and which addresses show it.

use axum::response::{IntoResponse, Response};
use halte_games::GameId;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use rust_embed::RustEmbed;

use crate::caching;
use crate::error::{ApiError, NotFound};

/// The files of the page; none if it was not built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist/page"]
struct Files;

/// What shows every page.
const PAGE: &str = "index.html";

/// Where files have names that change with what is in them.
const HASHED: &str = "assets/";

const NOT_BUILT: &str = "This halte was built without its page: `cargo xtask play` builds and serves both.\n";

/// The compressed forms of a file, the smallest first: what a browser calls them, and how their names end.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Answers what no other route does: a file of the page, or the page itself, which says so where there is nothing.
pub(crate) async fn answer(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
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
    if Files::get(PAGE).is_none() {
        return Ok((StatusCode::NOT_FOUND, NOT_BUILT).into_response());
    }
    let status = if is_page(path) {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    };
    Ok(serve(PAGE, status, &headers))
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
                     player/Ada about account";
        for path in paths.split(' ').chain([""]) {
            assert!(is_page(path), "{path}");
        }
        let others = "chess chess/rules chess/first mixtour/secrets mixtour/ mixtour/puzzles/ mixtour/rules/1 table/ \
                      table/abc/def";
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

    #[tokio::test]
    async fn what_is_not_there_is_said() {
        let check = async |method: Method, path: &'static str, expected: StatusCode| {
            let answer = answer(method, Uri::from_static(path), HeaderMap::new()).await;
            assert_eq!(answer.into_response().status(), expected, "{path}");
        };
        let at_home = if Files::get(PAGE).is_none() {
            StatusCode::NOT_FOUND
        } else {
            StatusCode::OK
        };
        check(Method::GET, "/", at_home).await;
        check(Method::GET, "/nowhere", StatusCode::NOT_FOUND).await;
        check(Method::GET, "/api/nowhere", StatusCode::NOT_FOUND).await;
        check(Method::POST, "/", StatusCode::METHOD_NOT_ALLOWED).await;
    }
}
