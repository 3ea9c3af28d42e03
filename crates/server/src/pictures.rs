//! Pictures of lines of play: drawn one at a time, away from everything else, so that no game waits for them.

use std::sync::Arc;
use std::time::Duration;

use halte_game::{Playthrough, draw};
use halte_games::AnyGame;
use halte_picture::{Format, PictureError};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::{ApiError, TooMany};
use crate::limits::RetryAfter;

/// The most moves of a picture that moves.
pub(crate) const MOST_MOVES: usize = 500;

/// How long one waits for others' pictures, and then stays away.
const PATIENCE: Duration = Duration::from_secs(10);
const RETRY: RetryAfter = RetryAfter(Duration::from_secs(5));

pub(crate) struct Pictures {
    /// One: a picture takes a core for a moment, and an engine's move needs it more.
    permits: Arc<Semaphore>,
    patience: Duration,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            permits: Arc::new(Semaphore::new(1)),
            patience: PATIENCE,
        }
    }
}

impl Pictures {
    /// The picture of a line of play: of its last position, or one that moves.
    pub(crate) async fn draw(&self, game: Playthrough<AnyGame>, format: Format) -> Result<Vec<u8>, ApiError> {
        let permit = timeout(self.patience, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = permit.map_err(|_| ApiError::too_many(|seconds| TooMany::Pictures { seconds }, RETRY))?;
        let permit = permit.map_err(ApiError::internal)?;
        // Dropped as soon as nobody waits any more.
        let waiting = Arc::new(());
        let waited_for = Arc::downgrade(&waiting);
        let task = tokio::task::spawn_blocking(move || {
            let picture = picture(&game, format, &|| waited_for.strong_count() > 0);
            // Not before: who goes away does not end the work at once.
            drop(permit);
            picture
        });
        task.await.map_err(ApiError::internal)?.map_err(ApiError::internal)
    }
}

/// The picture, with the last turn marked.
fn picture(game: &Playthrough<AnyGame>, format: Format, is_wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, PictureError> {
    let svg = |shown: &Playthrough<AnyGame>| {
        let mut drawing = halte_picture::drawing(shown);
        drawing.last = halte_picture::last_turn(shown, &drawing);
        draw::svg(&drawing)
    };
    match format {
        Format::Svg => Ok(svg(game).into_bytes()),
        Format::Png => halte_picture::png(&svg(game), format.zoom()),
        Format::Gif => halte_picture::gif(&halte_picture::frames(game, svg), format.zoom(), is_wanted),
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use halte_game::Game;

    use super::*;

    fn game() -> Playthrough<AnyGame> {
        Playthrough::new(AnyGame::start(&"move".parse().expect("a game")))
    }

    #[tokio::test]
    async fn one_picture_is_drawn_at_a_time() {
        let pictures = Pictures {
            patience: Duration::ZERO,
            ..Pictures::default()
        };
        let other = Arc::clone(&pictures.permits).acquire_owned().await.expect("a permit");
        let refused = pictures.draw(game(), Format::Svg).await;
        assert!(
            matches!(refused, Err(ApiError::TooMany(TooMany::Pictures { .. }))),
            "{refused:?}"
        );
        drop(other);
        assert!(pictures.draw(game(), Format::Svg).await.is_ok());
    }

    #[tokio::test]
    async fn who_goes_away_leaves_the_place_to_others() {
        let pictures = Pictures::default();
        {
            let mut gone = pin!(pictures.draw(game(), Format::Gif));
            let is_begun = gone.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending();
            assert!(is_begun);
            assert_eq!(pictures.permits.available_permits(), 0);
        }
        assert!(pictures.draw(game(), Format::Png).await.is_ok());
    }
}
