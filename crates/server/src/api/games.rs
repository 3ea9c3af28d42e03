//! The games: who made them, their boards, and what can be played in any position. No rule is computed in a browser.

use axum::extract::State;
use halte_engine::{Engine, Level};
use halte_game::board::{Board, Click, Geometry};
use halte_game::{Explain, Explanation, Game, Named, ParseError, Player, Playthrough, Turn};
use halte_games::{AnyFault, AnyGame, AnyOptions, GameId};
use halte_table::{Credits, Mover, View, wire};
use http::HeaderName;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Json, Path, Query};
use crate::caching::FOR_AN_HOUR;
use crate::error::{ApiError, Invalid, NotFound};
use crate::state::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(people))
        .routes(routes!(board))
        .routes(routes!(explore))
        .routes(routes!(objection))
}

/// A game that can be played here.
#[derive(Serialize, ToSchema)]
struct GameView {
    /// Who made it.
    about: Credits,
    /// The year it was published, where known.
    year: Option<u16>,
    /// One sentence about it, in English.
    summary: &'static str,
    /// The players' colours, the first player's first, in English.
    players: [&'static str; 2],
    /// The variants one would name in a list, the usual one first; none if there is only one.
    variants: Vec<VariantView>,
    /// Whether its rules know draws.
    has_draws: bool,
    /// Whether a turn may have several moves, its steps.
    has_steps: bool,
    /// The ratings of the engine's levels at the usual variant, level 1 first. They are fixed.
    ratings: Vec<u16>,
}

/// A variant of a game.
#[derive(Serialize, ToSchema)]
struct VariantView {
    /// Its name.
    name: &'static str,
    /// What it is, in English.
    summary: &'static str,
    /// The ratings of the engine's levels, level 1 first. They are fixed.
    ratings: Vec<u16>,
}

/// The ratings of the levels at a variant; the usual one if none is named.
fn ratings(game: GameId, variant: Option<&str>) -> Vec<u16> {
    let options = game.options(variant);
    let rating = |level| options.as_ref().ok().map(|options| AnyGame::rating(options, level));
    Level::all().filter_map(rating).collect()
}

/// Which games are there?
#[utoipa::path(get, path = "/api/games", responses((status = OK, body = [GameView])))]
async fn games() -> ([(HeaderName, &'static str); 1], Json<Vec<GameView>>) {
    let view = |game: GameId| {
        let about = game.about();
        GameView {
            about: Credits::of(game),
            year: about.year,
            summary: about.summary,
            players: about.players,
            variants: about
                .variants
                .iter()
                .map(|variant| VariantView {
                    name: variant.name,
                    summary: variant.summary,
                    ratings: ratings(game, Some(variant.name)),
                })
                .collect(),
            has_draws: about.has_draws,
            has_steps: AnyGame::has_steps(&game.standard()),
            ratings: ratings(game, None),
        }
    };
    ([FOR_AN_HOUR], Json(GameId::ALL.map(view).into()))
}

/// Those at the tables of a game.
#[derive(Serialize, ToSchema)]
struct PeopleView {
    /// The game's name.
    game: &'static str,
    /// How many people play or look on now, each counted once; guests are, who has not even that name is not.
    people: usize,
}

/// How many people are at the tables of each game now?
#[utoipa::path(get, path = "/api/games/people", responses((status = OK, body = [PeopleView])))]
async fn people(State(app): State<Shared>) -> Json<Vec<PeopleView>> {
    let view = |game: GameId| PeopleView {
        game: game.about().name,
        people: app.hall.people(game),
    };
    Json(GameId::ALL.map(view).into())
}

/// Which board of a game.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct BoardOf {
    /// The variant's name; the usual one if none is named.
    variant: Option<String>,
}

/// The board of a game, which never changes.
#[utoipa::path(get, path = "/api/games/{game}/board", params(BoardOf), responses((status = OK, body = Geometry)))]
async fn board(
    Path(game): Path<String>,
    Query(of): Query<BoardOf>,
) -> Result<([(HeaderName, &'static str); 1], Json<Geometry>), ApiError> {
    let game: GameId = game.parse().map_err(|_| NotFound::Game)?;
    let options = game.options(of.variant.as_deref());
    let options = options.map_err(|error| ApiError::invalid("variant", error))?;
    Ok(([FOR_AN_HOUR], Json(AnyGame::geometry(&options))))
}

/// A line of play to look at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Exploration {
    /// The game and its variant.
    #[schema(example = "mixtour 20/1")]
    game: String,
    /// The position to start from, if not the game's own.
    start: Option<String>,
    /// The moves from there, drawn cards among them.
    #[schema(max_items = 2000)]
    moves: Vec<String>,
}

/// Where a line of play leads.
#[derive(Serialize, ToSchema)]
struct Explored {
    /// The position, and what can be done in it.
    view: View,
    /// The player whose turn it is in the position's text.
    player: Player,
    /// Who made each of the moves.
    movers: Vec<Mover>,
    /// The cards that may be drawn now, if it is chance's turn.
    cards: Vec<String>,
    /// What came of the game, if it is over.
    outcome: Option<wire::Outcome>,
}

const MOST_MOVES: usize = 2000;

/// Where does a line of play lead?
#[utoipa::path(post, path = "/api/explore", responses((status = OK, body = Explored)))]
async fn explore(Json(line): Json<Exploration>) -> Result<Json<Explored>, ApiError> {
    let game = line.play("")?;
    let cards = match game.turn() {
        Turn::Chance => game.legal_moves(),
        Turn::Player(_) | Turn::Over(_) => Vec::new(),
    };
    Ok(Json(Explored {
        view: View::of(&game),
        player: game.position().player(),
        movers: game.steps().map(|(position, _)| mover(position.turn())).collect(),
        cards: cards.iter().map(ToString::to_string).collect(),
        outcome: game.turn().outcome().map(Into::into),
    }))
}

/// A move that somebody would like to make after a line of play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wish {
    line: Exploration,
    /// The move, in the game's notation.
    #[schema(example = "b2-c3")]
    r#move: Option<String>,
    /// Or what somebody pointed at to enter it.
    clicks: Option<Vec<Click>>,
}

/// What the rules object to a move.
#[derive(Serialize, ToSchema)]
struct Objection {
    /// The move, in the game's notation; nothing if it is none.
    r#move: Option<String>,
    /// Why it cannot be played; nothing if it can, or if it is no move.
    reason: Option<Explanation>,
}

/// Why can a move not be played?
#[utoipa::path(post, path = "/api/objection", responses((status = OK, body = Objection)))]
async fn objection(Json(wish): Json<Wish>) -> Result<Json<Objection>, ApiError> {
    let mut game = wish.line.play("line.")?;
    let options = game.position().options();
    let mv = match (wish.r#move, wish.clicks) {
        (Some(text), None) => match AnyGame::parse_move(&options, &text) {
            Ok(mv) => Some(mv),
            Err(bad) => {
                let reason = Some(bad.reason().explanation());
                return Ok(Json(Objection { r#move: None, reason }));
            }
        },
        (None, Some(clicks)) => AnyGame::entered(&options, &clicks),
        _ => return Err(ApiError::invalid("move", Invalid::MoveOrClicks)),
    };
    let reason = mv.and_then(|mv| game.play(mv).err());
    Ok(Json(Objection {
        r#move: mv.map(|mv| mv.to_string()),
        reason: reason.map(|illegal| illegal.reason().explanation()),
    }))
}

/// Who moves when it is somebody's turn.
fn mover(turn: Turn) -> Mover {
    match turn {
        Turn::Player(player) => player.into(),
        Turn::Chance | Turn::Over(_) => Mover::Chance,
    }
}

impl Exploration {
    /// Plays the line, or says which move is wrong; `place` stands before its fields in the request.
    pub(super) fn play(&self, place: &str) -> Result<Playthrough<AnyGame>, ApiError> {
        let options = options(&format!("{place}game"), &self.game)?;
        let start = start(&format!("{place}start"), &options, self.start.as_deref())?;
        let mut game = Playthrough::new(start);
        play_moves(&mut game, &self.moves, place)?;
        Ok(game)
    }
}

/// The game and variant of a name, which stands at this place in the request.
pub(super) fn options(at: &str, game: &str) -> Result<AnyOptions, ApiError> {
    let options = game.parse();
    options.map_err(|error: ParseError<AnyFault>| ApiError::invalid(at, error))
}

/// The position of a text, which stands at this place in the request; the game's own if there is none.
pub(super) fn start(at: &str, options: &AnyOptions, text: Option<&str>) -> Result<AnyGame, ApiError> {
    match text {
        Some(text) => AnyGame::parse(options, text).map_err(|error| ApiError::invalid(at, error)),
        None => Ok(AnyGame::start(options)),
    }
}

/// Plays moves on, or says which one is wrong; `place` stands before their field in the request.
pub(super) fn play_moves(game: &mut Playthrough<AnyGame>, moves: &[String], place: &str) -> Result<(), ApiError> {
    if moves.len() > MOST_MOVES {
        let (at, most) = (format!("{place}moves"), MOST_MOVES);
        return Err(ApiError::invalid(&at, Invalid::LineTooLong { most }));
    }
    let options = game.position().options();
    for (number, text) in moves.iter().enumerate() {
        let wrong = |invalid: Invalid| ApiError::invalid(&format!("{place}moves[{number}]"), invalid);
        let mv = AnyGame::parse_move(&options, text).map_err(|error| wrong(error.into()))?;
        game.play(mv).map_err(|error| wrong(error.into()))?;
    }
    Ok(())
}
