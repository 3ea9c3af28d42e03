//! What may be answered instead of what was asked for, by what a request needs. Whatever holds for every request is added to
//! all of them in `openapi.rs`.

use utoipa::IntoResponses;

use crate::error::ErrorBody;

/// A request whose address may make no sense.
#[derive(IntoResponses)]
#[response(status = BAD_REQUEST, description = "The request makes no sense: `at` says where")]
#[expect(dead_code, reason = "it only describes")]
pub(super) struct Wrong(ErrorBody);

/// A request with a body.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub(super) enum WrongBody {
    #[response(status = BAD_REQUEST, description = "The request makes no sense: `at` says where")]
    Wrong(ErrorBody),
    #[response(status = FORBIDDEN, description = "Another site sent it, or it is not for this visitor")]
    Forbidden(ErrorBody),
    #[response(status = PAYLOAD_TOO_LARGE, description = "The body is too large")]
    TooLarge(ErrorBody),
    #[response(status = UNSUPPORTED_MEDIA_TYPE, description = "The body is not JSON")]
    NotJson(ErrorBody),
}

/// A request that changes something, or is not for everybody.
#[derive(IntoResponses)]
#[response(status = FORBIDDEN, description = "Another site sent it, or it is not for this visitor")]
#[expect(dead_code, reason = "it only describes")]
pub(super) struct Forbidden(ErrorBody);

/// A request of somebody who is logged in.
#[derive(IntoResponses)]
#[response(status = UNAUTHORIZED, description = "Nobody is logged in, or the token is good for nothing")]
#[expect(dead_code, reason = "it only describes")]
pub(super) struct LoggedOut(ErrorBody);

/// A request for something that has a name.
#[derive(IntoResponses)]
#[response(status = NOT_FOUND, description = "There is none of this name")]
#[expect(dead_code, reason = "it only describes")]
pub(super) struct Missing(ErrorBody);

/// A request that may come at the wrong time.
#[derive(IntoResponses)]
#[response(status = CONFLICT, description = "It cannot be done as things stand")]
#[expect(dead_code, reason = "it only describes")]
pub(super) struct Conflict(ErrorBody);

/// Any request.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub(super) enum Any {
    #[response(status = REQUEST_TIMEOUT, description = "It took too long")]
    TimedOut(ErrorBody),
    #[response(
        status = TOO_MANY_REQUESTS,
        description = "Too many of them",
        headers(("retry-after" = u32, description = "How many seconds to wait"))
    )]
    TooMany(ErrorBody),
    #[response(status = INTERNAL_SERVER_ERROR, description = "Something went wrong at the server")]
    Failed(ErrorBody),
    #[response(
        status = SERVICE_UNAVAILABLE,
        description = "The server closes, or cannot reach its database",
        headers(("retry-after" = u32, description = "How many seconds to wait"))
    )]
    Unavailable(ErrorBody),
}
