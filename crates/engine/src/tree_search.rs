//! Monte-Carlo tree search for games in which a good move mostly stays good until it is made, such as games of
//! connection.
//!
//! Playouts answer threats instead of moving at random. A move is judged by the playouts that began with it and, as long
//! as these are few, by those in which the same player made it later: RAVE (Gelly and Silver, 2011). Where nothing is
//! known yet, a first guess by patterns counts. Proven ends go up the tree as they are (Winands and others, 2008).

use std::cmp::Ordering;
use std::ops::Range;

use halte_game::{DRAWING_REPETITION, Game, History, Outcome, Player, Playthrough, Random, Turn};

use crate::{Control, Line, Report, Score, Search, Settings, Tell};

/// How much the later moves of playouts mislead, squared and times four: the smaller, the longer they count. Four times
/// as much and a fifth of it made no difference over 100 games.
const RAVE_BIAS: f32 = 0.0005;

/// So many later moves, half of them won, every move begins with. A quarter of it and four times as much made no
/// difference over 100 games.
const RAVE_START: f32 = 4.0;

/// How much the first guess counts. Against none it won 70 % of 60 games with 1000 nodes a move; twice as much
/// lost 67 % of 60 games with 15 ms a move, half as much 58 %.
const GUESS_WEIGHT: f32 = 1.0;

/// A node gets children when it was visited so often. Against 4, which fills the memory sooner, it won 53 % of 60 games with
/// 15 ms a move.
const EXPANDING_VISITS: u32 = 10;

/// A playout that goes on for so long counts as a draw.
const LONGEST_PLAYOUT: usize = 2000;

/// The first report comes after so many nodes; each next one after twice as many.
const FIRST_REPORT: u64 = 64;

/// In a table of who made each move: nobody.
const NOBODY: u8 = 2;

/// What a tree search knows about a game beyond its rules. The game must not have chance.
pub trait Knowledge<G: Game>: Send + Sync {
    /// How many different moves the game has.
    fn move_count(&self) -> usize;

    /// The number of a move, below the count of moves.
    fn number(&self, mv: G::Move) -> usize;

    /// Appends for each of these moves, which are all that are legal, a guess of how likely it is the best.
    fn guess(&self, position: &G, last: Option<G::Move>, moves: &[G::Move], guesses: &mut Vec<f32>);

    /// A legal move that answers the last one in a playout, if something must be answered.
    fn reply(&self, position: &G, last: G::Move, random: &mut Random) -> Option<G::Move>;
}

/// Monte-Carlo tree search. Every search begins with an empty tree, so that it depends on nothing before it; only the
/// random numbers go on.
#[derive(Debug)]
pub struct TreeSearch<G: Game, K> {
    settings: Settings,
    knowledge: K,
    /// One for each thread, each with a tree of its own; at the end what all found about the root's moves is added up.
    growers: Vec<Grower<G>>,
}

/// What grows one tree.
#[derive(Debug)]
struct Grower<G: Game> {
    random: Random,
    tree: Tree<G::Move>,
    /// The nodes from the root down, with the player who made the move to each.
    path: Vec<(usize, Player)>,
    /// The moves of a playout, and who made them.
    playout: Vec<(G::Move, Player)>,
    /// For each move who made it, from some node on.
    makers: Vec<u8>,
    /// The moves of a new family.
    moves: Vec<G::Move>,
    /// Their guesses.
    guesses: Vec<f32>,
}

/// A move, and what is known about the position after it. All values are for the player who made the move.
#[derive(Clone, Copy, Debug)]
struct Node<M> {
    /// The move; none at the root.
    mv: Option<M>,
    child_count: u16,
    /// The first of its children, which are next to each other.
    first_child: u32,
    visits: u32,
    /// Playouts won, draws counting half.
    wins: f32,
    /// Playouts through the parent in which the player made this move then or later.
    later_visits: f32,
    later_wins: f32,
    /// How likely it seemed the best at first.
    guess: f32,
    /// What is added to the estimate, by the guess, or because the value is proven.
    bonus: f32,
    /// The value, if it is proven, counting moves from here.
    proven: Option<Score>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, guess: f32) -> Node<M> {
        Node {
            mv,
            child_count: 0,
            first_child: 0,
            visits: 0,
            wins: 0.0,
            later_visits: RAVE_START,
            later_wins: RAVE_START / 2.0,
            guess,
            bonus: bonus(guess, 0),
            proven: None,
        }
    }

    fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.child_count)
    }

    fn score(&self) -> Score {
        self.proven.unwrap_or_else(|| Score::Estimate(self.estimate()))
    }

    /// The share of playouts that were won with this move, and as long as these are few, of those with it later.
    ///
    /// RAVE trusts the later moves by `l / (l + v + bias * l * v)`, with `l` and `v` for both kinds of visits. Written with
    /// one division, because this is computed for every child on the way down the tree.
    #[inline]
    fn estimate(&self) -> f32 {
        let weight = 1.0 + RAVE_BIAS * self.later_visits;
        (self.later_wins + weight * self.wins) / (self.later_visits + weight * self.visits as f32)
    }

    /// How much the search wants to know more about this move.
    #[inline]
    fn promise(&self) -> f32 {
        self.estimate() + self.bonus
    }

    /// Counts a playout through this node.
    fn visit(&mut self, value: f32) {
        self.visits += 1;
        self.wins += value;
        if self.proven.is_none() {
            self.bonus = bonus(self.guess, self.visits);
        }
    }

    /// Notes the value, which is certain from now on.
    fn set_proven(&mut self, score: Score) {
        self.proven = Some(score);
        self.bonus = match score {
            Score::Win { .. } => f32::INFINITY,
            Score::Loss { .. } => f32::NEG_INFINITY,
            _ => self.bonus,
        };
    }

    /// Orders siblings, the one to play first: wins, the quickest first; what was visited most; losses, the slowest first.
    fn order(&self, other: &Node<M>) -> Ordering {
        let class = |node: &Node<M>| match node.proven {
            Some(Score::Win { .. }) => 0,
            Some(Score::Loss { .. }) => 2,
            _ => 1,
        };
        let by_score = || other.score().partial_cmp(&self.score()).unwrap_or(Ordering::Equal);
        class(self).cmp(&class(other)).then_with(|| match class(self) {
            1 => other.visits.cmp(&self.visits).then_with(by_score),
            _ => by_score(),
        })
    }
}

/// What a first guess adds to the estimate after so many visits.
fn bonus(guess: f32, visits: u32) -> f32 {
    GUESS_WEIGHT * (guess / (visits as f32 + 1.0)).sqrt()
}

/// All nodes in one list, parents before their children, the root first.
#[derive(Debug)]
struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// Where what is kept of a full tree is copied to.
    spare: Vec<Node<M>>,
    /// The most nodes in either list.
    most: usize,
    is_full: bool,
}

impl<M: Copy> Tree<M> {
    /// A tree within this memory, but with room for one family at least.
    fn new(memory: usize, largest_family: usize) -> Tree<M> {
        let most = (memory / 2 / size_of::<Node<M>>()).clamp(1 + largest_family, u32::MAX as usize);
        Tree {
            nodes: Vec::new(),
            spare: Vec::new(),
            most,
            is_full: false,
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.reserve_exact(self.most);
        self.nodes.push(Node::new(None, 1.0));
        self.is_full = false;
    }

    /// Takes the children from nodes that were visited least, until at least half of the room is free or only the root
    /// has children.
    fn thin(&mut self) {
        let mut least_visits = 2 * EXPANDING_VISITS;
        let families = |least| self.nodes.iter().filter(move |node| node.visits >= least);
        let size = |least| families(least).map(|node| usize::from(node.child_count)).sum::<usize>();
        while size(least_visits) > self.most / 2 && least_visits <= self.nodes[0].visits / 2 {
            least_visits *= 2;
        }
        self.spare.clear();
        self.spare.reserve_exact(self.most);
        self.spare.push(self.nodes[0]);
        let mut next = 0;
        while next < self.spare.len() {
            let first_child = self.spare.len() as u32;
            let node = &mut self.spare[next];
            let children = node.children();
            if next == 0 || node.visits >= least_visits {
                node.first_child = first_child;
                self.spare.extend_from_slice(&self.nodes[children]);
            } else {
                node.child_count = 0;
            }
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
        self.is_full = false;
    }

    /// Concludes from its children whether a node is proven. `turn` is to move there, after a move by `mover`.
    fn prove(&mut self, node: usize, mover: Player, turn: Player) {
        let children = &self.nodes[self.nodes[node].children()];
        let better = |one: Score, other: Score| if other > one { other } else { one };
        let Some(best) = children.iter().filter_map(|child| child.proven).reduce(better) else {
            return;
        };
        if matches!(best, Score::Win { .. }) || children.iter().all(|child| child.proven.is_some()) {
            let score = best.moves_before(1);
            self.nodes[node].set_proven(if mover == turn { score } else { score.reversed() });
        }
    }
}

impl<G: Game, K: Knowledge<G>> TreeSearch<G, K> {
    /// A search with these settings.
    #[must_use]
    pub fn new(settings: &Settings, knowledge: K) -> TreeSearch<G, K> {
        let threads = settings.threads.max(1);
        let memory = settings.memory / threads;
        let growers = (0..threads as u64).map(|number| Grower {
            random: Random::new(settings.seed.wrapping_add(number)),
            tree: Tree::new(memory, knowledge.move_count()),
            path: Vec::new(),
            playout: Vec::new(),
            makers: vec![NOBODY; knowledge.move_count()],
            moves: Vec::new(),
            guesses: Vec::new(),
        });
        TreeSearch {
            settings: *settings,
            growers: growers.collect(),
            knowledge,
        }
    }
}

impl<G: Game> Grower<G> {
    /// Grows a new tree until there is nothing left to find or the search is over; `report` is called now and then.
    fn grow(
        &mut self,
        game: &Playthrough<G>,
        knowledge: &impl Knowledge<G>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Tree<G::Move>),
    ) {
        self.tree.clear();
        let depth = control.limits().depth.map_or(usize::MAX, |depth| depth as usize);
        let mut history = game.history().clone();
        let mut next_report = FIRST_REPORT;
        loop {
            self.iterate(game, knowledge, &mut history, depth);
            if control.count_node() || self.tree.nodes[0].proven.is_some() {
                break;
            }
            if self.tree.is_full {
                self.tree.thin();
            }
            if control.nodes() >= next_report {
                report(&self.tree);
                next_report *= 2;
            }
        }
        control.end();
    }

    /// Down the tree, a playout, and what it taught back up.
    fn iterate(&mut self, game: &Playthrough<G>, knowledge: &impl Knowledge<G>, history: &mut History, depth: usize) {
        let mark = history.mark();
        let mut position = game.position().clone();
        let mut last = game.moves().last().copied();
        let (mut node, mut mover) = (0, !position.player());
        self.path.clear();
        self.path.push((node, mover));
        while let Turn::Player(turn) = position.turn() {
            let may_expand = node == 0 || self.path.len() <= depth && self.tree.nodes[node].visits >= EXPANDING_VISITS;
            if self.tree.nodes[node].child_count == 0 && may_expand {
                self.expand(node, &position, knowledge, history, last);
                self.tree.prove(node, mover, turn);
            }
            let Some(child) = self.most_promising_child(node) else {
                break;
            };
            let Some(mv) = self.tree.nodes[child].mv else { break };
            position.play_unchecked(mv);
            history.note(position.repetition());
            last = Some(mv);
            (node, mover) = (child, turn);
            self.path.push((node, mover));
        }
        self.playout.clear();
        let outcome = match self.tree.nodes[node].proven {
            Some(Score::Win { .. }) => Outcome::Win(mover),
            Some(Score::Loss { .. }) => Outcome::Win(!mover),
            Some(_) => Outcome::Draw,
            None => self.play_out(&mut position, knowledge, history, last),
        };
        self.back_up(outcome, knowledge);
        history.rewind(mark);
    }

    /// The child to go on with; none where there is none, or nothing left to find.
    fn most_promising_child(&self, node: usize) -> Option<usize> {
        let node = &self.tree.nodes[node];
        if node.proven.is_some() {
            return None;
        }
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (child, sibling) in node.children().zip(&self.tree.nodes[node.children()]) {
            let promise = sibling.promise();
            if promise > most {
                (best, most) = (Some(child), promise);
            }
        }
        best
    }

    /// Gives a node its children, if there is room.
    fn expand(
        &mut self,
        node: usize,
        position: &G,
        knowledge: &impl Knowledge<G>,
        history: &mut History,
        last: Option<G::Move>,
    ) {
        self.moves.clear();
        self.guesses.clear();
        position.add_legal_moves(&mut self.moves);
        if self.tree.nodes.len() + self.moves.len() > self.tree.most {
            self.tree.is_full = true;
            return;
        }
        knowledge.guess(position, last, &self.moves, &mut self.guesses);
        let first_child = self.tree.nodes.len() as u32;
        let parent = &mut self.tree.nodes[node];
        parent.child_count = self.moves.len() as u16;
        parent.first_child = first_child;
        let player = position.player();
        for (&mv, &guess) in self.moves.iter().zip(&self.guesses) {
            let mark = history.mark();
            let mut after = position.clone();
            after.play_unchecked(mv);
            let is_repetition = history.note(after.repetition()) >= DRAWING_REPETITION;
            history.rewind(mark);
            let mut child = Node::new(Some(mv), guess);
            match after.turn() {
                Turn::Over(Outcome::Win(winner)) if winner == player => child.set_proven(Score::Win { moves: 0 }),
                Turn::Over(Outcome::Win(_)) => child.set_proven(Score::Loss { moves: 0 }),
                Turn::Over(Outcome::Draw) => child.set_proven(Score::Draw),
                _ if is_repetition => child.set_proven(Score::Draw),
                _ => {}
            }
            self.tree.nodes.push(child);
        }
    }

    /// Plays to the end, answering what must be answered and moving at random otherwise.
    fn play_out(
        &mut self,
        position: &mut G,
        knowledge: &impl Knowledge<G>,
        history: &mut History,
        mut last: Option<G::Move>,
    ) -> Outcome {
        while let Turn::Player(player) = position.turn() {
            let reply = last.and_then(|last| knowledge.reply(position, last, &mut self.random));
            let Some(mv) = reply.or_else(|| position.random_move(&mut self.random)) else {
                break;
            };
            position.play_unchecked(mv);
            self.playout.push((mv, player));
            last = Some(mv);
            let is_repetition = history.note(position.repetition()) >= DRAWING_REPETITION;
            if self.playout.len() >= LONGEST_PLAYOUT || is_repetition {
                break;
            }
        }
        position.turn().outcome().unwrap_or(Outcome::Draw)
    }

    /// Tells the nodes on the path how the playout ended, and their children which later moves were part of it.
    fn back_up(&mut self, outcome: Outcome, knowledge: &impl Knowledge<G>) {
        let value = |player| match outcome {
            Outcome::Win(winner) => f32::from(u8::from(winner == player)),
            Outcome::Draw => 0.5,
        };
        self.makers.fill(NOBODY);
        // From the end, so that who made a move first has the last word.
        for &(mv, maker) in self.playout.iter().rev() {
            self.makers[knowledge.number(mv)] = maker.index() as u8;
        }
        // The move made at the node that comes next, who made it, and whether its value is proven.
        let mut below: Option<(G::Move, Player, bool)> = None;
        for &(node, mover) in self.path.iter().rev() {
            if let Some((mv, maker, is_proven)) = below {
                let (maker_index, win) = (maker.index() as u8, value(maker));
                self.makers[knowledge.number(mv)] = maker_index;
                let children = self.tree.nodes[node].children();
                for child in &mut self.tree.nodes[children] {
                    let is_made = |mv| self.makers[knowledge.number(mv)] == maker_index;
                    let made = f32::from(u8::from(child.mv.is_some_and(is_made)));
                    child.later_visits += made;
                    child.later_wins += made * win;
                }
                if is_proven {
                    self.tree.prove(node, mover, maker);
                }
            }
            let node = &mut self.tree.nodes[node];
            node.visit(value(mover));
            below = node.mv.map(|mv| (mv, mover, node.proven.is_some()));
        }
    }
}

impl<M: Copy> Tree<M> {
    /// Adds what another tree with the same root has found about the root's moves.
    fn add(&mut self, other: &Tree<M>) {
        let pairs = self.nodes[0].children().zip(other.nodes[0].children());
        for (child, twin) in pairs {
            let (child, twin) = (&mut self.nodes[child], &other.nodes[twin]);
            child.visits += twin.visits;
            child.wins += twin.wins;
            child.later_visits += twin.later_visits - RAVE_START;
            child.later_wins += twin.later_wins - RAVE_START / 2.0;
            child.proven = child.proven.or(twin.proven);
        }
    }

    fn report(&self, lines: usize, control: &Control<'_>) -> Report<M> {
        let nodes = &self.nodes;
        let mut children: Vec<usize> = nodes[0].children().collect();
        children.sort_by(|&one, &other| nodes[one].order(&nodes[other]));
        let best = children.into_iter().take(lines);
        let lines: Vec<_> = best.map(|child| self.line(child)).collect();
        Report {
            depth: lines.iter().map(|line| line.moves.len() as u32).max().unwrap_or(0),
            nodes: control.nodes(),
            time: control.elapsed(),
            lines,
            is_whole: true,
        }
    }

    /// How the game goes on with a child of the root, by what was visited most.
    fn line(&self, child: usize) -> Line<M> {
        let nodes = &self.nodes;
        let next = |&node: &usize| {
            let best = nodes[node]
                .children()
                .min_by(|&one, &other| nodes[one].order(&nodes[other]));
            best.filter(|&best| nodes[best].visits > 0 || nodes[best].proven.is_some())
        };
        let way = std::iter::successors(Some(child), next);
        Line {
            score: nodes[child].score().moves_before(1),
            moves: way.filter_map(|node| nodes[node].mv).collect(),
        }
    }
}

impl<G: Game, K: Knowledge<G>> Search<G> for TreeSearch<G, K> {
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move> {
        let lines = self.settings.lines.max(1);
        let knowledge = &self.knowledge;
        let found = match self.growers.as_mut_slice() {
            [grower, helpers @ ..] if matches!(game.turn(), Turn::Player(_)) => {
                let most = helpers.len().min(control.threads().most() - 1);
                let helpers = &mut helpers[..most];
                let help = helpers.iter_mut().map(|helper| {
                    let work = move || helper.grow(game, knowledge, control, &mut |_| {});
                    Box::new(work) as Box<dyn FnOnce() + Send>
                });
                let help = help.collect();
                let mut inform = |tree: &Tree<G::Move>| report(&tree.report(lines, control));
                let mut own = || grower.grow(game, knowledge, control, &mut inform);
                control.threads().run(&mut own, help);
                helpers.iter().for_each(|helper| grower.tree.add(&helper.tree));
                grower.tree.report(lines, control)
            }
            _ => Report::empty(control),
        };
        report(&found);
        found
    }

    fn clear(&mut self) {
        for (number, grower) in (0..).zip(&mut self.growers) {
            grower.random = Random::new(self.settings.seed.wrapping_add(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use halte_games::mobius::{Cell, Mobius};

    use super::*;
    use crate::eval::MobiusKnowledge;
    use crate::{Engine, Limits};

    const SETTINGS: Settings = Settings {
        lines: 3,
        seed: 5,
        ..Settings::with_memory(8 << 20)
    };

    fn search_with(settings: &Settings, position: &Mobius, limits: Limits) -> Report<Cell> {
        let control = Control::within(limits);
        Mobius::search(settings).search(&Playthrough::new(position.clone()), &control, &mut |_| {})
    }

    fn search(position: &Mobius, limits: Limits) -> Report<Cell> {
        search_with(&SETTINGS, position, limits)
    }

    /// A position of a random game with this many empty cells, in which somebody is to move.
    fn late_position(seed: u64, empty: usize) -> Option<Mobius> {
        let mut random = Random::new(seed);
        let mut position = Mobius::start(&Default::default());
        while position.move_count() > empty {
            let cell = position.random_move(&mut random)?;
            position.play_unchecked(cell);
        }
        (!position.turn().is_over()).then_some(position)
    }

    /// The value by trying everything.
    fn brute_force(position: &Mobius) -> Score {
        if let Turn::Over(Outcome::Win(winner)) = position.turn() {
            return if winner == position.player() {
                Score::Win { moves: 0 }
            } else {
                Score::Loss { moves: 0 }
            };
        }
        let moves = position.legal_moves();
        let scores = moves.into_iter().map(|cell| {
            let mut after = position.clone();
            after.play_unchecked(cell);
            brute_force(&after).reversed().moves_before(1)
        });
        scores
            .reduce(|one, other| if other > one { other } else { one })
            .unwrap()
    }

    #[test]
    fn agrees_with_brute_force() {
        let (mut wins, mut losses) = (0, 0);
        for position in (0..400).filter_map(|seed| late_position(seed, 7)) {
            let found = search(&position, Limits::nodes(1 << 20)).lines[0].score;
            match (found, brute_force(&position)) {
                // A proof may take a longer way than there is.
                (Score::Win { moves }, Score::Win { moves: quickest }) => {
                    assert!(moves >= quickest, "{position}");
                    assert_eq!(moves == 1, quickest == 1, "{position}");
                    wins += 1;
                }
                (Score::Loss { .. }, Score::Loss { .. }) => losses += 1,
                (found, right) => panic!("{found} instead of {right}: {position}"),
            }
        }
        assert!(wins > 50 && losses > 20, "{wins} wins, {losses} losses");
    }

    #[test]
    fn proven_games_are_won() {
        for seed in 0..10 {
            let Some(mut position) = late_position(seed, 40) else {
                continue;
            };
            let first = search(&position, Limits::nodes(3000)).lines[0].score;
            let player = position.player();
            while let Turn::Player(_) = position.turn() {
                let cell = search(&position, Limits::nodes(3000)).best().expect("a move");
                position.play(cell).expect("a legal move");
            }
            let won = position.turn() == Turn::Over(Outcome::Win(player));
            match first {
                Score::Win { .. } => assert!(won, "{position}"),
                Score::Loss { .. } => assert!(!won, "{position}"),
                _ => {}
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let start = Mobius::start(&Default::default());
        for limit in [1, 2, 100, 3000] {
            let report = search(&start, Limits::nodes(limit));
            assert_eq!(report.nodes, limit);
            assert_eq!(report.lines.len(), 3);
        }
        let shallow = Limits {
            depth: Some(2),
            ..Limits::nodes(5000)
        };
        assert_eq!(search(&start, shallow).depth, 2);
        let quick = Limits::time(Duration::from_millis(20));
        assert!(search(&start, quick).nodes > 0);
    }

    #[test]
    fn is_deterministic() {
        let start = Mobius::start(&Default::default());
        let lines = || search(&start, Limits::nodes(3000)).lines;
        assert_eq!(lines(), lines());
    }

    #[test]
    fn memory_is_kept() {
        let start = Mobius::start(&Default::default());
        for memory in [0, 100_000, 1 << 20] {
            let settings = Settings { memory, ..SETTINGS };
            let mut search = TreeSearch::new(&settings, MobiusKnowledge::new());
            let control = Control::within(Limits::nodes(20_000));
            let report = search.search(&Playthrough::new(start.clone()), &control, &mut |_| {});
            assert_eq!(report.nodes, 20_000);
            let used = (search.growers[0].tree.nodes.capacity() + search.growers[0].tree.spare.capacity())
                * size_of::<Node<Cell>>();
            // One family is always there.
            let least = 2 * 157 * size_of::<Node<Cell>>();
            assert!(used <= memory.max(least), "{used} of {memory}");
        }
    }
}
