//! What handlers take from a request. What is wrong with it is told in the server's own words, with its place.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::request::Parts;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{ApiError, BadRequest, Invalid};
use crate::security;
use crate::state::Shared;

/// A body of JSON, in requests and answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Shared> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Shared) -> Result<Json<T>, ApiError> {
        if !security::is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let most = app.config.limits.body_size.0;
        let bytes = Bytes::from_request(request, app)
            .await
            .map_err(|rejection| broken(&rejection, most))?;
        parse(&bytes).map(Json)
    }
}

/// Reads JSON, or says where it is wrong.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // A list would do for an object too, its items taken for the fields: the description says nothing of that.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::senseless(Invalid::BodyNotObject));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        // "." and "?" are the library's words for everywhere and somewhere.
        let at = error.path().to_string();
        let invalid = problem(error.inner());
        let at = (at != "." && at != "?").then_some(at);
        BadRequest {
            invalid: Box::new(invalid),
            at,
        }
    })?;
    let rest = deserializer.end();
    rest.map_err(|error| ApiError::senseless(problem(&error)))?;
    Ok(value)
}

fn problem(error: &serde_json::Error) -> Invalid {
    let problem = error.to_string();
    Invalid::Body { problem }
}

/// A body that could not be read to its end.
fn broken(rejection: &BytesRejection, most: usize) -> ApiError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge { bytes: most },
        _ => ApiError::senseless(Invalid::BodyBroken),
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// What the address of a route has in its places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<Shared> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Path<T>, ApiError> {
        let found = axum::extract::Path::from_request_parts(parts, app).await;
        found.map(|path| Path(path.0)).map_err(|error| {
            let problem = error.body_text();
            ApiError::invalid("path", Invalid::Path { problem })
        })
    }
}

/// What stands behind the question mark of an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Shared> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Query<T>, ApiError> {
        let found = axum::extract::Query::from_request_parts(parts, app).await;
        found.map(|query| Query(query.0)).map_err(|error| {
            let problem = error.body_text();
            ApiError::invalid("query", Invalid::Query { problem })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        #[allow(dead_code)]
        inner: Vec<u8>,
    }

    #[test]
    fn mistakes_have_a_place() {
        let check = |text: &str, expected_at: Option<&str>, expected: &str| match parse::<Outer>(text.as_bytes()) {
            Err(ApiError::BadRequest(BadRequest { invalid, at })) => {
                assert_eq!(
                    (at.as_deref(), &*invalid.to_string()),
                    (expected_at, expected),
                    "{text}"
                );
            }
            other => panic!("{text}: {other:?}"),
        };
        check("", None, "EOF while parsing a value at line 1 column 0");
        check("{}", None, "missing field `inner` at line 1 column 2");
        check(
            r#"{"inner": [1, "x"]}"#,
            Some("inner[1]"),
            "invalid type: string \"x\", expected u8 at line 1 column 17",
        );
        check(r#"{"inner": []} x"#, None, "trailing characters at line 1 column 15");
        check(
            r#"{"outer": 1}"#,
            Some("outer"),
            "unknown field `outer`, expected `inner` at line 1 column 8",
        );
        check("[[1, 2]]", None, "the body must be an object");
        let deep = "{\"a\":".repeat(100_000);
        assert!(parse::<serde_json::Value>(deep.as_bytes()).is_err());
    }
}
