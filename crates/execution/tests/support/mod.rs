//! What the tests of this crate share: making batches and getting all of them through a pool.

use kiskadee_execution::{Batch, BatchResult, Detail, Pool, PreparedCase, Sharing, World};

/// A batch of cases with the ids 0, 1, 2 …
pub fn batch(codes: &[&str]) -> Batch {
    let case = |(id, code): (usize, &&str)| PreparedCase {
        id: id as u64,
        code: (*code).to_owned(),
        is_async: code.contains("await"),
    };
    Batch {
        world: World::default(),
        sharing: Sharing::Fresh,
        detail: Detail::News,
        counts: false,
        known: Vec::new(),
        cases: codes.iter().enumerate().map(case).collect(),
    }
}

/// Submits all, then takes all.
pub fn run_all(pool: &mut Pool, batches: Vec<Batch>) -> Vec<BatchResult> {
    let ids: Vec<_> = batches.into_iter().map(|batch| pool.submit(batch)).collect();
    assert_eq!(pool.outstanding(), ids.len());
    let results: Vec<BatchResult> = std::iter::from_fn(|| pool.next()).collect();
    assert_eq!(results.iter().map(|result| result.id).collect::<Vec<_>>(), ids, "in the order of asking");
    results
}
