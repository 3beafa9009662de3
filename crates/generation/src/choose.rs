//! What a case should be about: callables are chosen by weight. As in Nessie, being chosen divides a weight by four, so
//! that all get their turn; what still has uncovered code, and what brought news lately, is preferred.

use crate::callables::{CallableId, Callables, Target};
use crate::dice::Dice;

/// A weight is never below this part of the largest, so that nothing starves and turns never outweigh interest.
const LEAST: f64 = 1.0 / 8.0;

/// The search's opinion of each callable.
#[derive(Default)]
pub(crate) struct Choice {
    records: Vec<Record>,
    uncovered: Option<Vec<u32>>,
    /// Whether code is uncovered that belongs to no callable: helpers and closures, reached through covered ones.
    hidden: bool,
}

#[derive(Clone)]
struct Record {
    turn: f64,
    /// Recent news; fades.
    credit: f64,
    returned: u32,
    threw: u32,
    /// How often it cost a worker or a time-out.
    costly: u32,
}

/// How a step that performs a callable ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Returned,
    Threw,
    /// It hung or took the worker down.
    Costly,
}

impl Choice {
    /// Makes room for callables that have become known.
    pub(crate) fn grow_to(&mut self, callables: &Callables) {
        let fresh = Record { turn: 1.0, credit: 0.0, returned: 0, threw: 0, costly: 0 };
        self.records.resize(callables.len(), fresh);
    }

    /// Takes in how many counters each function still has uncovered.
    pub(crate) fn set_uncovered(&mut self, per_function: &[u32], callables: &Callables) {
        let mut owned = vec![false; per_function.len()];
        for callable in callables.iter() {
            if let Some(flag) = callable.signature.function.and_then(|f| owned.get_mut(f as usize)) {
                *flag = true;
            }
        }
        self.hidden = per_function.iter().zip(&owned).any(|(uncovered, owned)| *uncovered > 0 && !owned);
        self.uncovered = Some(per_function.to_vec());
    }

    /// Chooses what the next case is about.
    pub(crate) fn act(&mut self, callables: &Callables, dice: &mut Dice) -> Option<CallableId> {
        let weight = |id: CallableId| {
            if callables.may_be_act(id) { self.records[id].turn * self.interest(id, callables) } else { 0.0 }
        };
        let chosen = dice.weighted((0..callables.len()).map(weight).collect::<Vec<_>>().into_iter())?;
        self.take_turn(chosen);
        Some(chosen)
    }

    /// Chooses a call that prepares the ground: one that usually returns, whatever its coverage.
    pub(crate) fn set_up(&self, among: &[CallableId], dice: &mut Dice) -> Option<CallableId> {
        let weight = |id: &CallableId| {
            let record = &self.records[*id];
            let reliable = f64::from(record.returned + 1) / f64::from(record.returned + record.threw + 2);
            reliable / f64::from(1 + record.costly * 10)
        };
        let chosen = dice.weighted(among.iter().map(weight).collect::<Vec<_>>().into_iter())?;
        among.get(chosen).copied()
    }

    /// How much is to be gained from cases about this.
    pub(crate) fn interest(&self, id: CallableId, callables: &Callables) -> f64 {
        let callable = callables.get(id);
        let record = &self.records[id];
        let uncovered = match (&self.uncovered, callable.signature.function) {
            (None, _) => 1.0,
            (Some(counts), Some(function)) => match counts.get(function as usize) {
                Some(0) if self.hidden => 0.2,
                Some(0) => 0.02,
                Some(count) => 1.0 + f64::from((*count).min(16)) / 2.0,
                None => 0.1,
            },
            (Some(_), None) if self.hidden => 0.4,
            (Some(_), None) => 0.05,
        };
        let kind = match callable.target {
            // Reading gives little that a first look has not given.
            Target::Read(_) => 0.1,
            Target::Getter(..) => 0.5,
            _ => 1.0,
        };
        uncovered * kind * (1.0 + record.credit) / f64::from(1 + record.costly)
    }

    /// A case about this brought news.
    pub(crate) fn credit(&mut self, id: CallableId) {
        let record = &mut self.records[id];
        record.credit = (record.credit + 1.0).min(4.0);
    }

    /// A step that performs this ended so.
    pub(crate) fn record(&mut self, id: CallableId, outcome: Outcome) {
        let record = &mut self.records[id];
        match outcome {
            Outcome::Returned => record.returned = record.returned.saturating_add(1),
            Outcome::Threw => record.threw = record.threw.saturating_add(1),
            Outcome::Costly => record.costly = (record.costly + 1).min(1000),
        }
    }

    fn take_turn(&mut self, chosen: CallableId) {
        self.records[chosen].turn /= 4.0;
        self.records[chosen].credit *= 0.9;
        let largest = self.records.iter().map(|record| record.turn).fold(0.0, f64::max);
        for record in &mut self.records {
            record.turn = (record.turn / largest).max(LEAST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn counts(choice: &mut Choice, callables: &Callables, draws: usize) -> Vec<usize> {
        let mut dice = Dice::new(3);
        let mut counts = vec![0; callables.len()];
        for _ in 0..draws {
            counts[choice.act(callables, &mut dice).expect("there are callables")] += 1;
        }
        counts
    }

    #[test]
    fn all_callables_get_their_turn_and_uncovered_ones_more_of_them() {
        let callables = Callables::new(&testing::functions(&["a", "b", "c"]), Vec::new());
        let mut choice = Choice::default();
        choice.grow_to(&callables);
        let even = counts(&mut choice, &callables, 300);
        assert!(even.iter().all(|count| (80..120).contains(count)), "{even:?}");

        choice.set_uncovered(&[0, 5, 0], &callables);
        let uneven = counts(&mut choice, &callables, 2000);
        assert!(uneven[1] > 5 * uneven[0] && uneven[1] > 5 * uneven[2], "{uneven:?}");
        assert!(uneven[0] > 0 && uneven[2] > 0, "nothing starves: {uneven:?}");
    }

    #[test]
    fn covered_functions_stay_interesting_while_hidden_code_is_uncovered() {
        let callables = Callables::new(&testing::functions(&["a"]), Vec::new());
        let mut choice = Choice::default();
        choice.grow_to(&callables);
        choice.set_uncovered(&[0], &callables);
        let covered = choice.interest(0, &callables);
        choice.set_uncovered(&[0, 7], &callables);
        assert!(choice.interest(0, &callables) > 5.0 * covered);
    }

    #[test]
    fn set_up_prefers_what_usually_returns() {
        let callables = Callables::new(&testing::functions(&["a", "b"]), Vec::new());
        let mut choice = Choice::default();
        choice.grow_to(&callables);
        for _ in 0..20 {
            choice.record(0, Outcome::Threw);
            choice.record(1, Outcome::Returned);
        }
        let mut dice = Dice::new(1);
        let chosen = (0..200).filter(|_| choice.set_up(&[0, 1], &mut dice) == Some(1)).count();
        assert!(chosen > 150, "{chosen}");
    }
}
