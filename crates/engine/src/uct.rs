//! Plain UCT with uniformly random playouts: the yardstick that every other engine is measured against.
//!
//! Nothing here is clever on purpose (Kocsis and Szepesvári, 2006): no evaluation, no knowledge, no proof.

use halte_game::{DRAWING_REPETITION, Game, History, Outcome, Player, Playthrough, Random, Turn, choose, playout};

use crate::{Control, Line, Report, Score, Search, Settings, Tell};

/// Weighs trying moves that are little known against those that are known to be good.
const EXPLORATION: f32 = 1.4;

/// A playout that goes on for so long counts as a draw.
const LONGEST_PLAYOUT: usize = 2000;

/// Memory of one node and its part of its parent's list of children, in bytes, generously.
const NODE_MEMORY: usize = 128;

/// Plain UCT.
#[derive(Clone, Debug)]
pub struct Uct<G: Game> {
    settings: Settings,
    nodes: Vec<Node<G::Move>>,
    random: Random,
}

#[derive(Clone, Debug)]
struct Node<M> {
    mv: Option<M>,
    visits: u32,
    /// Wins of the player who made the move, draws counting half.
    wins: f32,
    children: Vec<u32>,
    untried: Option<Vec<M>>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Node<M> {
        Node {
            mv,
            visits: 0,
            wins: 0.0,
            children: Vec::new(),
            untried: None,
        }
    }
}

impl<G: Game> Uct<G> {
    /// A search with these settings.
    #[must_use]
    pub fn new(settings: &Settings) -> Uct<G> {
        Uct {
            settings: *settings,
            nodes: Vec::new(),
            random: Random::new(settings.seed),
        }
    }

    /// One playout from the root: down the tree, one new node, a random game, and the result back up.
    fn iterate(&mut self, root: &G, history: &mut History) {
        let mark = history.mark();
        let mut position = root.clone();
        // The nodes on the way with the player who moved to each; none after a drawn card.
        let mut path: Vec<(usize, Option<Player>)> = vec![(0, None)];
        let mut node = 0;
        let mut repeated = false;
        while !position.turn().is_over() && !repeated {
            let mover = match position.turn() {
                Turn::Player(player) => Some(player),
                _ => None,
            };
            let child = if mover.is_none() {
                self.drawn_child(node, &position)
            } else {
                self.child(node, &position)
            };
            // Without room and without children the playout begins here.
            let Some((child, is_new)) = child else { break };
            let Some(mv) = self.nodes[child].mv else { break };
            position.play_unchecked(mv);
            repeated = history.note(position.repetition()) >= DRAWING_REPETITION;
            path.push((child, mover));
            node = child;
            if is_new {
                break;
            }
        }
        let outcome = match position.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ if repeated => Some(Outcome::Draw),
            _ => playout(&mut position, history, &mut self.random, LONGEST_PLAYOUT).outcome,
        };
        for (node, mover) in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.wins += match (outcome, mover) {
                (Some(Outcome::Win(winner)), Some(mover)) if winner == mover => 1.0,
                (Some(Outcome::Win(_)), Some(_)) => 0.0,
                _ => 0.5,
            };
        }
        history.rewind(mark);
    }

    /// A new child for a move that was not tried yet, or the most promising one; and whether it is new.
    fn child(&mut self, node: usize, position: &G) -> Option<(usize, bool)> {
        if self.nodes[node].untried.is_none() {
            let moves = position.legal_moves();
            self.nodes[node].untried = Some(moves);
        }
        // There is always room for the moves to choose from.
        let has_room = node == 0 || self.nodes.len() < self.settings.memory / NODE_MEMORY;
        if let Some(untried) = self.nodes[node]
            .untried
            .as_mut()
            .filter(|untried| !untried.is_empty() && has_room)
        {
            let mv = untried.swap_remove(self.random.below(untried.len()));
            return Some((self.add(node, mv), true));
        }
        let log = (self.nodes[node].visits.max(1) as f32).ln();
        let promise = |&child: &u32| {
            let child = &self.nodes[child as usize];
            let visits = child.visits.max(1) as f32;
            child.wins / visits + EXPLORATION * (log / visits).sqrt()
        };
        let best = self.nodes[node]
            .children
            .iter()
            .copied()
            .max_by(|a, b| promise(a).total_cmp(&promise(b)));
        best.map(|child| (child as usize, false))
    }

    /// The child of a drawn card, and whether it is new.
    fn drawn_child(&mut self, node: usize, position: &G) -> Option<(usize, bool)> {
        let card = choose(position, |limit| self.random.below(limit))?;
        let known = self.nodes[node]
            .children
            .iter()
            .copied()
            .find(|&child| self.nodes[child as usize].mv == Some(card));
        Some(match known {
            Some(child) => (child as usize, false),
            None => (self.add(node, card), true),
        })
    }

    fn add(&mut self, parent: usize, mv: G::Move) -> usize {
        let child = self.nodes.len();
        self.nodes.push(Node::new(Some(mv)));
        self.nodes[parent].children.push(child as u32);
        child
    }

    fn report(&self, control: &Control<'_>) -> Report<G::Move> {
        let mut children = self.nodes[0].children.clone();
        children.sort_by_key(|&child| std::cmp::Reverse(self.nodes[child as usize].visits));
        let lines = children.iter().take(self.settings.lines.max(1)).map(|&child| {
            let node = &self.nodes[child as usize];
            Line {
                score: Score::Estimate(node.wins / node.visits.max(1) as f32),
                moves: node.mv.into_iter().collect(),
            }
        });
        Report {
            depth: 1,
            nodes: control.nodes(),
            time: control.elapsed(),
            lines: lines.collect(),
            is_whole: true,
        }
    }
}

impl<G: Game> Search<G> for Uct<G> {
    fn search(&mut self, game: &Playthrough<G>, control: &Control<'_>, report: Tell<'_, G::Move>) -> Report<G::Move> {
        self.nodes.clear();
        self.nodes.push(Node::new(None));
        if matches!(game.turn(), Turn::Player(_)) {
            let mut history = game.history().clone();
            loop {
                self.iterate(game.position(), &mut history);
                if control.count_node() || control.is_over() {
                    break;
                }
            }
        }
        let found = self.report(control);
        report(&found);
        found
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.random = Random::new(self.settings.seed);
    }
}
