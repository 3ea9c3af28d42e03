//! Search for games whose turns have several steps: whole turns are what is chosen between, and how the steps are ordered
//! does not matter.
//!
//! A turn that wins at once is looked for by the game's own search. Otherwise a beam proposes turns: of all steps from the
//! best positions so far the best are kept, level by level, and whatever orders of steps lead to the same position are one.
//! The proposals are then compared by looking at the turns that may follow, with the true odds where cards are drawn.

use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use halte_game::{DRAWING_REPETITION, Game, History, Outcome, Player, Playthrough, Turn};

use crate::{Control, Line, Report, Score, Search, Settings, Tell};

/// What is special about a game with turns of several steps.
pub(crate) trait TurnKnowledge<G: Game>: Send {
    /// The quickest way to win within the turn of the player who is to move, if it is found within the budget.
    fn winning_turn(&mut self, position: &G, budget: &mut Budget<'_, '_>) -> Option<Vec<G::Move>>;

    /// The probability that a player wins who ends a turn here.
    fn evaluate(&mut self, position: &G, player: Player) -> f32;

    /// Forgets what earlier searches learned.
    fn clear(&mut self);
}

/// How much may be spent on a question.
pub(crate) struct Budget<'a, 'c> {
    control: &'a Control<'c>,
    left: u64,
}

impl<'a, 'c> Budget<'a, 'c> {
    pub(crate) fn new(control: &'a Control<'c>, nodes: u64) -> Budget<'a, 'c> {
        Budget { control, left: nodes }
    }

    /// Counts a node; true if the question must remain unanswered.
    pub(crate) fn spend(&mut self) -> bool {
        if self.left > 0 && self.control.count_node() {
            self.left = 0;
        }
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }
}

/// How broadly turns are looked at.
#[derive(Clone, Copy)]
struct Width {
    /// Positions kept after each step.
    beam: usize,
    /// Turns compared.
    turns: usize,
}

/// Beams of 12 and 48 and comparing 16 or 64 turns were not better beyond the error (30 games of classic each).
const ROOT: Width = Width { beam: 24, turns: 32 };

/// Beams of 3 and 12 were not better beyond the error (30 games of classic each); other numbers of turns are untested.
const REPLY: Width = Width { beam: 6, turns: 6 };

/// Turns that end after the same number of steps and are kept at most, to be tried while too few are safe.
const MOST_TURNS: usize = 2000;

/// Nodes spent at most on looking for a win at once where a turn is to be chosen: untested guess.
const ROOT_WIN_NODES: u64 = 20_000;

/// The same further on. In classic at 30 ms a step 50 nodes came to 13-15 against this, 1000 to 28-22: within the error.
const REPLY_WIN_NODES: u64 = 200;

/// Turns looked ahead at most, the root's own included: more than a minute's search reaches.
const DEEPEST: u32 = 8;

/// The estimate of a position that is lost against all turns that were looked at, but not all there are.
const NEARLY_LOST: f32 = 0.001;

/// A search over whole turns.
pub(crate) struct TurnSearch<G: Game, K> {
    settings: Settings,
    /// One for each thread.
    knowledge: Vec<K>,
    plan: Option<Plan<G>>,
}

/// A turn that may be played.
struct Candidate<G: Game> {
    moves: Vec<G::Move>,
    /// The position after it.
    position: G,
    score: Score,
    /// The turns expected to follow.
    follow_up: Vec<G::Move>,
}

impl<G: Game> Candidate<G> {
    fn is_won(&self) -> bool {
        matches!(self.score, Score::Win { .. })
    }

    /// Whether nothing is left to find out.
    fn is_decided(&self) -> bool {
        self.is_won() || matches!(self.score, Score::Loss { .. })
    }
}

/// What is left of a turn that was chosen before.
///
/// The other steps are searched for as well, with the time that is theirs, but a win is played to its end. Searching for
/// every step afresh won 13-3 in classic and 9-7 with cards against playing on without a search (30 ms a step, so five
/// times the time a turn in classic); that the plan is among the candidates then is untested.
struct Plan<G: Game> {
    /// The position in which it goes on.
    from: G,
    rest: Candidate<G>,
}

/// Turns that may be played, the most promising first.
struct Candidates<G: Game> {
    turns: Vec<Candidate<G>>,
    /// Whether there are no others, up to the order of steps.
    complete: bool,
    /// Whether the search was stopped meanwhile: then the turns may not be whole.
    stopped: bool,
}

/// One step of the beam.
#[derive(Clone, Copy)]
struct Step<M> {
    value: f32,
    key: u64,
    parent: usize,
    mv: M,
}

/// A position of the beam.
struct Beamed<G: Game> {
    position: G,
    moves: Vec<G::Move>,
}

/// The search was stopped: what was being computed is worth nothing.
struct Stopped;

impl<G: Game, K: TurnKnowledge<G>> TurnSearch<G, K> {
    /// A search with these settings; `knowledge` gives what a thread knows, within so much memory.
    pub(crate) fn new(settings: &Settings, knowledge: impl Fn(usize) -> K) -> TurnSearch<G, K> {
        let threads = settings.threads.max(1);
        TurnSearch {
            settings: *settings,
            knowledge: (0..threads).map(|_| knowledge(settings.memory / threads)).collect(),
            plan: None,
        }
    }
}

/// One search: what it asks, where it stands and when it ends.
struct Lookahead<'a, 'c, K> {
    knowledge: &'a mut K,
    /// What has stood up to the turn that is looked at.
    history: History,
    control: &'a Control<'c>,
}

/// Scores outside of these bounds need only be known to be outside.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

impl Window {
    const FULL: Window = Window { alpha: 0.0, beta: 1.0 };

    /// The same for the other player.
    fn reversed(self) -> Window {
        Window {
            alpha: 1.0 - self.beta,
            beta: 1.0 - self.alpha,
        }
    }

    /// Above what is known already.
    fn above(self, probability: f32) -> Window {
        Window {
            alpha: self.alpha.max(probability),
            ..self
        }
    }
}

impl<K> Lookahead<'_, '_, K> {
    /// A turn that wins at once, if the root's budget is enough to find one.
    fn winning_turn<G: Game>(&mut self, root: &G) -> Option<Candidate<G>>
    where
        K: TurnKnowledge<G>,
    {
        let mut budget = Budget::new(self.control, ROOT_WIN_NODES);
        let moves = self.knowledge.winning_turn(root, &mut budget)?;
        let mut position = root.clone();
        moves.iter().for_each(|&mv| position.play_unchecked(mv));
        let score = Score::Win {
            moves: moves.len() as u32,
        };
        Some(Candidate {
            moves,
            position,
            score,
            follow_up: Vec::new(),
        })
    }

    /// Proposes turns for the player to move, by a beam over their steps.
    fn candidates<G: Game>(&mut self, root: &G, width: Width) -> Candidates<G>
    where
        K: TurnKnowledge<G>,
    {
        let player = root.player();
        let mut complete = true;
        let mut stopped = false;
        let mut level = vec![Beamed {
            position: root.clone(),
            moves: Vec::new(),
        }];
        let mut turns = Vec::new();
        let mut legal = Vec::new();
        let mut steps: Vec<Step<G::Move>> = Vec::new();
        while !level.is_empty() && !stopped {
            steps.clear();
            'steps: for (parent, beamed) in level.iter().enumerate() {
                legal.clear();
                beamed.position.add_legal_moves(&mut legal);
                for &mv in &legal {
                    if self.control.count_node() {
                        // Whoever asks needs a move.
                        stopped = true;
                        if !steps.is_empty() {
                            break 'steps;
                        }
                    }
                    let mut position = beamed.position.clone();
                    position.play_unchecked(mv);
                    let value = match position.turn() {
                        Turn::Over(Outcome::Win(winner)) => f32::from(u8::from(winner == player)),
                        _ => self.knowledge.evaluate(&position, player),
                    };
                    steps.push(Step {
                        value,
                        key: position.search_key(),
                        parent,
                        mv,
                    });
                }
            }
            // Equal positions have equal values and so come to stand side by side.
            steps.sort_unstable_by(|a, b| {
                b.value
                    .total_cmp(&a.value)
                    .then(a.key.cmp(&b.key))
                    .then(a.parent.cmp(&b.parent))
            });
            steps.dedup_by_key(|step| step.key);
            let mut next = Vec::new();
            let mut ended = 0;
            for step in &steps {
                let parent = &level[step.parent];
                let mut position = parent.position.clone();
                position.play_unchecked(step.mv);
                let goes_on = position.turn() == Turn::Player(player) && !position.begins_turn();
                let room = if goes_on && !stopped {
                    next.len() < width.beam
                } else {
                    ended < MOST_TURNS
                };
                if !room {
                    complete = false;
                    continue;
                }
                let mut moves = parent.moves.clone();
                moves.push(step.mv);
                if goes_on && !stopped {
                    next.push(Beamed { position, moves });
                } else {
                    ended += 1;
                    turns.push(Candidate {
                        moves,
                        position,
                        score: Score::Estimate(step.value),
                        follow_up: Vec::new(),
                    });
                }
            }
            level = next;
        }
        turns.sort_by(|a, b| b.score.probability().total_cmp(&a.score.probability()));
        Candidates {
            turns,
            complete,
            stopped,
        }
    }

    /// The value of a position for the player to move, and the line that shows it.
    fn value<G: Game>(&mut self, position: &G, depth: u32, window: Window) -> Result<(Score, Vec<G::Move>), Stopped>
    where
        K: TurnKnowledge<G>,
    {
        let mut budget = Budget::new(self.control, REPLY_WIN_NODES);
        if let Some(moves) = self.knowledge.winning_turn(position, &mut budget) {
            let score = Score::Win {
                moves: moves.len() as u32,
            };
            return Ok((score, moves));
        }
        if self.control.is_over() {
            return Err(Stopped);
        }
        if depth == 0 {
            let estimate = 1.0 - self.knowledge.evaluate(position, !position.player());
            return Ok((Score::Estimate(estimate), Vec::new()));
        }
        let candidates = self.candidates(position, REPLY);
        if candidates.stopped {
            return Err(Stopped);
        }
        let mut complete = candidates.complete && candidates.turns.len() <= REPLY.turns;
        let mut best: Option<(Score, Vec<G::Move>)> = None;
        for candidate in candidates.turns.into_iter().take(REPLY.turns) {
            let window = best
                .as_ref()
                .map_or(window, |(score, _)| window.above(score.probability()));
            let (score, follow_up) = self.value_of_turn(position.player(), &candidate, depth - 1, window)?;
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                let moves = candidate.moves.into_iter().chain(follow_up).collect();
                best = Some((score, moves));
            }
            if score.probability() >= window.beta {
                // Where a win is known elsewhere even a loss is enough: then what was not looked at may be no loss.
                complete = false;
                break;
            }
        }
        let (score, moves) = best.unwrap_or((Score::Draw, Vec::new()));
        Ok((unproven_unless(complete, score), moves))
    }

    /// The value of a turn for the player who plays it, and the line that follows.
    fn value_of_turn<G: Game>(
        &mut self,
        player: Player,
        turn: &Candidate<G>,
        depth: u32,
        window: Window,
    ) -> Result<(Score, Vec<G::Move>), Stopped>
    where
        K: TurnKnowledge<G>,
    {
        let mark = self.history.mark();
        let repeated = self.history.note(turn.position.repetition()) >= DRAWING_REPETITION;
        let value = if repeated && !turn.position.turn().is_over() {
            Ok((Score::Draw, Vec::new()))
        } else {
            self.value_after(player, &turn.position, depth, window)
        };
        self.history.rewind(mark);
        let (score, line) = value?;
        Ok((score.moves_before(turn.moves.len() as u32), line))
    }

    /// The value for `player` of a position in which somebody begins a turn, a card is drawn or the game is over.
    fn value_after<G: Game>(
        &mut self,
        player: Player,
        position: &G,
        depth: u32,
        window: Window,
    ) -> Result<(Score, Vec<G::Move>), Stopped>
    where
        K: TurnKnowledge<G>,
    {
        match position.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == player => Ok((Score::Win { moves: 0 }, Vec::new())),
            Turn::Over(Outcome::Win(_)) => Ok((Score::Loss { moves: 0 }, Vec::new())),
            Turn::Over(Outcome::Draw) => Ok((Score::Draw, Vec::new())),
            // A turn without steps is skipped, so that the same player may be on turn again.
            Turn::Player(next) if next == player => self.value(position, depth, window),
            Turn::Player(_) => {
                let (score, line) = self.value(position, depth, window.reversed())?;
                Ok((score.reversed(), line))
            }
            Turn::Chance => self.expected_value(player, position, depth),
        }
    }

    /// The value for `player` of a position in which a card is drawn, and the line after the likeliest card.
    fn expected_value<G: Game>(
        &mut self,
        player: Player,
        position: &G,
        depth: u32,
    ) -> Result<(Score, Vec<G::Move>), Stopped>
    where
        K: TurnKnowledge<G>,
    {
        let cards = position.legal_moves();
        let total: u32 = cards.iter().map(|&card| position.weight(card)).sum();
        let mut expected = Expected::default();
        let mut likeliest = (0, Vec::new());
        for card in cards {
            let mut next = position.clone();
            next.play_unchecked(card);
            let weight = position.weight(card);
            let (score, line) = self.value_after(player, &next, depth, Window::FULL)?;
            expected.add(score.moves_before(1), weight as f32 / total as f32);
            if weight > likeliest.0 {
                likeliest = (weight, std::iter::once(card).chain(line).collect());
            }
        }
        Ok((expected.score(), likeliest.1))
    }

    /// Takes turns from the queue and looks at what may follow them, until there is none left or the search is over.
    fn work_off<G: Game>(&mut self, player: Player, queue: &Mutex<Queue<'_, G>>, depth: u32)
    where
        K: TurnKnowledge<G>,
    {
        loop {
            let Some((index, turn, alpha)) = lock(queue).next() else {
                return;
            };
            let value = self.value_of_turn(player, turn, depth, Window::FULL.above(alpha));
            if lock(queue).add(index, value).is_err() {
                return;
            }
        }
    }
}

/// The root's turns that are to be compared, and what was found out about them, by all threads.
struct Queue<'a, G: Game> {
    turns: &'a [Candidate<G>],
    next: usize,
    /// How many lines need their true scores.
    lines: usize,
    /// The probabilities found so far, the best first.
    probabilities: Vec<f32>,
    not_lost: usize,
    found: Vec<(usize, Score, Vec<G::Move>)>,
    is_stopped: bool,
}

impl<'a, G: Game> Queue<'a, G> {
    /// The turn to look at next, its place, and the probability that it must exceed to matter.
    fn next(&mut self) -> Option<(usize, &'a Candidate<G>, f32)> {
        if self.is_stopped || self.not_lost >= ROOT.turns {
            return None;
        }
        let index = self.next;
        let turn = self.turns.get(index)?;
        self.next += 1;
        let alpha = self.probabilities.get(self.lines - 1).copied().unwrap_or(0.0);
        Some((index, turn, alpha))
    }

    /// Takes what was found out about a turn.
    fn add(&mut self, index: usize, value: Result<(Score, Vec<G::Move>), Stopped>) -> Result<(), Stopped> {
        let (score, line) = value.inspect_err(|_| self.is_stopped = true)?;
        let probability = score.probability();
        let place = self.probabilities.partition_point(|&other| other >= probability);
        self.probabilities.insert(place, probability);
        self.not_lost += usize::from(!matches!(score, Score::Loss { .. }));
        self.found.push((index, score, line));
        Ok(())
    }
}

/// A queue is whole whenever its lock is free, even if a thread panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Game> Candidates<G> {
    /// Compares the turns one iteration deeper, the best known first; an error if it was stopped before the end.
    ///
    /// Then those that were looked at are compared: they begin with the one that was best before.
    fn deepen<K: TurnKnowledge<G>>(
        &mut self,
        player: Player,
        lookaheads: &mut [Lookahead<'_, '_, K>],
        depth: u32,
        lines: usize,
    ) -> Result<(), Stopped> {
        let queue = Mutex::new(Queue {
            turns: &self.turns,
            next: 0,
            lines,
            probabilities: Vec::new(),
            not_lost: 0,
            found: Vec::new(),
            is_stopped: false,
        });
        if let [lookahead, helpers @ ..] = lookaheads {
            let threads = lookahead.control.threads();
            let queue = &queue;
            let help = helpers.iter_mut().map(|helper| {
                let work = move || helper.work_off(player, queue, depth);
                Box::new(work) as Box<dyn FnOnce() + Send>
            });
            let help = help.collect();
            threads.run(&mut || lookahead.work_off(player, queue, depth), help);
        }
        let Queue { found, is_stopped, .. } = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut looked_at = 0;
        for (index, score, line) in found {
            self.turns[index].score = score;
            self.turns[index].follow_up = line;
            looked_at = looked_at.max(index + 1);
        }
        let by_score = |a: &Candidate<G>, b: &Candidate<G>| b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
        self.turns[..looked_at].sort_by(by_score);
        if matches!(self.turns[0].score, Score::Loss { .. }) {
            // Nothing is worse than a turn that loses, unless all do: then the slowest is best, whenever it was looked at.
            self.turns.rotate_left(looked_at);
            if matches!(self.turns[0].score, Score::Loss { .. }) {
                self.turns.sort_by(by_score);
            }
        }
        if is_stopped { Err(Stopped) } else { Ok(()) }
    }

    fn none() -> Candidates<G> {
        Candidates {
            turns: Vec::new(),
            complete: false,
            stopped: false,
        }
    }

    /// Puts a turn before all others.
    fn put_first(&mut self, first: Candidate<G>) {
        self.turns.retain(|turn| turn.position != first.position);
        self.turns.insert(0, first);
    }

    /// What is left of the best turn after its first step, if anything is.
    fn plan(self, root: &G) -> Option<Plan<G>> {
        let best = self.turns.into_iter().next()?;
        let (&first, rest) = best.moves.split_first()?;
        let mut from = root.clone();
        from.play_unchecked(first);
        let rest = Candidate {
            moves: rest.to_vec(),
            score: best.score.moves_later(1),
            ..best
        };
        (!self.stopped && !rest.moves.is_empty()).then_some(Plan { from, rest })
    }

    fn report(&self, depth: u32, lines: usize, control: &Control<'_>) -> Report<G::Move> {
        let line = |turn: &Candidate<G>| Line {
            score: unproven_unless(self.complete, turn.score),
            moves: turn.moves.iter().chain(&turn.follow_up).copied().collect(),
        };
        Report {
            depth,
            nodes: control.nodes(),
            time: control.elapsed(),
            lines: self.turns.iter().take(lines).map(line).collect(),
            is_whole: true,
        }
    }
}

impl<G: Game, K: TurnKnowledge<G>> Search<G> for TurnSearch<G, K> {
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move> {
        let plan = self.plan.take();
        let found = if matches!(game.turn(), Turn::Player(_)) {
            self.search_turn(game, plan, control, report)
        } else {
            Report::empty(control)
        };
        report(&found);
        found
    }

    fn clear(&mut self) {
        self.plan = None;
        self.knowledge.iter_mut().for_each(K::clear);
    }
}

impl<G: Game, K: TurnKnowledge<G>> TurnSearch<G, K> {
    /// Looks for the best turn.
    fn search_turn(
        &mut self,
        game: &Playthrough<G>,
        plan: Option<Plan<G>>,
        control: &Control<'_>,
        report: Tell<'_, G::Move>,
    ) -> Report<G::Move> {
        let root = game.position();
        let lines = self.settings.lines.max(1);
        let threads = control.threads().most();
        let lookaheads = self.knowledge.iter_mut().take(threads).map(|knowledge| Lookahead {
            knowledge,
            history: game.history().clone(),
            control,
        });
        let mut lookaheads: Vec<_> = lookaheads.collect();
        let lookahead = &mut lookaheads[0];
        let planned = plan.filter(|plan| plan.from == *root).map(|plan| plan.rest);
        let first = match planned {
            Some(planned) if planned.is_won() => Some(planned),
            planned => lookahead.winning_turn(root).or(planned),
        };
        let mut candidates = if lines == 1 && first.as_ref().is_some_and(Candidate::is_won) {
            Candidates::none()
        } else {
            lookahead.candidates(root, ROOT)
        };
        if let Some(first) = first {
            candidates.put_first(first);
        }
        let mut found = candidates.report(1, lines, control);
        let deepest = control.limits().depth.unwrap_or(DEEPEST).min(DEEPEST);
        for depth in 2..=deepest {
            if candidates.stopped || candidates.turns.iter().take(lines).all(Candidate::is_decided) {
                break;
            }
            let result = candidates.deepen(root.player(), &mut lookaheads, depth - 2, lines);
            found = candidates.report(depth, lines, control);
            if result.is_err() {
                found.is_whole = false;
                break;
            }
            report(&found);
        }
        self.plan = candidates.plan(root);
        found
    }
}

/// A loss is proven only if there was nothing else to try; a win always is.
fn unproven_unless(complete: bool, score: Score) -> Score {
    match score {
        Score::Loss { .. } if !complete => Score::Estimate(NEARLY_LOST),
        Score::Draw if !complete => Score::Estimate(0.5),
        score => score,
    }
}

/// The value of a card that is drawn: proven if all cards agree.
#[derive(Default)]
pub(crate) struct Expected {
    probability: f32,
    /// What all cards so far agree on; none within if they do not, or if nothing is proven.
    agreed: Option<Option<Score>>,
}

impl Expected {
    pub(crate) fn add(&mut self, score: Score, probability: f32) {
        self.probability += probability * score.probability();
        self.agreed = Some(match (self.agreed, score) {
            (None, score) => score.is_proven().then_some(score),
            (Some(Some(Score::Win { moves })), Score::Win { moves: other }) => Some(Score::Win {
                moves: moves.max(other),
            }),
            (Some(Some(Score::Loss { moves })), Score::Loss { moves: other }) => Some(Score::Loss {
                moves: moves.max(other),
            }),
            (Some(Some(Score::Draw)), Score::Draw) => Some(Score::Draw),
            _ => None,
        });
    }

    pub(crate) fn score(&self) -> Score {
        self.agreed.flatten().unwrap_or(Score::Estimate(self.probability))
    }
}
