//! The players' clocks: what they show, whose is running, and how much of the time was the network's.

use halte_game::Player;

use crate::{ClockTerms, Moment, Span};

/// How much lag a player is given at most at a time, and how much of it comes back with each turn: enough for a slow
/// network, too little to think in. Untested guesses, of the size that lichess uses.
const MOST_LAG: Span = Span(1000);
const LAG_REGAINED: Span = Span(100);

/// The players' clocks at some moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    terms: ClockTerms,
    /// What each player had left at `since`.
    left: [Span; 2],
    /// How much lag each player may still be given.
    allowance: [Span; 2],
    /// The first move at which a turn of each player must begin to be given lag: every turn is given some once, however
    /// many steps it has, and whatever is taken back and played again.
    lag_from: [usize; 2],
    /// Whose clock runs.
    running: Option<Player>,
    since: Moment,
    /// What the clocks showed when something last happened, be it talk, and when that was: without what was excused.
    shown: ([Span; 2], Moment),
}

impl Clock {
    pub(crate) fn new(terms: ClockTerms) -> Clock {
        let left = match terms {
            ClockTerms::None => Span::ZERO,
            ClockTerms::Live { initial, .. } => initial,
            ClockTerms::Correspondence { days } => Span::days(days.into()),
        };
        Clock {
            terms,
            left: [left; 2],
            allowance: [MOST_LAG; 2],
            lag_from: [0; 2],
            running: None,
            since: Moment::default(),
            shown: ([left; 2], Moment::default()),
        }
    }

    /// Since when whoever is to move has been to move, or nobody.
    pub(crate) fn since(&self) -> Moment {
        self.since
    }

    /// What the clocks showed then, if there are any.
    pub(crate) fn before(&self) -> Option<[Span; 2]> {
        (self.terms != ClockTerms::None).then_some(self.left)
    }

    /// What the clocks show at this moment, if there are any.
    pub(crate) fn at(&self, now: Moment) -> Option<[Span; 2]> {
        let (left, since) = self.shown;
        self.before().map(|_| self.less(left, now - since))
    }

    /// What is left at this moment if so much of the time was not the player's.
    pub(crate) fn after(&self, now: Moment, excused: Span) -> Option<[Span; 2]> {
        let mut left = self.before()?;
        if let Some(player) = self.running {
            // It may be of before what last set the clocks.
            left[player.index()] = left[player.index()] + excused;
        }
        Some(self.less(left, now - self.since))
    }

    /// What is left after so much time.
    fn less(&self, mut left: [Span; 2], passed: Span) -> [Span; 2] {
        if let Some(player) = self.running {
            left[player.index()] = left[player.index()] - passed;
        }
        left
    }

    /// How much of a lag is made up for, if the player moves after so much time in a turn that began with this move.
    pub(crate) fn granted(&self, player: Player, lag: Span, passed: Span, turn_began: usize) -> Span {
        if self.running != Some(player) {
            return Span::ZERO;
        }
        lag.min(self.lag_left(player, turn_began)).min(passed)
    }

    /// How much lag a player may be given in a turn that began with this move.
    fn lag_left(&self, player: Player, turn_began: usize) -> Span {
        match turn_began >= self.lag_from[player.index()] {
            true => self.allowance[player.index()],
            false => Span::ZERO,
        }
    }

    /// What a player has after a turn that was finished with so much left.
    pub(crate) fn after_turn(&self, left: Span) -> Span {
        match self.terms {
            ClockTerms::None => left,
            ClockTerms::Live { increment, .. } => left + increment,
            ClockTerms::Correspondence { days } => Span::days(days.into()),
        }
    }

    /// What both have after a turn that was taken back by agreement: by days a whole turn again, as it costs the other one
    /// time that they had for a turn that is none any more.
    pub(crate) fn after_takeback(&self, left: [Span; 2]) -> [Span; 2] {
        match self.terms {
            ClockTerms::Correspondence { .. } => left.map(|left| self.after_turn(left)),
            ClockTerms::None | ClockTerms::Live { .. } => left,
        }
    }

    /// When the running clock runs out at the latest, with all the lag there may be in a turn that began with this move.
    pub(crate) fn runs_out(&self, turn_began: usize) -> Option<(Player, Moment)> {
        let player = self.running?;
        let lag = self.lag_left(player, turn_began);
        Some((player, self.since + self.left[player.index()] + lag))
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Player> {
        self.running
    }

    /// Sets what the clocks show, and whose runs from now on.
    pub(crate) fn set(&mut self, left: Option<[Span; 2]>, running: Option<Player>, now: Moment) {
        if let Some(left) = left {
            self.left = left;
        }
        self.running = running.filter(|_| self.terms != ClockTerms::None);
        self.since = now;
        self.shown = (self.left, now);
    }

    /// Notes what the clocks show while they run on.
    pub(crate) fn show(&mut self, left: Option<[Span; 2]>, now: Moment) {
        if let Some(left) = left {
            self.shown = (left, now);
        }
    }

    /// Takes so much lag off what a player may be given, and gives some back once a turn: at the move `ply`, of a turn that
    /// began with that move or before.
    pub(crate) fn use_lag(&mut self, player: Player, lag: Span, turn_began: usize, ply: usize) {
        let index = player.index();
        let regained = match turn_began >= self.lag_from[index] {
            true => LAG_REGAINED,
            false => Span::ZERO,
        };
        self.allowance[index] = (self.allowance[index] - lag + regained).min(MOST_LAG);
        self.lag_from[index] = self.lag_from[index].max(ply + 1);
    }
}
