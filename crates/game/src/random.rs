//! A small random number generator whose numbers never change, and fair draws from any generator.
//!
//! Seeds appear in tests, match openings and engine levels, so the sequence behind a seed is part of
//! what users rely on. Not for secrets: a server shuffles its cards with a cryptographic generator.

use std::convert::Infallible;

use rand_core::utils::fill_bytes_via_next_word;
use rand_core::{Rng, SeedableRng, TryRng};

/// Fair draws, from every generator that keeps `rand_core`'s promises.
pub trait Draw: Rng {
    /// A number from 0 to `limit - 1`, each exactly as likely (Lemire, 2019).
    ///
    /// # Panics
    /// If `limit` is 0.
    #[inline]
    fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "no number is below 0");
        let limit = limit as u64;
        let mut product = u128::from(self.next_u64()) * u128::from(limit);
        if (product as u64) < limit {
            let threshold = limit.wrapping_neg() % limit;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(limit);
            }
        }
        (product >> 64) as usize
    }
}

impl<R: Rng + ?Sized> Draw for R {}

/// Wang Yi's wyrand: one multiplication a number, 64 bits of state, passes BigCrush and PractRand.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator with this seed; different seeds give unrelated sequences.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        // wyrand's states lie on one cycle; a mixed seed starts neighbours far apart on it.
        Random { state: mix(seed) }
    }

    /// 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let product = (self.state as u128) * ((self.state ^ 0xe703_7ed1_a0b4_28db) as u128);
        (product as u64) ^ ((product >> 64) as u64)
    }

    /// A number from 0 to `limit - 1`, each exactly as likely (Lemire, 2019).
    ///
    /// # Panics
    /// If `limit` is 0.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        Draw::below(self, limit)
    }
}

impl TryRng for Random {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        // The upper half is as good as the lower.
        Ok((self.bits() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.bits())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

impl SeedableRng for Random {
    type Seed = [u8; 8];

    fn from_seed(seed: [u8; 8]) -> Random {
        Random::new(u64::from_le_bytes(seed))
    }

    fn seed_from_u64(seed: u64) -> Random {
        Random::new(seed)
    }
}

/// SplitMix64's finalizer: a bijection that spreads every input bit over the whole word.
#[inline]
#[must_use]
pub const fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform_over_small_ranges() {
        let mut random = Random::new(1);
        for limit in [1, 2, 3, 19, 156] {
            let mut counts = vec![0u32; limit];
            let draws = 2000 * limit;
            for _ in 0..draws {
                counts[random.below(limit)] += 1;
            }
            for count in counts {
                assert!((1750..2250).contains(&count), "{count} of about 2000");
            }
        }
    }

    /// Seeds are part of what users rely on: these numbers must never change.
    #[test]
    fn the_sequence_never_changes() {
        let mut random = Random::new(1);
        let drawn = [random.bits(), random.bits(), random.bits()];
        assert_eq!(
            drawn,
            [
                10_988_358_893_986_739_035,
                9_408_502_731_514_849_100,
                979_865_741_328_357_502
            ]
        );
    }

    #[test]
    fn is_a_generator_like_any_other() {
        let (mut random, mut other) = (Random::new(3), Random::from_seed(3_u64.to_le_bytes()));
        let mut bytes = [0; 12];
        other.fill_bytes(&mut bytes);
        assert_eq!(bytes[..8], random.bits().to_le_bytes());
        assert_eq!(bytes[8..], random.bits().to_le_bytes()[..4]);
        assert_eq!(other.next_u32(), (random.bits() >> 32) as u32);
        let handed_in: &mut dyn Rng = &mut other;
        assert_eq!(handed_in.below(1000), random.below(1000));
    }

    #[test]
    fn a_seed_names_its_sequence() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            [random.bits(), random.bits(), random.bits()]
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }
}
