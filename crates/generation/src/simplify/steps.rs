//! Fewer steps: each step before the act is left out, alone or with everything that uses it.

use std::collections::BTreeSet;

use kiskadee_model::{Block, VarId};

pub(super) fn fewer(block: &Block) -> Vec<Block> {
    let Some(act) = block.steps.len().checked_sub(1) else { return Vec::new() };
    let without = |dropped: &BTreeSet<usize>| {
        let steps = block.steps.iter().enumerate().filter(|(index, _)| !dropped.contains(index));
        Block { steps: steps.map(|(_, step)| step.clone()).collect(), ..block.clone() }
    };
    let mut made = Vec::new();
    // Only what the act needs, at once: often right, and it saves many runs.
    let needed = needed_by(block, act);
    let unneeded: BTreeSet<usize> = (0..act).filter(|index| !needed.contains(index)).collect();
    if !unneeded.is_empty() {
        made.push(without(&unneeded));
    }
    for index in 0..act {
        let dropped = dependants(block, index);
        if !dropped.contains(&act) {
            made.push(without(&dropped));
        }
    }
    made
}

/// The steps whose results a step uses, and theirs, and so on.
fn needed_by(block: &Block, index: usize) -> BTreeSet<usize> {
    let mut needed = BTreeSet::new();
    let mut open: Vec<VarId> = block.steps[index].uses();
    while let Some(var) = open.pop() {
        let Some(maker) = block.steps.iter().position(|step| step.var == var) else { continue };
        if needed.insert(maker) {
            open.extend(block.steps[maker].uses());
        }
    }
    needed
}

/// A step and every step that cannot be without it.
fn dependants(block: &Block, index: usize) -> BTreeSet<usize> {
    let mut dropped = BTreeSet::from([index]);
    for (later, step) in block.steps.iter().enumerate().skip(index + 1) {
        let uses_dropped = |&var: &VarId| dropped.iter().any(|&gone| block.steps[gone].var == var);
        if step.uses().iter().any(uses_dropped) {
            dropped.insert(later);
        }
    }
    dropped
}
