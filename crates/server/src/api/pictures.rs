//! Pictures of lines of play.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use halte_answers::{Exploration, Missing, NewPicture, Unanswered, puzzles};
use halte_games::GameId;
use halte_picture::Format;
use halte_table::TableId;
use http::{HeaderName, header};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Json, Path};
use crate::address::Origination;
use crate::caching::{ASK_AGAIN, FOR_AN_HOUR};
use crate::error::{ApiError, ErrorBody, Invalid, NotFound, TooMany};
use crate::pictures::{MOST_MOVES, SharedGame};
use crate::security::FOR_OTHER_SITES;
use crate::state::{App, Shared};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(draw))
        .routes(routes!(of_game))
        .routes(routes!(of_puzzle))
        .routes(routes!(of_table))
}

/// Have a line of play drawn.
///
/// The last turn is marked. Pictures are drawn one after the other; who would wait too long is told to come back.
#[utoipa::path(
    post, path = "/api/pictures",
    responses(
        (status = OK, content( (String = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"), )),
        (status = TOO_MANY_REQUESTS, body = ErrorBody, description = "Too many of one client, or of all at once"),
    )
)]
async fn draw(
    State(app): State<Shared>,
    origination: Origination,
    Json(new): Json<NewPicture>,
) -> Result<Response, ApiError> {
    let format = new.format;
    let game = app.reckon(&origination, move || new.line.play("line.")).await?;
    if format == Format::Gif && game.moves().len() > MOST_MOVES {
        let most = MOST_MOVES;
        return Err(ApiError::invalid("line.moves", Invalid::PictureTooLong { most }));
    }
    app.limit_pictures(&origination)?;
    let picture = app.pictures.draw(origination.client(), game, format).await;
    let picture = picture.inspect_err(|error| app.note_refusal(error))?;
    Ok(([(header::CONTENT_TYPE, format.content_type())], picture).into_response())
}

/// A picture that pages of other sites show.
type Preview = ([(HeaderName, &'static str); 3], Bytes);

/// A picture of a game.
///
/// A position in which one sees what it is about, as PNG: what other sites show of its page.
#[utoipa::path(
    get, path = "/api/games/{game}/picture",
    responses((status = OK, body = Vec<u8>, content_type = "image/png"))
)]
async fn of_game(
    State(app): State<Shared>,
    origination: Origination,
    Path(game): Path<String>,
) -> Result<Preview, ApiError> {
    let game: GameId = game.parse().map_err(|_| Unanswered::from(Missing::Game))?;
    let page = halte_library::page(game).unwrap_or_default();
    let Page { sample } = serde_json::from_str(&page).map_err(ApiError::internal)?;
    let game = sample.line().play("")?;
    app.preview(SharedGame { game, ending: None }, FOR_AN_HOUR, &origination)
        .await
}

/// What the page shows of a game, as far as it is drawn.
#[derive(Deserialize)]
struct Page {
    sample: Sample,
}

#[derive(Deserialize)]
struct Sample {
    game: String,
    start: String,
}

impl Sample {
    fn line(self) -> Exploration {
        Exploration {
            game: self.game,
            start: Some(self.start),
            moves: Vec::new(),
        }
    }
}

/// A picture of a puzzle.
///
/// Its position, as PNG: what other sites show of its page.
#[utoipa::path(
    get, path = "/api/puzzles/{puzzle}/picture", tag = "puzzles",
    responses((status = OK, body = Vec<u8>, content_type = "image/png"))
)]
async fn of_puzzle(
    State(app): State<Shared>,
    origination: Origination,
    Path(puzzle): Path<String>,
) -> Result<Preview, ApiError> {
    let game = puzzles::game(&puzzle)?;
    app.preview(SharedGame { game, ending: None }, FOR_AN_HOUR, &origination)
        .await
}

/// A picture of a table's game.
///
/// The position now, as PNG: what other sites show of its page.
#[utoipa::path(
    get, path = "/api/tables/{table}/picture", tag = "tables",
    responses((status = OK, body = Vec<u8>, content_type = "image/png"))
)]
async fn of_table(
    State(app): State<Shared>,
    origination: Origination,
    Path(table): Path<String>,
) -> Result<Preview, ApiError> {
    let table: TableId = table.parse().map_err(|_| NotFound::Table)?;
    let shared = app.hall.look(&table, |table| SharedGame {
        game: table.game().clone(),
        ending: table.ending(),
    });
    app.preview(shared.await?, ASK_AGAIN, &origination).await
}

impl App {
    fn limit_pictures(&self, origination: &Origination) -> Result<(), ApiError> {
        let what = |seconds| TooMany::Pictures { seconds };
        self.limit("pictures", what, &self.limiters.pictures, origination.client())
    }

    /// Counts that a picture was not drawn because others were.
    fn note_refusal(&self, error: &ApiError) {
        if matches!(error, ApiError::TooMany(_)) {
            self.metrics.refused("pictures");
        }
    }

    /// The picture of a line of play that other sites show. One that was drawn a short while ago costs nothing.
    async fn preview(
        &self,
        shared: SharedGame,
        caching: (HeaderName, &'static str),
        origination: &Origination,
    ) -> Result<Preview, ApiError> {
        let picture = match self.pictures.kept(&shared) {
            Some(picture) => picture,
            None => {
                self.limit_pictures(origination)?;
                let drawn = self.pictures.draw_shared(origination.client(), shared).await;
                drawn.inspect_err(|error| self.note_refusal(error))?
            }
        };
        let kind = (header::CONTENT_TYPE, Format::Png.content_type());
        Ok(([kind, caching, FOR_OTHER_SITES], picture))
    }
}
