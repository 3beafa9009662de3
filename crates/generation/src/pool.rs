//! Cases that can be built upon: those that ran through can be extended, those that brought news can be mutated.
//! Bounded; what is let go is decided by what the entries are, never by chance.

use std::collections::BTreeMap;

use kiskadee_model::{Case, Step, TypeTag, VarId};

use crate::callables::CallableId;
use crate::dice::Dice;

/// When there are so many entries…
const MOST: usize = 2000;
/// …they are reduced to so many.
const AFTER_EVICTION: usize = 1500;

/// A case that was run, and what is known about its variables.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) steps: Vec<Step>,
    pub(crate) tags: BTreeMap<VarId, TypeTag>,
    /// What it is about.
    pub(crate) act: Option<CallableId>,
    /// It ran through, so that a step can follow.
    pub(crate) completed: bool,
    /// It covered something first.
    pub(crate) news: bool,
    chosen: u32,
    /// How much it is preferred; kept, because it is asked for far more often than it changes.
    weight: f64,
}

impl Entry {
    pub(crate) fn new(
        case: &Case,
        tags: BTreeMap<VarId, TypeTag>,
        act: Option<CallableId>,
        completed: bool,
        news: bool,
    ) -> Self {
        let (number, steps) = (case.origin().number, case.steps().to_vec());
        let mut entry = Self { number, steps, tags, act, completed, news, chosen: 0, weight: 0.0 };
        entry.weigh();
        entry
    }

    /// Rather what was chosen less often, what brought news, and what is short.
    fn weigh(&mut self) {
        let news = if self.news { 4.0 } else { 1.0 };
        self.weight = news / (f64::from(self.chosen) + 1.0) / (1.0 + 0.3 * self.steps.len() as f64);
    }

    /// The weight for being extended: none if it ended early or is full.
    fn weight_to_extend(&self, max_steps: usize) -> f64 {
        if self.completed && self.steps.len() < max_steps { self.weight } else { 0.0 }
    }
}

/// All such cases.
#[derive(Default)]
pub(crate) struct Pool {
    entries: Vec<Entry>,
    by_tag: BTreeMap<TypeTag, Vec<usize>>,
}

impl Pool {
    pub(crate) fn insert(&mut self, entry: Entry) {
        if self.entries.len() >= MOST {
            self.evict();
        }
        self.index(&entry, self.entries.len());
        self.entries.push(entry);
    }

    /// A case that ran through and has room for another step.
    pub(crate) fn pick_to_extend(&mut self, max_steps: usize, dice: &mut Dice) -> Option<Entry> {
        let chosen = dice.weighted(self.entries.iter().map(|entry| entry.weight_to_extend(max_steps)))?;
        Some(self.take(chosen))
    }

    /// The same, with a variable that holds such a thing.
    pub(crate) fn with_tag(&mut self, tag: &TypeTag, max_steps: usize, dice: &mut Dice) -> Option<Entry> {
        let among = self.by_tag.get(tag)?;
        let weight = |index: &usize| self.entries[*index].weight_to_extend(max_steps);
        let chosen = among[dice.weighted(among.iter().map(weight))?];
        Some(self.take(chosen))
    }

    /// The shortest case with a variable that holds such a thing.
    pub(crate) fn shortest_with_tag(&self, tag: &TypeTag, max_steps: usize) -> Option<&Entry> {
        let among = self.by_tag.get(tag)?.iter().map(|index| &self.entries[*index]);
        let usable = among.filter(|entry| entry.completed && entry.steps.len() < max_steps);
        usable.min_by_key(|entry| (entry.steps.len(), entry.number))
    }

    /// A case to be changed; `interest` says how much is to be gained from what it is about.
    pub(crate) fn pick_to_mutate(
        &mut self,
        interest: impl Fn(Option<CallableId>) -> f64,
        dice: &mut Dice,
    ) -> Option<Entry> {
        let weights: Vec<f64> = self.entries.iter().map(|entry| entry.weight * interest(entry.act)).collect();
        let chosen = dice.weighted(weights.into_iter())?;
        Some(self.take(chosen))
    }

    fn take(&mut self, index: usize) -> Entry {
        let entry = &mut self.entries[index];
        entry.chosen = entry.chosen.saturating_add(1);
        entry.weigh();
        entry.clone()
    }

    fn index(&mut self, entry: &Entry, at: usize) {
        let steps = entry.steps.iter().map(|step| step.var);
        for tag in steps.filter_map(|var| entry.tags.get(&var)) {
            let list = self.by_tag.entry(tag.clone()).or_default();
            if list.last() != Some(&at) {
                list.push(at);
            }
        }
    }

    /// News are kept before others, and of each kind the less used, then the younger.
    fn evict(&mut self) {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|index| {
            let entry = &self.entries[*index];
            let worn = if entry.news { entry.chosen / 64 } else { entry.chosen };
            (!entry.news, worn, std::cmp::Reverse(entry.number))
        });
        // Even if news alone would fill the pool, younger cases get their chance.
        order.truncate(AFTER_EVICTION);
        order.sort_unstable();
        let mut keep = vec![false; self.entries.len()];
        order.into_iter().for_each(|index| keep[index] = true);
        let mut keep = keep.into_iter();
        self.entries.retain(|_| keep.next().unwrap_or(false));

        self.by_tag.clear();
        let entries = std::mem::take(&mut self.entries);
        for (at, entry) in entries.iter().enumerate() {
            self.index(entry, at);
        }
        self.entries = entries;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use kiskadee_model::Origin;

    fn entry(number: u64, steps: usize, tag: TypeTag, news: bool) -> Entry {
        let case = testing::calls("f", steps).with_origin(Origin { number, ..Origin::default() });
        let last = case.act().expect("it has steps").var;
        Entry::new(&case, BTreeMap::from([(last, tag)]), Some(0), true, news)
    }

    #[test]
    fn the_pool_is_bounded_and_keeps_what_brought_news() {
        let mut pool = Pool::default();
        for number in 0..5000 {
            let tag = if number % 500 == 0 { TypeTag::Array } else { TypeTag::Number };
            pool.insert(entry(number, 1, tag, number % 500 == 0));
        }
        assert!(pool.entries.len() <= MOST);
        let news: Vec<u64> = pool.entries.iter().filter(|e| e.news).map(|e| e.number).collect();
        assert_eq!(news, (0..10).map(|n| n * 500).collect::<Vec<_>>());
        let mut dice = Dice::new(1);
        for _ in 0..100 {
            let found = pool.with_tag(&TypeTag::Array, 10, &mut dice).expect("there are ten");
            assert!(found.number.is_multiple_of(500), "the index survives eviction: {}", found.number);
        }
    }

    #[test]
    fn full_and_missing_cases_are_not_offered() {
        let mut pool = Pool::default();
        let mut dice = Dice::new(1);
        assert!(pool.pick_to_extend(10, &mut dice).is_none());
        pool.insert(entry(0, 3, TypeTag::Array, true));
        assert!(pool.pick_to_extend(3, &mut dice).is_none());
        assert!(pool.with_tag(&TypeTag::Array, 3, &mut dice).is_none());
        assert!(pool.with_tag(&TypeTag::String, 10, &mut dice).is_none());
        assert_eq!(pool.with_tag(&TypeTag::Array, 4, &mut dice).map(|e| e.number), Some(0));
        pool.insert(entry(1, 2, TypeTag::Array, false));
        assert_eq!(pool.shortest_with_tag(&TypeTag::Array, 10).map(|e| e.number), Some(1));
    }

    #[test]
    fn what_was_chosen_less_often_is_preferred() {
        let mut pool = Pool::default();
        pool.insert(entry(0, 1, TypeTag::Array, false));
        pool.insert(entry(1, 1, TypeTag::Array, false));
        pool.entries[0].chosen = 1000;
        pool.entries[0].weigh();
        let mut dice = Dice::new(1);
        let fresh =
            (0..20).filter(|_| pool.pick_to_extend(9, &mut dice).is_some_and(|e| e.number == 1)).count();
        assert!(fresh >= 18, "{fresh}");
    }
}
