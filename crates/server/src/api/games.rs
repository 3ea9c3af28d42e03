//! The games: who made them, their boards, and what can be played in any position.

use axum::extract::State;
use halte_answers::{BoardOf, Exploration, Explored, GameView, Objection, Wish};
use halte_game::board::Geometry;
use halte_games::GameId;
use http::HeaderName;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Json, Path, Query};
use crate::address::Origination;
use crate::caching::FOR_AN_HOUR;
use crate::error::ApiError;
use crate::state::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(people))
        .routes(routes!(board))
        .routes(routes!(explore))
        .routes(routes!(objection))
}

/// Which games are there?
#[utoipa::path(get, path = "/api/games", responses((status = OK, body = [GameView])))]
async fn games() -> ([(HeaderName, &'static str); 1], Json<Vec<GameView>>) {
    ([FOR_AN_HOUR], Json(halte_answers::games()))
}

/// Those at the tables of a game.
#[derive(Serialize, ToSchema)]
struct PeopleView {
    /// The game's name.
    game: &'static str,
    /// How many people play or look on now, each counted once by each server that they are at; guests are, who has not even
    /// that name is not.
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

/// The board of a game, which never changes.
#[utoipa::path(get, path = "/api/games/{game}/board", params(BoardOf), responses((status = OK, body = Geometry)))]
async fn board(
    Path(game): Path<String>,
    Query(of): Query<BoardOf>,
) -> Result<([(HeaderName, &'static str); 1], Json<Geometry>), ApiError> {
    Ok(([FOR_AN_HOUR], Json(halte_answers::board(&game, &of)?)))
}

/// Where does a line of play lead?
#[utoipa::path(post, path = "/api/explore", responses((status = OK, body = Explored)))]
async fn explore(
    State(app): State<Shared>,
    origination: Origination,
    Json(line): Json<Exploration>,
) -> Result<Json<Explored>, ApiError> {
    Ok(Json(app.reckon(&origination, move || line.explore()).await?))
}

/// Why can a move not be played?
#[utoipa::path(post, path = "/api/objection", responses((status = OK, body = Objection)))]
async fn objection(
    State(app): State<Shared>,
    origination: Origination,
    Json(wish): Json<Wish>,
) -> Result<Json<Objection>, ApiError> {
    Ok(Json(app.reckon(&origination, move || wish.objection()).await?))
}
