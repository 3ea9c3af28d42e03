//! What handlers take from a request. What is wrong with it is told in the server's own words, with its place.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use halte_answers::Unanswered;
use http::StatusCode;
use http::request::Parts;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{ApiError, Invalid};
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
        let parsed = halte_answers::parse(&bytes).map_err(Unanswered::from)?;
        match security::is_unkeepable(&bytes) {
            true => Err(ApiError::senseless(Invalid::Unkeepable)),
            false => Ok(Json(parsed)),
        }
    }
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
