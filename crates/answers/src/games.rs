//! The games: who made them, and their boards.

use halte_engine::{Engine, Level};
use halte_game::Named;
use halte_game::board::{Board, Geometry};
use halte_games::{AnyGame, GameId};
use halte_table::Credits;
use serde::{Deserialize, Serialize};

use crate::{Missing, Unanswered};

/// A game that can be played here.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameView {
    /// Who made it.
    pub about: Credits,
    /// The year it was published, where known.
    pub year: Option<u16>,
    /// One sentence about it, in English.
    pub summary: &'static str,
    /// The players' colours, the first player's first, in English.
    pub players: [&'static str; 2],
    /// The variants one would name in a list, the usual one first; none if there is only one.
    pub variants: Vec<VariantView>,
    /// Whether its rules know draws.
    pub has_draws: bool,
    /// Whether a turn may have several moves, its steps.
    pub has_steps: bool,
    /// The ratings of the engine's levels at the usual variant, level 1 first. They are fixed.
    pub ratings: Vec<u16>,
}

/// A variant of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VariantView {
    /// Its name.
    pub name: &'static str,
    /// What it is, in English.
    pub summary: &'static str,
    /// The ratings of the engine's levels, level 1 first. They are fixed.
    pub ratings: Vec<u16>,
}

/// The ratings of the levels at a variant; the usual one if none is named.
fn ratings(game: GameId, variant: Option<&str>) -> Vec<u16> {
    let options = game.options(variant);
    let rating = |level| options.as_ref().ok().map(|options| AnyGame::rating(options, level));
    Level::all().filter_map(rating).collect()
}

/// Which games are there?
pub fn games() -> Vec<GameView> {
    GameId::ALL.into_iter().map(view).collect()
}

fn view(game: GameId) -> GameView {
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
}

/// Which board of a game.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct BoardOf {
    /// The variant's name; the usual one if none is named.
    pub variant: Option<String>,
}

/// The board of a game, which never changes.
pub fn board(game: &str, of: &BoardOf) -> Result<Geometry, Unanswered> {
    let game: GameId = game.parse().map_err(|_| Missing::Game)?;
    let options = game.options(of.variant.as_deref());
    let options = options.map_err(|error| Unanswered::invalid("variant", error))?;
    Ok(AnyGame::geometry(&options))
}
