//! What keeps other sites out: headers that every answer has, and the check that a request which changes something
//! comes from the site's own pages.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};

use crate::config::Config;
use crate::error::{ApiError, Forbidden, Invalid};
use crate::state::Shared;
use crate::visitor;

/// Middleware: refuses addresses with the one character that PostgreSQL cannot keep in a text.
pub(crate) async fn refuse_unkeepable(request: Request, next: Next) -> Result<Response, ApiError> {
    let address = request.uri().path_and_query();
    match address.is_some_and(|address| address.as_str().contains("%00")) {
        true => Err(ApiError::senseless(Invalid::Unkeepable)),
        false => Ok(next.run(request).await),
    }
}

/// Whether a JSON text has the character 0 in one of its own, where it must be written `\u0000`.
pub(crate) fn is_unkeepable(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        if rest[at..].starts_with(b"\\u0000") {
            return true;
        }
        // The next character means something else after a stroke.
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    false
}

/// A header by which a request without a body shows that a script of the site sent it: forms of other sites cannot set
/// it.
pub(crate) const OWN_HEADER: &str = "x-halte";

/// The policy of a page, by who may show it in a frame and where forms may lead.
macro_rules! policy {
    ($ancestors:literal, $forms:literal) => {
        // The rules run in the browser too: as WebAssembly, in a worker.
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; \
             style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors ",
            $ancestors,
            "; form-action ",
            $forms
        )
    };
}

/// What a page is that other sites may show in a frame: nothing can be done there, so nobody can be led to do it.
pub(crate) const FOR_FRAMES: [(HeaderName, &str); 2] = [
    (header::CONTENT_SECURITY_POLICY, policy!("*", "'none'")),
    FOR_OTHER_SITES,
];

/// What pages of other sites may show as a part of theirs.
pub(crate) const FOR_OTHER_SITES: (HeaderName, &str) = (CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin");

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, policy!("'none'", "'self'")),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // A table's address is a secret: no other site may learn it from a link.
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
];

/// Pages of other sites may read what everybody may read. A browser shows them no answer to a request with cookies under
/// these headers, and asks before it sends any other request than a plain GET, which is not allowed.
const READING: [(HeaderName, &str); 2] = [
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        "etag, ratelimit, ratelimit-policy, retry-after, x-request-id",
    ),
];

/// Middleware: adds the headers that every answer has, unless it has its own. Answers are not to be cached unless they say so.
pub(crate) async fn add_headers(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let is_reading = request.method().is_safe() && request.uri().path().starts_with("/api");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let reading: &[_] = if is_reading { &READING } else { &[] };
    for (name, value) in HEADERS.iter().chain(reading) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.config.is_secure() {
        let value = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Middleware: refuses requests that another site made a visitor's browser send.
pub(crate) async fn refuse_forgeries(
    State(app): State<Shared>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    check_change(request.method(), request.headers(), &app.config)?;
    Ok(next.run(request).await)
}

/// Whether a request may change something, as far as its origin goes.
fn check_change(method: &Method, headers: &HeaderMap, config: &Config) -> Result<(), ApiError> {
    // A browser sends an API token only if a script that knows it says so.
    if method.is_safe() || visitor::bearer_token(headers).is_some() {
        return Ok(());
    }
    let is_named = check_origin(headers, config)?;
    if !headers.contains_key(header::COOKIE) {
        // Nothing that a browser added by itself.
        return Ok(());
    }
    if !is_named {
        return Err(Forbidden::OriginMissing.into());
    }
    if !is_json(headers) && !headers.contains_key(OWN_HEADER) {
        return Err(Forbidden::OwnHeaderMissing.into());
    }
    Ok(())
}

/// Checks that a socket is opened by a page of the site, or by a program, which has no cookies.
pub(crate) fn check_socket(headers: &HeaderMap, config: &Config) -> Result<(), ApiError> {
    if visitor::bearer_token(headers).is_some() {
        return Ok(());
    }
    match check_origin(headers, config)? {
        false if headers.contains_key(header::COOKIE) => Err(Forbidden::SocketOriginMissing.into()),
        _ => Ok(()),
    }
}

/// Refuses what another site sent, as far as the browser tells; says whether it told anything.
fn check_origin(headers: &HeaderMap, config: &Config) -> Result<bool, ApiError> {
    let mut is_named = false;
    for site in headers.get_all("sec-fetch-site") {
        is_named = true;
        if site != "same-origin" {
            return Err(Forbidden::OtherSite.into());
        }
    }
    for origin in headers.get_all(header::ORIGIN) {
        is_named = true;
        if !is_own_origin(origin, headers, config) {
            tracing::warn!(
                ?origin,
                "a request from another site was refused; if it is the site's own address, set the key origin"
            );
            return Err(Forbidden::OtherSite.into());
        }
    }
    Ok(is_named)
}

/// Whether an origin is one of the site's: those configured, or without any whatever address the browser used.
fn is_own_origin(origin: &HeaderValue, headers: &HeaderMap, config: &Config) -> bool {
    let Ok(origin) = origin.to_str() else { return false };
    own_origins(headers, config).iter().any(|own| own == origin)
}

/// The site's own origin, for links: the first one.
pub(crate) fn own_origin(headers: &HeaderMap, config: &Config) -> Option<String> {
    own_origins(headers, config).into_iter().next()
}

/// The site's own origins: those that are configured, or without any whatever address the client used.
pub(crate) fn own_origins(headers: &HeaderMap, config: &Config) -> Vec<String> {
    if !config.origins.is_empty() {
        return config.origins.iter().map(|origin| origin.as_str().to_owned()).collect();
    }
    let scheme = if config.is_secure() { "https" } else { "http" };
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
        return Vec::new();
    };
    vec![format!("{scheme}://{}", host.to_ascii_lowercase())]
}

/// Whether the body is said to be JSON.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: (&str, &str) = ("origin", "http://localhost:8080");
    const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");
    const COOKIE: (&str, &str) = ("cookie", "halte-guest=x");

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, HeaderValue::from_static("localhost:8080"));
        for (name, value) in list {
            headers.append(*name, HeaderValue::from_str(value).expect("a value"));
        }
        headers
    }

    fn config(origins: &str) -> Config {
        let origins = origins.split_terminator(',').map(|origin| format!("--origin={origin}"));
        Config::of_flags(origins).expect("a configuration")
    }

    #[test]
    fn the_character_0_is_found_in_json() {
        for (json, expected) in [
            (r#"{"a": "b"}"#, false),
            (r#"{"a": "\u0000"}"#, true),
            (r#"{"a\u0000": 1}"#, true),
            (r#"{"a": "\\u0000"}"#, false),
            (r#"{"a": "\\\u0000"}"#, true),
            (r#"{"a": "\u0001\n"}"#, false),
            (r"\", false),
            ("", false),
        ] {
            assert_eq!(is_unkeepable(json.as_bytes()), expected, "{json}");
        }
    }

    #[test]
    fn changes_come_from_our_own_pages() {
        let check = |list: &[(&'static str, &str)], origins: &str, expected: bool| {
            let result = check_change(&Method::POST, &headers(list), &config(origins));
            assert_eq!(result.is_ok(), expected, "{list:?} {origins}");
        };
        check(&[OWN, JSON, COOKIE], "", true);
        check(&[("sec-fetch-site", "same-origin"), JSON, COOKIE], "", true);
        check(&[OWN, COOKIE, (OWN_HEADER, "1")], "", true);
        check(&[JSON], "", true);
        check(&[("origin", "https://evil.example"), JSON, COOKIE], "", false);
        check(&[("origin", "https://evil.example"), JSON], "", false);
        check(&[("origin", "null"), JSON, COOKIE], "", false);
        check(&[("origin", "https://localhost:8080"), JSON, COOKIE], "", false);
        let similar = ("origin", "http://localhost:8080.evil.example");
        check(&[similar, JSON, COOKIE], "", false);
        check(&[OWN, ("origin", "https://evil.example"), JSON, COOKIE], "", false);
        let evil = [("host", "evil.example"), ("origin", "http://evil.example")];
        check(&[evil[0], evil[1], JSON, COOKIE], "", false);
        check(&[OWN, ("sec-fetch-site", "cross-site"), JSON, COOKIE], "", false);
        check(&[("sec-fetch-site", "same-site"), JSON, COOKIE], "", false);
        check(&[JSON, COOKIE], "", false);
        check(&[OWN, COOKIE], "", false);
        let plain = ("content-type", "text/plain;application/json");
        check(&[OWN, COOKIE, plain], "", false);
        let public = "https://play.example.org";
        check(&[OWN, JSON, COOKIE], public, false);
        check(&[("origin", public), JSON, COOKIE], public, true);
        // A program's token, which no browser adds by itself.
        check(&[("authorization", "Bearer x"), COOKIE], "", true);
        check(&[("authorization", "Basic x"), COOKIE], "", false);
    }

    #[test]
    fn reading_needs_no_origin() {
        let foreign = headers(&[("origin", "https://evil.example"), COOKIE]);
        assert!(check_change(&Method::GET, &foreign, &config("")).is_ok());
        assert!(check_change(&Method::DELETE, &foreign, &config("")).is_err());
    }

    #[test]
    fn sockets_are_opened_by_our_own_pages_or_by_programs() {
        let check = |list: &[(&'static str, &str)], expected: bool| {
            assert_eq!(check_socket(&headers(list), &config("")).is_ok(), expected, "{list:?}");
        };
        check(&[OWN, COOKIE], true);
        check(&[], true);
        check(&[("authorization", "Bearer x")], true);
        check(&[COOKIE], false);
        check(&[("origin", "https://evil.example")], false);
        check(&[("origin", "https://evil.example"), COOKIE], false);
        check(&[("origin", "null"), COOKIE], false);
    }
}
