//! Which cases have been made already, so that little is run twice. Remembers a hash of the printed text only.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use kiskadee_model::Case;
use kiskadee_model::print::print_probe;

/// 4 million hashes are some 50 MB; a search that gets there forgets, and repeats itself a little.
const MOST: usize = 4_000_000;

/// What was made. Only asked for membership, so the order of the set never matters.
#[derive(Default)]
pub(crate) struct Made(HashSet<u64>);

impl Made {
    /// Remembers the case; false if it was made before.
    pub(crate) fn insert(&mut self, case: &Case) -> bool {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let mut hasher = DefaultHasher::new();
        print_probe(case).hash(&mut hasher);
        self.0.insert(hasher.finish())
    }
}
