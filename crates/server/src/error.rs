//! The one error of the API: what a client is told, and what is logged instead.

use std::error::Error;
use std::time::Duration;

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::limits::RetryAfter;
use crate::password::PasswordError;
use crate::secret::NoRandomness;
use crate::store::StoreError;

/// Why a request is not done.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The request itself makes no sense.
    #[error("{message}")]
    Invalid {
        /// What is wrong.
        message: String,
        /// Where in the body or the path.
        at: Option<String>,
    },
    /// Only those who are logged in may do this.
    #[error("log in first")]
    NotLoggedIn,
    /// The name or the password is wrong; which one is not said.
    #[error("the name or the password is wrong")]
    WrongPassword,
    /// The API token opens nothing.
    #[error("the API token is not valid")]
    BadToken,
    /// Nobody may do this, or not this one.
    #[error("{0}")]
    Forbidden(&'static str),
    /// There is no such thing.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The address exists, but not for this method.
    #[error("this address does not answer to that method")]
    MethodNotAllowed,
    /// It cannot be done as things stand.
    #[error("{message}")]
    Refused {
        /// A name for it that never changes.
        code: &'static str,
        /// Why.
        message: String,
    },
    /// The body is too long.
    #[error("the request is larger than {0} bytes")]
    TooLarge(usize),
    /// The body is no JSON.
    #[error("the body must be JSON, with the content type application/json")]
    NotJson,
    /// More than one may ask for.
    #[error("too many {what}: try again in {} seconds", seconds(*.retry_after))]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How long to wait.
        retry_after: Duration,
    },
    /// The request took too long.
    #[error("the request took too long")]
    TimedOut,
    /// The house closes.
    #[error("the house closes: connect again in a moment")]
    Closing,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Anything else that is the house's fault.
    #[error(transparent)]
    Internal(Box<dyn Error + Send + Sync>),
}

/// What a client gets instead of an answer.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Serialize, ToSchema)]
pub struct ErrorDetail {
    /// A name for programs, which stays the same.
    #[schema(example = "too_many")]
    pub code: &'static str,
    /// A sentence for people, in English.
    #[schema(example = "too many requests: try again in 2 seconds")]
    pub message: String,
    /// Where in the request, if that can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// How long a client waits before it comes back to a house that could not serve.
const UNAVAILABLE_RETRY: Duration = Duration::from_secs(5);

impl ApiError {
    /// A request that makes no sense, with the place.
    pub fn invalid(at: &str, message: impl Into<String>) -> ApiError {
        ApiError::Invalid {
            message: message.into(),
            at: Some(at.to_owned()),
        }
    }

    /// Too many of something.
    #[must_use]
    pub fn too_many(what: &'static str, RetryAfter(retry_after): RetryAfter) -> ApiError {
        ApiError::TooMany { what, retry_after }
    }

    /// Anything that is the house's fault.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> ApiError {
        ApiError::Internal(cause.into())
    }

    /// The code and the message, for one who is told over a socket.
    pub(crate) fn told(self) -> (String, String) {
        let (status, code, message) = self.answer();
        self.log(status, code);
        (code.to_owned(), message.map_or_else(|| self.to_string(), str::to_owned))
    }

    /// Writes down what is the house's fault.
    fn log(&self, status: StatusCode, code: &str) {
        if matches!(self, ApiError::Store(_) | ApiError::Internal(_)) && status.is_server_error() {
            tracing::error!(code, cause = %self, "a request failed");
        }
    }

    /// The status and the code; a message only where the error's own would say too much.
    fn answer(&self) -> (StatusCode, &'static str, Option<&'static str>) {
        match self {
            ApiError::Invalid { .. } => (StatusCode::BAD_REQUEST, "invalid", None),
            ApiError::NotLoggedIn => (StatusCode::UNAUTHORIZED, "not_logged_in", None),
            ApiError::WrongPassword => (StatusCode::UNAUTHORIZED, "wrong_password", None),
            ApiError::BadToken => (StatusCode::UNAUTHORIZED, "bad_token", None),
            ApiError::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden", None),
            ApiError::NotFound(_) => (StatusCode::NOT_FOUND, "not_found", None),
            ApiError::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", None),
            ApiError::Refused { code, .. } => (StatusCode::CONFLICT, code, None),
            ApiError::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large", None),
            ApiError::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", None),
            ApiError::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many", None),
            ApiError::TimedOut => (StatusCode::REQUEST_TIMEOUT, "timed_out", None),
            ApiError::Closing => (StatusCode::SERVICE_UNAVAILABLE, "closing", None),
            ApiError::Store(StoreError::NameTaken { .. }) => {
                (StatusCode::CONFLICT, "name_taken", Some("this name is taken"))
            }
            // Whoever asks had an account a moment ago.
            ApiError::Store(StoreError::NoSuchAccount { .. }) => {
                (StatusCode::UNAUTHORIZED, "not_logged_in", Some("log in first"))
            }
            ApiError::Store(StoreError::Invalid(_)) => (
                StatusCode::BAD_REQUEST,
                "invalid",
                Some("a text has a character that cannot be kept"),
            ),
            ApiError::Store(error) if error.is_outage() => {
                let message = "the house cannot reach its memory at the moment: try again soon";
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable", Some(message))
            }
            ApiError::Store(_) | ApiError::Internal(_) => {
                let message = "something went wrong in the house; it is in the log";
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", Some(message))
            }
        }
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> ApiError {
        ApiError::internal(error)
    }
}

impl From<NoRandomness> for ApiError {
    fn from(error: NoRandomness) -> ApiError {
        ApiError::internal(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code, message) = self.answer();
        self.log(status, code);
        let retry_after = match &self {
            ApiError::TooMany { retry_after, .. } => Some(*retry_after),
            _ if status == StatusCode::SERVICE_UNAVAILABLE => Some(UNAVAILABLE_RETRY),
            _ => None,
        };
        let message = message.map_or_else(|| self.to_string(), str::to_owned);
        let at = match self {
            ApiError::Invalid { at, .. } => at,
            _ => None,
        };
        let mut response = (
            status,
            Json(ErrorBody {
                error: ErrorDetail { code, message, at },
            }),
        )
            .into_response();
        if let Some(retry_after) = retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds(retry_after)));
        }
        if status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Whole seconds to wait, at least one.
fn seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000).clamp(1, u128::from(u64::MAX)) as u64
}
