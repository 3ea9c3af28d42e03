//! What keeps a public site a good place: reports of a table's chat, and what administrators do against those who do
//! harm. Everything is in the log with the name of who did it.

use std::net::IpAddr;

use axum::extract::State;
use halte_table::{Occupant, PersonId, TableId};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accounts::check_name;
use super::credentials::AccountView;
use super::responses::Conflict as ConflictResponse;
use super::{Json, Path};
use crate::address::Origination;
use crate::clock;
use crate::error::{ApiError, Conflict, ErrorBody, Invalid, NotFound, TooMany};
use crate::hall::{HallError, now};
use crate::limits::Client;
use crate::secret::{self, Signer};
use crate::security;
use crate::state::{App, Shared, finish};
use crate::store::{Account, Measure, MeasureKind, Purpose, Report, StoreError};
use crate::visitor::{ADDRESS, Acting, Administrator, Cookies, Revocation};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(report))
        .routes(routes!(reports))
        .routes(routes!(settle))
        .routes(routes!(measures))
        .routes(routes!(impose, lift))
        .routes(routes!(rename))
        .routes(routes!(delete))
        .routes(routes!(reset_password))
        .routes(routes!(exchange_key))
}

/// The longest reason of a report or a measure, in characters.
const LONGEST_REASON: usize = 500;

/// Reports that an administrator is shown at once.
const MOST_REPORTS: u32 = 100;

/// Remarks that are shown of a table with a report: the last ones.
const REMARKS: usize = 50;

const HOUR: i64 = 60 * 60 * 1000;

/// The longest measure that ends by itself: ten years.
const MOST_HOURS: u32 = 10 * 366 * 24;

fn check_reason(reason: &str) -> Result<&str, ApiError> {
    let reason = reason.trim();
    // It is shown in a terminal, too.
    match (1..=LONGEST_REASON).contains(&reason.chars().count()) && !reason.contains(char::is_control) {
        true => Ok(reason),
        false => Err(ApiError::invalid(
            "reason",
            Invalid::Reason {
                longest: LONGEST_REASON,
            },
        )),
    }
}

fn table_id(text: &str) -> Result<TableId, ApiError> {
    text.parse().map_err(|_| NotFound::Table.into())
}

/// What is wrong at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReport {
    /// In the visitor's own words.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Report the chat at a table.
///
/// An administrator reads it. One report a person and table.
#[utoipa::path(
    post, path = "/api/tables/{table}/report",
    tag = "tables",
    responses(
        (status = NO_CONTENT),
        (status = CONFLICT, body = ErrorBody, description = "It was reported by the same person before"),
    )
)]
async fn report(
    State(app): State<Shared>,
    origination: Origination,
    acting: Acting,
    Path(table): Path<String>,
    Json(new): Json<NewReport>,
) -> Result<(StatusCode, Cookies, ()), ApiError> {
    let table = table_id(&table)?;
    let reason = check_reason(&new.reason)?;
    let person = app.person_at(&acting.visitor, &table).await?.unwrap_or(acting.person);
    let what = |seconds| TooMany::Reports { seconds };
    app.limit("reports", what, &app.limiters.reports, origination.client())?;
    let report = Report {
        person: person.id().to_string(),
        table: table.to_string(),
        reason: reason.to_owned(),
        reported_at: clock::now(),
        settled_at: None,
        settled_by: None,
    };
    match app.store.report(&report).await? {
        true => Ok((StatusCode::NO_CONTENT, acting.cookies, ())),
        false => Err(Conflict::ReportedAlready.into()),
    }
}

/// Reports that wait for an administrator.
#[derive(Serialize, ToSchema)]
struct Reports {
    /// The oldest first, 100 at most.
    reports: Vec<ReportView>,
    /// How many there are in all.
    open: u64,
}

/// Somebody's report.
#[derive(Serialize, ToSchema)]
struct ReportView {
    /// The table's name in addresses.
    table: String,
    /// Who reported it.
    person: String,
    /// In their own words.
    reason: String,
    /// When, in milliseconds since 1970.
    reported_at: i64,
    /// Who sits at the table, the one who moves first before the other.
    seats: [Option<Occupant>; 2],
    /// What was said there last.
    chat: Vec<halte_table::Remark>,
    /// Whether nothing is known of seats and chat, because this server cannot read the table.
    is_unreadable: bool,
}

/// What has been reported?
#[utoipa::path(
    get, path = "/api/administration/reports",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = Reports))
)]
async fn reports(State(app): State<Shared>, _: Administrator) -> Result<Json<Reports>, ApiError> {
    let mut reports = Vec::new();
    for report in app.store.open_reports(MOST_REPORTS).await? {
        let seen = match report.table.parse() {
            Ok(table) => app.hall.look(&table, |table| table.snapshot(None, now())).await,
            Err(_) => Err(StoreError::NoSuchTable(report.table.clone()).into()),
        };
        let seen = match seen {
            Ok(snapshot) => Some(snapshot),
            Err(HallError::Store(error)) if error.is_outage() => return Err(error.into()),
            // One table that cannot be read must not hide the reports on all others.
            Err(error) => {
                tracing::warn!(table = report.table, %error, "a table that was reported could not be read");
                None
            }
        };
        let is_unreadable = seen.is_none();
        let (seats, chat) = seen.map(|seen| (seen.seats, seen.chat)).unwrap_or_default();
        let skipped = chat.len().saturating_sub(REMARKS);
        reports.push(ReportView {
            table: report.table,
            person: report.person,
            reason: report.reason,
            reported_at: report.reported_at,
            seats,
            chat: chat.into_iter().skip(skipped).collect(),
            is_unreadable,
        });
    }
    let open = app.store.count_open_reports().await?;
    Ok(Json(Reports { reports, open }))
}

/// How many were settled.
#[derive(Serialize, ToSchema)]
struct Settled {
    /// Reports on the table.
    reports: u64,
}

/// Settle all reports on a table.
#[utoipa::path(
    delete, path = "/api/administration/reports/{table}",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = Settled))
)]
async fn settle(
    State(app): State<Shared>,
    by: Administrator,
    Path(table): Path<String>,
) -> Result<Json<Settled>, ApiError> {
    let table = table_id(&table)?;
    let reports = app.store.settle(table.as_str(), &by.to_string(), clock::now()).await?;
    tracing::info!(%by, %table, reports, "reports were settled");
    Ok(Json(Settled { reports }))
}

/// What holds against people and addresses.
#[derive(Serialize, ToSchema)]
struct Measures {
    /// The newest first.
    measures: Vec<MeasureView>,
}

/// A measure against somebody.
#[derive(Serialize, ToSchema)]
struct MeasureView {
    /// A person's id, or `address:` and an address.
    #[schema(example = "account:anna")]
    subject: String,
    /// Which.
    kind: MeasureKind,
    /// Why; for an address the id of who was seen there.
    reason: String,
    /// The name of who did it.
    imposed_by: String,
    /// When, in milliseconds since 1970.
    imposed_at: i64,
    /// When it ends by itself; never if there is no time.
    until: Option<i64>,
}

impl From<Measure> for MeasureView {
    fn from(measure: Measure) -> MeasureView {
        MeasureView {
            subject: measure.subject,
            kind: measure.kind,
            reason: measure.reason,
            imposed_by: measure.imposed_by,
            imposed_at: measure.imposed_at,
            until: measure.until,
        }
    }
}

/// Who is silenced or banned?
#[utoipa::path(
    get, path = "/api/administration/measures",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = Measures))
)]
async fn measures(State(app): State<Shared>, _: Administrator) -> Result<Json<Measures>, ApiError> {
    let measures = app.store.measures(clock::now()).await?;
    let measures = measures.into_iter().map(MeasureView::from).collect();
    Ok(Json(Measures { measures }))
}

/// A measure to impose.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewMeasure {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// For how many hours; for good without a number.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 87840)]
    hours: Option<u32>,
    /// For how many hours it holds for everybody new, too, at the address where the person is seen next. 0 unless said
    /// otherwise.
    #[serde(default)]
    #[schema(maximum = 87840)]
    address_hours: u32,
}

/// Silence or ban somebody.
///
/// Whoever is silenced may play and not chat; whoever is banned may do nothing, and is thrown out at once. The subject is a
/// person's id, such as `account:anna`, or `address:` and an address: then it holds for everybody new there, that is for
/// guests, and accounts that were made since. A measure takes the place of the one of the same kind before.
#[utoipa::path(
    put, path = "/api/administration/measures/{subject}/{kind}",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = MeasureView), ConflictResponse)
)]
async fn impose(
    State(app): State<Shared>,
    by: Administrator,
    Path((subject, kind)): Path<(String, MeasureKind)>,
    Json(new): Json<NewMeasure>,
) -> Result<Json<MeasureView>, ApiError> {
    let reason = check_reason(&new.reason)?;
    for (at, hours) in [
        ("hours", new.hours.unwrap_or(1)),
        ("address_hours", new.address_hours.max(1)),
    ] {
        if !(1..=MOST_HOURS).contains(&hours) {
            return Err(ApiError::invalid(at, Invalid::Hours { most: MOST_HOURS }));
        }
    }
    let subjects = app.subjects(&subject, true).await?;
    let at = clock::now();
    let measure = |subject| Measure {
        subject,
        kind,
        reason: reason.to_owned(),
        imposed_by: by.to_string(),
        imposed_at: at,
        until: new.hours.map(|hours| at + i64::from(hours) * HOUR),
        address_time: i64::from(new.address_hours) * HOUR,
    };
    let measures: Vec<Measure> = subjects.into_iter().map(measure).collect();
    let imposed = finish(async move {
        app.store.impose(&measures).await?;
        for measure in measures.iter().filter(|measure| measure.kind == MeasureKind::Ban) {
            if let Ok(person) = measure.subject.parse() {
                app.tell_revoked(Revocation::Person(person));
            }
        }
        let measure = measures.into_iter().next().ok_or(NotFound::Account)?;
        tracing::info!(%by, subject = measure.subject, %kind, until = measure.until, "a measure was imposed");
        Ok(Json(measure.into()))
    });
    imposed.await
}

/// Let somebody speak or come again.
#[utoipa::path(
    delete, path = "/api/administration/measures/{subject}/{kind}",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = NO_CONTENT))
)]
async fn lift(
    State(app): State<Shared>,
    by: Administrator,
    Path((subject, kind)): Path<(String, MeasureKind)>,
) -> Result<StatusCode, ApiError> {
    let subjects = app.subjects(&subject, false).await?;
    let was_there = app.store.lift(&subjects, kind).await?;
    tracing::info!(%by, subject, %kind, was_there, "a measure was lifted");
    match was_there {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(NotFound::Measure.into()),
    }
}

/// A name to give.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewName {
    /// Letters, digits, `-` and `_`, beginning with a letter.
    #[schema(
        min_length = 2,
        max_length = 24,
        pattern = "^[A-Za-z][A-Za-z0-9_-]+$",
        example = "Anna"
    )]
    name: String,
}

/// Give an account another name.
///
/// Also in its games that are over. The owner stays logged in, and logs in with the new name from now on; nobody can have the
/// old one. Not while the account sits at a table whose game is not over.
#[utoipa::path(
    put, path = "/api/administration/accounts/{name}/name",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = AccountView), ConflictResponse)
)]
async fn rename(
    State(app): State<Shared>,
    by: Administrator,
    Path(name): Path<String>,
    Json(new): Json<NewName>,
) -> Result<Json<AccountView>, ApiError> {
    check_name(&new.name)?;
    let account = app.account_of_another(&name).await?;
    let renamed = finish(async move {
        match app.store.rename_account(&account.name, &new.name, clock::now()).await {
            Err(StoreError::NoSuchAccount(_)) => return Err(NotFound::Account.into()),
            renamed => renamed?,
        }
        app.tell_gone(&PersonId::account(&account.name)).await;
        tracing::info!(%by, account = account.name, name = new.name, "an account was renamed");
        let renamed = app.store.account(&new.name).await?.ok_or(NotFound::Account)?;
        Ok(Json(AccountView::of(&renamed)))
    });
    renamed.await
}

/// Delete an account for good.
///
/// As its owner could: games that are not over are left or given up.
#[utoipa::path(
    delete, path = "/api/administration/accounts/{name}",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = NO_CONTENT), ConflictResponse)
)]
async fn delete(
    State(app): State<Shared>,
    by: Administrator,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let account = app.account_of_another(&name).await?;
    let deleted = finish(async move {
        app.leave_all_tables(&account).await?;
        app.delete_account(&account.name, None).await?;
        tracing::info!(%by, account = account.name, "an account was deleted");
        Ok(StatusCode::NO_CONTENT)
    });
    deleted.await
}

/// A one-time link.
#[derive(Serialize, ToSchema)]
struct Link {
    /// To be sent to the owner of the account, by a way on which nobody else reads it.
    #[schema(example = "https://play.example.org/account#password=...")]
    link: String,
    /// Until when it is good, in milliseconds since 1970.
    expires_at: i64,
}

/// Make a link by which the owner of an account chooses a new password.
///
/// It is good once, for 24 hours, and instead of all such links before.
#[utoipa::path(
    post, path = "/api/administration/accounts/{name}/reset",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = Link), ConflictResponse)
)]
async fn reset_password(
    State(app): State<Shared>,
    by: Administrator,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Json<Link>, ApiError> {
    // An administrator must not become another one.
    let account = match by {
        Administrator::Operator => app.account_of_somebody(&name).await?,
        Administrator::Account(_) => app.account_of_another(&name).await?,
    };
    let origin = security::own_origin(&headers, &app.config).unwrap_or_default();
    let (link, expires_at) = app.make_link(Purpose::Password, &account.name, None, &origin).await?;
    tracing::info!(%by, account = account.name, "a link for a new password was made");
    Ok(Json(Link { link, expires_at }))
}

/// How to exchange the key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct KeyExchange {
    /// Whether nothing that the old keys signed is good any more: then all guests are nobody, and lose their seats.
    now: bool,
}

/// Exchange the key that signs guests.
///
/// The new one signs from now on. What the old ones signed stays good for as long as a guest's browser is remembered,
/// unless `now` is true. Other servers on the same database follow within seconds.
#[utoipa::path(
    post, path = "/api/administration/key",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = NO_CONTENT))
)]
async fn exchange_key(
    State(app): State<Shared>,
    by: Administrator,
    Json(exchange): Json<KeyExchange>,
) -> Result<StatusCode, ApiError> {
    let fresh = secret::random_bytes::<32>()?;
    let lifetime = i64::try_from(app.config.guest_lifetime.as_millis()).unwrap_or(i64::MAX);
    let kept_as = format!("{}{}", Signer::BEFORE, clock::now().saturating_add(lifetime));
    let kept_as = (!exchange.now).then_some(&*kept_as);
    app.store.exchange_secret(Signer::NAME, &fresh, kept_as).await?;
    app.read_keys(None).await?;
    tracing::info!(%by, now = exchange.now, "the key that signs guests was exchanged");
    Ok(StatusCode::NO_CONTENT)
}

impl App {
    /// All that a measure against somebody is kept for: the owner of an account is the guest too who they were.
    async fn subjects(&self, subject: &str, must_be_there: bool) -> Result<Vec<String>, ApiError> {
        if let Some(address) = subject.strip_prefix(ADDRESS) {
            let address: IpAddr = address.parse().map_err(|_| NotFound::Measure)?;
            return Ok(vec![format!("{ADDRESS}{}", Client::from(address))]);
        }
        let person: PersonId = subject.parse().map_err(|_| NotFound::Account)?;
        let name = match person.account_name() {
            Some(name) => name.to_owned(),
            // A guest who has become an account is its owner, as long as there is one.
            None => match self.store.account_of(person.as_str()).await? {
                Some(account) if account.gone_at.is_none() => account.name,
                _ => return Ok(vec![person.into()]),
            },
        };
        let account = match must_be_there {
            true => Some(self.account_of_another(&name).await?),
            false => self.store.account(&name).await?,
        };
        let guest = account.and_then(|account| account.guest);
        Ok([PersonId::account(&name).into()].into_iter().chain(guest).collect())
    }

    /// An account that is there.
    async fn account_of_somebody(&self, name: &str) -> Result<Account, ApiError> {
        let account = self.store.account(name).await?;
        let account = account.filter(|account| account.gone_at.is_none());
        account.ok_or(NotFound::Account.into())
    }

    /// An account whose owner is no administrator: those are dismissed before anything is done against them.
    async fn account_of_another(&self, name: &str) -> Result<Account, ApiError> {
        let account = self.account_of_somebody(name).await?;
        match account.is_administrator {
            true => Err(Conflict::IsAdministrator.into()),
            false => Ok(account),
        }
    }
}
