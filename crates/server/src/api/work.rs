//! Work for programs elsewhere: they ask for a question to an engine, give signs of life while they think, and answer. They
//! are told the game so far and nothing of who plays it.

use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use halte_answers::tables::Errand;
use halte_table::Action;
use http::StatusCode;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::responses::Conflict;
use super::{Json, Path};
use crate::error::{ApiError, Forbidden, NotFound, TooMany};
use crate::hall::Untaken;
use crate::secret::{self, Purpose};
use crate::state::{App, Shared};
use crate::visitor;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(take))
        .routes(routes!(answer, give_back))
        .routes(routes!(beat))
}

/// How long a worker waits for a job before it asks again.
const PATIENCE: Duration = Duration::from_secs(25);

/// A worker, by the number of its token.
struct Worker(usize);

impl FromRequestParts<Shared> for Worker {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Worker, ApiError> {
        let given = visitor::bearer_token(&parts.headers).ok_or(ApiError::BadToken)?;
        let tokens = &app.config.work_tokens;
        if tokens.is_empty() {
            return Err(Forbidden::NoWorkers.into());
        }
        // How long it takes to compare digests says nothing about what they are of.
        let digest = |token: &str| app.signer.digest(Purpose::Worker, token);
        let given = digest(given);
        let known = tokens.iter().position(|token| digest(token.secret()) == given);
        known.map(Worker).ok_or(ApiError::BadToken)
    }
}

impl App {
    /// Counts an answer of a worker as a wrong one, unless there were too many.
    fn doubt(&self, worker: &Worker) -> Result<(), ApiError> {
        let what = |seconds| TooMany::WrongAnswers { seconds };
        self.limit("wrong answers", what, &self.limiters.wrong_answers, worker.0)
    }

    /// It was none.
    fn trust(&self, worker: &Worker) {
        self.limiters.wrong_answers.give_back(worker.0, Instant::now());
    }
}

/// What a worker says when it asks for work.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Asked {}

/// Something to think about.
#[derive(Serialize, ToSchema)]
struct Work {
    /// Its name in addresses.
    job: String,
    /// What an engine is asked.
    errand: Errand,
}

/// Is there anything to think about?
///
/// The answer waits for up to 25 seconds. A job is for the worker until it is silent for 15 seconds; then it goes to another.
#[utoipa::path(
    post, path = "/api/work",
    security(("worker" = [])),
    responses((status = OK, body = Work), (status = NO_CONTENT, description = "There is nothing: ask again"))
)]
async fn take(State(app): State<Shared>, worker: Worker, _: Json<Asked>) -> Result<Response, ApiError> {
    app.doubt(&worker)?;
    app.trust(&worker);
    let job = secret::random_text::<12>()?;
    let mut closing = app.closing.clone();
    // Less than any request may take.
    let patience = PATIENCE.min(app.config.limits.request_timeout / 2);
    tokio::select! {
        _ = closing.wait_for(|closing| *closing) => Err(ApiError::Closing),
        taken = timeout(patience, app.hall.engines().take_errand(worker.0, &job)) => match taken {
            Ok(errand) => Ok(Json(Work { job, errand }).into_response()),
            Err(_) => Ok(StatusCode::NO_CONTENT.into_response()),
        },
    }
}

/// I still think about it
#[utoipa::path(
    post, path = "/api/work/{job}/beat",
    security(("worker" = [])),
    responses((status = NO_CONTENT))
)]
async fn beat(State(app): State<Shared>, worker: Worker, Path(job): Path<String>) -> Result<StatusCode, ApiError> {
    found(app.hall.engines().beat(worker.0, &job))
}

/// What the engine wants to do
///
/// A `play`, or, if it was asked about a draw, an `accept` or a `decline` of it. What is no answer to the question is refused,
/// and the job goes to another; whoever gives several such answers is refused for some minutes.
#[utoipa::path(
    post, path = "/api/work/{job}",
    security(("worker" = [])),
    request_body = Action,
    responses((status = NO_CONTENT), Conflict)
)]
async fn answer(
    State(app): State<Shared>,
    worker: Worker,
    Path(job): Path<String>,
    action: Result<Json<Action>, ApiError>,
) -> Result<StatusCode, ApiError> {
    app.doubt(&worker)?;
    let engines = app.hall.engines();
    let Json(action) = action.inspect_err(|_| {
        engines.give_back_errand(worker.0, &job);
    })?;
    match engines.finish_errand(worker.0, &job, action) {
        Err(Untaken::Wrong(refusal)) => {
            tracing::warn!(worker = worker.0, %refusal, "a worker gave a wrong answer");
            Err(refusal.into())
        }
        finished => {
            app.trust(&worker);
            found(finished.is_ok())
        }
    }
}

/// Leave it to another
#[utoipa::path(
    delete, path = "/api/work/{job}",
    security(("worker" = [])),
    responses((status = NO_CONTENT))
)]
async fn give_back(State(app): State<Shared>, worker: Worker, Path(job): Path<String>) -> Result<StatusCode, ApiError> {
    found(app.hall.engines().give_back_errand(worker.0, &job))
}

fn found(is_there: bool) -> Result<StatusCode, ApiError> {
    let missing = || NotFound::Job.into();
    is_there.then_some(StatusCode::NO_CONTENT).ok_or_else(missing)
}
