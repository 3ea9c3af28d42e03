//! Puzzles: found, tried, solved. What solves them is not sent before it is asked for.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::State;
use halte_answers::puzzles::{
    self, Attempt, Day, Doubt, PuzzleHint, PuzzleMoves, PuzzlePage, PuzzleView, Search, Solution, Tried, Verdict,
};
use halte_engine::SystemClock;
use halte_table::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
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
        .routes(routes!(progress, note_progress))
}

/// Which puzzles are there?
#[utoipa::path(get, path = "/api/puzzles", params(Search), responses((status = OK, body = PuzzlePage)))]
async fn list(Query(search): Query<Search>) -> Result<Json<PuzzlePage>, ApiError> {
    Ok(Json(puzzles::list(&search)?))
}

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Which puzzle is that of the day?
///
/// The same for everybody.
#[utoipa::path(
    get, path = "/api/puzzles/today", params(Day),
    responses(
        (status = OK, body = PuzzleView),
        (status = NOT_FOUND, body = ErrorBody, description = "There is no such game, or it has no puzzles"),
    )
)]
async fn today(Query(day): Query<Day>) -> Result<Json<PuzzleView>, ApiError> {
    let today = u64::from(today_by_clock());
    Ok(Json(puzzles::of_day(&day, Some(today))?))
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
        let solved = PuzzleProgress {
            solved: [puzzle].into(),
            days: [today_by_clock()].into(),
            ..PuzzleProgress::default()
        };
        app.note_progress(acting.person.id(), solved).await?;
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

/// How far somebody is with the puzzles. Days are counted from 1970, in Greenwich.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleProgress {
    /// The puzzles that they have solved.
    #[schema(value_type = Vec<String>)]
    solved: BTreeSet<String>,
    /// The days on which they have solved one.
    #[schema(value_type = Vec<u32>)]
    days: BTreeSet<u32>,
    /// The puzzles that went wrong, and when they come back.
    again: BTreeMap<String, Again>,
}

/// How it was kept at first. Whatever else cannot be read is no former kind: it would be written back with less in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Former {
    solved: BTreeSet<String>,
}

impl Former {
    fn read(text: &str) -> Result<PuzzleProgress, serde_json::Error> {
        let Former { solved } = serde_json::from_str(text)?;
        Ok(PuzzleProgress {
            solved,
            ..PuzzleProgress::default()
        })
    }
}

/// When a puzzle that went wrong comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Again {
    /// The day of the last try that counted.
    noted: u32,
    /// The day from which it is offered again.
    day: u32,
    /// How often it was solved when it had come back.
    times: u32,
}

/// So many days are kept, the last ones: those of ten years.
const MOST_DAYS: usize = 3660;

impl PuzzleProgress {
    /// Adds what else is known of the same person, which may be known already. Of what went wrong, the last try counts;
    /// of two on one day, the one that did not go well.
    fn add(&mut self, other: PuzzleProgress) {
        self.solved.extend(other.solved);
        self.days.extend(other.days);
        while self.days.len() > MOST_DAYS {
            self.days.pop_first();
        }
        for (puzzle, again) in other.again {
            let known = self.again.entry(puzzle).or_insert(again);
            let order = |again: &Again| (again.noted, Reverse(again.day));
            if order(&again) > order(known) {
                *known = again;
            }
        }
    }

    /// Leaves out what is no puzzle, or is no longer one, and what is said to be later than today, but for the day that has
    /// begun elsewhere.
    fn sensible(mut self, today: u32) -> PuzzleProgress {
        self.solved.retain(|puzzle| puzzles::summary(puzzle).is_ok());
        self.again
            .retain(|puzzle, again| puzzles::summary(puzzle).is_ok() && again.noted <= today + 1);
        self.days.retain(|&day| day <= today + 1);
        self
    }
}

/// How far am I with the puzzles?
#[utoipa::path(get, path = "/api/me/puzzles", responses((status = OK, body = PuzzleProgress)))]
async fn progress(State(app): State<Shared>, visitor: Visitor) -> Result<Json<PuzzleProgress>, ApiError> {
    Ok(Json(app.progress_of(&visitor).await?))
}

/// Note how far I am with the puzzles.
///
/// What is known already stays, and is answered too. Of what is sent, puzzles that are not there are left out.
#[utoipa::path(post, path = "/api/me/puzzles", responses((status = OK, body = PuzzleProgress)))]
async fn note_progress(
    State(app): State<Shared>,
    acting: Acting,
    Json(noted): Json<PuzzleProgress>,
) -> Result<(Cookies, Json<PuzzleProgress>), ApiError> {
    let mut all = app.progress_of(&acting.visitor).await?;
    let kept = app
        .note_progress(acting.person.id(), noted.sensible(today_by_clock()))
        .await?;
    all.add(kept);
    Ok((acting.cookies, Json(all)))
}

fn today_by_clock() -> u32 {
    u32::try_from(clock::now() / DAY).unwrap_or(0)
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
        read_progress(self.store.progress(person.as_str()).await?.as_deref())
    }

    /// How far all the people are together that a visitor is.
    async fn progress_of(&self, visitor: &Visitor) -> Result<PuzzleProgress, ApiError> {
        let mut progress = PuzzleProgress::default();
        for person in visitor.ids() {
            progress.add(self.progress(&person).await?);
        }
        Ok(progress)
    }

    /// Adds to how far a person is; says how far that is then.
    async fn note_progress(&self, person: &PersonId, noted: PuzzleProgress) -> Result<PuzzleProgress, ApiError> {
        // Two that are noted at once, perhaps by two servers, do not undo each other: the slower one looks again. With so
        // many attempts somebody else's came first each time, so it is not for ever.
        for _ in 0..NOTING_ATTEMPTS {
            let before = self.store.progress(person.as_str()).await?;
            let known = read_progress(before.as_deref())?;
            let mut progress = known.clone();
            progress.add(noted.clone());
            if progress == known {
                return Ok(progress);
            }
            let text = serde_json::to_string(&progress).map_err(ApiError::internal)?;
            if self
                .store
                .set_progress(person.as_str(), before.as_deref(), &text)
                .await?
            {
                return Ok(progress);
            }
        }
        Err(ApiError::internal("progress changed all the time"))
    }
}

/// How often progress that somebody else changes at the same time is read again.
const NOTING_ATTEMPTS: usize = 100;

/// How far somebody is, as it is kept.
fn read_progress(kept: Option<&str>) -> Result<PuzzleProgress, ApiError> {
    let read = |text: &str| serde_json::from_str(text).or_else(|_| Former::read(text));
    let progress = kept.map(read).transpose();
    Ok(progress.map_err(ApiError::internal)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_at_first_is_read() {
        let progress = Former::read("{\"solved\":[\"a\"]}").expect("progress");
        assert_eq!((progress.solved.len(), progress.days.len()), (1, 0));
        assert!(Former::read("{\"solved\":[\"a\"],\"days\":[1],\"again\":{},\"later\":1}").is_err());
    }
}
