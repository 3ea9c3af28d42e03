//! Whether a server loses anything when it is killed: visitors play as fast as they can while it is killed again and
//! again, and after each start everything they were told must be there, once and in order.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Result, bail};
use halte_game::Random;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::crowd::{Crowd, Habits, PATIENCE, State};
use crate::served::Serve;
use crate::site::Site;

/// What came of it.
#[derive(Debug)]
pub struct Survived {
    /// How often the server was killed.
    pub kills: u32,
    /// How many moves were acknowledged, and found again after the last start.
    pub moves: u64,
    /// How often a visitor found, after a start, that something was kept but its answer had been lost.
    pub unanswered: u64,
}

/// Everybody plays as fast as they can, and nobody says anything: a clock runs while there is no server.
const HABITS: Habits = Habits {
    spectators: 0,
    listens: false,
    thinking: Duration::ZERO,
    moves_per_remark: 0,
    tolerance: None,
};

/// Kills a server so many times while `games` games are played on it, a quarter of them against engines.
pub async fn survive(serve: &Serve, games: usize, kills: u32, seed: u64) -> Result<Survived> {
    let (told, state) = watch::channel(State::Gone);
    let crowd = Crowd::new(Site::new(serve.address), HABITS, state);
    let mut parties = JoinSet::new();
    for number in 0..games {
        parties.spawn(Arc::clone(&crowd).attend(number));
    }
    let mut random = Random::new(seed);
    for kill in 0..kills {
        let server = serve.start().await?;
        told.send_replace(State::There(kill));
        // Some are killed while the visitors are still coming back, some after they have played for a while.
        let moves = random.below(2 * games) as u64;
        tokio::select! {
            () = crowd.have_played(moves) => {}
            () = tokio::time::sleep(PATIENCE) => bail!("the games do not go on"),
            Some(party) = parties.join_next() => {
                party??;
                bail!("a visitor went home");
            }
        }
        told.send_replace(State::Gone);
        server.kill().await?;
    }
    let server = serve.start().await?;
    told.send_replace(State::Closing);
    while let Some(party) = parties.join_next().await {
        party??;
    }
    for room in crowd.rooms() {
        crowd.check(&room, &crowd.site).await?;
    }
    server.kill().await?;
    Ok(Survived {
        kills,
        moves: crowd.tally.moves.load(Ordering::Relaxed),
        unanswered: crowd.tally.unanswered.load(Ordering::Relaxed),
    })
}
