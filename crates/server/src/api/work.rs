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
use sha2::{Digest, Sha256};
use tokio::time::timeout;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::responses::Conflict;
use super::{Json, Path};
use crate::bus::Passed;
use crate::error::{ApiError, ErrorBody, Forbidden, NotFound, TooMany};
use crate::hall::{Untaken, Word, WorkerId};
use crate::secret;
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

/// A worker.
struct Worker {
    /// The place of its token in this server's configuration.
    number: usize,
    /// What it is called at every server of the site.
    id: WorkerId,
}

impl FromRequestParts<Shared> for Worker {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Worker, ApiError> {
        let given = visitor::bearer_token(&parts.headers).ok_or(ApiError::BadToken)?;
        let tokens = &app.config.work_tokens;
        if tokens.is_empty() {
            return Err(Forbidden::NoWorkers.into());
        }
        // How long it takes to compare digests says nothing about what they are of; and every server has the same ones.
        let digest = |token: &str| WorkerId::from(Sha256::digest(token));
        let id = digest(given);
        let known = tokens.iter().position(|token| digest(token.secret()) == id);
        known.map(|number| Worker { number, id }).ok_or(ApiError::BadToken)
    }
}

impl App {
    /// Refuses a worker that gave too many wrong answers.
    fn must_be_trusted(&self, worker: &Worker) -> Result<(), ApiError> {
        let trusted = self.limiters.wrong_answers.check(&worker.id, Instant::now());
        trusted.map_err(|retry_after| {
            self.metrics.refused("wrong answers");
            ApiError::too_many(|seconds| TooMany::WrongAnswers { seconds }, retry_after)
        })
    }

    /// Counts a wrong answer.
    fn doubt(&self, worker: &Worker, error: &dyn std::fmt::Display) {
        tracing::warn!(worker = worker.number, %error, "a worker gave a wrong answer");
        let _ = self.limiters.wrong_answers.take(worker.id, Instant::now());
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
    app.must_be_trusted(&worker)?;
    let job = secret::random_text::<12>()?;
    // Whoever hears of it later knows by its name who gave it.
    let job = match app.bus.own() {
        Some(server) => format!("{server}.{job}"),
        None => job,
    };
    let mut closing = app.closing.clone();
    // Less than any request may take.
    let patience = PATIENCE.min(app.config.limits.request_timeout / 2);
    tokio::select! {
        _ = closing.wait_for(|closing| *closing) => Err(ApiError::Closing),
        taken = timeout(patience, app.hall.engines().take_errand(worker.id, &job)) => match taken {
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
async fn beat(State(app): State<Shared>, worker: Worker, Path(job): Path<String>) -> Result<Response, ApiError> {
    answered(tell(&app, &worker, job, Word::Beat).await)
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
) -> Result<Response, ApiError> {
    app.must_be_trusted(&worker)?;
    let action = match action {
        Ok(Json(action)) => action,
        Err(error) => {
            app.doubt(&worker, &error);
            let _ = tell(&app, &worker, job, Word::GiveBack).await;
            return Err(error);
        }
    };
    let told = tell(&app, &worker, job, Word::Answer(action)).await;
    if let Err(Untaken::Wrong(error)) = &told {
        app.doubt(&worker, error);
    }
    answered(told)
}

/// Leave it to another
#[utoipa::path(
    delete, path = "/api/work/{job}",
    security(("worker" = [])),
    responses((status = NO_CONTENT))
)]
async fn give_back(State(app): State<Shared>, worker: Worker, Path(job): Path<String>) -> Result<Response, ApiError> {
    answered(tell(&app, &worker, job, Word::GiveBack).await)
}

/// Tells the server that gave a job what its worker says, by whichever server of the site the worker comes.
async fn tell(app: &App, worker: &Worker, job: String, word: Word) -> Result<(), Untaken> {
    let worker = worker.id;
    match job.split_once('.') {
        Some((server, _)) if app.bus.own() != Some(server) => {
            app.hall.must_know(server)?;
            let server = server.to_owned();
            app.bus.pass(&server, &Passed { worker, job, word }).await
        }
        _ => app.hall.engines().hear(worker, &job, word),
    }
}

fn answered(told: Result<(), Untaken>) -> Result<Response, ApiError> {
    match told {
        Ok(()) => Ok(StatusCode::NO_CONTENT.into_response()),
        Err(Untaken::Unknown) => Err(NotFound::Job.into()),
        // The job may still be there.
        Err(Untaken::Away) => Err(ApiError::Closing),
        Err(Untaken::Wrong(error)) => Ok((StatusCode::CONFLICT, axum::Json(ErrorBody { error })).into_response()),
    }
}
