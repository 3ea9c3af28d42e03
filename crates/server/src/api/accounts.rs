//! Accounts: made by anyone, changed and closed by their owners.

use std::sync::Arc;

use axum::extract::State;
use halte_table::{Action, Actor, Command, Person, PersonId, Span, TableId};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Json;
use super::credentials::{NAME_LENGTHS, WhoAmI, is_name};
use crate::clock;
use crate::error::{ApiError, ErrorBody, Invalid, TooMany};
use crate::hall::HallError;
use crate::password;
use crate::secret;
use crate::state::{App, Shared, finish};
use crate::store::{Account, CredentialKind, PersonSummary, StoreError, TableFilter, TableState};
use crate::visitor::{Attempt, Cookies, Revocation, SignedIn, Visitor};

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
    attempt: Attempt,
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
        attempt.origination.client(),
    )?;
    visitor.check_banned()?;
    app.check_address(&attempt.origination).await?;
    let mut account = Account {
        password_hash: app.passwords.hash(attempt.origination.client(), new.password).await?,
        name: new.name,
        created_at: clock::now(),
        is_administrator: false,
        guest: visitor.guest.as_ref().map(ToString::to_string),
        mail: None,
        gone_at: None,
    };
    let (making, guest) = (Arc::clone(&app), visitor.guest.take());
    let former = guest.clone();
    let account = finish(async move {
        match making.store.create_account(&account).await {
            // The same cookie was faster elsewhere.
            Err(StoreError::GuestTaken(_)) => {
                account.guest = None;
                making.store.create_account(&account).await?;
            }
            made => made?,
        }
        if let Some(guest) = former {
            making.tell_revoked(Revocation::Person(guest));
        }
        Ok(account)
    });
    let (login, mut cookies) = app.begin_session(account.await?, &attempt, &headers).await?;
    if guest.is_some() {
        cookies = cookies.and(app.no_guest_cookie()?);
    }
    visitor.login = Some(login);
    Ok((StatusCode::CREATED, cookies, Json(WhoAmI::new(&app, &visitor))))
}

/// Change the password.
///
/// All other sessions end and all API tokens are revoked.
#[utoipa::path(put, path = "/api/account/password", security(("session" = [])), responses((status = NO_CONTENT)))]
async fn change_password(
    State(app): State<Shared>,
    attempt: Attempt,
    SignedIn(login): SignedIn,
    Json(change): Json<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let name = login.account.name;
    check_new_password("new", &change.new, &name)?;
    let account = app.check_password(&attempt, &name, change.current).await?;
    let new = app.passwords.hash(attempt.origination.client(), change.new).await?;
    let old = account.password_hash;
    let changed = finish(async move {
        let spared = Some(&*login.credential.hash);
        if !app.store.change_password(&name, &old, &new, spared).await? {
            return Err(ApiError::WrongPassword);
        }
        app.tell_all_revoked(&name, CredentialKind::Session, spared);
        app.tell_all_revoked(&name, CredentialKind::Token, None);
        Ok(StatusCode::NO_CONTENT)
    });
    changed.await
}

/// Delete the account for good.
///
/// Games that are not over are left or given up. All that is kept of the account is deleted at once, but for its name,
/// which stays taken so that nobody else can ever be taken for its owner. Its games stay in the archive, because they are
/// the other players' as well; a nameless guest stands in its place there.
#[utoipa::path(delete, path = "/api/account", security(("session" = [])), responses((status = NO_CONTENT)))]
async fn close(
    State(app): State<Shared>,
    attempt: Attempt,
    SignedIn(login): SignedIn,
    Json(confirmation): Json<Confirmation>,
) -> Result<(StatusCode, Cookies, ()), ApiError> {
    let name = &login.account.name;
    let account = app.check_password(&attempt, name, confirmation.password).await?;
    let closing = Arc::clone(&app);
    let closed = finish(async move {
        closing.leave_all_tables(&account).await?;
        closing
            .delete_account(&account.name, Some(&account.password_hash))
            .await
    });
    closed.await?;
    Ok((StatusCode::NO_CONTENT, app.no_session_cookie()?, ()))
}

impl App {
    /// Has the owner of an account leave all tables whose games are not over, or give up there: nobody waits for somebody
    /// who is gone.
    pub(super) async fn leave_all_tables(&self, account: &Account) -> Result<(), ApiError> {
        let guest = account.guest.as_deref().and_then(|guest| guest.parse().ok());
        let people = [Some(Person::account(&account.name)), guest.map(Person::guest)];
        for person in people.into_iter().flatten() {
            for table in self.unfinished_tables(person.id()).await? {
                for action in [Action::Leave, Action::Abort, Action::Resign] {
                    let command = Command::of(Actor::Person(person.clone()), action);
                    match self.hall.execute(&table, command, Span::ZERO).await {
                        Ok(_) => break,
                        Err(HallError::Refused(_)) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
            }
        }
        Ok(())
    }

    /// The tables of a person whose games are not over.
    async fn unfinished_tables(&self, person: &PersonId) -> Result<Vec<TableId>, ApiError> {
        let mut tables = Vec::new();
        for state in [TableState::Waiting, TableState::Playing] {
            let filter = TableFilter {
                state: Some(state),
                person: Some(person.to_string()),
                ..TableFilter::default()
            };
            let found = self.store.tables(&filter, None, u32::MAX).await?;
            tables.extend(found.into_iter().filter_map(|summary| summary.table.parse().ok()));
        }
        Ok(tables)
    }

    /// Deletes an account, if its password has this hash still, and ends its sockets. A guest whom nobody is takes its
    /// place in games that are over.
    pub(super) async fn delete_account(&self, name: &str, checked_hash: Option<&str>) -> Result<(), ApiError> {
        let stand_in = Person::guest(PersonId::guest(&secret::random_text::<16>()?));
        let stand_in = PersonSummary {
            id: stand_in.id().to_string(),
            name: stand_in.to_string(),
        };
        let deleted = self.store.delete_account(name, checked_hash, &stand_in, clock::now());
        deleted.await?;
        self.tell_gone(&PersonId::account(name)).await;
        Ok(())
    }
}

pub(super) fn check_name(name: &str) -> Result<(), ApiError> {
    let (shortest, longest) = NAME_LENGTHS;
    if !is_name(name) {
        return Err(ApiError::invalid("name", Invalid::Name { shortest, longest }));
    }
    if RESERVED.contains(&&*name.to_ascii_lowercase()) {
        return Err(ApiError::invalid("name", Invalid::NameReserved));
    }
    Ok(())
}

pub(super) fn check_new_password(at: &str, password: &str, name: &str) -> Result<(), ApiError> {
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
