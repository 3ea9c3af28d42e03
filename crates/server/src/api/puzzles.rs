//! Puzzles: found, tried, solved. What solves them is not sent before it is asked for.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::State;
use halte_answers::puzzles::{
    self, Attempt, Doubt, PuzzleHint, PuzzleMoves, PuzzlePage, PuzzleView, Search, Solution, Tried, Verdict,
};
use halte_engine::SystemClock;
use halte_table::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Json, Path, Query};
use crate::clock;
use crate::error::{ApiError, ErrorBody};
use crate::hall::Class;
use crate::state::{App, Shared};
use crate::visitor::{Acting, Cookies, Visitor};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(today))
        .routes(routes!(puzzle))
        .routes(routes!(try_moves))
        .routes(routes!(hint))
        .routes(routes!(solution))
        .routes(routes!(solved))
}

/// Which puzzles are there?
#[utoipa::path(get, path = "/api/puzzles", params(Search), responses((status = OK, body = PuzzlePage)))]
async fn list(Query(search): Query<Search>) -> Result<Json<PuzzlePage>, ApiError> {
    Ok(Json(puzzles::list(&search)?))
}

/// Of which day.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Day {
    /// The day, counted from the first of January 1970; today in Greenwich unless said otherwise.
    #[param(maximum = 65535)]
    day: Option<u16>,
}

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Which puzzle is that of the day?
///
/// The same for everybody.
#[utoipa::path(get, path = "/api/puzzles/today", params(Day), responses((status = OK, body = PuzzleView)))]
async fn today(Query(day): Query<Day>) -> Result<Json<PuzzleView>, ApiError> {
    let today = || u64::try_from(clock::now() / DAY).unwrap_or_default();
    Ok(Json(puzzles::of_day(day.day.map_or_else(today, u64::from))?))
}

/// Look at a puzzle.
#[utoipa::path(get, path = "/api/puzzles/{puzzle}", responses((status = OK, body = PuzzleView)))]
async fn puzzle(Path(puzzle): Path<String>) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(puzzles::look(&puzzle)?))
}

/// Try a move in a puzzle.
///
/// The last of the moves is the try; those before it were tried before, with the replies. Who solves a puzzle is noted
/// to have done so.
#[utoipa::path(post, path = "/api/puzzles/{puzzle}/tries", responses((status = OK, body = Tried)))]
async fn try_moves(
    State(app): State<Shared>,
    acting: Acting,
    Path(puzzle): Path<String>,
    Json(played): Json<PuzzleMoves>,
) -> Result<(Cookies, Json<Tried>), ApiError> {
    let attempt = Attempt::new(&puzzle, &played)?;
    let judge = move |stop: &AtomicBool| attempt.judge(&SystemClock::new(), stop);
    let tried = app.ask_about_puzzle(judge).await?;
    if tried.verdict == Verdict::Solved {
        app.note_solved(acting.person.id(), &puzzle).await?;
    }
    Ok((acting.cookies, Json(tried)))
}

/// Which moves come into question?
#[utoipa::path(
    post, path = "/api/puzzles/{puzzle}/hint",
    responses(
        (status = OK, body = PuzzleHint),
        (status = CONFLICT, body = ErrorBody, description = "There is no win any more"),
    )
)]
async fn hint(
    State(app): State<Shared>,
    Path(puzzle): Path<String>,
    Json(played): Json<PuzzleMoves>,
) -> Result<Json<PuzzleHint>, ApiError> {
    let doubt = Doubt::new(&puzzle, &played)?;
    let hint = move |stop: &AtomicBool| doubt.hint(&SystemClock::new(), stop);
    Ok(Json(app.ask_about_puzzle(hint).await??))
}

/// What solves a puzzle?
#[utoipa::path(get, path = "/api/puzzles/{puzzle}/solution", responses((status = OK, body = Solution)))]
async fn solution(Path(puzzle): Path<String>) -> Result<Json<Solution>, ApiError> {
    Ok(Json(puzzles::solution(&puzzle)?))
}

/// How far somebody is with the puzzles.
#[derive(Default, Serialize, Deserialize, ToSchema)]
struct PuzzleProgress {
    /// The puzzles that they have solved.
    solved: BTreeSet<String>,
}

/// Which puzzles have I solved?
#[utoipa::path(get, path = "/api/me/puzzles", responses((status = OK, body = PuzzleProgress)))]
async fn solved(State(app): State<Shared>, visitor: Visitor) -> Result<Json<PuzzleProgress>, ApiError> {
    let mut progress = PuzzleProgress::default();
    for person in visitor.ids() {
        progress.solved.extend(app.progress(&person).await?.solved);
    }
    Ok(Json(progress))
}

impl App {
    /// Has a question about a puzzle answered on the engines' pool; it is dropped with the request.
    async fn ask_about_puzzle<T: Send + 'static>(
        &self,
        question: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let thought = self.hall.engines().ask(Class::Hint, Arc::default(), question);
        let _stop = thought.stop_on_drop();
        let answer = thought.answer().await;
        answer.ok_or_else(|| ApiError::internal("an engine failed at a puzzle"))
    }

    async fn progress(&self, person: &PersonId) -> Result<PuzzleProgress, ApiError> {
        let text = self.store.progress(person.as_str()).await?;
        let progress = text.map(|text| serde_json::from_str(&text)).transpose();
        Ok(progress.map_err(ApiError::internal)?.unwrap_or_default())
    }

    async fn note_solved(&self, person: &PersonId, puzzle: &str) -> Result<(), ApiError> {
        // Two that are solved at once must not undo each other.
        let _alone = self.noting.lock().await;
        let mut progress = self.progress(person).await?;
        if progress.solved.insert(puzzle.to_owned()) {
            let text = serde_json::to_string(&progress).map_err(ApiError::internal)?;
            self.store.set_progress(person.as_str(), &text).await?;
        }
        Ok(())
    }
}
