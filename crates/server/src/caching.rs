//! What a client may keep: answers that say so get a tag made from what they say, and are not sent again to those who have
//! them.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use sha2::{Digest, Sha256};

use crate::error::ApiError;

/// A header of answers that never change while the server runs: a client may keep them for an hour.
pub(crate) const FOR_AN_HOUR: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=3600");

/// A header of answers that may be another one the next time: a client asks whether they still hold.
pub(crate) const ASK_AGAIN: (header::HeaderName, &str) = (header::CACHE_CONTROL, "private, no-cache");

/// Middleware: tags what may be kept, and answers that it is the same where a client has it already.
pub(crate) async fn tag_answers(request: Request, next: Next) -> Response {
    let asked = (request.method() == Method::GET).then(|| request.headers().clone());
    let response = next.run(request).await;
    let is_kept = response.status() == StatusCode::OK
        // A stream has no end that could be waited for.
        && response.body().size_hint().exact().is_some()
        && response.headers().contains_key(header::CACHE_CONTROL)
        && !response.headers().contains_key(header::ETAG);
    let Some(asked) = asked.filter(|_| is_kept) else {
        return response;
    };
    let (mut parts, body) = response.into_parts();
    let body = match to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return ApiError::internal(error).into_response(),
    };
    // A weak one: the answer may still be compressed.
    let tag = tag(&Sha256::digest(&body).into(), "W/");
    let is_known = is_known(&asked, &tag);
    parts.headers.insert(header::ETAG, tag);
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, body.into())
}

/// The tag of what has this hash, which tells it from all else.
pub(crate) fn tag(hash: &[u8; 32], strength: &str) -> HeaderValue {
    let digits = hex::encode(&hash[..12]);
    HeaderValue::from_str(&format!("{strength}\"{digits}\"")).expect("digits and quotes")
}

/// Whether a client says that it has what has this tag.
pub(crate) fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let Ok(tag) = tag.to_str().map(plain) else { return false };
    let lists = asked.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','));
    tags.any(|known| known.trim() == "*" || plain(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_in_lists() {
        let check = |list: &'static str, tag: &'static str, expected: bool| {
            let mut asked = HeaderMap::new();
            asked.insert(header::IF_NONE_MATCH, HeaderValue::from_static(list));
            assert_eq!(
                is_known(&asked, &HeaderValue::from_static(tag)),
                expected,
                "{list} {tag}"
            );
        };
        check("\"a\"", "\"a\"", true);
        check("W/\"a\"", "\"a\"", true);
        check("\"a\"", "W/\"a\"", true);
        check("\"b\", W/\"a\"", "W/\"a\"", true);
        check("*", "\"a\"", true);
        check("\"ab\"", "\"a\"", false);
        check("", "\"a\"", false);
        assert!(!is_known(&HeaderMap::new(), &HeaderValue::from_static("\"a\"")));
    }
}
