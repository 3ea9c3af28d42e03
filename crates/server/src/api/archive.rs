//! Lists of tables: the lobby, the archive, one's own. What a list finds can be had as one file of records.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use halte_answers::{Unanswered, only_record};
use halte_table::{Event, PersonId, Refusal, Table, TableId, wire};
use http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::summary::SummaryView;
use super::tables::{OpenedTable, check_levels};
use super::{Json, Query};
use crate::address::Origination;
use crate::downloads::Download;
use crate::error::{ApiError, ErrorBody, Invalid, TooMany};
use crate::hall::{HallError, now};
use crate::secret::Purpose;
use crate::security;
use crate::state::{App, Shared};
use crate::store::{Cursor, Summary, TableFilter, TableState};
use crate::visitor::{Acting, Cookies, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(mine, bring))
        .routes(routes!(records))
        .routes(routes!(my_records))
}

/// Which tables to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Search {
    /// How far they are: `waiting`, `playing` or `over`.
    #[param(inline)]
    state: Option<TableState>,
    /// The game's name.
    game: Option<String>,
    /// The variant's name.
    variant: Option<String>,
    /// The id of one who sits there: `account:anna`, `guest:...` or `engine:3`.
    person: Option<String>,
    /// The id of one who sits opposite that person.
    opponent: Option<String>,
    /// What came of them.
    #[param(inline)]
    result: Option<wire::Outcome>,
    /// Whether they count for ratings.
    rated: Option<bool>,
    /// Changed at this time or later, in milliseconds since 1970.
    since: Option<i64>,
    /// Changed before this time.
    until: Option<i64>,
    /// Where the last page ended: when its last table was changed, and its name, separated by a comma.
    #[param(pattern = "^[0-9]{1,18},")]
    after: Option<String>,
    /// How many: of a list 50 unless said otherwise, of records all there are, up to 10,000.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// Some tables.
#[derive(Serialize, ToSchema)]
pub(super) struct Page {
    /// The tables, the one changed last first.
    tables: Vec<SummaryView>,
    /// Where the page ends, if there are more.
    next: Option<String>,
}

const PAGE: u32 = 50;
const LONGEST_PAGE: u32 = 200;

/// The most games of one file.
const MOST_RECORDS: u32 = 10_000;

/// Which tables does everybody see?
///
/// The archive is those that are `over`, the lobby those that are `waiting` or `playing`. Guests are found by their id
/// like everybody else, and have no other name than the server gave them.
#[utoipa::path(get, path = "/api/tables", params(Search), responses((status = OK, body = Page)))]
pub(super) async fn list(
    State(app): State<Shared>,
    origination: Origination,
    Query(search): Query<Search>,
) -> Result<Json<Page>, ApiError> {
    let _turn = app.searching.take(origination.client()).await;
    app.page(&[search.public()?], &search).await.map(Json)
}

/// Which tables are mine?
///
/// Those of the account, of the guest who made it, and of the guest that the browser is.
#[utoipa::path(get, path = "/api/me/tables", params(Search), responses((status = OK, body = Page)))]
async fn mine(
    State(app): State<Shared>,
    origination: Origination,
    visitor: Visitor,
    Query(search): Query<Search>,
) -> Result<Json<Page>, ApiError> {
    let _turn = app.searching.take(origination.client()).await;
    app.page(&search.own(&visitor)?, &search).await.map(Json)
}

/// How many moves of a game that is brought along weigh as much as a new table.
const MOVES_A_TABLE: usize = 100;

/// A finished game to keep.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Brought {
    /// Its record.
    record: String,
}

/// Keep a finished game that was played elsewhere, such as in a browser without a server.
///
/// It is found among one's own tables, and is not rated. Seats that its record gives to no engine are one's own. The same
/// record is kept once.
#[utoipa::path(
    post, path = "/api/me/tables",
    responses((status = CREATED, body = OpenedTable), (status = CONFLICT, body = ErrorBody, description = "The game is not over"))
)]
async fn bring(
    State(app): State<Shared>,
    origination: Origination,
    acting: Acting,
    Json(brought): Json<Brought>,
) -> Result<(StatusCode, Cookies, Json<OpenedTable>), ApiError> {
    let asker = app.asker(&acting.visitor, &origination);
    let person = acting.person;
    app.limit_tables(&origination)?;
    let what = |seconds| TooMany::BroughtGames { seconds };
    app.limit("brought games", what, &app.limiters.brought_games, asker)?;
    let record = only_record(&brought.record, "record")?;
    // All of it is written at once, while others wait with their moves: a long game counts as several tables.
    for _ in 0..record.main_line().moves().len() / MOVES_A_TABLE {
        app.limit_tables(&origination)?;
    }
    // Who sends it again, because no answer came, gets the same table.
    let named = format!("{} {}", person.id(), brought.record);
    let id = TableId::of(app.signer.sign(Purpose::Brought, &named).as_bytes());
    let table = Table::of_record(id.clone(), &record, &person, now());
    let table = table.map_err(|error| Unanswered::invalid("record", error))?;
    let (table, events) = table.ok_or(Refusal::NotOver)?;
    if table.seats_of(person.id()).is_empty() {
        return Err(Unanswered::invalid("record", halte_answers::Invalid::NoPersonsGame).into());
    }
    check_levels(table.terms(), |_| "record".to_owned())?;
    app.hall.bring(table, events).await?;
    Ok((StatusCode::CREATED, acting.cookies, Json(OpenedTable { table: id })))
}

/// The records of finished games that everybody sees, as one file.
#[utoipa::path(
    get, path = "/api/records",
    params(Search),
    responses((status = OK, body = String, content_type = "text/plain"))
)]
async fn records(
    State(app): State<Shared>,
    origination: Origination,
    headers: HeaderMap,
    Query(search): Query<Search>,
) -> Result<Response, ApiError> {
    if search.state.is_some_and(|state| state != TableState::Over) {
        return Err(ApiError::invalid("state", Invalid::RecordsOfUnfinished));
    }
    let filter = TableFilter {
        state: Some(TableState::Over),
        ..search.public()?
    };
    app.file(vec![filter], &search, &headers, &origination)
}

/// The records of one's own games, also of those that are not over yet, as one file.
#[utoipa::path(
    get, path = "/api/me/records",
    params(Search),
    responses((status = OK, body = String, content_type = "text/plain"))
)]
async fn my_records(
    State(app): State<Shared>,
    origination: Origination,
    visitor: Visitor,
    headers: HeaderMap,
    Query(search): Query<Search>,
) -> Result<Response, ApiError> {
    app.file(search.own(&visitor)?, &search, &headers, &origination)
}

impl Search {
    fn filter(&self) -> TableFilter {
        TableFilter {
            state: self.state,
            listed: None,
            rated: self.rated,
            game: self.game.clone(),
            variant: self.variant.clone(),
            person: self.person.clone(),
            opponent: self.opponent.clone(),
            absent_opener: None,
            outcome: self.result.map(Into::into),
            since: self.since,
            until: self.until,
        }
    }

    /// What everybody sees.
    fn public(&self) -> Result<TableFilter, ApiError> {
        if self.opponent.is_some() && self.person.is_none() {
            return Err(ApiError::invalid("opponent", Invalid::OpponentOfNobody));
        }
        Ok(TableFilter {
            listed: Some(true),
            ..self.filter()
        })
    }

    /// What the people see that a visitor is, each by a filter of their own.
    fn own(&self, visitor: &Visitor) -> Result<Vec<TableFilter>, ApiError> {
        if self.person.is_some() {
            return Err(ApiError::invalid("person", Invalid::PersonIsYou));
        }
        let filter = |person: PersonId| TableFilter {
            person: Some(person.into()),
            ..self.filter()
        };
        Ok(visitor.ids().into_iter().map(filter).collect())
    }

    fn cursor(&self) -> Result<Option<Cursor>, ApiError> {
        let Some(text) = &self.after else { return Ok(None) };
        let cursor = text.split_once(',').and_then(|(changed_at, table)| {
            Some(Cursor {
                changed_at: changed_at.parse().ok()?,
                table: table.to_owned(),
            })
        });
        cursor
            .map(Some)
            .ok_or_else(|| ApiError::invalid("after", Invalid::Cursor))
    }

    fn limit(&self) -> Result<Option<u32>, ApiError> {
        match self.limit {
            Some(limit) if limit == 0 || limit > LONGEST_PAGE => {
                let most = LONGEST_PAGE;
                Err(ApiError::invalid("limit", Invalid::PageOfTables { most }))
            }
            limit => Ok(limit),
        }
    }
}

impl App {
    /// The tables that one of the filters finds, the one changed last first.
    async fn tables(
        &self,
        filters: &[TableFilter],
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<Summary>, ApiError> {
        let mut tables = Vec::new();
        for filter in filters {
            tables.extend(self.store.tables(filter, after, limit).await?);
        }
        tables.sort_by(|one, other| (other.changed_at, &other.table).cmp(&(one.changed_at, &one.table)));
        tables.dedup_by(|one, other| one.table == other.table);
        tables.truncate(limit as usize);
        Ok(tables)
    }

    async fn page(&self, filters: &[TableFilter], search: &Search) -> Result<Page, ApiError> {
        let limit = search.limit()?.unwrap_or(PAGE);
        // One more than asked for tells whether there are more.
        let mut tables = self.tables(filters, search.cursor()?.as_ref(), limit + 1).await?;
        let more = tables.len() > limit as usize;
        tables.truncate(limit as usize);
        let next = tables.last().filter(|_| more).map(Summary::cursor);
        Ok(Page {
            next: next.map(|cursor| format!("{},{}", cursor.changed_at, cursor.table)),
            tables: SummaryView::all(tables)?,
        })
    }

    /// The records of the tables that the filters find, read while they are sent.
    fn file(
        self: Shared,
        filters: Vec<TableFilter>,
        search: &Search,
        headers: &HeaderMap,
        origination: &Origination,
    ) -> Result<Response, ApiError> {
        let download = self.downloads.begin(origination.client());
        let file = File {
            _download: download.inspect_err(|_| self.metrics.refused("downloads"))?,
            filters,
            after: search.cursor()?,
            left: search.limit()?.unwrap_or(MOST_RECORDS),
            is_first: true,
            origin: security::own_origin(headers, &self.config).unwrap_or_default(),
            app: self,
        };
        let body = Body::from_stream(stream::try_unfold(file, File::next));
        let headers = [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"halte.txt\""),
        ];
        Ok((headers, body).into_response())
    }

    /// Where people find a table.
    pub(super) fn site(&self, headers: &HeaderMap, table: &TableId) -> String {
        let origin = security::own_origin(headers, &self.config).unwrap_or_default();
        format!("{origin}/table/{table}")
    }
}

/// A file of records while it is sent. The tables are read one by one, and stay out of the hall. Nothing is held between
/// two pages but the right to this file, however slowly it is taken.
struct File {
    app: Shared,
    _download: Download,
    filters: Vec<TableFilter>,
    after: Option<Cursor>,
    /// How many games more it may have.
    left: u32,
    is_first: bool,
    origin: String,
}

impl File {
    /// The records of some more tables; nothing at the end. An error breaks the answer off, so that nobody takes it for
    /// whole.
    async fn next(mut self) -> Result<Option<(String, File)>, ApiError> {
        if self.left == 0 {
            return Ok(None);
        }
        let _turn = self.app.downloads.page().await?;
        let tables = self.app.tables(&self.filters, self.after.as_ref(), PAGE).await?;
        let Some(last) = tables.last() else { return Ok(None) };
        self.after = Some(last.cursor());
        let mut text = String::new();
        // Where nothing was played there is nothing to record.
        let played = tables.iter().filter(|summary| summary.moves > 0);
        for summary in played.take(self.left as usize) {
            if !std::mem::take(&mut self.is_first) {
                text.push('\n');
            }
            let id: TableId = summary.table.parse().map_err(ApiError::internal)?;
            let events = self.app.hall.events(&id, 0, u32::MAX).await?;
            let site = format!("{}/table/{id}", self.origin);
            // Playing a game through takes long enough for others to notice.
            let record = tokio::task::spawn_blocking(move || record(&id, &events, &site)).await;
            text.push_str(&record.map_err(ApiError::internal)??);
            self.left -= 1;
        }
        Ok(Some((text, self)))
    }
}

/// The record of a table.
fn record(id: &TableId, events: &[Event], site: &str) -> Result<String, ApiError> {
    let table = Table::restore(events).map_err(|error| HallError::of(id, &error))?;
    Ok(table.record(site).map_err(ApiError::internal)?.to_string())
}
