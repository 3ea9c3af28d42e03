//! One-time links: a new password for somebody who forgot theirs, and the confirmation of an address for mail.

use std::sync::Arc;

use axum::extract::State;
use halte_table::PersonId;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Json;
use super::accounts::check_new_password;
use super::credentials::{WhoAmI, is_name};
use super::responses::Conflict as ConflictResponse;
use super::responses::Missing;
use crate::address::Origination;
use crate::clock;
use crate::error::{ApiError, Conflict, Invalid, NotFound, TooMany};
use crate::mail;
use crate::secret;
use crate::sharing;
use crate::state::{App, Shared, finish};
use crate::store::{CredentialKind, Letter, Purpose, Ticket};
use crate::visitor::{Attempt, Cookies, Login, SignedIn, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(forgot_password))
        .routes(routes!(reset_password))
        .routes(routes!(set_mail, forget_mail))
        .routes(routes!(confirm_mail))
}

/// How long a link is good.
const LIFETIME: i64 = 24 * 60 * 60 * 1000;

/// Whose password was forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Forgotten {
    /// The account's name.
    #[schema(example = "anna")]
    name: String,
}

/// Ask for a link by which to choose a new password.
///
/// It is sent to the address that the account has confirmed. Whether there is such an account or address is not said.
#[utoipa::path(
    post, path = "/api/password/forgotten",
    tag = "accounts",
    responses((status = ACCEPTED), ConflictResponse)
)]
async fn forgot_password(
    State(app): State<Shared>,
    origination: Origination,
    headers: HeaderMap,
    Json(forgotten): Json<Forgotten>,
) -> Result<StatusCode, ApiError> {
    app.check_sends_mail()?;
    app.limit_letters(&origination, Purpose::Password, &forgotten.name)?;
    if is_name(&forgotten.name) {
        let letter = app.letter(Purpose::Password, &forgotten.name, String::new(), &headers)?;
        // Nobody waits for it: how long it takes would tell whether there is such an account.
        tokio::spawn(async move {
            if let Err(error) = app.post(&letter).await {
                tracing::warn!(cause = %error, "a letter could not be posted");
            }
        });
    }
    Ok(StatusCode::ACCEPTED)
}

/// A link that was sent, and the password to have.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasswordReset {
    /// What stands behind `#password=` in the link.
    secret: String,
    /// The password from now on.
    #[schema(min_length = 8, max_length = 200, format = Password, write_only)]
    password: String,
}

/// Choose a new password by a link, and log in.
///
/// The link is good once. All sessions end and all API tokens are revoked.
#[utoipa::path(
    post, path = "/api/password/reset",
    tag = "accounts",
    responses(
        (status = OK, body = WhoAmI, headers(("set-cookie" = String, description = "The session"))),
        Missing,
    )
)]
async fn reset_password(
    State(app): State<Shared>,
    attempt: Attempt,
    mut visitor: Visitor,
    headers: HeaderMap,
    Json(reset): Json<PasswordReset>,
) -> Result<(Cookies, Json<WhoAmI>), ApiError> {
    let ticket = app.ticket(Purpose::Password, &reset.secret).await?;
    check_new_password("password", &reset.password, &ticket.account)?;
    let hash = app.passwords.hash(attempt.origination.client(), reset.password).await?;
    let redeeming = Arc::clone(&app);
    let redeemed = finish(async move {
        if !redeeming.store.redeem_password(&ticket, &hash).await? {
            return Err(NotFound::Link.into());
        }
        redeeming.tell_all_revoked(&ticket.account, CredentialKind::Session, None);
        redeeming.tell_all_revoked(&ticket.account, CredentialKind::Token, None);
        let account = redeeming.store.account(&ticket.account).await?;
        account.ok_or(NotFound::Link.into())
    });
    let account = redeemed.await?;
    app.check_not_banned(&[PersonId::account(&account.name)], Some(&attempt.origination))
        .await?;
    let (login, cookies) = app.begin_session(account, &attempt, &headers).await?;
    visitor.login = Some(login);
    Ok((cookies, Json(WhoAmI::new(&app, &visitor))))
}

/// An address for mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewMail {
    /// The address.
    #[schema(max_length = 254, example = "anna@example.org")]
    mail: String,
    /// The password: whoever has the address can choose another one.
    #[schema(format = Password, write_only)]
    password: String,
}

/// Have an address confirmed, to which a link is sent if the password is ever forgotten.
///
/// A link is sent to it; until that is followed the address is not used.
#[utoipa::path(
    put, path = "/api/account/mail",
    tag = "accounts",
    security(("session" = [])),
    responses((status = ACCEPTED), ConflictResponse)
)]
async fn set_mail(
    State(app): State<Shared>,
    attempt: Attempt,
    SignedIn(login): SignedIn,
    headers: HeaderMap,
    Json(new): Json<NewMail>,
) -> Result<StatusCode, ApiError> {
    app.check_sends_mail()?;
    let address = new.mail.trim();
    if !mail::is_address(address) {
        return Err(ApiError::invalid("mail", Invalid::Mail));
    }
    let Login { account, .. } = &login;
    app.check_password(&attempt, &account.name, new.password).await?;
    app.limit_letters(&attempt.origination, Purpose::Mail, &account.name)?;
    // Whoever has it need not have asked for anything.
    let (what, key) = (|seconds| TooMany::Letters { seconds }, address.to_lowercase());
    app.limit("letters", what, &app.limiters.letters_to, key)?;
    let letter = app.letter(Purpose::Mail, &account.name, address.to_owned(), &headers)?;
    app.post(&letter).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Have no address for mail any more.
#[utoipa::path(
    delete, path = "/api/account/mail",
    tag = "accounts",
    security(("session" = [])),
    responses((status = NO_CONTENT))
)]
async fn forget_mail(State(app): State<Shared>, SignedIn(login): SignedIn) -> Result<StatusCode, ApiError> {
    app.store.forget_mail(&login.account.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A link that was sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MailConfirmation {
    /// What stands behind `#mail=` in the link.
    secret: String,
}

/// Confirm an address by a link that was sent to it.
#[utoipa::path(
    post, path = "/api/account/mail/confirmation",
    tag = "accounts",
    responses((status = NO_CONTENT), Missing)
)]
async fn confirm_mail(
    State(app): State<Shared>,
    Json(confirmation): Json<MailConfirmation>,
) -> Result<StatusCode, ApiError> {
    let ticket = app.ticket(Purpose::Mail, &confirmation.secret).await?;
    match app.store.redeem_mail(&ticket).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(NotFound::Link.into()),
    }
}

impl App {
    /// A link that was not used yet, by its secret.
    async fn ticket(&self, purpose: Purpose, secret: &str) -> Result<Ticket, ApiError> {
        let ticket = self.store.ticket(purpose, &secret::hash(secret), clock::now()).await?;
        ticket.ok_or(NotFound::Link.into())
    }

    /// Makes a link for an account, instead of those for the same purpose before, and says until when it is good.
    pub(crate) async fn make_link(
        &self,
        purpose: Purpose,
        account: &str,
        mail: Option<String>,
        origin: &str,
    ) -> Result<(String, i64), ApiError> {
        let secret = secret::random_text::<32>()?;
        let expires_at = clock::now() + LIFETIME;
        let ticket = Ticket {
            hash: secret::hash(&secret),
            purpose,
            account: account.to_lowercase(),
            mail,
            expires_at,
        };
        match self.store.create_ticket(&ticket).await? {
            // Behind the sign: what stands there is sent to no server, and is in no log.
            true => Ok((format!("{origin}/account#{purpose}={secret}"), expires_at)),
            false => Err(NotFound::Account.into()),
        }
    }

    fn check_sends_mail(&self) -> Result<(), ApiError> {
        match self.mail.is_some() {
            true => Ok(()),
            false => Err(Conflict::NoMail.into()),
        }
    }

    /// Counts a letter, for who asks and for who gets it, whether or not there is such an account.
    fn limit_letters(&self, origination: &Origination, purpose: Purpose, name: &str) -> Result<(), ApiError> {
        let what = |seconds| TooMany::Letters { seconds };
        self.limit("letters", what, &self.limiters.letters_from, origination.client())?;
        let name = if is_name(name) {
            name.to_ascii_lowercase()
        } else {
            String::new()
        };
        self.limit("letters", what, &self.limiters.letters_for, (purpose, name))
    }

    fn letter(
        &self,
        purpose: Purpose,
        account: &str,
        recipient: String,
        headers: &HeaderMap,
    ) -> Result<Letter, ApiError> {
        Ok(Letter {
            id: secret::random_text::<16>()?,
            purpose,
            account: account.to_owned(),
            recipient,
            language: sharing::language(headers).to_string(),
            due_at: clock::now(),
            attempts: 0,
        })
    }

    /// Has a letter sent.
    async fn post(&self, letter: &Letter) -> Result<(), ApiError> {
        self.store.post(letter).await?;
        if let Some(mail) = &self.mail {
            mail.posted.notify_one();
        }
        Ok(())
    }
}
