//! Puzzles: found, tried, solved. What solves them is not sent before it is asked for.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use halte_game::{Player, Playthrough, Turn};
use halte_games::AnyGame;
use halte_table::{PersonId, View};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::games::play_moves;
use super::{Json, Path, Query};
use crate::clock;
use crate::error::{ApiError, Conflict, ErrorBody, Invalid, NotFound};
use crate::hall::Class;
use crate::puzzles::{self, KnownPuzzle, MOST_DIFFICULT, Verdict};
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

/// Which puzzles to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Search {
    /// The game's name.
    game: Option<String>,
    /// The variant's name.
    variant: Option<String>,
    /// How hard they are, from 1 to 5.
    #[param(minimum = 1, maximum = 5)]
    difficulty: Option<u8>,
    /// The last puzzle of the page before.
    after: Option<String>,
    /// How many, 50 unless said otherwise.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

const PAGE: u32 = 50;
const LONGEST_PAGE: u32 = 1000;

/// Some puzzles.
#[derive(Serialize, ToSchema)]
struct PuzzlePage {
    /// The puzzles, by game, variant and difficulty.
    puzzles: Vec<PuzzleSummary>,
    /// The last puzzle of the page, if there are more.
    next: Option<String>,
}

/// What lists show of a puzzle.
#[derive(Serialize, ToSchema)]
struct PuzzleSummary {
    /// Its name in addresses.
    puzzle: String,
    /// The game's name.
    #[schema(example = "mixtour")]
    game: String,
    /// The variant's name; none if the game has no variants.
    variant: Option<String>,
    /// How hard it is among those of its variant, from 1 to 5.
    difficulty: u8,
    /// How many moves the quickest win takes against the longest resistance, those of both sides; in Fibonacci, steps.
    depth: usize,
    /// Who is to win.
    player: Player,
}

impl From<&KnownPuzzle> for PuzzleSummary {
    fn from(known: &KnownPuzzle) -> PuzzleSummary {
        let options = known.options();
        PuzzleSummary {
            puzzle: known.name.clone(),
            game: options.game().to_string(),
            variant: options.variant(),
            difficulty: known.difficulty,
            depth: known.puzzle.depth(),
            player: known.solver(),
        }
    }
}

/// A puzzle to solve: the player to move can force a win; in Fibonacci, within the turn.
#[derive(Serialize, ToSchema)]
struct PuzzleView {
    /// What it is.
    summary: PuzzleSummary,
    /// The position, and what can be done in it.
    view: View,
}

impl From<&KnownPuzzle> for PuzzleView {
    fn from(known: &KnownPuzzle) -> PuzzleView {
        PuzzleView {
            summary: known.into(),
            view: View::of(&Playthrough::new(known.puzzle.position.clone())),
        }
    }
}

/// Which puzzles are there?
#[utoipa::path(get, path = "/api/puzzles", params(Search), responses((status = OK, body = PuzzlePage)))]
async fn list(Query(search): Query<Search>) -> Result<Json<PuzzlePage>, ApiError> {
    let limit = search.limit.unwrap_or(PAGE);
    if limit == 0 || limit > LONGEST_PAGE {
        let most = LONGEST_PAGE;
        return Err(ApiError::invalid("limit", Invalid::PageOfPuzzles { most }));
    }
    if search
        .difficulty
        .is_some_and(|difficulty| difficulty == 0 || difficulty > MOST_DIFFICULT)
    {
        let most = MOST_DIFFICULT;
        return Err(ApiError::invalid("difficulty", Invalid::Difficulty { most }));
    }
    let first = match &search.after {
        None => 0,
        Some(after) => {
            let place = puzzles::place(after);
            place.ok_or_else(|| ApiError::invalid("after", Invalid::NoSuchPuzzle))? + 1
        }
    };
    let is_wanted = |summary: &PuzzleSummary| {
        search.game.as_ref().is_none_or(|game| *game == summary.game)
            && (search.variant.is_none() || search.variant == summary.variant)
            && search
                .difficulty
                .is_none_or(|difficulty| difficulty == summary.difficulty)
    };
    let found = puzzles::all()[first..]
        .iter()
        .map(PuzzleSummary::from)
        .filter(is_wanted);
    // One more than asked for tells whether there are more.
    let mut found: Vec<PuzzleSummary> = found.take(limit as usize + 1).collect();
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let last = found.last().filter(|_| more);
    Ok(Json(PuzzlePage {
        next: last.map(|last| last.puzzle.clone()),
        puzzles: found,
    }))
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
    let known = puzzles::of_day(day.day.map_or_else(today, u64::from));
    Ok(Json(known.ok_or(NotFound::Puzzle)?.into()))
}

/// Look at a puzzle.
#[utoipa::path(get, path = "/api/puzzles/{puzzle}", responses((status = OK, body = PuzzleView)))]
async fn puzzle(Path(puzzle): Path<String>) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(known(&puzzle)?.into()))
}

/// What was played in a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleMoves {
    /// The moves from the puzzle's position, one's own and the replies.
    #[schema(max_items = 2000)]
    moves: Vec<String>,
}

/// What came of a try.
#[derive(Serialize, ToSchema)]
struct Tried {
    /// What it is.
    verdict: Verdict,
    /// What the other side plays: its longest resistance, or what is wrong with the try. Nothing if one's own turn goes
    /// on.
    reply: Vec<String>,
    /// The position after the reply.
    view: View,
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
    let known = known(&puzzle)?;
    let mut game = played.play(known)?;
    let nothing = || ApiError::invalid("moves", Invalid::NoTry);
    let tried = game.undo().ok_or_else(nothing)?;
    if game.turn() != Turn::Player(known.solver()) {
        return Err(ApiError::invalid("moves", Invalid::NotSolversMove));
    }
    let before = game.clone();
    let judged = app
        .ask_about_puzzle(move |stop| known.judge(&before, tried, stop))
        .await?;
    let mut reply = Vec::new();
    for mv in std::iter::once(tried).chain(judged.reply) {
        game.play(mv).map_err(ApiError::internal)?;
        reply.push(mv.to_string());
    }
    reply.remove(0);
    if judged.verdict == Verdict::Solved {
        app.note_solved(acting.person.id(), &known.name).await?;
    }
    let tried = Tried {
        verdict: judged.verdict,
        reply,
        view: View::of(&game),
    };
    Ok((acting.cookies, Json(tried)))
}

/// A hint for a puzzle.
#[derive(Serialize, ToSchema)]
struct PuzzleHint {
    /// Some moves, at least one of which wins.
    moves: Vec<String>,
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
    let known = known(&puzzle)?;
    let game = played.play(known)?;
    if game.turn() != Turn::Player(known.solver()) {
        return Err(ApiError::invalid("moves", Invalid::NotSolversTurn));
    }
    let moves = app.ask_about_puzzle(move |stop| known.hint(&game, stop)).await?;
    let moves = moves.ok_or(Conflict::NoWin)?;
    Ok(Json(PuzzleHint { moves }))
}

/// What solves a puzzle.
#[derive(Serialize, ToSchema)]
struct Solution {
    /// All first moves that win.
    solutions: Vec<String>,
    /// The quickest win against the longest resistance.
    line: Vec<String>,
}

/// What solves a puzzle?
#[utoipa::path(get, path = "/api/puzzles/{puzzle}/solution", responses((status = OK, body = Solution)))]
async fn solution(Path(puzzle): Path<String>) -> Result<Json<Solution>, ApiError> {
    let known = known(&puzzle)?;
    Ok(Json(Solution {
        solutions: known.puzzle.solutions.iter().map(ToString::to_string).collect(),
        line: known.puzzle.line.iter().map(ToString::to_string).collect(),
    }))
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

fn known(name: &str) -> Result<&'static KnownPuzzle, ApiError> {
    let place = puzzles::place(name).ok_or(NotFound::Puzzle)?;
    Ok(puzzles::all().get(place).ok_or(NotFound::Puzzle)?)
}

impl PuzzleMoves {
    fn play(&self, known: &KnownPuzzle) -> Result<Playthrough<AnyGame>, ApiError> {
        let mut game = Playthrough::new(known.puzzle.position.clone());
        play_moves(&mut game, &self.moves, "")?;
        Ok(game)
    }
}

impl App {
    /// Has a question about a puzzle answered on the engines' pool; it is dropped with the request.
    async fn ask_about_puzzle<T: Send + 'static>(
        &self,
        question: impl FnOnce(&std::sync::atomic::AtomicBool) -> T + Send + 'static,
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
