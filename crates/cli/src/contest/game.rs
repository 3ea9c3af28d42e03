//! One game of a match.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use halte_engine::Engine;
use halte_game::record::Ending;
use halte_game::{Outcome, Player, Playthrough, Turn};

use super::contestant::Contestant;
use super::entrant::Pace;
use super::hall::Held;
use super::opening::Opening;
use super::setup::Round;
use crate::fault::{Fault, FaultKind};
use crate::program::Clock;

/// A game as it went.
pub(super) struct Played<G: Engine> {
    pub(super) game: Playthrough<G>,
    /// What ended it.
    pub(super) end: End,
    /// How long the players thought, the first player first.
    pub(super) times: [Times; 2],
}

/// What ends a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The rules, repetition included.
    Rules,
    /// It went on for too long: a draw.
    Longest,
    /// This player's engine failed, and lost.
    Fault(Player, Fault),
}

impl End {
    /// How a record tells it; none if the rules ended the game.
    pub(super) fn in_record(&self) -> Option<Ending> {
        match self {
            End::Rules => None,
            End::Longest => Some(Ending::Adjudication(Outcome::Draw)),
            End::Fault(loser, fault) if fault.kind == FaultKind::Time => Some(Ending::Time { winner: !*loser }),
            End::Fault(loser, _) => Some(Ending::Adjudication(Outcome::Win(!*loser))),
        }
    }
}

/// How long an engine thought about its moves.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Times {
    pub(super) moves: u64,
    pub(super) total: Duration,
    pub(super) longest: Duration,
    /// Moves that took a fifth more than their limit of time, or longer.
    pub(super) over: u64,
}

impl Times {
    fn add(&mut self, time: Duration, limit: Option<Duration>) {
        self.moves += 1;
        self.total += time;
        self.longest = self.longest.max(time);
        self.over += u64::from(limit.is_some_and(|limit| time > limit + limit / 5));
    }

    /// Together with those of another game.
    pub(super) fn merge(&mut self, other: &Times) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.over += other.over;
    }
}

/// The engines at a table, the first player's first.
pub(super) type Engines<'a, 'e, G> = [&'a mut (dyn Contestant<G> + 'e); 2];

/// Plays a game of a match from its opening to its end; none if the match was ended.
pub(super) fn play<G: Engine>(
    held: &Held<'_, G::Options>,
    round: Round,
    opening: Opening<G>,
    mut engines: Engines<'_, '_, G>,
) -> Option<Played<G>> {
    let paces = Player::ALL.map(|player| held.setup.entrants[round.engine(player)].pace);
    let mut table = Table {
        opening,
        paces,
        clocks: paces.map(|pace| pace.clock),
        times: Default::default(),
    };
    let end = table.play(held, round, &mut engines);
    // An engine that was not heard to the end has not failed.
    if held.stop.load(Ordering::Relaxed) {
        return None;
    }
    Some(Played {
        game: table.opening.game,
        end: end?,
        times: table.times,
    })
}

/// A game under way.
struct Table<G: Engine> {
    opening: Opening<G>,
    paces: [Pace; 2],
    clocks: [Option<Clock>; 2],
    times: [Times; 2],
}

impl<G: Engine> Table<G> {
    /// Plays to the end; none if the match is ended before.
    fn play(&mut self, held: &Held<'_, G::Options>, round: Round, engines: &mut Engines<'_, '_, G>) -> Option<End> {
        for player in Player::ALL {
            if let Err(fault) = engines[player.index()].begin(round.number()) {
                return Some(End::Fault(player, fault));
            }
        }
        while !held.stop.load(Ordering::Relaxed) {
            let Opening { game, cards } = &mut self.opening;
            if held.arguments.queries {
                for player in Player::ALL {
                    if let Err(fault) = engines[player.index()].examine(game) {
                        return Some(End::Fault(player, fault));
                    }
                }
            }
            match game.turn() {
                Turn::Over(_) => return Some(End::Rules),
                _ if game.moves().len() >= held.setup.longest => return Some(End::Longest),
                Turn::Chance => game.play(cards.draw(game.position())?).ok()?,
                Turn::Player(player) => {
                    if let Err(fault) = self.make_move(player, &mut *engines[player.index()]) {
                        return Some(End::Fault(player, fault));
                    }
                }
            }
        }
        None
    }

    /// Lets a player think and move.
    fn make_move(&mut self, player: Player, engine: &mut dyn Contestant<G>) -> Result<(), Fault> {
        let started = Instant::now();
        let found = engine.best_move(&self.opening.game, self.clocks);
        let time = started.elapsed();
        let index = player.index();
        self.times[index].add(time, self.paces[index].limits.time);
        let mv = found?;
        if let Some(clock) = &mut self.clocks[index] {
            let Some(left) = clock.left.checked_sub(time) else {
                let (left, used) = (clock.left.as_secs_f64(), time.as_secs_f64());
                return Err(FaultKind::Time.because(format!("{left:.3} s left, {used:.3} s used")));
            };
            clock.left = left.saturating_add(clock.increment);
        }
        let played = self.opening.game.play(mv);
        played.map_err(|error| FaultKind::Illegal.because(error.to_string()))
    }
}
