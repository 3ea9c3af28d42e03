//! Lines of play: where they lead, and why a move cannot be played.

use halte_game::board::{Board, Click};
use halte_game::{Explain, Explanation, Game, Player, Playthrough, Turn};
use halte_games::{AnyFault, AnyGame, AnyOptions};
use halte_table::{Mover, View, wire};
use serde::{Deserialize, Serialize};

use crate::{Invalid, Unanswered};

/// A line of play to look at.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Exploration {
    /// The game and its variant.
    #[cfg_attr(feature = "schema", schema(example = "mixtour 20/1"))]
    pub game: String,
    /// The position to start from, if not the game's own.
    pub start: Option<String>,
    /// The moves from there, drawn cards among them.
    #[cfg_attr(feature = "schema", schema(max_items = 2000))]
    pub moves: Vec<String>,
}

/// Where a line of play leads.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explored {
    /// The position, and what can be done in it.
    pub view: View,
    /// The player whose turn it is in the position's text.
    pub player: Player,
    /// Who made each of the moves.
    pub movers: Vec<Mover>,
    /// The cards that may be drawn now, if it is chance's turn.
    pub cards: Vec<String>,
    /// What came of the game, if it is over.
    pub outcome: Option<wire::Outcome>,
}

/// The most moves of a line.
const MOST_MOVES: usize = 2000;

/// A move that somebody would like to make after a line of play.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The line of play.
    pub line: Exploration,
    /// The move, in the game's notation.
    #[cfg_attr(feature = "schema", schema(example = "b2-c3"))]
    pub r#move: Option<String>,
    /// Or what somebody pointed at to enter it.
    pub clicks: Option<Vec<Click>>,
}

/// What the rules object to a move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Objection {
    /// The move, in the game's notation; nothing if it is none.
    pub r#move: Option<String>,
    /// Why it cannot be played; nothing if it can, or if it is no move.
    pub reason: Option<Explanation>,
}

impl Exploration {
    /// Where does it lead?
    pub fn explore(&self) -> Result<Explored, Unanswered> {
        let game = self.play("")?;
        let cards = match game.turn() {
            Turn::Chance => game.legal_moves(),
            Turn::Player(_) | Turn::Over(_) => Vec::new(),
        };
        Ok(Explored {
            view: View::of(&game),
            player: game.position().player(),
            movers: game.steps().map(|(position, _)| mover(position.turn())).collect(),
            cards: cards.iter().map(ToString::to_string).collect(),
            outcome: game.turn().outcome().map(Into::into),
        })
    }

    /// Plays the line, or says which move is wrong; `place` stands before its fields in the question.
    pub fn play(&self, place: &str) -> Result<Playthrough<AnyGame>, Unanswered> {
        let options = options(&format!("{place}game"), &self.game)?;
        let start = start(&format!("{place}start"), &options, self.start.as_deref())?;
        let mut game = Playthrough::new(start);
        play_moves(&mut game, &self.moves, place)?;
        Ok(game)
    }
}

impl Wish {
    /// Why can it not be played?
    pub fn objection(self) -> Result<Objection, Unanswered> {
        let mut game = self.line.play("line.")?;
        let options = game.position().options();
        let mv = match (self.r#move, self.clicks) {
            (Some(text), None) => match AnyGame::parse_move(&options, &text) {
                Ok(mv) => Some(mv),
                Err(bad) => {
                    let reason = Some(bad.reason().explanation());
                    return Ok(Objection { r#move: None, reason });
                }
            },
            (None, Some(clicks)) => AnyGame::entered(&options, &clicks),
            _ => return Err(Unanswered::invalid("move", Invalid::MoveOrClicks)),
        };
        let reason = mv.and_then(|mv| game.play(mv).err());
        Ok(Objection {
            r#move: mv.map(|mv| mv.to_string()),
            reason: reason.map(|illegal| illegal.reason().explanation()),
        })
    }
}

/// Who moves when it is somebody's turn.
fn mover(turn: Turn) -> Mover {
    match turn {
        Turn::Player(player) => player.into(),
        Turn::Chance | Turn::Over(_) => Mover::Chance,
    }
}

/// The game and variant of a name, which stands at this place in the question.
pub fn options(at: &str, game: &str) -> Result<AnyOptions, Unanswered> {
    let options = game.parse();
    options.map_err(|error: halte_game::ParseError<AnyFault>| Unanswered::invalid(at, error))
}

/// The position of a text, which stands at this place in the question; the game's own if there is none.
pub(crate) fn start(at: &str, options: &AnyOptions, text: Option<&str>) -> Result<AnyGame, Unanswered> {
    match text {
        Some(text) => AnyGame::parse(options, text).map_err(|error| Unanswered::invalid(at, error)),
        None => Ok(AnyGame::start(options)),
    }
}

/// Whether a line, which stands at this place in the question, may have so many moves.
pub(crate) fn check_length(moves: usize, at: &str) -> Result<(), Unanswered> {
    let most = MOST_MOVES;
    let too_long = || Unanswered::invalid(at, Invalid::LineTooLong { most });
    (moves <= most).then_some(()).ok_or_else(too_long)
}

/// Plays moves on, or says which one is wrong; `place` stands before their field in the question.
pub(crate) fn play_moves(game: &mut Playthrough<AnyGame>, moves: &[String], place: &str) -> Result<(), Unanswered> {
    check_length(moves.len(), &format!("{place}moves"))?;
    let options = game.position().options();
    for (number, text) in moves.iter().enumerate() {
        let wrong = |invalid: Invalid| Unanswered::invalid(&format!("{place}moves[{number}]"), invalid);
        let mv = AnyGame::parse_move(&options, text).map_err(|error| wrong(error.into()))?;
        game.play(mv).map_err(|error| wrong(error.into()))?;
    }
    Ok(())
}
