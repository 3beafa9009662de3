//! `cargo xtask test`: everything that has to hold before a change is taken, in the order in which it fails fastest.

use crate::run::{output, root, run};

/// Installs, checks and tests.
pub fn all() -> Result<(), String> {
    install()?;
    run("cargo", &["fmt", "--all", "--check"])?;
    run(
        "node",
        &[
            "node_modules/eslint/bin/eslint.js",
            "--max-warnings=0",
            "crates/execution/runtime",
            "crates/emission/src",
        ],
    )?;
    run("cargo", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])?;
    runtime()?;
    run("cargo", &["test", "--workspace", "--quiet"])
}

/// Installs the npm packages of the lock file, unless the installed ones are those.
fn install() -> Result<(), String> {
    let lock = root().join("package-lock.json");
    let installed = root().join("node_modules/.package-lock.json");
    let modified = |path: &std::path::Path| path.metadata().and_then(|meta| meta.modified()).ok();
    match (modified(&lock), modified(&installed)) {
        (Some(wanted), Some(found)) if found >= wanted => Ok(()),
        // Not `npm ci`: it refuses a lock file that lacks packages for other platforms, which some registries do not have.
        _ => run("npm", &["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]),
    }
}

/// The tests of the JavaScript that runs in workers.
fn runtime() -> Result<(), String> {
    let files = output("git", &["ls-files", "crates/execution/runtime/tests/*.test.mjs"])?;
    let files: Vec<&str> = files.lines().collect();
    if files.is_empty() {
        return Err("there are no tests of the worker runtime".into());
    }
    run("node", &[&["--test"], files.as_slice()].concat())
}
