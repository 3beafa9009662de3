//! A test file imports its module once, so tests share what the module remembers. Cases that do not stand their
//! neighbours, or that neighbours do not stand, are found by running the whole suite in one instance, in several
//! orders, and are left out.

use kiskadee_execution::{Pool, Sharing};
use kiskadee_model::Case;
use kiskadee_oracle::agrees;

use super::confirm::{Confirmed, run_all, shared_world};

/// Leaves out cases until the rest agree with what they show alone, in the order given and in reverse. The second
/// part of the result names those left out, by their numbers.
pub fn separate(pool: &mut Pool, mut suite: Vec<Confirmed>) -> (Vec<Confirmed>, Vec<u64>) {
    let mut removed = Vec::new();
    while let Some(victim) = first_disagreement(pool, &suite) {
        let out = culprit(pool, &suite, &victim);
        removed.push(suite.remove(out).case.origin().number);
    }
    (suite, removed)
}

/// A case that behaves differently among its neighbours, with those that ran before it.
struct Victim {
    index: usize,
    earlier: Vec<usize>,
}

fn first_disagreement(pool: &mut Pool, suite: &[Confirmed]) -> Option<Victim> {
    let forward: Vec<usize> = (0..suite.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    [forward, backward].into_iter().find_map(|order| {
        let at = disagreements(pool, suite, &order).into_iter().next()?;
        Some(Victim { index: order[at], earlier: order[..at].to_vec() })
    })
}

/// Positions in `order` whose case shows something else than alone.
fn disagreements(pool: &mut Pool, suite: &[Confirmed], order: &[usize]) -> Vec<usize> {
    let cases: Vec<&Case> = order.iter().map(|&index| &suite[index].case).collect();
    let reports = run_all(pool, &cases, shared_world(), Sharing::Shared);
    let same = |position: usize| {
        let seen = reports.get(position).and_then(|report| report.observation.as_ref());
        seen.is_some_and(|seen| agrees(&suite[order[position]].observation, seen))
    };
    (0..order.len()).filter(|&position| !same(position)).collect()
}

/// Which case to leave out: the one that spoils the victim, if it spoils others too; else the victim.
fn culprit(pool: &mut Pool, suite: &[Confirmed], victim: &Victim) -> usize {
    // Halve the earlier cases until one is left that alone spoils the victim.
    let mut suspects = victim.earlier.clone();
    while suspects.len() > 1 {
        let (left, right) = suspects.split_at(suspects.len() / 2);
        let half = [left, right].into_iter().find(|half| spoils(pool, suite, half, victim.index));
        match half {
            Some(half) => suspects = half.to_vec(),
            // Only several together spoil it: no single one is to blame.
            None => return victim.index,
        }
    }
    let Some(&suspect) = suspects.first() else { return victim.index };
    let others: Vec<usize> = (0..suite.len()).filter(|&index| index != suspect).collect();
    let order: Vec<usize> = std::iter::once(suspect).chain(others).collect();
    let spoiled = disagreements(pool, suite, &order).len();
    if spoiled > 1 { suspect } else { victim.index }
}

fn spoils(pool: &mut Pool, suite: &[Confirmed], earlier: &[usize], victim: usize) -> bool {
    let order: Vec<usize> = earlier.iter().copied().chain([victim]).collect();
    disagreements(pool, suite, &order).contains(&(order.len() - 1))
}
