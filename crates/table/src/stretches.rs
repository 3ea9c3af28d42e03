//! Stretches of time that may lie anywhere, overlap and be heard of late: what is told twice counts once.

use serde::{Deserialize, Serialize};

use crate::{Moment, Span};

/// Stretches of time, from when to when, in order; they do not touch each other.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(from = "Vec<[Moment; 2]>")]
pub struct Stretches(Vec<[Moment; 2]>);

impl Stretches {
    /// One, or none if it ends before it begins.
    #[must_use]
    pub fn one(from: Moment, to: Moment) -> Stretches {
        Stretches(Vec::from_iter((from < to).then_some([from, to])))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How long all of them are together.
    #[must_use]
    pub fn length(&self) -> Span {
        let lengths = self.0.iter().map(|[from, to]| *to - *from);
        lengths.fold(Span::ZERO, |sum, length| sum + length)
    }

    /// Adds a stretch, which becomes one with those that it touches; says how much of it is new.
    pub fn add(&mut self, from: Moment, to: Moment) -> Span {
        if from >= to {
            return Span::ZERO;
        }
        let first = self.0.partition_point(|[_, ended]| *ended < from);
        let behind = self.0.partition_point(|[began, _]| *began <= to);
        let touched = Stretches(self.0[first..behind].to_vec());
        let whole = [
            touched.0.first().map_or(from, |[began, _]| from.min(*began)),
            touched.0.last().map_or(to, |[_, ended]| to.max(*ended)),
        ];
        self.0.splice(first..behind, [whole]);
        (to - from) - touched.within(from, to).length()
    }

    /// Adds all of these.
    pub fn add_all(&mut self, others: &Stretches) {
        for [from, to] in &others.0 {
            self.add(*from, *to);
        }
    }

    /// What of them lies between two moments.
    #[must_use]
    pub fn within(&self, from: Moment, to: Moment) -> Stretches {
        if from >= to {
            return Stretches::default();
        }
        let first = self.0.partition_point(|[_, ended]| *ended <= from);
        let behind = self.0.partition_point(|[began, _]| *began < to).max(first);
        let inside = self.0[first..behind].iter();
        Stretches(
            inside
                .map(|[began, ended]| [from.max(*began), to.min(*ended)])
                .collect(),
        )
    }

    /// What of them is in none of these.
    #[must_use]
    pub fn without(&self, others: &Stretches) -> Stretches {
        let mut left = Vec::new();
        for [mut from, to] in self.0.iter().copied() {
            for [began, ended] in others.within(from, to).0 {
                left.push([from, began]);
                from = ended;
            }
            left.push([from, to]);
        }
        left.retain(|[from, to]| from < to);
        Stretches(left)
    }

    /// Forgets what was over at a moment.
    pub fn forget(&mut self, moment: Moment) {
        self.0.retain(|[_, ended]| *ended > moment);
    }
}

/// In any order, and whatever they have in common.
impl From<Vec<[Moment; 2]>> for Stretches {
    fn from(all: Vec<[Moment; 2]>) -> Stretches {
        let mut stretches = Stretches::default();
        for [from, to] in all {
            stretches.add(from, to);
        }
        stretches
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use halte_game::Random;

    use super::*;

    /// Every moment that is in a stretch, one by one.
    fn moments(stretches: &Stretches) -> BTreeSet<u64> {
        stretches.0.iter().flat_map(|[from, to]| from.0..to.0).collect()
    }

    #[test]
    fn stretches_are_sets_of_moments() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let [mut ours, mut theirs] = [Stretches::default(), Stretches::default()];
            for _ in 0..random.below(8) {
                let stretches = if random.below(2) == 0 { &mut ours } else { &mut theirs };
                let from = random.below(50) as u64;
                let to = random.below(60) as u64;
                let known = moments(stretches);
                let new = (from..to).filter(|moment| !known.contains(moment)).count();
                assert_eq!(stretches.add(Moment(from), Moment(to)), Span(new as u64));
                assert_eq!(moments(stretches), known.into_iter().chain(from..to).collect());
            }
            for stretches in [&ours, &theirs] {
                assert!(stretches.0.is_sorted_by(|[_, ended], [began, _]| ended < began));
                assert_eq!(stretches.length(), Span(moments(stretches).len() as u64));
                assert_eq!(Stretches::from(stretches.0.clone()), *stretches);
            }
            let (our, their) = (moments(&ours), moments(&theirs));
            assert_eq!(moments(&ours.without(&theirs)), &our - &their);
            let [from, to] = [random.below(60), random.below(60)].map(|moment| moment as u64);
            let inside = ours.within(Moment(from), Moment(to));
            assert!(inside.0.iter().all(|[began, ended]| began < ended));
            assert_eq!(
                moments(&inside),
                our.iter()
                    .copied()
                    .filter(|moment| (from..to).contains(moment))
                    .collect()
            );
            let mut both = ours.clone();
            both.add_all(&theirs);
            assert_eq!(moments(&both), &our | &their);
            ours.forget(Moment(from));
            assert!(
                our.iter()
                    .all(|moment| *moment < from || moments(&ours).contains(moment))
            );
            assert!(ours.0.iter().all(|[_, ended]| ended.0 > from));
        }
    }

    #[test]
    fn stretches_are_read_in_any_order() {
        let read: Stretches = serde_json::from_str("[[5,9],[20,10],[1,6],[9,9]]").unwrap();
        assert_eq!(read, Stretches::one(Moment(1), Moment(9)));
        assert_eq!(serde_json::to_string(&read).unwrap(), "[[1,9]]");
    }
}
