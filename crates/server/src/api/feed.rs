//! What changes at one's tables, as it happens: a stream for programs that play, and for pages that say whose turn it
//! is.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, stream};
use halte_table::PersonId;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::summary::SummaryView;
use crate::address::Origination;
use crate::error::ApiError;
use crate::hall::Listener;
use crate::limits::Admission;
use crate::shutdown::closes;
use crate::state::Shared;
use crate::store::{CredentialKind, Cursor, Summary, TableFilter, TableState};
use crate::visitor::{Validity, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(feed))
}

/// How often a stream on which nothing happens says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Tables that are read at once.
const PAGE: u32 = 200;

/// Games that ended last, of each person who may not have heard of it.
const ENDED_LATELY: u32 = 20;

/// Hear what changes at my tables.
///
/// A stream of server-sent events. Each is a `Summary` of a table at which one sits: at first of every table whose game
/// is not over, then of each table that changes, as it is then. Whoever reads too slowly, or may have missed something, gets
/// all of them again, and the games that ended last. The stream ends when the server closes: connect again.
#[utoipa::path(
    get, path = "/api/me/events",
    security(("token" = []), ("session" = [])),
    responses((status = OK, body = SummaryView, content_type = "text/event-stream"))
)]
async fn feed(
    State(app): State<Shared>,
    origination: Origination,
    visitor: Visitor,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let people = visitor.ids();
    if people.is_empty() {
        return Err(ApiError::NotLoggedIn);
    }
    let is_program = visitor
        .login
        .as_ref()
        .is_some_and(|login| login.credential.kind == CredentialKind::Token);
    let feed = Feed {
        // From before the tables are read: what changes meanwhile comes twice rather than never.
        listener: app.hall.listen(&people, is_program),
        waiting: unfinished(&app, &people).await?,
        people,
        validity: Validity::watch(&app, visitor).await?,
        closing: app.closing.clone(),
        _admission: app.admit(&origination)?,
        app,
    };
    let events = stream::unfold(feed, |mut feed| async {
        let summary = feed.next().await?;
        // Who sees a stream end comes again, and hears what is wrong with a table that cannot be told.
        let summary = SummaryView::try_from(Summary::clone(&summary)).ok()?;
        let event = Event::default().json_data(summary).ok()?;
        Some((Ok(event), feed))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// The tables of some people whose games are not over.
async fn unfinished(app: &Shared, people: &[PersonId]) -> Result<VecDeque<Arc<Summary>>, ApiError> {
    let mut all = VecDeque::new();
    let states = [TableState::Waiting, TableState::Playing];
    for (person, state) in people.iter().flat_map(|person| states.map(|state| (person, state))) {
        let filter = TableFilter {
            state: Some(state),
            person: Some(person.to_string()),
            ..TableFilter::default()
        };
        let mut after: Option<Cursor> = None;
        loop {
            let page = app.store.tables(&filter, after.as_ref(), PAGE).await?;
            after = page.last().map(Summary::cursor);
            let is_last = page.len() < PAGE as usize;
            all.extend(page.into_iter().map(Arc::new));
            if is_last {
                break;
            }
        }
    }
    Ok(all)
}

/// The tables of some people of whose changes they may not have heard: those whose games are not over, and those that
/// ended last.
async fn missed(app: &Shared, people: &[PersonId]) -> Result<VecDeque<Arc<Summary>>, ApiError> {
    let mut all = unfinished(app, people).await?;
    for person in people {
        let filter = TableFilter {
            state: Some(TableState::Over),
            person: Some(person.to_string()),
            ..TableFilter::default()
        };
        all.extend(
            app.store
                .tables(&filter, None, ENDED_LATELY)
                .await?
                .into_iter()
                .map(Arc::new),
        );
    }
    Ok(all)
}

/// A stream under way.
struct Feed {
    app: Shared,
    people: Vec<PersonId>,
    validity: Validity,
    listener: Listener,
    /// What is to be told before anything else.
    waiting: VecDeque<Arc<Summary>>,
    closing: watch::Receiver<bool>,
    /// Given back when the stream is over.
    _admission: Option<Admission>,
}

impl Feed {
    /// What to tell next; nothing when the stream is over.
    async fn next(&mut self) -> Option<Arc<Summary>> {
        loop {
            if let Some(summary) = self.waiting.pop_front() {
                return Some(summary);
            }
            tokio::select! {
                () = closes(&mut self.closing) => return None,
                () = self.validity.ends() => return None,
                change = self.listener.next() => match change {
                    Ok(summary) => return Some(summary),
                    Err(RecvError::Lagged(_)) => self.waiting = missed(&self.app, &self.people).await.ok()?,
                    Err(RecvError::Closed) => return None,
                },
            }
        }
    }
}
