//! Pictures of lines of play: drawn one at a time, away from everything else, so that no game waits for them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use halte_game::record::Ending;
use halte_game::{Game, Playthrough};
use halte_games::AnyGame;
use halte_picture::{Format, PictureError, svg};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::{ApiError, TooMany};
use crate::limits::RetryAfter;
use crate::lock;

/// The most moves of a picture that moves.
pub(crate) const MOST_MOVES: usize = 500;

/// How long one waits for others' pictures, and then stays away.
const PATIENCE: Duration = Duration::from_secs(10);
const RETRY: RetryAfter = RetryAfter(Duration::from_secs(5));

/// How many pictures of shared pages are kept, some tens of kilobytes each: whoever reads a link wants the same one.
const KEPT: usize = 64;

/// What a picture shows, as a hash.
type Shown = [u8; 32];

pub(crate) struct Pictures {
    /// One: a picture takes a core for a moment, and an engine's move needs it more.
    permits: Arc<Semaphore>,
    patience: Duration,
    /// The last pictures of shared pages, the oldest first, and held by whoever draws another one.
    kept: Mutex<VecDeque<(Shown, Bytes)>>,
    sharing: tokio::sync::Mutex<()>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            permits: Arc::new(Semaphore::new(1)),
            patience: PATIENCE,
            kept: Mutex::default(),
            sharing: tokio::sync::Mutex::default(),
        }
    }
}

impl Pictures {
    /// The picture of a line of play that is shared, if it was drawn a short while ago.
    pub(crate) fn kept(&self, shared: &SharedGame) -> Option<Bytes> {
        let shown = shared.shown();
        let kept = lock(&self.kept);
        kept.iter()
            .find(|(known, _)| *known == shown)
            .map(|(_, picture)| picture.clone())
    }

    /// Draws the picture of a line of play that is shared, and keeps it for a while. Who waited for another one may find
    /// that it was the same.
    pub(crate) async fn draw_shared(&self, shared: SharedGame) -> Result<Bytes, ApiError> {
        let _alone = self.sharing.lock().await;
        if let Some(picture) = self.kept(&shared) {
            return Ok(picture);
        }
        let shown = shared.shown();
        let draw =
            move |_: &dyn Fn() -> bool| halte_picture::png(&svg(&shared.game, shared.ending), Format::Png.zoom());
        let picture = Bytes::from(self.take_turn(draw).await?);
        let mut kept = lock(&self.kept);
        kept.push_back((shown, picture.clone()));
        while kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(picture)
    }

    /// The picture of a line of play: of its last position, or one that moves.
    pub(crate) async fn draw(&self, game: Playthrough<AnyGame>, format: Format) -> Result<Vec<u8>, ApiError> {
        self.take_turn(move |is_wanted| picture(&game, format, is_wanted)).await
    }

    /// Draws something when it is its turn. It is told whether anybody still waits.
    async fn take_turn(
        &self,
        draw: impl FnOnce(&dyn Fn() -> bool) -> Result<Vec<u8>, PictureError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let permit = timeout(self.patience, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = permit.map_err(|_| ApiError::too_many(|seconds| TooMany::Pictures { seconds }, RETRY))?;
        let permit = permit.map_err(ApiError::internal)?;
        // Dropped as soon as nobody waits any more.
        let waiting = Arc::new(());
        let waited_for = Arc::downgrade(&waiting);
        let task = tokio::task::spawn_blocking(move || {
            let picture = draw(&|| waited_for.strong_count() > 0);
            // Not before: who goes away does not end the work at once.
            drop(permit);
            picture
        });
        task.await.map_err(ApiError::internal)?.map_err(ApiError::internal)
    }
}

/// A line of play that is shared, and how its game ended, if it did.
#[derive(Clone)]
pub(crate) struct SharedGame {
    pub game: Playthrough<AnyGame>,
    pub ending: Option<Ending>,
}

impl SharedGame {
    /// What looks different differs in this.
    fn shown(&self) -> Shown {
        let mut text = format!(
            "{} {} {:?}",
            self.game.position().options(),
            self.game.start(),
            self.ending
        );
        for mv in self.game.moves() {
            text += &format!(" {mv}");
        }
        Sha256::digest(text).into()
    }
}

/// The picture, with the last turn marked.
fn picture(game: &Playthrough<AnyGame>, format: Format, is_wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, PictureError> {
    match format {
        Format::Svg => Ok(svg(game, None).into_bytes()),
        Format::Png => halte_picture::png(&svg(game, None), format.zoom()),
        Format::Gif => {
            let frames = halte_picture::frames(game, |game| svg(game, None));
            halte_picture::gif(&frames, format.zoom(), is_wanted)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use halte_game::{Game, Player};

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

    fn shared(move_text: Option<&str>, ending: Option<Ending>) -> SharedGame {
        let mut game = game();
        if let Some(text) = move_text {
            game.play_text(text).expect("a move");
        }
        SharedGame { game, ending }
    }

    #[tokio::test]
    async fn shared_pictures_are_kept_for_a_while() {
        let pictures = Pictures::default();
        let (start, other) = (shared(None, None), shared(Some("d5"), None));
        assert!(pictures.kept(&start).is_none());
        let drawn = pictures.draw_shared(start.clone()).await.expect("a picture");
        assert_eq!(pictures.kept(&start), Some(drawn.clone()));
        assert!(pictures.kept(&other).is_none());
        for number in 0..KEPT {
            lock(&pictures.kept).push_back(([number as u8; 32], Bytes::new()));
        }
        pictures.draw_shared(other.clone()).await.expect("a picture");
        assert!(pictures.kept(&other).is_some_and(|picture| picture != drawn));
        assert_eq!(lock(&pictures.kept).len(), KEPT);
        assert!(pictures.kept(&start).is_none(), "the oldest went");
    }

    #[tokio::test]
    async fn many_who_want_the_same_picture_have_it_drawn_once() {
        let pictures = Pictures::default();
        let all = (0..20).map(|_| pictures.draw_shared(shared(None, None)));
        let drawn = futures_util::future::join_all(all).await;
        assert!(drawn.iter().all(Result::is_ok));
        assert_eq!(lock(&pictures.kept).len(), 1);
    }

    #[tokio::test]
    async fn a_game_that_was_given_up_looks_like_it() {
        let pictures = Pictures::default();
        let resigned = Ending::Resignation { winner: Player::Second };
        let goes_on = pictures.draw_shared(shared(Some("d5"), None)).await.expect("a picture");
        let is_over = pictures.draw_shared(shared(Some("d5"), Some(resigned))).await;
        assert_ne!(is_over.expect("a picture"), goes_on);
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
