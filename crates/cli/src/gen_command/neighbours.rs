//! A test file imports its module once, so tests share what the module remembers. Cases that do not stand their
//! neighbours, or that neighbours do not stand, are found by running the whole suite in one instance, in both
//! directions, and are left out.

use std::collections::BTreeSet;

use kiskadee_execution::Pool;
use kiskadee_model::Case;
use kiskadee_oracle::agrees;

use super::confirm::{Confirmed, run_groups};

/// How often culprits are looked for; after that, whatever disagrees goes.
const SEARCHES: usize = 4;
/// How many of those that disagree are watched while looking for culprits.
const WITNESSES: usize = 6;

/// Leaves out cases until the rest agree with what they show alone, in the order given and in reverse. The second
/// part of the result names those left out, by their numbers.
pub fn separate(pool: &mut Pool, mut suite: Vec<Confirmed>) -> (Vec<Confirmed>, Vec<u64>) {
    let mut removed = Vec::new();
    for round in 0.. {
        let victims = victims(pool, &suite);
        if victims.is_empty() {
            break;
        }
        let culprits = if round < SEARCHES { culprits(pool, &suite, &victims) } else { BTreeSet::new() };
        // A few that spoil many go; many that spoil a few stay, and the few go.
        let out = if culprits.is_empty() || culprits.len() > victims.len() { victims } else { culprits };
        removed.extend(out.iter().map(|&index| suite[index].case.origin().number));
        let kept = suite.into_iter().enumerate().filter(|(index, _)| !out.contains(index));
        suite = kept.map(|(_, confirmed)| confirmed).collect();
    }
    (suite, removed)
}

/// Cases that behave differently among their neighbours.
fn victims(pool: &mut Pool, suite: &[Confirmed]) -> BTreeSet<usize> {
    let forward: Vec<usize> = (0..suite.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    let orders = [forward, backward];
    let disagreeing = disagreements(pool, suite, &orders);
    orders
        .iter()
        .zip(disagreeing)
        .flat_map(|(order, at)| at.into_iter().map(|position| order[position]))
        .collect()
}

/// Cases that alone spoil one of the victims when they run before it.
fn culprits(pool: &mut Pool, suite: &[Confirmed], victims: &BTreeSet<usize>) -> BTreeSet<usize> {
    let after = |suspect: usize| {
        let witnesses = victims.iter().copied().filter(move |&witness| witness != suspect).take(WITNESSES);
        std::iter::once(suspect).chain(witnesses).collect::<Vec<usize>>()
    };
    let orders: Vec<Vec<usize>> = (0..suite.len()).map(after).collect();
    let disagreeing = disagreements(pool, suite, &orders);
    let spoils = |at: &Vec<usize>| at.iter().any(|&position| position > 0);
    disagreeing.iter().enumerate().filter(|(_, at)| spoils(at)).map(|(suspect, _)| suspect).collect()
}

/// For each order, the positions whose case shows something else than alone.
fn disagreements(pool: &mut Pool, suite: &[Confirmed], orders: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let groups: Vec<Vec<&Case>> =
        orders.iter().map(|order| order.iter().map(|&index| &suite[index].case).collect()).collect();
    let results = run_groups(pool, &groups);
    let differing = |(order, reports): (&Vec<usize>, Vec<kiskadee_execution::CaseReport>)| {
        let same = |position: &usize| {
            let seen = reports.get(*position).and_then(|report| report.observation.as_ref());
            seen.is_some_and(|seen| agrees(&suite[order[*position]].observation, seen))
        };
        (0..order.len()).filter(|position| !same(position)).collect()
    };
    orders.iter().zip(results).map(differing).collect()
}
