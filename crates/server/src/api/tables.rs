//! Tables: opening and finding them, looking at them, and playing at them, over HTTP or a socket.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use halte_answers::Unanswered;
use halte_answers::tables::{Hint, game_to_hint};
use halte_engine::Level;
use halte_game::record::write_all;
use halte_table::{Action, Actor, Command, Event, Invitation, Person, Refusal, Snapshot, Span, Table, TableId, Terms};
use http::{HeaderMap, HeaderName, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::responses::Conflict as ConflictResponse;
use super::{Json, Path, Query};
use crate::address::Origination;
use crate::caching::ASK_AGAIN;
use crate::commands::check_account;
use crate::error::{ApiError, Conflict, ErrorBody, Invalid, NotFound, TooMany};
use crate::hall::{HallError, now};
use crate::security;
use crate::sockets::Attendant;
use crate::state::Shared;
use crate::store::Note;
use crate::visitor::{Acting, Administrator, Cookies, Validity, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(super::archive::list, open))
        .routes(routes!(look))
        .routes(routes!(command))
        .routes(routes!(hint))
        .routes(routes!(events))
        .routes(routes!(record))
        .routes(routes!(note, set_note))
        .routes(routes!(reverse))
        .routes(routes!(end))
        .routes(routes!(socket))
}

impl From<HallError> for ApiError {
    fn from(error: HallError) -> ApiError {
        match error {
            HallError::Refused(refusal) => refusal.into(),
            HallError::NoSuchTable(_) => NotFound::Table.into(),
            HallError::Store(error) => error.into(),
            HallError::Newer(_) => ApiError::TableNewer,
            error @ (HallError::Damaged { .. } | HallError::Broken(_)) => ApiError::internal(error),
        }
    }
}

/// A table to open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTable {
    /// What is played, by whom, and how long it may take.
    terms: Terms,
    /// Whether you will add a number to the secret that decides cards and the lot, by the action `add_number`, as soon as
    /// its seal is published: the game does not start before, unless you take longer than 15 seconds.
    #[serde(default)]
    #[schema(required = false)]
    number_follows: bool,
}

/// A table that was opened.
#[derive(Serialize, ToSchema)]
pub(super) struct OpenedTable {
    /// Its name in addresses.
    pub(super) table: TableId,
}

/// Something to do at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewCommand {
    /// Your own name for it: sent twice, it acts once.
    #[schema(min_length = 1, max_length = 64)]
    id: String,
    /// What to do.
    action: Action,
}

/// A command that was done.
#[derive(Serialize, ToSchema)]
struct DoneCommand {
    /// The version of the table that has it.
    version: u64,
}

/// Open a table.
#[utoipa::path(
    post, path = "/api/tables",
    responses(
        (status = CREATED, body = OpenedTable),
        (status = CONFLICT, body = ErrorBody, description = "The terms do not go together, or there are too many tables"),
    )
)]
async fn open(
    State(app): State<Shared>,
    origination: Origination,
    acting: Acting,
    Json(new): Json<NewTable>,
) -> Result<(StatusCode, Cookies, Json<OpenedTable>), ApiError> {
    check_levels(&new.terms, |seat| format!("terms.seats[{seat}].level"))?;
    let person = acting.person;
    if new.terms.rated {
        check_account(&person)?;
    }
    // Who opens many at once must not find each of them the first.
    let asker = app.asker(&acting.visitor, &origination);
    let _alone = app.opening.take(person.id().clone()).await;
    let _alone_there = app.opening_at.take(asker.clone()).await;
    app.check_table_count(person.id()).await?;
    if new.terms.is_between_engines() {
        app.check_engine_games(person.id(), &asker).await?;
    }
    app.limit_tables(&origination)?;
    let table = app.hall.open_table(new.terms, person, new.number_follows).await?;
    Ok((StatusCode::CREATED, acting.cookies, Json(OpenedTable { table })))
}

/// Whether there are engines of the levels that terms name.
pub(super) fn check_levels(terms: &Terms, place: impl Fn(usize) -> String) -> Result<(), ApiError> {
    for (number, invitation) in terms.seats.iter().enumerate() {
        if let Invitation::Engine { level } = invitation
            && let Err(error) = Level::try_from(*level)
        {
            return Err(Unanswered::invalid(&place(number), error).into());
        }
    }
    Ok(())
}

/// Look at a table.
#[utoipa::path(get, path = "/api/tables/{table}", responses((status = OK, body = Snapshot)))]
async fn look(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<([(HeaderName, &'static str); 1], Json<Snapshot>), ApiError> {
    let table = table_id(&table)?;
    let person = app.person_at(&visitor, &table).await?;
    let id = person.as_ref().map(Person::id);
    let snapshot = app.hall.look(&table, |table| table.snapshot(id, now())).await?;
    Ok(([ASK_AGAIN], Json(snapshot)))
}

/// Do something at a table.
#[utoipa::path(
    post, path = "/api/tables/{table}/commands",
    responses(
        (status = OK, body = DoneCommand),
        (status = CONFLICT, body = ErrorBody, description = "The table refused it"),
    )
)]
async fn command(
    State(app): State<Shared>,
    origination: Origination,
    acting: Acting,
    Path(table): Path<String>,
    Json(new): Json<NewCommand>,
) -> Result<(Cookies, Json<DoneCommand>), ApiError> {
    let table = table_id(&table)?;
    let person = app.person_at(&acting.visitor, &table).await?;
    let person = person.unwrap_or(acting.person);
    let version = app
        .obey(&table, &origination, person, new.id, new.action, Span::ZERO)
        .await?;
    Ok((acting.cookies, Json(DoneCommand { version })))
}

/// What would an engine play for me?
///
/// Only for the player to move against an engine, in a game that is not rated.
#[utoipa::path(
    post, path = "/api/tables/{table}/hint",
    tag = "analyses",
    responses(
        (status = OK, body = Hint),
        (status = CONFLICT, body = ErrorBody, description = "There is no hint for this one, here or now"),
    )
)]
async fn hint(State(app): State<Shared>, visitor: Visitor, Path(table): Path<String>) -> Result<Json<Hint>, ApiError> {
    let table = table_id(&table)?;
    let person = app.person_at(&visitor, &table).await?.ok_or(Refusal::NotSeated)?;
    let game = app
        .hall
        .look(&table, |table| game_to_hint(table, person.id()))
        .await??;
    let ply = game.moves().len();
    let line = app.analyses.hint(person.id(), game).await?;
    let line = line.ok_or_else(|| ApiError::internal("an engine found no move"))?;
    Ok(Json(Hint { ply, line }))
}

/// The most events on a page: some hundred kilobytes, and more than most games have.
const MOST_EVENTS: u32 = 1000;

/// From where on to tell events.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Since {
    /// The version to begin with, 0 unless said otherwise.
    version: Option<u64>,
    /// How many events to go through at most, 1000 unless said otherwise.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// What has happened at a table.
#[derive(Serialize, ToSchema)]
struct Events {
    /// What, in order. Those that are another's business are left out.
    events: Vec<Event>,
    /// The version to go on with, if that was not all.
    next: Option<u64>,
}

/// What has happened at a table?
#[utoipa::path(get, path = "/api/tables/{table}/events", params(Since), responses((status = OK, body = Events)))]
async fn events(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(table): Path<String>,
    Query(since): Query<Since>,
) -> Result<([(HeaderName, &'static str); 1], Json<Events>), ApiError> {
    let table = table_id(&table)?;
    let person = app.person_at(&visitor, &table).await?;
    let person = person.as_ref().map(Person::id);
    let limit = since.limit.unwrap_or(MOST_EVENTS);
    if !(1..=MOST_EVENTS).contains(&limit) {
        let most = MOST_EVENTS;
        return Err(ApiError::invalid("limit", Invalid::PageOfEvents { most }));
    }
    let events = app.hall.events(&table, since.version.unwrap_or(0), limit).await?;
    let look = |table: &Table| {
        let seats = person.map_or_else(Vec::new, |person| table.seats_of(person));
        (seats, table.version())
    };
    let (seats, version) = app.hall.look(&table, look).await?;
    let next = events.last().map(|last| last.version + 1);
    let seen = events.iter().filter_map(|event| event.seen_by(person, &seats));
    let events = Events {
        events: seen.collect(),
        next: next.filter(|next| *next < version),
    };
    Ok(([ASK_AGAIN], Json(events)))
}

/// The record of a table's game.
#[utoipa::path(
    get, path = "/api/tables/{table}/record",
    responses((status = OK, body = String, content_type = "text/plain"))
)]
async fn record(
    State(app): State<Shared>,
    headers: HeaderMap,
    Path(table): Path<String>,
) -> Result<([(HeaderName, String); 3], String), ApiError> {
    let table = table_id(&table)?;
    let site = app.site(&headers, &table);
    let record = app.hall.look(&table, |table| table.record(&site)).await?;
    let record = record.map_err(ApiError::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (ASK_AGAIN.0, ASK_AGAIN.1.to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"{table}.txt\"")),
    ];
    Ok((headers, write_all([&record])))
}

/// A note on a table, which only its author sees.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoteText {
    /// What it says; nothing to have none.
    #[schema(max_length = 10_000)]
    text: String,
}

const LONGEST_NOTE: usize = 10_000;

/// What have I noted on a table?
#[utoipa::path(get, path = "/api/tables/{table}/note", responses((status = OK, body = NoteText)))]
async fn note(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<NoteText>, ApiError> {
    let table = table_id(&table)?;
    let person = app.person_at(&visitor, &table).await?;
    let text = match person {
        Some(person) => app.store.note(person.id().as_str(), table.as_str()).await?,
        None => None,
    };
    Ok(Json(NoteText {
        text: text.unwrap_or_default(),
    }))
}

/// Note something on a table.
#[utoipa::path(
    put, path = "/api/tables/{table}/note",
    responses(
        (status = NO_CONTENT),
        (status = CONFLICT, body = ErrorBody, description = "There are too many notes"),
    )
)]
async fn set_note(
    State(app): State<Shared>,
    origination: Origination,
    acting: Acting,
    Path(table): Path<String>,
    Json(note): Json<NoteText>,
) -> Result<(StatusCode, Cookies, ()), ApiError> {
    let table = table_id(&table)?;
    if note.text.chars().count() > LONGEST_NOTE {
        let longest = LONGEST_NOTE;
        return Err(ApiError::invalid("text", Invalid::NoteTooLong { longest }));
    }
    let asker = app.asker(&acting.visitor, &origination);
    let what = |seconds| TooMany::NoteChanges { seconds };
    app.limit("notes", what, &app.limiters.notes, asker)?;
    let person = app.person_at(&acting.visitor, &table).await?;
    let note = Note {
        person: person.unwrap_or(acting.person).id().to_string(),
        table: table.to_string(),
        text: note.text,
        at: crate::clock::now(),
    };
    let most = app.config.limits.notes_kept_per_visitor;
    match app.store.set_note(&note, most).await? {
        true => Ok((StatusCode::NO_CONTENT, acting.cookies, ())),
        false => Err(Conflict::TooManyNotes { most }.into()),
    }
}

/// Why an ending is reversed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Reversal {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Undo the end of a game that was a mistake. For administrators.
#[utoipa::path(
    post, path = "/api/tables/{table}/reversal",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = DoneCommand), ConflictResponse)
)]
async fn reverse(
    State(app): State<Shared>,
    by: Administrator,
    Path(table): Path<String>,
    Json(reversal): Json<Reversal>,
) -> Result<Json<DoneCommand>, ApiError> {
    let command = Command {
        id: None,
        from: Actor::Administrator(by.to_string()),
        action: Action::Reverse {
            reason: reversal.reason,
        },
    };
    let version = app.hall.execute(&table_id(&table)?, command, Span::ZERO).await?;
    Ok(Json(DoneCommand { version }))
}

/// Why a table is ended.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Decision {
    /// Why; everybody at the table sees it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// End a table that should not go on, without a result. For administrators.
#[utoipa::path(
    post, path = "/api/tables/{table}/end",
    tag = "administration",
    security(("session" = []), ("operator" = [])),
    responses((status = OK, body = DoneCommand), ConflictResponse)
)]
async fn end(
    State(app): State<Shared>,
    by: Administrator,
    Path(table): Path<String>,
    Json(decision): Json<Decision>,
) -> Result<Json<DoneCommand>, ApiError> {
    let (by, reason) = (Actor::Administrator(by.to_string()), decision.reason);
    let command = Command::of(by, Action::End { reason });
    let version = app.hall.execute(&table_id(&table)?, command, Span::ZERO).await?;
    Ok(Json(DoneCommand { version }))
}

/// From where on to go on with a table.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Resumption {
    /// How many events have been seen: those from there on are told, or everything anew if that is too long ago.
    version: Option<u64>,
    /// Whether to be told after every move what can be done now; without it only what has changed is told.
    #[serde(default)]
    choices: bool,
}

/// Follow a table and play at it, over a WebSocket.
///
/// The server sends `Outgoing` messages and takes `Incoming` ones, as JSON texts.
#[utoipa::path(get, path = "/api/tables/{table}/socket", params(Resumption), responses((status = SWITCHING_PROTOCOLS)))]
async fn socket(
    State(app): State<Shared>,
    origination: Origination,
    visitor: Visitor,
    headers: HeaderMap,
    Path(table): Path<String>,
    Query(resumption): Query<Resumption>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    security::check_socket(&headers, &app.config)?;
    let table = table_id(&table)?;
    let person = app.person_at(&visitor, &table).await?;
    let visit = app.hall.visit(&table, person.clone(), resumption.choices).await?;
    let validity = Validity::watch(&app, visitor).await?;
    let admission = app.admit(&origination)?;
    let most = app.config.limits.message_size.0;
    let attendant = Attendant {
        app,
        table,
        person,
        origination,
        seen: resumption.version,
        _admission: admission,
    };
    let upgrade = upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER);
    Ok(upgrade.on_upgrade(|socket| attendant.serve(visit, validity, socket)))
}

/// What a socket sets aside for reading: commands are short, and thousands of sockets wait for one at the same time.
const READ_BUFFER: usize = 4096;

/// How much is sent at once rather than one message after the other.
const WRITE_BUFFER: usize = 16 * 1024;

/// The table of a path; a name that cannot be one is one that there is not.
fn table_id(text: &str) -> Result<TableId, ApiError> {
    text.parse().map_err(|_| NotFound::Table.into())
}
