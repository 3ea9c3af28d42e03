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
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{ApiError, ErrorBody};
use crate::hall::Listener;
use crate::sockets::closes;
use crate::state::Shared;
use crate::store::{Cursor, Summary, TableFilter, TableState};
use crate::visitor::{Login, Revocation, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(feed))
}

/// How often a stream on which nothing happens says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Tables that are read at once.
const PAGE: u32 = 200;

/// Hear what changes at my tables.
///
/// A stream of server-sent events. Each is a `Summary` of a table at which one sits: at first of every table whose game
/// is not over, then of each table that changes, as it is then. Whoever reads too slowly gets all of them again. The
/// stream ends when the house closes: connect again.
#[utoipa::path(
    get,
    path = "/api/me/events",
    tag = "tables",
    security(("token" = []), ("session" = [])),
    responses(
        (status = OK, body = Summary, content_type = "text/event-stream"),
        (status = UNAUTHORIZED, body = ErrorBody),
    )
)]
async fn feed(
    State(app): State<Shared>,
    visitor: Visitor,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let person = visitor.people().into_iter().next().ok_or(ApiError::NotLoggedIn)?;
    let feed = Feed {
        // From before the tables are read: what changes meanwhile comes twice rather than never.
        listener: app.hall.listen(&person),
        waiting: unfinished(&app, &person).await?,
        person,
        login: visitor.login,
        closing: app.closing.clone(),
        revocations: app.revocations.subscribe(),
        app,
    };
    let events = stream::unfold(feed, |mut feed| async {
        let summary = feed.next().await?;
        // Summaries are plain data.
        let event = Event::default().json_data(&*summary).unwrap_or_default();
        Some((Ok(event), feed))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// The tables of a person whose games are not over.
async fn unfinished(app: &Shared, person: &str) -> Result<VecDeque<Arc<Summary>>, ApiError> {
    let mut all = VecDeque::new();
    for state in [TableState::Waiting, TableState::Playing] {
        let filter = TableFilter {
            state: Some(state),
            person: Some(person.to_owned()),
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

/// A stream under way.
struct Feed {
    app: Shared,
    person: String,
    login: Option<Login>,
    listener: Listener,
    /// What is to be told before anything else.
    waiting: VecDeque<Arc<Summary>>,
    closing: watch::Receiver<bool>,
    revocations: broadcast::Receiver<Revocation>,
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
                revocation = self.revocations.recv() => match (revocation, &self.login) {
                    (Ok(revocation), Some(login)) if revocation.ends(login) => return None,
                    (Ok(_), _) | (Err(_), None) => {}
                    // It may have been this one's.
                    (Err(_), Some(_)) => return None,
                },
                change = self.listener.next() => match change {
                    Ok(summary) => return Some(summary),
                    Err(RecvError::Lagged(_)) => self.waiting = unfinished(&self.app, &self.person).await.ok()?,
                    Err(RecvError::Closed) => return None,
                },
            }
        }
    }
}
