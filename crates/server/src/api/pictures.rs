//! Pictures of lines of play.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use halte_answers::Exploration;
use halte_picture::Format;
use http::header;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Json;
use crate::address::Origination;
use crate::error::{ApiError, ErrorBody, Invalid, TooMany};
use crate::pictures::MOST_MOVES;
use crate::state::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(draw))
}

/// What to draw.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPicture {
    /// As what.
    #[serde(with = "PictureFormat")]
    #[schema(value_type = PictureFormat)]
    format: Format,
    /// The line of play.
    line: Exploration,
}

/// What a picture is written as.
#[derive(Deserialize, ToSchema)]
#[serde(remote = "Format", rename_all = "snake_case")]
enum PictureFormat {
    /// The last position, as shapes.
    Svg,
    /// The last position, as pixels.
    Png,
    /// Every move, as pixels that move; a line of at most 500 moves.
    Gif,
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
    let game = new.line.play("line.")?;
    if format == Format::Gif && game.moves().len() > MOST_MOVES {
        let most = MOST_MOVES;
        return Err(ApiError::invalid("line.moves", Invalid::PictureTooLong { most }));
    }
    app.limit(
        "pictures",
        |seconds| TooMany::Pictures { seconds },
        &app.limiters.pictures,
        &origination,
    )?;
    let picture = app.pictures.draw(game, format).await.inspect_err(|error| {
        if matches!(error, ApiError::TooMany(_)) {
            app.metrics.refused("pictures");
        }
    })?;
    Ok(([(header::CONTENT_TYPE, format.content_type())], picture).into_response())
}
