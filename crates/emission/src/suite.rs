//! What is to be emitted, as the caller puts it together, and what comes of it.

use std::collections::BTreeMap;

use kiskadee_model::{Api, Case, Check, Observation};

/// The tests of one source file.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The module under test, as the test file sees it.
    pub module: ModuleInfo,
    /// What it exports: tests come in this order, and parameters lend their names.
    pub api: Api,
    /// The command that writes this file anew, for the line at its top.
    pub command: String,
    /// The tests, in any order.
    pub tests: Vec<TestCase>,
}

/// The module under test, as the test file sees it.
#[derive(Clone, Debug)]
pub struct ModuleInfo {
    /// What is imported, as it is to be written: `./linked-list.js`.
    pub specifier: String,
    /// What the module is.
    pub format: ModuleFormat,
    /// What the test file is.
    pub test_format: ModuleFormat,
    /// What a person would call the module where it has no name of its own: the file's name in camel case.
    pub default_name: String,
    /// Whether functions have to be called through the module (`mod.f()`), because they use `this` for it.
    pub through_module: bool,
    /// Whether the test file is TypeScript.
    pub typescript: bool,
}

/// The two kinds of module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleFormat {
    /// `require` and `module.exports`
    Cjs,
    /// `import` and `export`
    Esm,
}

/// One test: a case, what is asserted of it, and what was seen of it.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// The calls. The last one is what the test is about.
    pub case: Case,
    /// The assertions; at least one.
    pub checks: Vec<Check>,
    /// What the assertions were chosen from: says how variables are best called and whether time has to pass.
    pub observation: Observation,
}

/// A test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The whole text.
    pub text: String,
    /// Which test of the suite has which title: titles of the `describe`s around it, then its own.
    pub titles: BTreeMap<Vec<String>, usize>,
}
