//! A case in the making: steps so far, what their variables hold, and how many steps may still come.

use std::collections::BTreeMap;

use kiskadee_model::{Block, Case, Op, Origin, Step, TypeTag, VarId};

use crate::pool::Entry;

/// Steps that may still be added to and changed. Variables are in scope once their step is there.
pub(crate) struct Draft {
    pub(crate) steps: Vec<Step>,
    /// What variables hold, as seen or as expected.
    pub(crate) tags: BTreeMap<VarId, TypeTag>,
    pub(crate) parent: Option<u64>,
    pub(crate) operator: &'static str,
    max_steps: usize,
    /// Steps that are already spoken for: those whose arguments are being made.
    reserved: usize,
    next_var: u32,
    next_callback: u32,
}

impl Draft {
    /// A case of its own.
    pub(crate) fn empty(max_steps: usize) -> Self {
        Self {
            steps: Vec::new(),
            tags: BTreeMap::new(),
            parent: None,
            operator: "new",
            max_steps: max_steps.max(1),
            reserved: 0,
            next_var: 0,
            next_callback: 0,
        }
    }

    /// A case that builds on another.
    pub(crate) fn from_entry(entry: Entry, operator: &'static str, max_steps: usize) -> Self {
        let block = Block { steps: entry.steps, ..Block::default() };
        let case = Case::new(block, Origin::default()).expect("an entry was a case");
        Self {
            tags: entry.tags,
            parent: Some(entry.number),
            operator,
            next_var: case.next_var(),
            next_callback: case.next_callback(),
            steps: case.steps().to_vec(),
            ..Self::empty(max_steps)
        }
    }

    /// How many steps may be added before those that are already spoken for.
    pub(crate) fn room(&self) -> usize {
        self.max_steps.saturating_sub(self.steps.len() + self.reserved)
    }

    /// Keeps room for so many steps.
    pub(crate) fn reserve(&mut self, steps: usize) {
        self.reserved += steps;
    }

    /// Gives it back.
    pub(crate) fn release(&mut self, steps: usize) {
        self.reserved -= steps;
    }

    /// Adds a step and gives the variable that holds its result.
    pub(crate) fn push(&mut self, op: Op, awaited: bool, tag: Option<TypeTag>) -> VarId {
        let var = self.fresh_var();
        self.steps.push(Step { var, op, awaited });
        if let Some(tag) = tag {
            self.tags.insert(var, tag);
        }
        var
    }

    pub(crate) fn fresh_var(&mut self) -> VarId {
        self.next_var += 1;
        VarId(self.next_var - 1)
    }

    pub(crate) fn fresh_callback(&mut self) -> u32 {
        self.next_callback += 1;
        self.next_callback - 1
    }

    /// Variables in scope whose content is known, in the order of their steps.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (VarId, &TypeTag)> {
        self.steps.iter().filter_map(|step| Some((step.var, self.tags.get(&step.var)?)))
    }

    /// Variables in scope that hold such a thing.
    pub(crate) fn holding(&self, tag: &TypeTag) -> Vec<VarId> {
        self.variables().filter(|(_, held)| *held == tag).map(|(var, _)| var).collect()
    }

    /// Takes the steps from `index` on away, so that others can be put before them. They count as spoken for.
    pub(crate) fn split_off(&mut self, index: usize) -> Vec<Step> {
        let tail = self.steps.split_off(index);
        self.reserve(tail.len());
        tail
    }

    /// Puts them back.
    pub(crate) fn append(&mut self, tail: Vec<Step>) {
        self.release(tail.len());
        self.steps.extend(tail);
    }

    /// The case, numbered in the order of reading.
    pub(crate) fn finish(self) -> Case {
        let origin = Origin { number: 0, parent: self.parent, operator: self.operator };
        let mut body = Block { steps: self.steps, ..Block::default() };
        body.renumber();
        match Case::new(body, origin) {
            Ok(case) => case,
            Err(invalid) => panic!("{} made an invalid case: {invalid}", self.operator),
        }
    }
}
