//! Which cases are worth keeping: what has been covered so far, and the smallest set that covers it all. Counters are
//! the numbers of the coverage map; what they stand for is known elsewhere.

use std::collections::BTreeMap;

/// The counters that some case has covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    words: Vec<u64>,
    count: usize,
}

impl Coverage {
    /// Those of `hit` that are not covered yet, in order, each once.
    pub fn news(&self, hit: &[u32]) -> Vec<u32> {
        let mut news: Vec<u32> = hit.iter().copied().filter(|counter| !self.contains(*counter)).collect();
        news.sort_unstable();
        news.dedup();
        news
    }

    /// Counts these as covered.
    pub fn add(&mut self, hit: &[u32]) {
        for counter in hit {
            let (word, bit) = place(*counter);
            if word >= self.words.len() {
                self.words.resize(word + 1, 0);
            }
            if self.words[word] & bit == 0 {
                self.words[word] |= bit;
                self.count += 1;
            }
        }
    }

    /// Whether this counter is covered.
    pub fn contains(&self, counter: u32) -> bool {
        let (word, bit) = place(counter);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// How many counters are covered.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether all of `total` counters are covered.
    pub fn is_complete(&self, total: usize) -> bool {
        self.count >= total
    }
}

fn place(counter: u32) -> (usize, u64) {
    ((counter / 64) as usize, 1 << (counter % 64))
}

/// Chooses few small cases that together cover what all of them cover. Each case is its size and its counters; the
/// answer holds indices in ascending order.
///
/// Cases that alone cover a counter are needed anyway, so counters are dealt with from the rarest on, each by the case
/// that adds most (then the smaller, then the earlier one). What later choices made redundant is removed.
pub fn select(cases: &[(usize, Vec<u32>)]) -> Vec<usize> {
    let mut covering: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, (_, hits)) in cases.iter().enumerate() {
        for counter in Coverage::default().news(hits) {
            covering.entry(counter).or_default().push(index);
        }
    }
    let mut rarest: Vec<(u32, &Vec<usize>)> = covering.iter().map(|(counter, by)| (*counter, by)).collect();
    rarest.sort_by_key(|(counter, by)| (by.len(), *counter));

    let mut covered = Coverage::default();
    let mut chosen: Vec<usize> = Vec::new();
    for (counter, by) in rarest {
        if covered.contains(counter) {
            continue;
        }
        let gain = |index: usize| covered.news(&cases[index].1).len();
        let best = by.iter().copied().min_by_key(|index| {
            let (size, _) = cases[*index];
            (std::cmp::Reverse(gain(*index)), size, *index)
        });
        let best = best.expect("a counter is covered by some case");
        covered.add(&cases[best].1);
        chosen.push(best);
    }
    without_redundant(cases, chosen)
}

/// Large cases are tried first, so that what remains is small.
fn without_redundant(cases: &[(usize, Vec<u32>)], chosen: Vec<usize>) -> Vec<usize> {
    let mut times: BTreeMap<u32, usize> = BTreeMap::new();
    let counters = |index: usize| Coverage::default().news(&cases[index].1);
    for index in &chosen {
        for counter in counters(*index) {
            *times.entry(counter).or_default() += 1;
        }
    }
    let mut order = chosen.clone();
    order.sort_by_key(|index| (std::cmp::Reverse(cases[*index].0), std::cmp::Reverse(*index)));
    let mut kept = chosen;
    for index in order {
        let own = counters(index);
        if own.iter().all(|counter| times[counter] > 1) {
            own.iter().for_each(|counter| *times.get_mut(counter).expect("it was counted") -= 1);
            kept.retain(|other| *other != index);
        }
    }
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_what_nobody_covered_before() {
        let mut coverage = Coverage::default();
        assert_eq!(coverage.news(&[130, 3, 3]), [3, 130]);
        coverage.add(&[3, 130, 3]);
        assert_eq!(coverage.news(&[3, 4, 130]), [4]);
        assert_eq!((coverage.count(), coverage.is_complete(2), coverage.is_complete(3)), (2, true, false));
        assert!(coverage.contains(130) && !coverage.contains(131) && !coverage.contains(100_000));
    }

    fn check(cases: &[(usize, &[u32])], expected: &[usize]) {
        let cases: Vec<(usize, Vec<u32>)> = cases.iter().map(|(size, hits)| (*size, hits.to_vec())).collect();
        assert_eq!(select(&cases), expected, "{cases:?}");
    }

    #[test]
    fn few_small_cases_cover_what_all_cover() {
        check(&[], &[]);
        check(&[(1, &[])], &[]);
        // One that covers everything makes the others needless.
        check(&[(1, &[1]), (1, &[2]), (3, &[1, 2, 3])], &[2]);
        // The smaller of two equals, and the earlier of two alike.
        check(&[(2, &[1, 2]), (1, &[1, 2]), (1, &[1, 2])], &[1]);
        // Rare counters first: 0 and 2 are needed anyway and leave nothing to 1, though 1 covers most.
        check(&[(1, &[1, 2, 9]), (1, &[1, 2, 3, 4]), (1, &[3, 4, 8])], &[0, 2]);
        // Repeated counters count once.
        check(&[(1, &[5, 5, 5, 5]), (2, &[5, 6])], &[1]);
    }

    #[test]
    fn a_choice_that_later_ones_make_redundant_is_removed() {
        // The rarest counters 0 and 1 need cases 0 and 1; whichever is taken for the others, two suffice.
        check(&[(1, &[0, 2, 3]), (1, &[1, 4, 5]), (9, &[2, 3, 4, 5])], &[0, 1]);
        let chosen = without_redundant(&[(1, vec![1, 2]), (5, vec![2, 3]), (1, vec![3, 4])], vec![1, 0, 2]);
        assert_eq!(chosen, [0, 2]);
    }
}
