//! What is stable enough to assert: which parts of several observations agree, who is to blame for an error, and which
//! assertions a test makes. It sees cases and observations only; running them and wording the tests is left to others.

mod agree;
mod choose;
mod judge;
mod merge;
mod stable;

pub use agree::agrees;
pub use choose::{Context, Unassertable, choose};
pub use judge::{Cause, judge};
pub use stable::{Stable, Unsteady, stable};
