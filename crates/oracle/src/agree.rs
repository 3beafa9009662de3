//! Whether one more run agrees with what is asserted.

use kiskadee_model::Observation;

use crate::{Stable, stable};

/// Whether a run shows nothing that contradicts what earlier runs agreed on: opaque parts may be anything, and virtual
/// waiting and output are not asserted.
pub fn agrees(agreed: &Observation, seen: &Observation) -> bool {
    match stable(&[agreed.clone(), seen.clone()]) {
        Stable::Unstable { .. } => false,
        Stable::Agree(merged) => {
            merged.steps == agreed.steps
                && merged.changes == agreed.changes
                && merged.callbacks == agreed.callbacks
        }
    }
}
