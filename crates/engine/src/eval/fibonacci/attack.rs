//! How far a player is from winning: what no sequence of steps can beat, and what is to be expected.

use halte_game::Player;
use halte_game::random::mix;
use halte_games::fibonacci::Fibonacci;

use super::masks::{BOARD, INTERIOR, Mask, ball, bit, distance, distance_to, grown, neighbour_counts, place, places};

/// What winning depends on: the own pieces that can step and the enemy central piece. Everything else only gets out of
/// the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attack {
    pub(super) attack: Mask,
    pub(super) defence: Mask,
    /// The place of the enemy central piece.
    pub(super) central: usize,
    goal: Goal,
}

/// What wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// Six attack pieces around the enemy central piece.
    Surround,
    /// Three attack pieces next to it, and all six connected.
    Connect,
}

impl Goal {
    /// How many attack pieces must stand next to the central piece.
    const fn attackers(self) -> u32 {
        match self {
            Goal::Surround => 6,
            Goal::Connect => 3,
        }
    }

    /// Where the central piece can be attacked by that many.
    const fn places(self) -> Mask {
        match self {
            Goal::Surround => INTERIOR,
            Goal::Connect => BOARD,
        }
    }
}

impl Attack {
    pub(super) fn of(position: &Fibonacci, player: Player) -> Attack {
        let pieces = position.pieces();
        Attack {
            attack: pieces.attack(player).bits(),
            defence: pieces.defence(player).bits(),
            central: place(pieces.central(!player)),
            goal: if position.packs().is_some() {
                Goal::Connect
            } else {
                Goal::Surround
            },
        }
    }

    /// A number that is likely another one for another attack.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let fold = |mask: Mask| mask as u64 ^ (mask >> 64) as u64;
        mix(fold(self.attack) ^ mix(fold(self.defence) ^ self.central as u64))
    }

    /// The same after a piece of one of the two kinds has changed places with whatever stands on another point.
    #[inline]
    pub(super) fn stepped(mut self, from: usize, to: usize) -> Attack {
        let change = bit(from) | bit(to);
        for kind in [&mut self.attack, &mut self.defence] {
            // If both points or none belong to a kind nothing changes for it.
            if (*kind & change).count_ones() == 1 {
                *kind ^= change;
            }
        }
        if self.central == to {
            self.central = from;
        }
        self
    }

    /// Whether the attack may succeed within so many steps; false only if it is impossible.
    ///
    /// A step moves at most one attack piece. So, wherever the central piece is when it is attacked, at least as many steps
    /// are needed as attack pieces are missing next to that point, and those that bring none there come on top:
    /// - to move the central piece some own piece must step onto it from there, and only an attack piece whose way is a
    ///   single step comes to stand next to that point by it;
    /// - a piece must stand there before;
    /// - before that the pieces must come next to the central piece, each step one point nearer.
    pub(super) fn is_possible_within(&self, steps: u32) -> bool {
        let counts = neighbour_counts(self.attack);
        let needed = self.goal.attackers();
        let central = bit(self.central);
        let spare_at = |count: u32| steps.checked_sub(needed.saturating_sub(count));
        if self.gap() > steps {
            return false;
        }
        // Where it is.
        if self.goal.places() & central != 0
            && spare_at(counts.at(self.central)).is_some_and(|spare| self.entry(central) <= spare)
            && self.outliers(self.central) <= steps
        {
            return true;
        }
        // Somewhere else.
        let own = self.attack | self.defence;
        let approach = distance_to(self.central, own) - 1;
        let near = ball(self.central, 1);
        let reached = |spare: u32| {
            if approach <= spare {
                BOARD
            } else {
                ball(self.central, spare + 2)
            }
        };
        (needed.saturating_sub(steps)..=6).any(|count| {
            let candidates = counts.exactly(count) & self.goal.places() & !central;
            if candidates == 0 {
                return false;
            }
            let goals = match spare_at(count) {
                None => 0,
                Some(0) => near & self.attack,
                Some(1) => near | reached(0) & own,
                Some(spare) => near | reached(spare - 1) & own | reached(spare - 2),
            };
            places(candidates & goals).any(|goal| self.outliers(goal) <= steps)
        })
    }

    /// Steps needed at least before a first attack piece can come next to the central piece where it is.
    ///
    /// Attack pieces come nearer by one point a step, unless they change places with a defence piece.
    fn entry(&self, central: Mask) -> u32 {
        let mut reached = grown(grown(central));
        let mut steps = 0;
        let mut beside_defence = grown(self.attack);
        while reached & self.attack == 0 && beside_defence & self.defence == 0 && steps < 3 {
            reached = grown(reached);
            beside_defence = grown(beside_defence);
            steps += 1;
        }
        steps
    }

    /// Attack pieces that must move because they stand too far from where the central piece is attacked.
    ///
    /// Three connected pieces next to it leave three others: at most three are two points away from it or more, at most
    /// two are three points away or more, and so on. Those that surround it are counted already.
    #[inline]
    fn outliers(&self, goal: usize) -> u32 {
        match self.goal {
            Goal::Surround => 0,
            Goal::Connect => {
                let beyond = |radius| (self.attack & !ball(goal, radius)).count_ones();
                let too_many = [2, 3, 4].map(|radius| beyond(radius).saturating_sub(4 - radius));
                too_many.into_iter().max().unwrap_or(0)
            }
        }
    }

    /// Steps needed at least to connect all attack pieces, if that is the goal.
    ///
    /// Each step brings two separate parts nearer by one point at most, unless an attack piece changes places with a
    /// defence piece; and it joins at most four parts, one of which is the moving piece.
    fn gap(&self) -> u32 {
        if self.goal == Goal::Surround {
            return 0;
        }
        let mut parts = 0;
        let mut rest = self.attack;
        let mut widest = 0;
        while rest != 0 {
            let group = self.group(rest.trailing_zeros() as usize);
            rest &= !group;
            parts += 1;
            let others = self.attack & !group;
            if others != 0 {
                let mut gap = 0;
                let mut reached = grown(group);
                let mut beside_defence = grown(self.attack);
                while reached & others == 0 && beside_defence & self.defence == 0 && gap < 3 {
                    reached = grown(reached);
                    beside_defence = grown(beside_defence);
                    gap += 1;
                }
                widest = widest.max(gap);
            }
        }
        let joining: u32 = (parts - 1u32).div_ceil(3);
        joining.max(widest)
    }

    /// The attack pieces connected with the one on a place.
    fn group(&self, start: usize) -> Mask {
        let mut group = bit(start);
        loop {
            let larger = grown(group) & self.attack;
            if larger == group {
                return group;
            }
            group = larger;
        }
    }

    /// About how far the attack is from success.
    pub(super) fn distance(&self) -> Distance {
        let counts = neighbour_counts(self.attack);
        let own = self.attack | self.defence;
        let approach = distance_to(self.central, own) - 1;
        let near = ball(self.central, 1);
        let mut groups = [0; 6];
        let mut group_count = 0;
        let mut rest = self.attack;
        while rest != 0 {
            let group = self.group(rest.trailing_zeros() as usize);
            rest &= !group;
            groups[group_count] = group;
            group_count += 1;
        }
        let groups = &groups[..group_count];
        let goals = (near | own | grown(self.attack)) & self.goal.places();
        let mut fewest = FAR;
        for count in (0..=6).rev() {
            let missing = self.goal.attackers().saturating_sub(count);
            if missing >= fewest {
                break;
            }
            for goal in places(counts.exactly(count) & goals) {
                let steps = missing + self.displacement(goal, approach, own);
                if steps < fewest {
                    fewest = fewest.min(steps + self.strays(groups, goal));
                }
            }
        }
        let points = places(self.attack).map(|place| distance(place, self.central)).sum();
        Distance { steps: fewest, points }
    }

    /// Steps to bring the central piece to a place.
    fn displacement(&self, goal: usize, approach: u32, own: Mask) -> u32 {
        if goal == self.central {
            return 0;
        }
        let is_own = bit(goal) & own != 0;
        let is_attack = bit(goal) & self.attack != 0;
        match distance(goal, self.central) {
            1 => u32::from(!is_attack),
            _ => 1 + u32::from(!is_own) + approach,
        }
    }

    /// Steps to bring all groups of attack pieces together around a place.
    fn strays(&self, groups: &[Mask], goal: usize) -> u32 {
        let away = groups.iter().map(|&group| distance_to(goal, group).saturating_sub(2));
        match self.goal {
            Goal::Surround => away.sum(),
            Goal::Connect => away.min().unwrap_or(0) + groups.len() as u32 - 1,
        }
    }
}

/// Steps to go at most, and if there is nowhere to attack: how far that is makes no difference.
const FAR: u32 = 20;

/// How far an attack is from success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Distance {
    /// About how many steps it needs.
    pub(super) steps: u32,
    /// How far its attack pieces are from the enemy central piece, added up.
    pub(super) points: u32,
}
