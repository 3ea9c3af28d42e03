//! What waits to be done, in a fair order: class before class, and inside a class everybody who asks in turn. Somebody
//! who asks for much waits for themselves alone.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

/// Jobs that wait: each has a class, somebody who asks, and a body.
#[derive(Debug)]
pub(crate) struct Queue<C, A, B> {
    classes: BTreeMap<C, Lines<A, B>>,
}

/// Those who ask for something of one class.
#[derive(Debug)]
struct Lines<A, B> {
    /// Whose turn it is: each of them once.
    turns: VecDeque<A>,
    /// What each of them waits for, in the order of asking; nobody waits for nothing.
    of: HashMap<A, VecDeque<B>>,
}

impl<C, A, B> Default for Queue<C, A, B> {
    fn default() -> Queue<C, A, B> {
        Queue {
            classes: BTreeMap::new(),
        }
    }
}

impl<C: Ord + Copy, A: Hash + Eq + Clone, B> Queue<C, A, B> {
    /// Adds a job behind the others of who asks for it. Who asks for the first time waits for one job of each other.
    pub(crate) fn put(&mut self, class: C, asker: A, body: B) {
        let lines = self.lines(class);
        let line = lines.of.entry(asker.clone()).or_default();
        if line.is_empty() {
            lines.turns.push_back(asker);
        }
        line.push_back(body);
    }

    /// Gives back a job that was taken and not done: it is the next of its class.
    pub(crate) fn put_back(&mut self, class: C, asker: A, body: B) {
        let lines = self.lines(class);
        lines.turns.retain(|other| *other != asker);
        lines.turns.push_front(asker.clone());
        lines.of.entry(asker).or_default().push_front(body);
    }

    /// Takes the next job of the classes that may be done now.
    pub(crate) fn take(&mut self, may_be_done: impl Fn(C) -> bool) -> Option<(C, A, B)> {
        self.take_fit(may_be_done, |_| true)
    }

    /// Takes the next job of the classes that may be done now, for somebody who cannot do every job. Whoever waits for
    /// another one keeps their turn.
    pub(crate) fn take_fit(
        &mut self,
        may_be_done: impl Fn(C) -> bool,
        is_fit: impl Fn(&B) -> bool,
    ) -> Option<(C, A, B)> {
        let classes = self.classes.iter_mut().filter(|(class, _)| may_be_done(**class));
        let (class, turn, lines) = classes.into_iter().find_map(|(&class, lines)| {
            let next = |asker: &A| lines.of.get(asker).and_then(VecDeque::front);
            let turn = lines.turns.iter().position(|asker| next(asker).is_some_and(&is_fit))?;
            Some((class, turn, lines))
        })?;
        let asker = lines.turns.remove(turn)?;
        let line = lines.of.get_mut(&asker)?;
        let body = line.pop_front()?;
        if line.is_empty() {
            lines.of.remove(&asker);
        } else {
            lines.turns.push_back(asker.clone());
        }
        Some((class, asker, body))
    }

    /// How many jobs of a class wait.
    pub(crate) fn waiting(&self, class: C) -> usize {
        let lines = self.classes.get(&class);
        lines.map_or(0, |lines| lines.of.values().map(VecDeque::len).sum())
    }

    fn lines(&mut self, class: C) -> &mut Lines<A, B> {
        self.classes.entry(class).or_insert_with(|| Lines {
            turns: VecDeque::new(),
            of: HashMap::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts jobs, each a class, who asks and a number; says in what order they are taken.
    fn order(jobs: &str, may_be_done: impl Fn(char) -> bool) -> String {
        let mut queue = Queue::default();
        for job in jobs.split_whitespace() {
            let (class, rest) = job.split_at(1);
            let (asker, number) = rest.split_at(1);
            queue.put(class.chars().next().expect("a class"), asker, number);
        }
        let taken = std::iter::from_fn(|| queue.take(&may_be_done));
        let taken: Vec<String> = taken
            .map(|(class, asker, number)| format!("{class}{asker}{number}"))
            .collect();
        taken.join(" ")
    }

    #[test]
    fn everybody_in_turn_and_class_before_class() {
        let check = |jobs: &str, expected: &str| assert_eq!(order(jobs, |_| true), expected, "{jobs}");
        check("", "");
        check("ax1 ax2 ax3", "ax1 ax2 ax3");
        check("ax1 ax2 ax3 ay1", "ax1 ay1 ax2 ax3");
        check("ax1 ax2 ay1 ay2 az1", "ax1 ay1 az1 ax2 ay2");
        check("bx1 bx2 cx1 ay1", "ay1 bx1 bx2 cx1");
        check("cx1 bz1 cy1 bx1 bx2 ax1", "ax1 bz1 bx1 bx2 cx1 cy1");
    }

    #[test]
    fn what_may_not_be_done_now_waits() {
        assert_eq!(order("bx1 ax1 bx2 cy1", |class| class != 'b'), "ax1 cy1");
    }

    /// Who cannot do every job takes the next that they can; nobody loses their turn by that.
    #[test]
    fn what_is_not_fit_is_left() {
        let mut queue = Queue::default();
        for (class, asker, number) in [('a', "x", 1), ('a', "y", 2), ('a', "x", 4), ('b', "x", 6)] {
            queue.put(class, asker, number);
        }
        let mut even = || queue.take_fit(|_| true, |number| number % 2 == 0);
        assert_eq!(even(), Some(('a', "y", 2)));
        assert_eq!(even(), Some(('b', "x", 6)), "what waits behind another one waits");
        assert_eq!(even(), None);
        assert_eq!(queue.take(|_| true), Some(('a', "x", 1)));
        assert_eq!(queue.take_fit(|class| class == 'b', |_| true), None);
        assert_eq!(queue.take(|_| true), Some(('a', "x", 4)));
    }

    /// Whoever has asked for much delays another one's first question by one job, however often they ask again.
    #[test]
    fn who_asks_for_much_waits_for_themselves() {
        let mut queue = Queue::default();
        for number in 0..500 {
            queue.put('a', "eve", number);
        }
        assert_eq!(queue.take(|_| true), Some(('a', "eve", 0)));
        queue.put('a', "ada", 0);
        queue.put('a', "eve", 500);
        assert_eq!(queue.take(|_| true), Some(('a', "eve", 1)));
        assert_eq!(queue.take(|_| true), Some(('a', "ada", 0)));
        assert_eq!(queue.waiting('a'), 499);
    }

    #[test]
    fn what_was_interrupted_comes_next() {
        let mut queue = Queue::default();
        for (asker, number) in [("x", 1), ("x", 2), ("y", 1)] {
            queue.put('a', asker, number);
        }
        let (class, asker, body) = queue.take(|_| true).expect("a job");
        queue.put_back(class, asker, body);
        let rest: Vec<_> = std::iter::from_fn(|| queue.take(|_| true)).collect();
        assert_eq!(rest, [('a', "x", 1), ('a', "y", 1), ('a', "x", 2)]);
        queue.put_back('a', "z", 9);
        assert_eq!(queue.take(|_| true), Some(('a', "z", 9)));
        assert_eq!(queue.waiting('a'), 0);
    }
}
