//! The one source of randomness. Draws are made from 32-bit integers, so that they are the same on every platform.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A seeded generator with the few ways of drawing that the search needs.
pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// True with this probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A number below `bound`, or 0 when there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound <= 1 {
            return 0;
        }
        self.0.random_range(0..bound as u32) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// One of several things, or nothing if there are none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// One entry of a weighted table, which must not be empty.
    pub(crate) fn table<'a, T>(&mut self, table: &'a [(u32, T)]) -> &'a T {
        let total: u32 = table.iter().map(|(weight, _)| weight).sum();
        let mut left = self.0.random_range(0..total.max(1));
        for (weight, item) in table {
            if left < *weight {
                return item;
            }
            left -= weight;
        }
        &table.last().expect("a table has entries").1
    }

    /// The index of one of several weights; nothing if all are zero or there are none.
    pub(crate) fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> Option<usize> {
        let total: f64 = weights.clone().sum();
        if total <= 0.0 {
            return None;
        }
        let mut left = self.unit() * total;
        let mut last = None;
        for (index, weight) in weights.enumerate() {
            if weight > 0.0 {
                last = Some(index);
                if left < weight {
                    return last;
                }
                left -= weight;
            }
        }
        // Rounding may leave a crumb after the last weight.
        last
    }

    /// How often something happens that goes on with this probability, at most `most` times.
    pub(crate) fn repeats(&mut self, go_on: f64, most: usize) -> usize {
        let mut count = 0;
        while count < most && self.chance(go_on) {
            count += 1;
        }
        count
    }

    fn unit(&mut self) -> f64 {
        f64::from(self.0.random::<u32>()) / (f64::from(u32::MAX) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_drawn_from_in_proportion() {
        let mut dice = Dice::new(1);
        let table = [(9, 'a'), (1, 'b'), (0, 'c')];
        let drawn: Vec<char> = (0..1000).map(|_| *dice.table(&table)).collect();
        let rare = drawn.iter().filter(|c| **c == 'b').count();
        assert!((50..200).contains(&rare), "{rare}");
        assert!(!drawn.contains(&'c'));
    }

    #[test]
    fn nothing_is_drawn_from_no_weight() {
        let mut dice = Dice::new(1);
        assert_eq!(dice.weighted([0.0, 0.0].into_iter()), None);
        assert_eq!(dice.weighted([0.0, 0.5, 0.0].into_iter()), Some(1));
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
