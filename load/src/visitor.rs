//! Somebody who plays or looks on at one table after the other, whatever is killed meanwhile: comes back, sends again what
//! nobody answered, and checks everything that is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use halte_game::{Playthrough, Random, Turn};
use halte_games::AnyGame;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::crowd::{Crowd, PATIENCE, Party, Room, State};
use crate::site::{Event, Guest, Result, Told, Trouble};
use crate::{play, random_move, start};

/// How long somebody who was sent away waits at most before they come back.
const BEFORE_RETURN: Duration = Duration::from_millis(200);

/// After so many moves and cards both players have had a turn, in every game.
const FIRST_TURNS: usize = 16;

/// What a visitor does at tables.
pub enum Role {
    /// Plays, at the first table on this seat, and then on the other one in turn.
    Player {
        /// The first player's is 0.
        seat: usize,
        /// Who it is.
        guest: Guest,
    },
    /// Looks on.
    Spectator,
}

impl Role {
    /// The seat at the so-manieth table.
    fn seat(&self, number: usize) -> Option<usize> {
        match self {
            Role::Player { seat, .. } => Some((seat + number) % 2),
            Role::Spectator => None,
        }
    }

    fn guest(&self) -> Option<&Guest> {
        match self {
            Role::Player { guest, .. } => Some(guest),
            Role::Spectator => None,
        }
    }
}

/// Somebody who comes to tables.
pub struct Visitor {
    crowd: Arc<Crowd>,
    party: Arc<Party>,
    role: Role,
    random: Random,
    /// When the connection was lost, if nothing was told since.
    lost: Option<Instant>,
    /// What checks the table after the last return, while the visitor goes on: whoever waits for it is charged for that.
    checking: Option<JoinHandle<Result<()>>>,
}

impl Visitor {
    /// Somebody, who is at no table yet.
    #[must_use]
    pub fn new(crowd: Arc<Crowd>, party: Arc<Party>, role: Role, random: Random) -> Visitor {
        Visitor {
            crowd,
            party,
            role,
            random,
            lost: None,
            checking: None,
        }
    }

    /// Comes to a table and to those of all rematches, until everybody leaves.
    pub async fn attend(mut self, table: String) -> Result<()> {
        let mut next = Some(table);
        for number in 0.. {
            let Some(table) = next else { break };
            let mut view = View::new(self.crowd.room(&table, number), &self.party.game, &self.role)?;
            let stayed = match self.stay(&mut view).await {
                Ok(next) => self.be_checked().await.map(|()| next),
                Err(trouble) => Err(trouble),
            };
            next = match stayed {
                Ok(next) => next,
                Err(trouble) => {
                    let who = match view.seat {
                        Some(seat) => format!("player {}", seat + 1),
                        None => "a spectator".to_owned(),
                    };
                    let place = format!("table {table}, version {}, {who}", view.version);
                    return Err(Trouble::Wrong(anyhow!("{place}: {trouble}")));
                }
            };
        }
        Ok(())
    }

    /// Stays at a table through all outages. Returns the next one, unless everybody leaves.
    async fn stay(&mut self, view: &mut View) -> Result<Option<String>> {
        loop {
            let before = self.crowd.there().await?;
            let error = match self.visit(view, before).await {
                Err(Trouble::Away(error)) => error,
                stayed => return stayed,
            };
            if !self.crowd.excuses(before) {
                return Err(Trouble::Wrong(error));
            }
            let lost = *self.lost.get_or_insert_with(Instant::now);
            view.remember("lost");
            self.crowd.bear(lost, error)?;
            let part = self.random.below(1000) as f64 / 1000.0;
            tokio::time::sleep(BEFORE_RETURN.mul_f64(part)).await;
        }
    }

    /// Waits for what checks the table. One that could not be asked is checked after the next return.
    async fn be_checked(&mut self) -> Result<()> {
        let Some(checking) = self.checking.take() else {
            return Ok(());
        };
        match checking.await.map_err(anyhow::Error::from)? {
            Err(Trouble::Away(_)) => Ok(()),
            checked => checked,
        }
    }

    /// Comes, perhaps again, checks what is there, and stays as long as the connection holds.
    async fn visit(&mut self, view: &mut View, before: State) -> Result<Option<String>> {
        let (crowd, party) = (Arc::clone(&self.crowd), Arc::clone(&self.party));
        let table = &view.room.table.clone();
        let mut state = crowd.state();
        let mut socket = crowd.site.resume(table, self.role.guest(), view.version).await?;
        view.expected = view.version;
        view.is_caught_up = false;
        let is_first = matches!(&self.role, Role::Player { seat: 0, .. });
        if is_first && self.lost.is_some() {
            self.be_checked().await?;
            let (crowd, room) = (Arc::clone(&crowd), Arc::clone(&view.room));
            self.checking = Some(tokio::spawn(async move { crowd.check(&room, &crowd.site).await }));
        }
        loop {
            // What was sent is answered and told before anything else is done.
            if view.pending.is_none() {
                if let Some(next) = view.next.take() {
                    return Ok(Some(next));
                }
                let (moves, is_over) = (view.game.moves().len(), view.is_over);
                if *state.borrow_and_update() == State::Closing && party.leaves(&view.room, moves, is_over) {
                    return Ok(None);
                }
            }
            if view.is_caught_up
                && let Some(pending) = &mut view.pending
                && !pending.is_sent
            {
                if pending.is_told {
                    crowd.tally.unanswered.fetch_add(1, Ordering::Relaxed);
                }
                pending.is_sent = true;
                socket.command(&pending.id, &pending.action).await?;
                view.remember("sent");
            }
            let due = if view.is_caught_up { self.due(view) } else { None };
            let acts = async {
                match due {
                    Some(due) => tokio::time::sleep_until(due.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                told = socket.next() => self.hear(view, told?, before).await?,
                () = acts => self.act(view)?,
                _ = state.changed() => {}
                () = tokio::time::sleep_until((view.progress + PATIENCE).into()) => {
                    return Err(anyhow!("nothing has happened for a minute, pending: {:?}", view.pending).into());
                }
            }
        }
    }

    /// When the visitor does something by themselves, if they do.
    fn due(&mut self, view: &mut View) -> Option<Instant> {
        let seat = view.seat?;
        if view.pending.is_some() {
            return None;
        }
        if view.is_over {
            return (!view.has_offered).then(Instant::now);
        }
        if !matches!(view.game.turn(), Turn::Player(player) if player.index() == seat) {
            return None;
        }
        let part = self.random.below(1000) as f64 / 1000.0;
        let thinking = self.crowd.habits.thinking.mul_f64(part);
        Some(*view.due.get_or_insert(view.told_at + thinking))
    }

    /// Makes a move, says something, or asks for a rematch: it is sent as soon as there is a connection.
    fn act(&mut self, view: &mut View) -> Result<()> {
        let ply = view.game.moves().len();
        let moves_per_remark = self.crowd.habits.moves_per_remark;
        let (id, action, proof) = if view.is_over {
            view.has_offered = true;
            let action = json!({"type": "offer", "offer": "rematch"});
            ("rematch".to_owned(), action, Proof::Offer)
        } else if moves_per_remark > 0 && !view.has_spoken && self.random.below(moves_per_remark) == 0 {
            view.has_spoken = true;
            let text = format!("thinking about move {ply}");
            let action = json!({"type": "say", "text": text});
            (format!("say {ply}"), action, Proof::Said(text))
        } else {
            let text = random_move(&view.game, &mut self.random).context("no move is legal")?;
            view.measured = Some(view.told_at.elapsed());
            view.has_spoken = false;
            let action = json!({"type": "play", "move": text, "ply": ply});
            (ply.to_string(), action, Proof::Move(text))
        };
        view.pending = Some(Pending {
            id,
            action,
            proof,
            is_sent: false,
            is_done: false,
            is_told: false,
        });
        Ok(())
    }

    /// Hears what is told, and checks it.
    async fn hear(&mut self, view: &mut View, told: Told, before: State) -> Result<()> {
        match told {
            Told::Events { events } => self.hear_events(view, &events)?,
            Told::Snapshot { snapshot } => {
                let (version, known) = (snapshot.version, view.version);
                ensure_that(version >= known, || {
                    format!("the table went back from version {known} to {version}")
                })?;
                let missed = self.crowd.site.events(&view.room.table, known).await?;
                for event in &missed {
                    self.note(view, event)?;
                }
                let told = view.version;
                ensure_that(told >= version, || {
                    format!("a snapshot of version {version} is of the future: {told}")
                })?;
                view.expected = version;
                self.catch_up(view);
            }
            Told::Done { id, version } => {
                view.room.acknowledge(version);
                if let Some(pending) = &mut view.pending
                    && pending.id == id
                {
                    pending.is_done = true;
                }
                view.settle();
            }
            Told::Refused { id, error } => {
                let may_be_later = ["unavailable", "closing", "timed_out"].contains(&&*error.code);
                let Some(pending) = view.pending.as_mut().filter(|pending| Some(&pending.id) == id.as_ref()) else {
                    return Err(anyhow!("{id:?} was refused: {error}").into());
                };
                if !may_be_later || !self.crowd.excuses(before) {
                    return Err(anyhow!("{pending:?} was refused: {}: {error}", error.code).into());
                }
                pending.is_sent = false;
                view.remember("refused");
                tokio::time::sleep(BEFORE_RETURN).await;
            }
            Told::Reconnect => return Err(Trouble::Away(anyhow!("the site asks to come back"))),
            Told::Presence(_) => {}
        }
        Ok(())
    }

    /// On one connection every event is told once and in order, from where the visitor came in.
    fn hear_events(&mut self, view: &mut View, events: &[Event]) -> Result<()> {
        let is_live = view.is_caught_up;
        for event in events {
            let (version, expected) = (event.version, view.expected);
            ensure_that(version == expected, || {
                format!("event {version} was told instead of {expected}")
            })?;
            view.expected += 1;
            if version < view.version {
                view.room.tell(event)?;
            } else if let Some(since) = self.note(view, event)?
                && is_live
            {
                self.crowd.tally.delays.add(since.elapsed());
            }
        }
        self.catch_up(view);
        Ok(())
    }

    /// The first thing is told: the visitor knows everything again.
    fn catch_up(&mut self, view: &mut View) {
        if let Some(lost) = self.lost.take() {
            self.crowd.tally.returns.add(lost.elapsed());
            view.remember("back");
        }
        if !view.is_caught_up {
            view.is_caught_up = true;
            if let Some(pending) = &mut view.pending {
                pending.is_sent = false;
            }
        }
    }

    /// Notes an event that the visitor did not know, and since when others do.
    fn note(&mut self, view: &mut View, event: &Event) -> Result<Option<Instant>> {
        let known = view.room.tell(event)?;
        let (version, expected) = (event.version, view.version);
        ensure_that(version == expected, || format!("event {version} came after {expected}"))?;
        view.version += 1;
        view.progress = Instant::now();
        let count = |counter: &AtomicU64| {
            if known.is_none() {
                counter.fetch_add(1, Ordering::Relaxed);
            }
        };
        let tally = &self.crowd.tally;
        match &*event.kind {
            "moved" => {
                count(&tally.moves);
                self.note_move(view, event)?;
            }
            "said" => {
                count(&tally.remarks);
                let said = event.said.clone().unwrap_or_default();
                view.prove(event, &Proof::Said(said))?;
            }
            "offered" => view.prove(event, &Proof::Offer)?,
            "rematched" => {
                count(&tally.rematches);
                // Whoever has not offered it themselves before has agreed.
                if let Some(pending) = &mut view.pending {
                    pending.is_told |= pending.proof == Proof::Offer;
                }
                view.next.clone_from(&event.table);
            }
            "ended" => {
                ensure_that(view.game.turn().is_over(), || {
                    format!("the game ended by itself: {event:?}")
                })?;
                view.is_over = true;
            }
            _ => {}
        }
        view.excused += Duration::from_millis(event.span);
        if let "started" | "moved" = &*event.kind {
            view.left = event.clocks.or(view.left);
            view.excused = Duration::ZERO;
            view.told_at = Instant::now();
            view.turn = vec![(view.told_at, if known.is_some() { "told after others" } else { "told" })];
            view.due = None;
        }
        view.settle();
        Ok(known)
    }

    /// A move is one's own and was sent, or it is somebody else's; the clock took what its player needed.
    fn note_move(&self, view: &mut View, event: &Event) -> Result<()> {
        let text = event.text.clone().context("a move without its text")?;
        view.prove(event, &Proof::Move(text.clone()))?;
        play(&mut view.game, &text)?;
        if let (Some(seat), Some(tolerance)) = (view.seat, self.crowd.habits.tolerance)
            && view.is_by_me(event)
            && let (Some(before), Some(after), Some(measured)) = (view.left, event.clocks, view.measured.take())
        {
            let charged = Duration::from_millis(before[seat].saturating_sub(after[seat]));
            let excess = charged.saturating_sub(measured);
            let gift = measured.saturating_sub(charged + Duration::from_millis(event.lag) + view.excused);
            self.crowd.tally.excesses.add(excess);
            // No clock runs before both have had a turn.
            if view.game.moves().len() > FIRST_TURNS {
                self.crowd.tally.needs.add(measured);
                self.crowd.tally.gifts.add(gift);
            }
            if excess > tolerance {
                view.remember("made");
                // What hit the player before they were told is part of it.
                let since = view.told_at.checked_sub(charged).unwrap_or(view.told_at);
                view.turn.extend(self.crowd.blows_since(since));
                view.turn.sort_unstable();
                self.crowd.note_finding(format!(
                    "table {}, version {}: player {} was charged {charged:.1?} for {measured:.1?}, lag {} ms, excused {:.1?}: {}",
                    view.room.table,
                    event.version,
                    seat + 1,
                    event.lag,
                    view.excused,
                    view.turn(),
                ));
            }
        }
        Ok(())
    }
}

/// A table as one visitor knows it.
struct View {
    room: Arc<Room>,
    seat: Option<usize>,
    game: Playthrough<AnyGame>,
    /// How many events are known.
    version: u64,
    /// The event that this connection tells next.
    expected: u64,
    /// Whether this connection has told anything.
    is_caught_up: bool,
    /// When whoever is to move became so, as far as this visitor was told.
    told_at: Instant,
    /// When anything happened last.
    progress: Instant,
    /// When the visitor moves.
    due: Option<Instant>,
    /// What both clocks showed after the last move.
    left: Option<[u64; 2]>,
    /// How long the visitor needed for the move that was sent last.
    measured: Option<Duration>,
    /// What was excused of the time since the last move.
    excused: Duration,
    /// What the visitor went through since the last move.
    turn: Vec<(Instant, &'static str)>,
    pending: Option<Pending>,
    has_spoken: bool,
    has_offered: bool,
    is_over: bool,
    /// The table of the rematch.
    next: Option<String>,
}

/// What was sent last, until it is both answered and told.
#[derive(Debug)]
struct Pending {
    id: String,
    action: Value,
    proof: Proof,
    is_sent: bool,
    is_done: bool,
    is_told: bool,
}

/// The event by which a visitor sees that something of theirs was done.
#[derive(PartialEq, Debug)]
enum Proof {
    Move(String),
    Said(String),
    Offer,
}

impl View {
    fn new(room: Arc<Room>, game: &str, role: &Role) -> Result<View> {
        Ok(View {
            seat: role.seat(room.number),
            room,
            game: start(game)?,
            version: 0,
            expected: 0,
            is_caught_up: false,
            told_at: Instant::now(),
            progress: Instant::now(),
            due: None,
            left: None,
            measured: None,
            excused: Duration::ZERO,
            turn: Vec::new(),
            pending: None,
            has_spoken: false,
            has_offered: false,
            is_over: false,
            next: None,
        })
    }

    /// Remembers something for whoever is charged too much.
    fn remember(&mut self, what: &'static str) {
        self.turn.push((Instant::now(), what));
    }

    /// What the visitor went through since the last move, and when.
    fn turn(&self) -> String {
        let since = |at: &Instant| match at.checked_duration_since(self.told_at) {
            Some(after) => after.as_secs_f64(),
            None => -self.told_at.duration_since(*at).as_secs_f64(),
        };
        let parts = self.turn.iter().map(|(at, what)| format!("{what} {:.2} s", since(at)));
        parts.collect::<Vec<_>>().join(", ")
    }

    fn is_by_me(&self, event: &Event) -> bool {
        let seats = ["first", "second"];
        self.seat.is_some_and(|seat| event.by == seats[seat])
    }

    /// What one is told to have done oneself was sent, and has not been done before.
    fn prove(&mut self, event: &Event, proof: &Proof) -> anyhow::Result<()> {
        if !self.is_by_me(event) {
            return Ok(());
        }
        let pending = self.pending.as_mut().filter(|pending| pending.proof == *proof);
        let pending = pending.with_context(|| format!("nobody has done this: {event:?}"))?;
        ensure!(!pending.is_told, "this was done twice: {event:?}");
        pending.is_told = true;
        Ok(())
    }

    /// Forgets what was sent when it is answered and told.
    fn settle(&mut self) {
        self.pending.take_if(|pending| pending.is_done && pending.is_told);
    }
}

fn ensure_that(is_well: bool, complaint: impl FnOnce() -> String) -> Result<()> {
    if is_well {
        Ok(())
    } else {
        Err(Trouble::Wrong(anyhow!(complaint())))
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::watch;

    use super::*;
    use crate::crowd::Habits;
    use crate::site::Site;

    /// Somebody at a table of Move, whom nobody answers.
    fn visitor(role: Role, tolerance: Duration) -> (Visitor, View) {
        let habits = Habits {
            spectators: 0,
            listens: false,
            thinking: Duration::ZERO,
            moves_per_remark: 0,
            tolerance: Some(tolerance),
        };
        let state = watch::channel(State::Stormy).1;
        let crowd = Crowd::new(Site::new(([127, 0, 0, 1], 9).into()), habits, state);
        let party = Arc::new(Party::new("move"));
        let view = View::new(crowd.room("table", 0), "move", &role).expect("a game");
        (Visitor::new(crowd, party, role, Random::new(1)), view)
    }

    fn event(version: u64, rest: Value) -> Event {
        let mut event = rest;
        event["version"] = version.into();
        event["at"] = 0.into();
        serde_json::from_value(event).expect("an event")
    }

    fn first_player() -> Role {
        let guest = Guest::unknown();
        Role::Player { seat: 0, guest }
    }

    /// Whatever is left out, comes twice or in another order on a connection is noticed.
    #[test]
    fn events_come_once_and_in_order() {
        let check = |versions: &[u64], expected: &str| {
            let (mut visitor, mut view) = visitor(Role::Spectator, Duration::ZERO);
            let paused = |&version: &u64| event(version, json!({"type": "paused"}));
            let events: Vec<Event> = versions.iter().map(paused).collect();
            let heard = visitor.hear_events(&mut view, &events);
            let found = heard.err().map(|trouble| trouble.to_string());
            assert_eq!(found.unwrap_or_default(), expected, "{versions:?}");
        };
        check(&[0, 1, 2], "");
        check(&[1], "event 1 was told instead of 0");
        check(&[0, 2, 1], "event 2 was told instead of 1");
        check(&[0, 1, 1], "event 1 was told instead of 2");
    }

    /// A player knows their own moves.
    #[test]
    fn nobody_moves_for_another() {
        let check = |by: &str, expected: bool| {
            let (mut visitor, mut view) = visitor(first_player(), Duration::ZERO);
            let text = random_move(&view.game, &mut visitor.random).expect("a move");
            let moved = event(0, json!({"type": "moved", "by": by, "move": text}));
            let heard = visitor.hear_events(&mut view, &[moved]);
            assert_eq!(heard.is_ok(), expected, "{by}: {heard:?}");
        };
        check("second", true);
        check("first", false);
    }

    /// What the clock takes off is compared with what the player needed.
    #[test]
    fn a_clock_is_compared_with_the_players_own() {
        let check = |charged: u64, tolerance: u64, findings: usize| {
            let (mut visitor, mut view) = visitor(first_player(), Duration::from_millis(tolerance));
            let started = event(0, json!({"type": "started", "clocks": [90_000, 90_000]}));
            visitor.hear_events(&mut view, &[started]).expect("well");
            visitor.act(&mut view).expect("a move");
            let text = view.pending.as_ref().expect("it is sent").action["move"].clone();
            view.measured = Some(Duration::from_millis(500));
            let left = [90_000 - charged, 90_000];
            let moved = json!({"type": "moved", "by": "first", "move": text, "clocks": left});
            visitor.hear_events(&mut view, &[event(1, moved)]).expect("well");
            assert_eq!(visitor.crowd.findings().len(), findings, "{charged} ms");
        };
        // Before both have had a turn no clock runs.
        check(0, 100, 0);
        check(600, 100, 0);
        check(601, 100, 1);
    }
}
