//! The assertions of a test, sorted by what they are about.

use std::collections::{BTreeMap, BTreeSet};

use kiskadee_model::{Check, Claim, Failure, Key, Place, Step, Subject, VarId};

/// The assertions of a test, by what they are about.
pub(super) struct Checks<'a> {
    pub(super) throws: Option<&'a Failure>,
    /// On what the act gave.
    pub(super) returned: Vec<Part<'a>>,
    /// On what the promise that the act gave was fulfilled with.
    pub(super) fulfilled: Vec<Part<'a>>,
    pub(super) rejects: BTreeMap<VarId, &'a Failure>,
    pub(super) places: Vec<(&'a Place, Part<'a>)>,
}

/// A claim on a part of something.
pub(super) type Part<'a> = (&'a [Key], &'a Claim);

impl<'a> Checks<'a> {
    pub(super) fn of(checks: &'a [Check], act: VarId) -> Self {
        let mut sorted = Self {
            throws: None,
            returned: Vec::new(),
            fulfilled: Vec::new(),
            rejects: BTreeMap::new(),
            places: Vec::new(),
        };
        for check in checks {
            match check {
                Check::Throws(failure) => sorted.throws = Some(failure),
                Check::Rejects { step, failure } => {
                    sorted.rejects.insert(*step, failure);
                }
                Check::Value { of: Subject::Act, path, claim } => sorted.returned.push((path, claim)),
                Check::Value { of: Subject::Fulfilled(step), path, claim } if *step == act => {
                    sorted.fulfilled.push((path, claim));
                }
                Check::Value { of: Subject::Fulfilled(_), .. } => {}
                Check::Value { of: Subject::Place(place), path, claim } => {
                    sorted.places.push((place, (path, claim)))
                }
            }
        }
        sorted
    }

    pub(super) fn rejection(&self, step: VarId) -> Option<&'a Failure> {
        self.rejects.get(&step).copied()
    }

    /// Arguments of the act that are asserted on.
    pub(super) fn arguments(&self, act: VarId) -> BTreeSet<u32> {
        let argument = |(place, _): &(&Place, Part<'_>)| match place {
            Place::Argument { step, index } if *step == act => Some(*index),
            _ => None,
        };
        self.places.iter().filter_map(argument).collect()
    }

    /// Whether the test waits for the act anyway.
    pub(super) fn settles(&self, act: &Step) -> bool {
        act.awaited || !self.fulfilled.is_empty() || self.rejects.contains_key(&act.var)
    }
}
