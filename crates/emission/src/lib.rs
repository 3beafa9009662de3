//! Turns kept cases into test files. Alone knows the test frameworks. What is asserted comes as data from the oracle;
//! how a call is printed is the model's; here are names, layout, imports and each framework's way of saying things.

mod body;
mod document;
mod framework;
mod imports;
mod layout;
mod node_test;
pub mod report;
mod running;
mod snippet;
mod subject;
mod suite;
mod titles;
mod variables;
mod vitest;
mod words;

pub use document::{emit, emit_in_order, is_ours};
pub use framework::Framework;
pub use running::{Invocation, Missing, Setting, TestResult};
pub use snippet::snippet;
pub use suite::{Emitted, ModuleFormat, ModuleInfo, Suite, TestCase};
pub use words::module_name;
