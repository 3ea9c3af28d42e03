//! Sessions: logging in and out, who one is, and where else one is logged in.

use axum::extract::State;
use halte_table::PersonId;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::credentials::{CredentialView, WhoAmI};
use super::responses::LoggedOut;
use super::{Json, Path};
use crate::error::{self, ApiError, NotFound};
use crate::state::Shared;
use crate::store::CredentialKind;
use crate::visitor::{Acting, Attempt, Cookies, Login, SignedIn, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(who_am_i, log_in, log_out))
        .routes(routes!(be_guest))
        .routes(routes!(list, revoke_others))
        .routes(routes!(revoke))
}

/// A name and its password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LogIn {
    /// The account's name; capitals make no difference.
    #[schema(example = "anna")]
    name: String,
    /// The password.
    #[schema(format = Password, write_only)]
    password: String,
}

/// Who am I?
#[utoipa::path(
    get, path = "/api/session",
    security((), ("session" = []), ("token" = [])),
    responses((status = OK, body = WhoAmI), LoggedOut)
)]
async fn who_am_i(State(app): State<Shared>, visitor: Visitor) -> Json<WhoAmI> {
    Json(WhoAmI::new(&app, &visitor))
}

/// Log in.
#[utoipa::path(
    post, path = "/api/session",
    responses((status = OK, body = WhoAmI, headers(("set-cookie" = String, description = "The session"))), LoggedOut)
)]
async fn log_in(
    State(app): State<Shared>,
    attempt: Attempt,
    mut visitor: Visitor,
    headers: HeaderMap,
    Json(log_in): Json<LogIn>,
) -> Result<(Cookies, Json<WhoAmI>), ApiError> {
    let account = app.check_password(&attempt, &log_in.name, log_in.password).await?;
    app.check_not_banned(&[PersonId::account(&account.name)], Some(&attempt.origination))
        .await?;
    // Nobody stays logged in without knowing it: the session of before is of no use any more.
    let is_session = |login: &Login| login.credential.kind == CredentialKind::Session;
    if let Some(before) = visitor.login.filter(is_session) {
        app.revoke(&before.account.name, &before.credential.hash).await?;
    }
    let (login, cookies) = app.begin_session(account, &attempt, &headers).await?;
    visitor.login = Some(login);
    Ok((cookies, Json(WhoAmI::new(&app, &visitor))))
}

/// Log out.
///
/// It is no mistake if nobody is logged in.
#[utoipa::path(
    delete, path = "/api/session",
    security((), ("session" = [])),
    responses((status = NO_CONTENT), LoggedOut)
)]
async fn log_out(State(app): State<Shared>, visitor: Visitor) -> Result<(StatusCode, Cookies, ()), ApiError> {
    match visitor.login {
        Some(login) if login.credential.kind == CredentialKind::Token => {
            Err(error::Forbidden::TokenNotLoggedOut.into())
        }
        login => {
            if let Some(login) = login {
                app.revoke(&login.account.name, &login.credential.hash).await?;
            }
            Ok((StatusCode::NO_CONTENT, app.no_session_cookie()?, ()))
        }
    }
}

/// Become a guest.
///
/// Whoever is nobody yet gets a cookie by which they are known again. Everything that needs a person does this by
/// itself; a page does it before it opens a socket.
#[utoipa::path(
    post, path = "/api/session/guest",
    security((), ("session" = []), ("token" = [])),
    responses((status = OK, body = WhoAmI), LoggedOut)
)]
async fn be_guest(State(app): State<Shared>, acting: Acting) -> (Cookies, Json<WhoAmI>) {
    (acting.cookies, Json(WhoAmI::new(&app, &acting.visitor)))
}

/// Where am I logged in?
#[utoipa::path(
    get, path = "/api/sessions",
    security(("session" = [])),
    responses((status = OK, body = [CredentialView]))
)]
async fn list(State(app): State<Shared>, SignedIn(login): SignedIn) -> Result<Json<Vec<CredentialView>>, ApiError> {
    app.list_credentials(&login, CredentialKind::Session).await.map(Json)
}

/// Log out everywhere else.
#[utoipa::path(delete, path = "/api/sessions", security(("session" = [])), responses((status = NO_CONTENT)))]
async fn revoke_others(State(app): State<Shared>, SignedIn(login): SignedIn) -> Result<StatusCode, ApiError> {
    let Login { account, credential } = &login;
    let revoked = app.revoke_all(&account.name, CredentialKind::Session, Some(&credential.hash));
    revoked.await.map(|_| StatusCode::NO_CONTENT)
}

/// Log out one browser.
#[utoipa::path(delete, path = "/api/sessions/{id}", security(("session" = [])), responses((status = NO_CONTENT)))]
async fn revoke(
    State(app): State<Shared>,
    SignedIn(login): SignedIn,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    match app.revoke(&login.account.name, &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(NotFound::Session.into()),
    }
}
