//! All that is kept of a person, for that person: one JSON file, written while it is sent.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use halte_game::record::write_all;
use halte_table::{Fact, PersonId, Table, TableId};
use http::{HeaderMap, header};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::players::RatingView;
use super::summary::SummaryView;
use crate::address::Origination;
use crate::clock;
use crate::downloads::Download;
use crate::error::{ApiError, TooMany};
use crate::hall::HallError;
use crate::security;
use crate::state::{App, Shared};
use crate::store::{Account, Credential, CredentialKind, Cursor, Measure, Summary, TableFilter};
use crate::visitor::SignedIn;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(data))
}

/// Notes or tables that are read at once.
const PAGE: u32 = 50;

/// Take out all that is kept of me.
///
/// One JSON object: the account, where it is logged in and which tokens it has (without their secrets), ratings and how
/// they changed, notes, puzzles, reports, whether it is silenced and until when, and every table with its record and what
/// one said there oneself.
#[utoipa::path(
    get, path = "/api/me/data",
    tag = "accounts",
    security(("session" = [])),
    responses((status = OK, body = String, content_type = "application/json"))
)]
async fn data(
    State(app): State<Shared>,
    origination: Origination,
    SignedIn(login): SignedIn,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let download = app.downloads.begin(origination.client());
    let download = download.inspect_err(|_| app.metrics.refused("downloads"))?;
    let what = |seconds| TooMany::Downloads { seconds };
    let key = login.account.name.to_ascii_lowercase();
    app.limit("downloads", what, &app.limiters.downloads, key)?;
    let account = &login.account;
    let guest = account.guest.as_deref().and_then(|guest| guest.parse().ok());
    let people: Vec<PersonId> = [PersonId::account(&account.name)].into_iter().chain(guest).collect();
    // The object stays open: notes and tables follow page by page.
    let beginning = app.about(account, &people).await?.to_string();
    let beginning = format!("{},\"notes\":[", beginning.trim_end_matches('}'));
    let file = File {
        _download: download,
        beginning: Some(beginning),
        origin: security::own_origin(&headers, &app.config).unwrap_or_default(),
        people,
        part: Part::Notes(None),
        person: 0,
        is_first: true,
        app,
    };
    let body = Body::from_stream(stream::try_unfold(file, File::next));
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"halte.json\"".to_owned(),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, body).into_response())
}

impl App {
    /// All that is kept of the owner of an account, but for notes and tables.
    async fn about(&self, account: &Account, people: &[PersonId]) -> Result<Value, ApiError> {
        let store = &self.store;
        let view = |credential: Credential| {
            json!({
                "label": credential.label,
                "created_at": credential.created_at,
                "used_at": credential.used_at,
                "expires_at": credential.expires_at,
            })
        };
        let credentials = async |kind| -> Result<Vec<Value>, ApiError> {
            let found = store.credentials_of(&account.name, kind, clock::now()).await?;
            Ok(found.into_iter().map(view).collect())
        };
        let mut ratings = Vec::new();
        for placing in store.ratings_of(&account.name).await? {
            let changes = store.rating_history(&account.name, &placing.ladder).await?;
            ratings.push(json!({"now": RatingView::from(placing), "changes": changes}));
        }
        let (mut puzzles, mut reports) = (Vec::new(), Vec::new());
        for person in people.iter().map(PersonId::as_str) {
            if let Some(progress) = store.progress(person).await? {
                let progress: Value = serde_json::from_str(&progress).map_err(ApiError::internal)?;
                puzzles.push(json!({"person": person, "progress": progress}));
            }
            reports.extend(store.reports_of(person).await?);
        }
        let subjects: Vec<&str> = people.iter().map(PersonId::as_str).collect();
        // Why and by whom is not told: the words may be those of somebody who reported them.
        let measure = |measure: Measure| {
            json!({
                "kind": measure.kind,
                "imposed_at": measure.imposed_at,
                "until": measure.until,
            })
        };
        let measures = store.measures_against(&subjects, clock::now()).await?;
        let measures: Vec<Value> = measures.into_iter().map(measure).collect();
        Ok(json!({
            "account": {
                "name": account.name,
                "created_at": account.created_at,
                "is_administrator": account.is_administrator,
                "mail": account.mail,
            },
            "people": people,
            "sessions": credentials(CredentialKind::Session).await?,
            "tokens": credentials(CredentialKind::Token).await?,
            "ratings": ratings,
            "puzzles": puzzles,
            "reports": reports,
            "measures": measures,
        }))
    }
}

/// The file while it is sent. Tables are read one by one, and stay out of the hall.
struct File {
    app: Shared,
    _download: Download,
    beginning: Option<String>,
    origin: String,
    people: Vec<PersonId>,
    part: Part,
    /// Whose part of it comes now.
    person: usize,
    is_first: bool,
}

/// What of the file comes now, and where the last page of it ended.
enum Part {
    Notes(Option<String>),
    Tables(Option<Cursor>),
    Nothing,
}

/// A table at which one sits.
#[derive(Serialize)]
struct OwnTable {
    summary: SummaryView,
    /// None while there is nothing to record.
    record: Option<String>,
    /// What one said there oneself.
    said: Vec<Value>,
}

impl File {
    /// The next piece; nothing at the end. An error breaks the answer off, so that nobody takes it for whole.
    async fn next(mut self) -> Result<Option<(String, File)>, ApiError> {
        if let Some(beginning) = self.beginning.take() {
            return Ok(Some((beginning, self)));
        }
        let _turn = self.app.downloads.page().await?;
        let person = self.people.get(self.person).cloned();
        let store = &self.app.store;
        let page = match (&self.part, person) {
            (Part::Nothing, _) => return Ok(None),
            (Part::Notes(_), None) => {
                (self.part, self.person, self.is_first) = (Part::Tables(None), 0, true);
                return Ok(Some(("],\"tables\":[".to_owned(), self)));
            }
            (Part::Tables(_), None) => {
                self.part = Part::Nothing;
                return Ok(Some(("]}\n".to_owned(), self)));
            }
            (Part::Notes(after), Some(person)) => {
                let notes = store.notes_of(person.as_str(), after.as_deref(), PAGE).await?;
                self.part = Part::Notes(notes.last().map(|note| note.table.clone()));
                let page = notes.iter().map(serde_json::value::to_raw_value);
                page.collect::<Result<Vec<_>, _>>().map_err(ApiError::internal)?
            }
            (Part::Tables(after), Some(person)) => {
                let filter = TableFilter {
                    person: Some(person.to_string()),
                    ..TableFilter::default()
                };
                let tables = store.tables(&filter, after.as_ref(), PAGE).await?;
                self.part = Part::Tables(tables.last().map(Summary::cursor));
                let mut page = Vec::with_capacity(tables.len());
                for summary in tables {
                    page.push(self.table(summary, &person).await?);
                }
                page
            }
        };
        self.person += usize::from(page.is_empty());
        let mut text = String::new();
        for entry in page {
            text.push_str(if std::mem::take(&mut self.is_first) {
                "\n"
            } else {
                ",\n"
            });
            text.push_str(entry.get());
        }
        Ok(Some((text, self)))
    }

    async fn table(&self, summary: Summary, person: &PersonId) -> Result<Box<RawValue>, ApiError> {
        let id: TableId = summary.table.parse().map_err(ApiError::internal)?;
        let events = self.app.hall.events(&id, 0, u32::MAX).await?;
        let (person, site) = (person.clone(), format!("{}/table/{id}", self.origin));
        let own = move || -> Result<Box<RawValue>, ApiError> {
            let table = Table::restore(&events).map_err(|error| HallError::Damaged {
                table: id,
                reason: error.to_string(),
            })?;
            let record = match summary.moves {
                0 => None,
                _ => Some(write_all([&table.record(&site).map_err(ApiError::internal)?])),
            };
            let seats = table.seats_of(&person);
            let said = events.iter().filter_map(|event| match &event.fact {
                Fact::Said { by, text } if seats.contains(by) => Some(json!({"at": event.at, "text": text})),
                _ => None,
            });
            let own = OwnTable {
                record,
                said: said.collect(),
                summary: summary.try_into()?,
            };
            serde_json::value::to_raw_value(&own).map_err(ApiError::internal)
        };
        // A long game takes a while to replay.
        tokio::task::spawn_blocking(own).await.map_err(ApiError::internal)?
    }
}
