//! Pictures of lines of play: drawn one at a time, away from everything else, so that no game waits for them, and every
//! client's in turn. One that moves gives way to others after each of its frames.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use halte_game::record::Ending;
use halte_game::{Game, Playthrough};
use halte_games::AnyGame;
use halte_picture::{Format, PictureError, svg};
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{ApiError, TooMany};
use crate::limits::{Client, RetryAfter, Turns};
use crate::lock;

/// The most moves of a picture that moves.
pub(crate) const MOST_MOVES: usize = 500;

/// How long one waits for others' pictures, and then stays away.
const PATIENCE: Duration = Duration::from_secs(10);
const RETRY: RetryAfter = RetryAfter(Duration::from_secs(5));

/// How many pictures one client waits for at once, the one that is drawn among them.
const OF_CLIENT: usize = 3;

/// How many pictures that move are under way at once, each with a thread that waits most of the time.
const MOVING: usize = 8;

/// How many pictures are kept, and how many bytes of them: whoever reads a link wants the same one.
const KEPT: usize = 64;
const KEPT_BYTES: usize = 8 << 20;

/// What a picture shows, as a hash.
type Shown = [u8; 32];

pub(crate) struct Pictures {
    /// One: a picture takes a core for a moment, and an engine's move needs it more.
    pencil: Arc<Semaphore>,
    moving: Arc<Semaphore>,
    patience: Duration,
    /// Those whom each client waits for, and the one of them that is drawn.
    places: Turns<Client>,
    turns: Turns<Client>,
    /// The last pictures of shared pages. What people have drawn does not drive them out.
    shared: Mutex<Kept>,
    drawn: Mutex<Kept>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            pencil: Arc::new(Semaphore::new(1)),
            moving: Arc::new(Semaphore::new(MOVING)),
            patience: PATIENCE,
            places: Turns::new(OF_CLIENT),
            turns: Turns::new(1),
            shared: Mutex::default(),
            drawn: Mutex::default(),
        }
    }
}

/// The last pictures, the oldest first.
#[derive(Default)]
struct Kept(VecDeque<(Shown, Bytes)>);

impl Kept {
    fn find(&self, shown: &Shown) -> Option<Bytes> {
        let found = self.0.iter().find(|(known, _)| known == shown);
        found.map(|(_, picture)| picture.clone())
    }

    fn add(&mut self, shown: Shown, picture: Bytes) {
        self.0.push_back((shown, picture));
        let bytes = |kept: &VecDeque<(Shown, Bytes)>| kept.iter().map(|(_, picture)| picture.len()).sum::<usize>();
        while self.0.len() > KEPT || bytes(&self.0) > KEPT_BYTES {
            self.0.pop_front();
        }
    }
}

impl Pictures {
    /// The picture of a line of play that is shared, if it was drawn a short while ago.
    pub(crate) fn kept(&self, shared: &SharedGame) -> Option<Bytes> {
        lock(&self.shared).find(&shared.shown())
    }

    /// Draws the picture of a line of play that is shared for a client, and keeps it for a while. Who waited for another
    /// one may find that it was the same.
    pub(crate) async fn draw_shared(&self, client: Client, shared: SharedGame) -> Result<Bytes, ApiError> {
        let shown = shared.shown();
        self.take_turn(client, &self.shared, shown, None, move |_| {
            halte_picture::png(&svg(&shared.game, shared.ending), Format::Png.zoom())
        })
        .await
    }

    /// The picture of a line of play for a client: of its last position, or one that moves.
    pub(crate) async fn draw(
        &self,
        client: Client,
        game: Playthrough<AnyGame>,
        format: Format,
    ) -> Result<Bytes, ApiError> {
        let shown = shown(&game, None, &format!("{format:?}"));
        let moving = (format == Format::Gif).then_some(&self.moving);
        self.take_turn(client, &self.drawn, shown, moving, move |goes_on| {
            picture(&game, format, goes_on)
        })
        .await
    }

    /// Draws something when it is its turn, unless it is kept by then. What is drawn asks after each piece whether it goes
    /// on: others may draw then, and it does not if nobody waits any more.
    async fn take_turn(
        &self,
        client: Client,
        kept: &Mutex<Kept>,
        shown: Shown,
        moving: Option<&Arc<Semaphore>>,
        draw: impl FnOnce(&dyn Fn() -> bool) -> Result<Vec<u8>, PictureError> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        let too_many = || ApiError::too_many(|seconds| TooMany::Pictures { seconds }, RETRY);
        let find = || lock(kept).find(&shown);
        if let Some(picture) = find() {
            return Ok(picture);
        }
        let place = self.places.try_take(client).ok_or_else(too_many)?;
        let wait = async {
            let turn = self.turns.take(client).await;
            let moving = match moving {
                Some(moving) => Some(Arc::clone(moving).acquire_owned().await),
                None => None,
            };
            (turn, moving, Arc::clone(&self.pencil).acquire_owned().await)
        };
        let waited = timeout(self.patience, wait).await;
        let (turn, moving, pencil) = waited.map_err(|_| too_many())?;
        let pencil = Pencil::new(&self.pencil, pencil.map_err(ApiError::internal)?);
        if let Some(picture) = find() {
            return Ok(picture);
        }
        // Dropped as soon as nobody waits any more.
        let waiting = Arc::new(());
        let waited_for = Arc::downgrade(&waiting);
        let task = tokio::task::spawn_blocking(move || {
            let picture = draw(&|| {
                pencil.lend();
                waited_for.strong_count() > 0
            });
            // Not before: who goes away does not end the work at once.
            (picture, (pencil, moving, turn, place))
        });
        let (picture, held) = task.await.map_err(ApiError::internal)?;
        let picture = Bytes::from(picture.map_err(ApiError::internal)?);
        lock(kept).add(shown, picture.clone());
        // Who draws next finds it, if it is the same.
        drop(held);
        Ok(picture)
    }
}

/// The right to draw, which can be lent to those who wait.
struct Pencil {
    all: Arc<Semaphore>,
    own: Cell<Option<OwnedSemaphorePermit>>,
    runtime: Handle,
}

impl Pencil {
    fn new(all: &Arc<Semaphore>, own: OwnedSemaphorePermit) -> Pencil {
        Pencil {
            all: Arc::clone(all),
            own: Cell::new(Some(own)),
            runtime: Handle::current(),
        }
    }

    /// Lets all draw who wait already, each one piece.
    fn lend(&self) {
        drop(self.own.take());
        // Nobody closes it.
        self.own
            .set(self.runtime.block_on(Arc::clone(&self.all).acquire_owned()).ok());
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
        shown(&self.game, self.ending, "shared")
    }
}

/// What looks different differs in this.
fn shown(game: &Playthrough<AnyGame>, ending: Option<Ending>, format: &str) -> Shown {
    let mut text = format!("{format} {} {} {ending:?}", game.position().options(), game.start());
    for mv in game.moves() {
        text += &format!(" {mv}");
    }
    Sha256::digest(text).into()
}

/// The picture, with the last turn marked.
fn picture(game: &Playthrough<AnyGame>, format: Format, goes_on: &dyn Fn() -> bool) -> Result<Vec<u8>, PictureError> {
    match format {
        Format::Svg => Ok(svg(game, None).into_bytes()),
        Format::Png => halte_picture::png(&svg(game, None), format.zoom()),
        Format::Gif => {
            let frames = halte_picture::frames(game, |game| svg(game, None));
            halte_picture::gif(&frames, format.zoom(), goes_on)
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

    fn client(number: u8) -> Client {
        std::net::IpAddr::from([10, 0, 0, number]).into()
    }

    fn is_refused<T: std::fmt::Debug>(result: &Result<T, ApiError>) -> bool {
        matches!(result, Err(ApiError::TooMany(TooMany::Pictures { .. })))
    }

    #[tokio::test]
    async fn one_picture_is_drawn_at_a_time() {
        let pictures = Pictures {
            patience: Duration::ZERO,
            ..Pictures::default()
        };
        let other = Arc::clone(&pictures.pencil).acquire_owned().await.expect("a permit");
        let refused = pictures.draw(client(1), game(), Format::Svg).await;
        assert!(is_refused(&refused), "{refused:?}");
        drop(other);
        assert!(pictures.draw(client(1), game(), Format::Svg).await.is_ok());
    }

    /// Who wants many waits for themselves: others have theirs as soon as what is drawn is.
    #[tokio::test]
    async fn every_client_has_its_turn() {
        let pictures = Pictures::default();
        let other = Arc::clone(&pictures.pencil).acquire_owned().await.expect("a permit");
        let mut waiting = Vec::new();
        let draw = |number: u8, choice: usize| {
            let mut game = game();
            let mv = game.legal_moves()[choice];
            game.play(mv).expect("a legal move");
            Box::pin(pictures.draw(client(number), game, Format::Svg))
        };
        let mut context = Context::from_waker(Waker::noop());
        for choice in 0..=OF_CLIENT {
            let mut draw = draw(1, choice);
            match draw.as_mut().poll(&mut context) {
                std::task::Poll::Pending => waiting.push(draw),
                std::task::Poll::Ready(done) => assert!(is_refused(&done) && waiting.len() == OF_CLIENT, "{done:?}"),
            }
        }
        assert_eq!(waiting.len(), OF_CLIENT);
        let mut ada = draw(2, 9);
        assert!(ada.as_mut().poll(&mut context).is_pending());
        drop(other);
        // The first one's second and third stand behind their own first one, and not before Ada.
        let first = waiting.remove(0);
        assert!(first.await.is_ok());
        assert!(ada.await.is_ok());
    }

    /// A picture that moves lends the pencil after each frame.
    #[tokio::test]
    async fn small_pictures_come_between_the_frames() {
        let pictures = Pictures::default();
        let mut long = game();
        while long.moves().len() < 60 && !long.turn().is_over() {
            let mv = long.legal_moves()[0];
            long.play(mv).expect("a legal move");
        }
        assert!(long.moves().len() > 10, "there is something to come between");
        let mut gif = pin!(pictures.draw(client(1), long, Format::Gif));
        assert!(gif.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        let small = pictures.draw(client(2), game(), Format::Svg);
        match futures_util::future::select(pin!(small), gif).await {
            futures_util::future::Either::Left((small, _)) => assert!(small.is_ok()),
            futures_util::future::Either::Right(_) => panic!("the small one waited for all frames"),
        }
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
        let drawn = pictures.draw_shared(client(1), start.clone()).await.expect("a picture");
        assert_eq!(pictures.kept(&start), Some(drawn.clone()));
        assert!(pictures.kept(&other).is_none());
        for number in 0..KEPT {
            lock(&pictures.shared).add([number as u8; 32], Bytes::new());
        }
        pictures.draw_shared(client(1), other.clone()).await.expect("a picture");
        assert!(pictures.kept(&other).is_some_and(|picture| picture != drawn));
        assert_eq!(lock(&pictures.shared).0.len(), KEPT);
        assert!(pictures.kept(&start).is_none(), "the oldest went");
    }

    #[tokio::test]
    async fn many_who_want_the_same_picture_have_it_drawn_once() {
        let pictures = Pictures::default();
        let all = (0..20).map(|number| pictures.draw_shared(client(number), shared(None, None)));
        let drawn = futures_util::future::join_all(all).await;
        assert!(drawn.iter().all(Result::is_ok));
        assert_eq!(lock(&pictures.shared).0.len(), 1);
    }

    #[tokio::test]
    async fn a_game_that_was_given_up_looks_like_it() {
        let pictures = Pictures::default();
        let resigned = Ending::Resignation { winner: Player::Second };
        let goes_on = pictures
            .draw_shared(client(1), shared(Some("d5"), None))
            .await
            .expect("a picture");
        let is_over = pictures
            .draw_shared(client(1), shared(Some("d5"), Some(resigned)))
            .await;
        assert_ne!(is_over.expect("a picture"), goes_on);
    }

    #[tokio::test]
    async fn who_goes_away_leaves_the_place_to_others() {
        let pictures = Pictures::default();
        {
            let mut gone = pin!(pictures.draw(client(1), game(), Format::Gif));
            let is_begun = gone.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending();
            assert!(is_begun);
            assert_eq!(pictures.pencil.available_permits(), 0);
        }
        assert!(pictures.draw(client(1), game(), Format::Png).await.is_ok());
    }
}
