//! `--coverage DIR`: the suites' coverage in the two formats that other tools read.

use std::path::Path;

use kiskadee_emission::report::lcov;
use serde_json::{Map, Value};

use super::check_in_runner::write_whole;
use crate::failure::Failure;

/// Writes `coverage-final.json` and `lcov.info` of all targets of a command, each entry with its file name.
pub fn write(dir: &Path, files: Map<String, Value>) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&files).expect("a JSON value can be printed");
    write_whole(&dir.join("coverage-final.json"), &(text + "\n"))?;
    write_whole(&dir.join("lcov.info"), &lcov(&files))
}
