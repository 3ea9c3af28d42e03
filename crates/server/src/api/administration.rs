//! For those who run the site: who has an account, who helps to run it, and whose sessions and tokens are revoked.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::credentials::AccountView;
use super::{Json, Path, Query};
use crate::error::{ApiError, NotFound};
use crate::state::{Shared, finish};
use crate::store::{Account, CredentialKind, StoreError};
use crate::visitor::Administrator;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(change))
        .routes(routes!(revoke))
}

/// Which accounts to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Search {
    /// The name after which the page begins.
    after: Option<String>,
}

/// Some accounts.
#[derive(Serialize, ToSchema)]
struct Accounts {
    /// In the order of their names.
    accounts: Vec<AccountView>,
    /// The name after which the next page begins, if there are more.
    next: Option<String>,
}

/// What to change about an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Change {
    /// Whether its owner is to run the site.
    is_administrator: bool,
}

/// How many sessions and tokens were revoked.
#[derive(Serialize, ToSchema)]
struct Revocations {
    /// Browsers that were logged out.
    sessions: u64,
    /// Programs that were.
    tokens: u64,
}

/// Accounts on a page.
const PAGE: u32 = 200;

/// Which accounts are there?
#[utoipa::path(
    get, path = "/api/administration/accounts",
    params(Search),
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = Accounts))
)]
async fn list(
    State(app): State<Shared>,
    _: Administrator,
    Query(search): Query<Search>,
) -> Result<Json<Accounts>, ApiError> {
    // One more than fits tells whether there are more.
    let mut accounts = app.store.accounts(search.after.as_deref(), PAGE + 1).await?;
    let is_last = accounts.len() <= PAGE as usize;
    accounts.truncate(PAGE as usize);
    let next = accounts.last().filter(|_| !is_last).map(|account| account.name.clone());
    Ok(Json(Accounts {
        accounts: accounts.iter().map(AccountView::of).collect(),
        next,
    }))
}

/// Make somebody an administrator, or no longer.
#[utoipa::path(
    put, path = "/api/administration/accounts/{name}",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = AccountView))
)]
async fn change(
    State(app): State<Shared>,
    by: Administrator,
    Path(name): Path<String>,
    Json(change): Json<Change>,
) -> Result<Json<AccountView>, ApiError> {
    match app.store.appoint(&name, change.is_administrator).await {
        Err(StoreError::NoSuchAccount { .. }) => return Err(NotFound::Account.into()),
        changed => changed?,
    }
    let account = found(app.store.account(&name).await?)?;
    let (name, is_administrator) = (&account.name, account.is_administrator);
    tracing::info!(%by, account = name, is_administrator, "an account was changed");
    Ok(Json(AccountView::of(&account)))
}

/// Revoke all sessions and tokens of an account.
///
/// And the links that were sent to its owner.
#[utoipa::path(
    delete, path = "/api/administration/accounts/{name}/credentials",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = Revocations))
)]
async fn revoke(
    State(app): State<Shared>,
    by: Administrator,
    Path(name): Path<String>,
) -> Result<Json<Revocations>, ApiError> {
    let name = found(app.store.account(&name).await?)?.name;
    let revoked = finish(async move {
        let [sessions, tokens] = app.store.log_out(&name).await?;
        app.tell_all_revoked(&name, CredentialKind::Session, None);
        app.tell_all_revoked(&name, CredentialKind::Token, None);
        tracing::info!(%by, account = name, "an account was logged out everywhere");
        Ok(Json(Revocations { sessions, tokens }))
    });
    revoked.await
}

fn found(account: Option<Account>) -> Result<Account, ApiError> {
    account.ok_or(NotFound::Account.into())
}
