//! Facts as tables: a small source on one side, what it should tell in short text on the other.

mod constants;
mod functions;
mod jsdoc_types;
mod params;
mod render;
mod types;
mod usages;

use std::path::Path;

use kiskadee_model::{FileFacts, FunctionFacts};

use super::read_facts;

/// The facts of a source under a name that tells its language.
fn facts(file: &str, source: &str) -> FileFacts {
    read_facts(Path::new(file), source)
}

/// The first function of a source.
fn first(file: &str, source: &str) -> FunctionFacts {
    facts(file, source).functions.into_iter().next().unwrap_or_else(|| panic!("no function in {source}"))
}
