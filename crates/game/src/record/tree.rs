//! The moves of a record: an arena of nodes whose main line cannot be lost. No rule is applied here.

use std::fmt;
use std::ops::{Index, IndexMut};

use super::Nag;
use crate::{Game, Player};

/// Names a node of one record. A removed node's name is never given to another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The start of the game, before any move.
    pub const ROOT: NodeId = NodeId(0);
}

/// The number of a turn and whose it is: `1.` or `1...`, as in the movetext.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnNumber {
    /// Counted from 1; both players' turns share a number.
    pub number: u32,
    /// Whose turn it is.
    pub player: Player,
}

impl TurnNumber {
    /// The turn of the move that is played in `position`, where the move before it was in turn `previous`.
    pub(super) fn following<G: Game>(previous: Option<TurnNumber>, position: &G) -> TurnNumber {
        let player = position.player();
        match previous {
            None => TurnNumber { number: 1, player },
            Some(turn) if !position.begins_turn() => turn,
            // The rules may skip a turn: then the same player has two numbers in a row.
            Some(turn) if turn.player == Player::First && player == Player::Second => TurnNumber { player, ..turn },
            Some(TurnNumber { number, .. }) => TurnNumber {
                number: number + 1,
                player,
            },
        }
    }
}

impl fmt::Display for TurnNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = match self.player {
            Player::First => ".",
            Player::Second => "...",
        };
        write!(f, "{}{dots}", self.number)
    }
}

/// A move, and which turn it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<M> {
    /// The move.
    pub mv: M,
    /// The turn it was played in.
    pub turn: TurnNumber,
    /// Whether it is the first move of that turn.
    pub begins_turn: bool,
}

/// One move of a record with what is said about it; at the root, the start of the game.
#[derive(Clone, Debug)]
pub struct Node<M> {
    played: Option<Played<M>>,
    ply: usize,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    pub(super) notes: Notes,
}

/// What is said about a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Notes {
    pub(super) before: String,
    pub(super) comment: String,
    pub(super) nags: Vec<Nag>,
}

impl<M: Copy> Node<M> {
    /// The move that leads here; none at the root.
    #[must_use]
    pub fn played(&self) -> Option<Played<M>> {
        self.played
    }

    /// How many moves lead here from the root.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The node before this one; none at the root.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// What follows: the line's own next move, then the variations that begin here instead of it. After the last
    /// move of the main line there are only variations.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The comment before this move, where it begins a variation; empty if there is none.
    #[must_use]
    pub fn comment_before(&self) -> &str {
        &self.notes.before
    }

    /// The comment after this move, or at the root before the first one; empty if there is none.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.notes.comment
    }

    /// The annotation glyphs of this move.
    #[must_use]
    pub fn nags(&self) -> &[Nag] {
        &self.notes.nags
    }
}

/// One thing after the other, in the order of the movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The next move of the line.
    Move(NodeId),
    /// A variation begins: its first move replaces the line's last one.
    Open,
    /// The variation ends.
    Close,
    /// The main line ends here, and variations that go on from its last position follow.
    End,
}

/// All moves of a record. Every id handed to it is of a node that is there.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    /// Removed nodes leave a hole, so that no id ever changes its meaning.
    nodes: Vec<Option<Node<M>>>,
    /// The main line from the root to its last move. Every node but the last has the next one as its first child.
    main: Vec<NodeId>,
    len: usize,
}

impl<M: Copy + Eq> Tree<M> {
    /// A tree without moves.
    pub(super) fn new() -> Tree<M> {
        let root = Node {
            played: None,
            ply: 0,
            parent: None,
            children: Vec::new(),
            notes: Notes::default(),
        };
        Tree {
            nodes: vec![Some(root)],
            main: vec![NodeId::ROOT],
            len: 0,
        }
    }

    /// How many moves there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn node(&self, id: NodeId) -> Option<&Node<M>> {
        self.nodes.get(id.0 as usize)?.as_ref()
    }

    /// The main line from the root to its last move.
    pub(super) fn main(&self) -> &[NodeId] {
        &self.main
    }

    /// The last move of the main line.
    pub(super) fn end(&self) -> NodeId {
        *self.main.last().unwrap_or(&NodeId::ROOT)
    }

    pub(super) fn is_main(&self, id: NodeId) -> bool {
        self.main.get(self[id].ply) == Some(&id)
    }

    /// Whether this is the next move of the line its parent is in, rather than the first one of a variation.
    pub(super) fn continues_line(&self, id: NodeId) -> bool {
        self[id]
            .parent
            .is_none_or(|parent| self.continuation(parent) == Some(id))
    }

    /// The next move of the line that a node is in.
    fn continuation(&self, id: NodeId) -> Option<NodeId> {
        if id == self.end() {
            return None;
        }
        self[id].children.first().copied()
    }

    /// The variations that begin after a node, instead of its line's next move.
    fn variations(&self, id: NodeId) -> &[NodeId] {
        let children = &self[id].children;
        if self.continuation(id).is_some() {
            &children[1..]
        } else {
            children
        }
    }

    /// The child that is reached by this move.
    pub(super) fn child(&self, id: NodeId, mv: M) -> Option<NodeId> {
        let reached_by = |&child: &NodeId| self[child].played.is_some_and(|played| played.mv == mv);
        self[id].children.iter().copied().find(reached_by)
    }

    /// The moves that lead to a node.
    pub(super) fn moves_to(&self, id: NodeId) -> Vec<M> {
        let mut moves = Vec::with_capacity(self[id].ply);
        let mut node = &self[id];
        while let (Some(played), Some(parent)) = (node.played, node.parent) {
            moves.push(played.mv);
            node = &self[parent];
        }
        moves.reverse();
        moves
    }

    /// How many variations a node is in.
    fn depth(&self, mut id: NodeId) -> usize {
        let mut depth = 0;
        while let Some(parent) = self[id].parent {
            depth += usize::from(!self.continues_line(id));
            id = parent;
        }
        depth
    }

    /// How many variations a new child of a node would be in.
    pub(super) fn depth_of_new_child(&self, id: NodeId) -> usize {
        let continues = self[id].children.is_empty() && id != self.end();
        self.depth(id) + usize::from(!continues)
    }

    /// How many variations the deepest node is in.
    fn deepest(&self) -> usize {
        let (mut depth, mut deepest) = (0, 0);
        for step in self.walk() {
            match step {
                Step::Open => depth += 1,
                Step::Close => depth -= 1,
                Step::Move(_) | Step::End => {}
            }
            deepest = deepest.max(depth);
        }
        deepest
    }

    /// Adds a move as the last child of a node. On the main line that is a variation, never the main line itself.
    pub(super) fn add(&mut self, parent: NodeId, played: Played<M>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("memory ends before the ids do"));
        self.nodes.push(Some(Node {
            played: Some(played),
            ply: self[parent].ply + 1,
            parent: Some(parent),
            children: Vec::new(),
            notes: Notes::default(),
        }));
        self[parent].children.push(id);
        self.len += 1;
        id
    }

    /// Adds a move to the end of the main line. A variation that begins with it becomes the main line.
    pub(super) fn append(&mut self, played: Played<M>) -> NodeId {
        let end = self.end();
        let id = match self.child(end, played.mv) {
            Some(id) => id,
            None => self.add(end, played),
        };
        let children = &mut self[end].children;
        let place = children.iter().position(|&child| child == id).unwrap_or_default();
        children[..=place].rotate_right(1);
        self.main.push(id);
        self.settle(end);
        id
    }

    /// Removes the last move of the main line, and all variations that begin after it.
    pub(super) fn take_back(&mut self) {
        if self.main.len() > 1
            && let Some(last) = self.main.pop()
        {
            self.remove(last);
        }
    }

    /// Removes a node that is not on the main line, or no longer, and all that follows it.
    pub(super) fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self[id].parent {
            self[parent].children.retain(|&child| child != id);
            self.settle(parent);
        }
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            if let Some(node) = self.nodes[id.0 as usize].take() {
                doomed.extend(node.children);
                self.len -= 1;
            }
        }
    }

    /// Moves a node that is not on the main line one place forward among its siblings, but never before the main
    /// line. False, and nothing is changed, if some move would then be in more than `max_depth` variations.
    pub(super) fn promote(&mut self, id: NodeId, max_depth: usize) -> bool {
        let Some(parent) = self[id].parent else {
            return true;
        };
        let foremost = usize::from(self.is_main(parent) && parent != self.end());
        let children = &mut self[parent].children;
        let Some(place) = children
            .iter()
            .position(|&child| child == id)
            .filter(|&place| place > foremost)
        else {
            return true;
        };
        children.swap(place - 1, place);
        if self.deepest() > max_depth {
            self[parent].children.swap(place - 1, place);
            return false;
        }
        self.settle(parent);
        true
    }

    /// Moves the comment before a node's continuation to the place where a reader would look for it. Only the first
    /// move of a variation has one of its own.
    fn settle(&mut self, id: NodeId) {
        if let Some(next) = self.continuation(id) {
            let before = std::mem::take(&mut self[next].notes.before);
            join_comments(&mut self[id].notes.comment, &before);
        }
    }

    /// Everything in the order of the movetext.
    pub(super) fn walk(&self) -> Walk<'_, M> {
        let mut walk = Walk {
            tree: self,
            ahead: Vec::new(),
        };
        walk.look_beyond(NodeId::ROOT);
        walk
    }
}

impl<M> Index<NodeId> for Tree<M> {
    type Output = Node<M>;

    fn index(&self, id: NodeId) -> &Node<M> {
        self.nodes[id.0 as usize].as_ref().expect("the node was not removed")
    }
}

impl<M> IndexMut<NodeId> for Tree<M> {
    fn index_mut(&mut self, id: NodeId) -> &mut Node<M> {
        self.nodes[id.0 as usize].as_mut().expect("the node was not removed")
    }
}

/// Equal if the same is said in the same order, whatever the nodes' ids.
impl<M: Copy + Eq> PartialEq for Tree<M> {
    fn eq(&self, other: &Tree<M>) -> bool {
        let mut others = other.walk();
        let same = |step| match (step, others.next()) {
            (Step::Move(id), Some(Step::Move(other_id))) => {
                let (node, other) = (&self[id], &other[other_id]);
                node.played == other.played && node.notes == other.notes
            }
            (step, other_step) => Some(step) == other_step,
        };
        self.len == other.len
            && self[NodeId::ROOT].notes == other[NodeId::ROOT].notes
            && self.walk().all(same)
            && others.next().is_none()
    }
}

/// See [`Record::walk`](super::Record::walk).
#[derive(Clone, Debug)]
pub struct Walk<'t, M> {
    tree: &'t Tree<M>,
    /// What is known to come, the next step last.
    ahead: Vec<Step>,
}

impl<M: Copy + Eq> Walk<'_, M> {
    /// Puts what follows a node in its own line ahead.
    fn look_beyond(&mut self, id: NodeId) {
        match self.tree.continuation(id) {
            Some(next) => self.ahead.push(Step::Move(next)),
            None if self.tree[id].children.is_empty() => {}
            None => self.ahead.push(Step::End),
        }
    }

    /// Puts the variations that begin after a node ahead.
    fn look_aside(&mut self, id: NodeId) {
        for &variation in self.tree.variations(id).iter().rev() {
            self.ahead.extend([Step::Close, Step::Move(variation), Step::Open]);
        }
    }
}

impl<M: Copy + Eq> Iterator for Walk<'_, M> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.ahead.pop()?;
        match step {
            Step::Move(id) => {
                self.look_beyond(id);
                if self.tree.continues_line(id)
                    && let Some(parent) = self.tree[id].parent
                {
                    self.look_aside(parent);
                }
            }
            Step::End => self.look_aside(self.tree.end()),
            Step::Open | Step::Close => {}
        }
        Some(step)
    }
}

/// Adds a comment to another one, as one text.
pub(super) fn join_comments(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}
