//! Accounts: made by anyone, changed and closed by their owners.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Json;
use super::credentials::{NAME_LENGTHS, WhoAmI, is_name};
use crate::address::Origination;
use crate::clock;
use crate::error::{ApiError, ErrorBody, Invalid, TooMany};
use crate::password;
use crate::state::Shared;
use crate::store::{Account, AccountChange, CredentialKind};
use crate::visitor::{Cookies, SignedIn, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(make))
        .routes(routes!(close))
        .routes(routes!(change_password))
}

/// Names that would be taken for the site's own.
const RESERVED: [&str; 8] = [
    "admin",
    "administrator",
    "engine",
    "guest",
    "halte",
    "house",
    "moderator",
    "system",
];

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAccount {
    /// Letters, digits, `-` and `_`, beginning with a letter. Capitals are kept and make no difference.
    #[schema(
        min_length = 2,
        max_length = 24,
        pattern = "^[A-Za-z][A-Za-z0-9_-]+$",
        example = "Anna"
    )]
    name: String,
    /// At least eight characters, at most 200 bytes.
    #[schema(min_length = 8, max_length = 200, format = Password, write_only)]
    password: String,
}

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    /// The password so far.
    #[schema(format = Password, write_only)]
    current: String,
    /// The one from now on.
    #[schema(min_length = 8, max_length = 200, format = Password, write_only)]
    new: String,
}

/// What proves that it is the owner who closes an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Confirmation {
    /// The password.
    #[schema(format = Password, write_only)]
    password: String,
}

/// Make an account and log in.
///
/// A guest who makes an account keeps their seats, notes and solved puzzles: wherever the owner logs in they are the
/// guest too. The browser forgets the guest, who is the account's from now on.
#[utoipa::path(
    post, path = "/api/accounts",
    responses(
        (status = CREATED, body = WhoAmI, headers(("set-cookie" = String, description = "The session"))),
        (status = CONFLICT, body = ErrorBody, description = "The name is taken"),
    )
)]
async fn make(
    State(app): State<Shared>,
    origination: Origination,
    mut visitor: Visitor,
    headers: HeaderMap,
    Json(new): Json<NewAccount>,
) -> Result<(StatusCode, Cookies, Json<WhoAmI>), ApiError> {
    check_name(&new.name)?;
    check_new_password("password", &new.password, &new.name)?;
    app.limit(
        "new accounts",
        |seconds| TooMany::Accounts { seconds },
        &app.limiters.accounts,
        &origination,
    )?;
    let account = Account {
        password_hash: app.passwords.hash(new.password).await?,
        name: new.name,
        created_at: clock::now(),
        is_administrator: false,
        guest: visitor.guest.take().map(Into::into),
    };
    app.store.create_account(&account).await?;
    let was_guest = account.guest.is_some();
    let (login, mut cookies) = app.begin_session(account, &headers).await?;
    if was_guest {
        cookies = cookies.and(app.no_guest_cookie()?);
    }
    visitor.login = Some(login);
    Ok((StatusCode::CREATED, cookies, Json(WhoAmI::new(&visitor))))
}

/// Change the password.
///
/// All other sessions end and all API tokens are revoked.
#[utoipa::path(put, path = "/api/account/password", security(("session" = [])), responses((status = NO_CONTENT)))]
async fn change_password(
    State(app): State<Shared>,
    origination: Origination,
    SignedIn(login): SignedIn,
    Json(change): Json<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let name = &login.account.name;
    check_new_password("new", &change.new, name)?;
    app.check_password(&origination, name, change.current).await?;
    let hash = app.passwords.hash(change.new).await?;
    app.store.change_account(name, AccountChange::Password(hash)).await?;
    app.revoke_all(name, CredentialKind::Session, Some(&login.credential.hash))
        .await?;
    app.revoke_all(name, CredentialKind::Token, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Close the account for good.
///
/// Nobody can log in with it again. Its name stays taken, so that nobody else can ever be taken for its owner or sit in
/// its seats; its games stay in the archive.
#[utoipa::path(delete, path = "/api/account", security(("session" = [])), responses((status = NO_CONTENT)))]
async fn close(
    State(app): State<Shared>,
    origination: Origination,
    SignedIn(login): SignedIn,
    Json(confirmation): Json<Confirmation>,
) -> Result<(StatusCode, Cookies, ()), ApiError> {
    let name = &login.account.name;
    app.check_password(&origination, name, confirmation.password).await?;
    app.store
        .change_account(name, AccountChange::Password(String::new()))
        .await?;
    app.store
        .change_account(name, AccountChange::Administrator(false))
        .await?;
    app.revoke_all(name, CredentialKind::Session, None).await?;
    app.revoke_all(name, CredentialKind::Token, None).await?;
    Ok((StatusCode::NO_CONTENT, app.no_session_cookie()?, ()))
}

fn check_name(name: &str) -> Result<(), ApiError> {
    let (shortest, longest) = NAME_LENGTHS;
    if !is_name(name) {
        return Err(ApiError::invalid("name", Invalid::Name { shortest, longest }));
    }
    if RESERVED.contains(&&*name.to_ascii_lowercase()) {
        return Err(ApiError::invalid("name", Invalid::NameReserved));
    }
    Ok(())
}

fn check_new_password(at: &str, password: &str, name: &str) -> Result<(), ApiError> {
    let (shortest, longest) = password::LENGTHS;
    if password.chars().count() < shortest {
        return Err(ApiError::invalid(at, Invalid::PasswordTooShort { shortest }));
    }
    if password.len() > longest {
        return Err(ApiError::invalid(at, Invalid::PasswordTooLong { longest }));
    }
    if password.eq_ignore_ascii_case(name) {
        return Err(ApiError::invalid(at, Invalid::PasswordIsName));
    }
    Ok(())
}
