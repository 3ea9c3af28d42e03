//! Chance that nobody can foresee.

use halte_table::Chance;

/// The system's own generator, made for cryptography.
pub(super) struct SystemChance;

impl Chance for SystemChance {
    fn fill(&mut self, bytes: &mut [u8]) {
        // A system without it could keep no secret at all: nothing sensible can go on.
        getrandom::fill(bytes).expect("the system has a random generator");
    }
}
