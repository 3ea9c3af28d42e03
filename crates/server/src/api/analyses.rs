//! Analyses: asked for, watched, stopped.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use halte_answers::analysis::AnalysisView;
use http::StatusCode;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::sleep;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::responses::Missing;
use super::{Json, Path};
use crate::analyses::NewAnalysis;
use crate::error::{ApiError, ErrorBody};
use crate::state::Shared;
use crate::visitor::{Acting, Cookies, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(begin))
        .routes(routes!(look, end))
        .routes(routes!(events))
}

/// An analysis that was begun.
#[derive(Serialize, ToSchema)]
struct BegunAnalysis {
    /// Its name in addresses, which cannot be guessed.
    analysis: String,
}

/// How often a watcher is told, at the most.
const PAUSE: Duration = Duration::from_millis(100);

/// Have a position or a game analysed.
///
/// It begins when a thread is free for it, after all games. It is stopped when nobody has watched it or asked for it
/// for half a minute, and forgotten some time later.
#[utoipa::path(
    post, path = "/api/analyses",
    responses(
        (status = CREATED, body = BegunAnalysis),
        (status = CONFLICT, body = ErrorBody, description = "There is nothing to analyse, or there are too many"),
        Missing,
    )
)]
async fn begin(
    State(app): State<Shared>,
    acting: Acting,
    Json(new): Json<NewAnalysis>,
) -> Result<(StatusCode, Cookies, Json<BegunAnalysis>), ApiError> {
    let analysis = app.analyses.begin(acting.person.id(), &new).await?;
    Ok((StatusCode::CREATED, acting.cookies, Json(BegunAnalysis { analysis })))
}

/// What has an analysis found so far?
#[utoipa::path(get, path = "/api/analyses/{analysis}", responses((status = OK, body = AnalysisView)))]
async fn look(State(app): State<Shared>, Path(analysis): Path<String>) -> Result<Json<AnalysisView>, ApiError> {
    Ok(Json(app.analyses.look(&analysis).await?))
}

/// Stop an analysis and forget it.
#[utoipa::path(delete, path = "/api/analyses/{analysis}", responses((status = NO_CONTENT)))]
async fn end(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(analysis): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.analyses.end(&visitor.ids(), &analysis).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Watch an analysis, by server-sent events.
///
/// Each event is the whole analysis as far as it has come, at most ten a second. The last one is `done` or `stopped`;
/// then, or when the server closes, the answer ends.
#[utoipa::path(
    get, path = "/api/analyses/{analysis}/events",
    responses((status = OK, body = AnalysisView, content_type = "text/event-stream"))
)]
async fn events(
    State(app): State<Shared>,
    Path(analysis): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let watcher = Watcher {
        view: app.analyses.watch(&analysis).await?,
        closing: app.closing.clone(),
        told: None,
    };
    Ok(Sse::new(stream::unfold(watcher, Watcher::next)).keep_alive(KeepAlive::default()))
}

/// Somebody who watches an analysis.
struct Watcher {
    view: watch::Receiver<AnalysisView>,
    closing: watch::Receiver<bool>,
    /// Whether what was told last was the end; nothing if nothing was told yet.
    told: Option<bool>,
}

impl Watcher {
    /// The next thing to tell; nothing at the end.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Watcher)> {
        match self.told {
            Some(true) => return None,
            Some(false) => {
                tokio::select! {
                    changed = self.view.changed() => changed.ok()?,
                    _ = self.closing.wait_for(|closing| *closing) => return None,
                }
                sleep(PAUSE).await;
            }
            None => {}
        }
        let view = self.view.borrow_and_update().clone();
        self.told = Some(view.state.is_finished());
        // An analysis is plain data.
        let event = Event::default().json_data(&view).unwrap_or_default();
        Some((Ok(event), self))
    }
}
