//! Puzzles: found, tried, solved. What solves them is not said before it is asked for.

mod collection;

use std::sync::atomic::AtomicBool;

use halte_engine::Clock;
use halte_game::{Player, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove};
use halte_table::View;
use serde::{Deserialize, Serialize};

use crate::lines::play_moves;
use crate::puzzles::collection::{KnownPuzzle, MOST_DIFFICULT};
use crate::{Invalid, Missing, Nothing, Unanswered};

pub use crate::puzzles::collection::Verdict;

/// Which puzzles to list.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Search {
    /// The game's name.
    pub game: Option<String>,
    /// The variant's name.
    pub variant: Option<String>,
    /// How hard they are, from 1 to 5.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 5))]
    pub difficulty: Option<u8>,
    /// The last puzzle of the page before.
    pub after: Option<String>,
    /// How many, 50 unless said otherwise.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 1000))]
    pub limit: Option<u32>,
}

const PAGE: u32 = 50;
const LONGEST_PAGE: u32 = 1000;

/// Some puzzles.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzlePage {
    /// The puzzles, by game, variant and difficulty.
    pub puzzles: Vec<PuzzleSummary>,
    /// The last puzzle of the page, if there are more.
    pub next: Option<String>,
}

/// What lists show of a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleSummary {
    /// Its name in addresses.
    pub puzzle: String,
    /// The game's name.
    #[cfg_attr(feature = "schema", schema(example = "mixtour"))]
    pub game: String,
    /// The variant's name; none if the game has no variants.
    pub variant: Option<String>,
    /// How hard it is among those of its variant, from 1 to 5.
    pub difficulty: u8,
    /// How many moves the quickest win takes against the longest resistance, those of both sides; in Fibonacci, steps.
    pub depth: usize,
    /// Who is to win.
    pub player: Player,
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
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleView {
    /// What it is.
    pub summary: PuzzleSummary,
    /// The position, and what can be done in it.
    pub view: View,
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
pub fn list(search: &Search) -> Result<PuzzlePage, Unanswered> {
    let limit = search.limit.unwrap_or(PAGE);
    if limit == 0 || limit > LONGEST_PAGE {
        let most = LONGEST_PAGE;
        return Err(Unanswered::invalid("limit", Invalid::PageOfPuzzles { most }));
    }
    if search
        .difficulty
        .is_some_and(|difficulty| difficulty == 0 || difficulty > MOST_DIFFICULT)
    {
        let most = MOST_DIFFICULT;
        return Err(Unanswered::invalid("difficulty", Invalid::Difficulty { most }));
    }
    let first = match &search.after {
        None => 0,
        Some(after) => {
            let place = collection::place(after);
            place.ok_or_else(|| Unanswered::invalid("after", Invalid::NoSuchPuzzle))? + 1
        }
    };
    let is_wanted = |summary: &PuzzleSummary| {
        search.game.as_ref().is_none_or(|game| *game == summary.game)
            && (search.variant.is_none() || search.variant == summary.variant)
            && search
                .difficulty
                .is_none_or(|difficulty| difficulty == summary.difficulty)
    };
    let found = collection::all()[first..]
        .iter()
        .map(PuzzleSummary::from)
        .filter(is_wanted);
    // One more than asked for tells whether there are more.
    let mut found: Vec<PuzzleSummary> = found.take(limit as usize + 1).collect();
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let last = found.last().filter(|_| more);
    Ok(PuzzlePage {
        next: last.map(|last| last.puzzle.clone()),
        puzzles: found,
    })
}

/// Of which day and game a puzzle is wanted.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Day {
    /// The day, counted from the first of January 1970; today in Greenwich unless said otherwise.
    #[cfg_attr(feature = "schema", param(maximum = 65535))]
    pub day: Option<u16>,
    /// The game's name; any game unless said otherwise.
    pub game: Option<String>,
}

/// The puzzle of a day; the same for everybody. Who has no clock knows no `today`.
pub fn of_day(asked: &Day, today: Option<u64>) -> Result<PuzzleView, Unanswered> {
    let day = asked.day.map(u64::from).or(today).ok_or(Missing::Puzzle)?;
    let known = collection::of_day(day, asked.game.as_deref()).ok_or(Missing::Puzzle)?;
    Ok(known.into())
}

/// What is known of a puzzle without looking at it.
pub fn summary(puzzle: &str) -> Result<PuzzleSummary, Unanswered> {
    Ok(known(puzzle)?.into())
}

/// The game that a puzzle is, with nothing played yet.
pub fn game(puzzle: &str) -> Result<Playthrough<AnyGame>, Unanswered> {
    Ok(Playthrough::new(known(puzzle)?.puzzle.position.clone()))
}

/// Look at a puzzle.
pub fn look(puzzle: &str) -> Result<PuzzleView, Unanswered> {
    Ok(known(puzzle)?.into())
}

/// What was played in a puzzle.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleMoves {
    /// The moves from the puzzle's position, one's own and the replies.
    #[cfg_attr(feature = "schema", schema(max_items = 2000))]
    pub moves: Vec<String>,
}

/// What came of a try.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tried {
    /// What it is.
    pub verdict: Verdict,
    /// What the other side plays: its longest resistance, or what is wrong with the try. Nothing if one's own turn goes
    /// on.
    pub reply: Vec<String>,
    /// How play would go on after the reply to a wrong try, to see what is wrong with it.
    pub rest: Vec<String>,
    /// The position after the reply.
    pub view: View,
}

/// A try that can be judged.
pub struct Attempt {
    known: &'static KnownPuzzle,
    before: Playthrough<AnyGame>,
    tried: AnyMove,
}

impl Attempt {
    /// The last of the moves as a try; those before it were tried before, with the replies.
    pub fn new(puzzle: &str, played: &PuzzleMoves) -> Result<Attempt, Unanswered> {
        let known = known(puzzle)?;
        let mut before = played.play(known)?;
        let nothing = || Unanswered::invalid("moves", Invalid::NoTry);
        let tried = before.undo().ok_or_else(nothing)?;
        if before.turn() != Turn::Player(known.solver()) {
            return Err(Unanswered::invalid("moves", Invalid::NotSolversMove));
        }
        Ok(Attempt { known, before, tried })
    }

    /// What comes of it.
    pub fn judge(&self, clock: &dyn Clock, stop: &AtomicBool) -> Tried {
        let judged = self.known.judge(&self.before, self.tried, clock, stop);
        let mut game = self.before.clone();
        for mv in std::iter::once(self.tried).chain(judged.reply.iter().copied()) {
            game.play(mv).expect("what is tried and replied is legal");
        }
        Tried {
            verdict: judged.verdict,
            reply: judged.reply.iter().map(ToString::to_string).collect(),
            rest: judged.rest.iter().map(ToString::to_string).collect(),
            view: View::of(&game),
        }
    }
}

/// A hint for a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleHint {
    /// Some moves, at least one of which wins.
    pub moves: Vec<String>,
}

/// A position in a puzzle in which somebody does not know what to do.
pub struct Doubt {
    known: &'static KnownPuzzle,
    game: Playthrough<AnyGame>,
}

impl Doubt {
    /// The position after some moves.
    pub fn new(puzzle: &str, played: &PuzzleMoves) -> Result<Doubt, Unanswered> {
        let known = known(puzzle)?;
        let game = played.play(known)?;
        if game.turn() != Turn::Player(known.solver()) {
            return Err(Unanswered::invalid("moves", Invalid::NotSolversTurn));
        }
        Ok(Doubt { known, game })
    }

    /// Which moves come into question?
    pub fn hint(&self, clock: &dyn Clock, stop: &AtomicBool) -> Result<PuzzleHint, Unanswered> {
        let moves = self.known.hint(&self.game, clock, stop).ok_or(Nothing::NoWin)?;
        Ok(PuzzleHint { moves })
    }
}

/// What solves a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solution {
    /// All first moves that win: in Mobius within as many moves as the line has, in Fibonacci within the turn.
    pub solutions: Vec<String>,
    /// The quickest win against the longest resistance.
    pub line: Vec<String>,
}

/// What solves a puzzle?
pub fn solution(puzzle: &str) -> Result<Solution, Unanswered> {
    let known = known(puzzle)?;
    Ok(Solution {
        solutions: known.puzzle.solutions.iter().map(ToString::to_string).collect(),
        line: known.puzzle.line.iter().map(ToString::to_string).collect(),
    })
}

fn known(name: &str) -> Result<&'static KnownPuzzle, Unanswered> {
    let place = collection::place(name).ok_or(Missing::Puzzle)?;
    Ok(collection::all().get(place).ok_or(Missing::Puzzle)?)
}

impl PuzzleMoves {
    fn play(&self, known: &KnownPuzzle) -> Result<Playthrough<AnyGame>, Unanswered> {
        let mut game = Playthrough::new(known.puzzle.position.clone());
        play_moves(&mut game, &self.moves, "")?;
        Ok(game)
    }
}
