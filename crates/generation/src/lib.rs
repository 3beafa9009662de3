//! Grows test cases. Alone holds randomness: everything random comes from one seeded generator, so that the same
//! answers to the same questions give the same cases.
//!
//! [`Search::ask`] gives cases, [`Search::tell`] hears what became of them. What runs them, what is asserted about them
//! and how they are written down is left to others; [`Coverage`] and [`select`] only help to decide which to keep.

mod callables;
mod choose;
mod corpus;
mod dice;
mod expectations;
mod grow;
mod mutate;
mod pool;
mod regex;
mod search;
mod simplify;
mod systematic;
mod unique;
mod values;
mod world;

#[cfg(test)]
mod testing;

pub use callables::{CallableKind, CallableSummary};
pub use corpus::{Coverage, select};
pub use expectations::Expectations;
pub use search::{Feedback, Options, Search};
pub use simplify::simpler;
