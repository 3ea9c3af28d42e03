//! People with an account as everybody sees them: ratings, results, games.

use axum::extract::State;
use halte_table::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::summary::SummaryView;
use super::{Json, Path, Query};
use crate::error::{ApiError, NotFound};
use crate::state::{App, Shared};
use crate::store::{Account, Placing, Rating, Results, TableFilter, TableState};
use halte_answers::options;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(player))
        .routes(routes!(history))
        .routes(routes!(best))
}

/// How many games a player's page shows; the archive has the rest.
const RECENT: u32 = 20;

/// How many a ladder shows.
const BEST: u32 = 100;

/// A player's page.
#[derive(Serialize, ToSchema)]
struct PlayerView {
    /// The name, as its owner writes it.
    #[schema(example = "Anna")]
    name: String,
    /// The id, by which the archive finds the games.
    person: PersonId,
    /// When the account was made, in milliseconds since 1970.
    since: i64,
    /// The ratings, in the order of the games' names.
    ratings: Vec<RatingView>,
    /// What became of the games that are rated or that everybody sees, in the order of the games' names.
    results: Vec<Results>,
    /// The last games that everybody sees, the latest first.
    recent: Vec<SummaryView>,
}

/// A rating of Glicko-2.
#[derive(Serialize, ToSchema)]
pub(super) struct RatingView {
    /// Whose it is.
    player: String,
    /// The game and its variant.
    #[schema(example = "mixtour 20/1")]
    game: String,
    /// The strength; a newcomer has 1500.
    rating: f64,
    /// How unsure it is: the true strength lies within two of them, 19 times out of 20.
    deviation: f64,
    /// The games that count in it.
    games: u64,
    /// When it was changed last, in milliseconds since 1970.
    at: i64,
}

impl From<Placing> for RatingView {
    fn from(placing: Placing) -> RatingView {
        RatingView::new(placing.account, placing.ladder, placing.rating)
    }
}

impl RatingView {
    fn new(player: String, game: String, rating: Rating) -> RatingView {
        RatingView {
            player,
            game,
            rating: rating.rating,
            deviation: rating.deviation,
            games: rating.games,
            at: rating.at,
        }
    }
}

/// Of which game.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Ladder {
    /// The game and its variant.
    #[param(example = "mixtour 20/1")]
    game: String,
}

impl Ladder {
    fn name(&self) -> Result<String, ApiError> {
        Ok(options("game", &self.game)?.to_string())
    }
}

/// Who is this player?
///
/// Guests have no page. What the owner of an account played as a guest before is found by the owner alone.
#[utoipa::path(get, path = "/api/players/{name}", responses((status = OK, body = PlayerView)))]
async fn player(State(app): State<Shared>, Path(name): Path<String>) -> Result<Json<PlayerView>, ApiError> {
    let account = app.player(&name).await?;
    let person = PersonId::account(&account.name);
    let filter = TableFilter {
        state: Some(TableState::Over),
        listed: Some(true),
        person: Some(person.to_string()),
        ..TableFilter::default()
    };
    let ratings = app.store.ratings_of(&account.name).await?;
    Ok(Json(PlayerView {
        since: account.created_at,
        ratings: ratings.into_iter().map(RatingView::from).collect(),
        results: app.store.results_of(person.as_str()).await?,
        recent: SummaryView::all(app.store.tables(&filter, None, RECENT).await?)?,
        name: account.name,
        person,
    }))
}

/// How has a player's rating changed?
///
/// Every rating there has been, the first one first.
#[utoipa::path(
    get, path = "/api/players/{name}/ratings",
    params(Ladder),
    responses((status = OK, body = [RatingView]))
)]
async fn history(
    State(app): State<Shared>,
    Path(name): Path<String>,
    Query(ladder): Query<Ladder>,
) -> Result<Json<Vec<RatingView>>, ApiError> {
    let ladder = ladder.name()?;
    let account = app.player(&name).await?;
    let changes = app.store.rating_history(&account.name, &ladder).await?;
    // Not the tables: not everybody may know their names.
    let view =
        |change: crate::store::RatingChange| RatingView::new(account.name.clone(), ladder.clone(), change.rating);
    Ok(Json(changes.into_iter().map(view).collect()))
}

/// Who is best at a game?
#[utoipa::path(get, path = "/api/ratings", params(Ladder), responses((status = OK, body = [RatingView])))]
async fn best(State(app): State<Shared>, Query(ladder): Query<Ladder>) -> Result<Json<Vec<RatingView>>, ApiError> {
    let standings = app.store.best_of(&ladder.name()?, BEST).await?;
    Ok(Json(standings.into_iter().map(RatingView::from).collect()))
}

impl App {
    async fn player(&self, name: &str) -> Result<Account, ApiError> {
        let account = self.store.account(name).await?;
        let is_there = |account: &Account| account.gone_at.is_none();
        account.filter(is_there).ok_or(NotFound::Player.into())
    }
}
