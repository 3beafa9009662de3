//! Files about a run that other tools read.

mod lcov;

pub use lcov::lcov;
