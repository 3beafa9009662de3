//! Which confirmed cases make the suite, and how it is handed to emission.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use kiskadee_emission::{ModuleFormat, ModuleInfo, Suite, TestCase, is_ours};
use kiskadee_execution::Pool;
use kiskadee_generation::select;
use kiskadee_model::print::print_probe;
use kiskadee_model::{Api, Case};

use super::confirm::{Confirmed, Dropped, confirm};
use super::findings::Finding;
use super::judge::Judge;
use super::neighbours::separate;
use super::simplify::simplify_suite;
use super::sources::Sources;
use super::surface::Surface;
use crate::failure::Failure;
use crate::plan::{Target, plain};
use kiskadee_analysis::Format;

/// How often cases that do not stand their neighbours are replaced by others.
const ROUNDS: usize = 2;

/// What an awkward argument weighs in characters: a longer call that makes sense is better than a short one that does not.
const AWKWARD: usize = 200;

/// The fewest cases that show all that the kept ones show and that can be confirmed, made simple, and that agree in one
/// instance of the module.
pub fn choose(
    pool: &mut Pool,
    kept: Vec<Case>,
    judge: &Judge<'_>,
    dropped: &mut Dropped,
    interrupted: &AtomicBool,
) -> Vec<Confirmed> {
    let mut candidates = Vec::new();
    for result in confirm(pool, &kept.iter().collect::<Vec<_>>(), judge) {
        match result {
            Ok(confirmed) => candidates.push(confirmed),
            Err(reason) => dropped.count(reason),
        }
    }
    let chosen = simplify_suite(pool, fewest(&candidates, judge), judge, interrupted);
    let (mut suite, mut removed) = separate(pool, fewest(&chosen, judge));
    for _ in 0..ROUNDS {
        if removed.is_empty() {
            break;
        }
        for _ in &removed {
            dropped.count("depends on what other tests leave behind in the module");
        }
        // What was removed may be shown by a case that was not chosen before.
        candidates.retain(|candidate| !removed.contains(&candidate.case.origin().number));
        let shown: BTreeSet<u32> =
            suite.iter().flat_map(|confirmed| confirmed.merits.iter().copied()).collect();
        let mut missing = candidates.clone();
        missing.iter_mut().for_each(|candidate| candidate.merits.retain(|merit| !shown.contains(merit)));
        suite.extend(simplify_suite(pool, fewest(&missing, judge), judge, interrupted));
        (suite, removed) = separate(pool, suite);
    }
    suite
}

/// A smallest set with the same coverage, in the order of finding.
fn fewest(candidates: &[Confirmed], judge: &Judge<'_>) -> Vec<Confirmed> {
    let size = |case: &Case| AWKWARD * judge.awkwardness(case) + print_probe(case).len();
    let weights: Vec<(usize, Vec<u32>)> =
        candidates.iter().map(|c| (size(&c.case), c.merits.clone())).collect();
    select(&weights).into_iter().map(|index| candidates[index].clone()).collect()
}

/// The suite as emission takes it.
pub fn assemble(
    target: &Target,
    sources: &Sources,
    surface: &Surface<'_>,
    api: &Api,
    chosen: &[Confirmed],
    command: String,
) -> Suite {
    let format = match sources.target_format() {
        Format::Esm => ModuleFormat::Esm,
        Format::CommonJs | Format::Json => ModuleFormat::Cjs,
    };
    let module = ModuleInfo {
        specifier: specifier(&target.test_file, &target.source),
        format,
        test_format: test_format(target, format),
        default_name: api.name.clone(),
        through_module: surface.uses_this(api, sources.target_source()),
        typescript: target.is_typescript(),
    };
    let tests = chosen.iter().map(|confirmed| TestCase {
        case: confirmed.case.clone(),
        checks: confirmed.checks.clone(),
        observation: confirmed.observation.clone(),
    });
    Suite { module, api: api.clone(), command, tests: tests.collect() }
}

/// A file that a person wrote is never touched.
pub fn refuse_to_overwrite(path: &Path) -> Result<(), Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) if is_ours(&text) => Ok(()),
        Ok(_) => Err(Failure::Occupied { path: path.to_path_buf() }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::Unwritable { path: path.to_path_buf(), why: plain(&error) }),
    }
}

/// Why no suite came about, and what was found all the same.
pub fn nothing_stable(target: &Target, dropped: &Dropped, findings: &[Finding]) -> Failure {
    let mut reasons: Vec<(String, usize)> =
        dropped.reasons().map(|(reason, count)| (reason.to_owned(), count)).collect();
    reasons.extend(findings.iter().map(|Finding { cause, count, .. }| {
        let location = cause.location.as_ref().map_or(String::new(), |location| format!(" at {location}"));
        (format!("{}: {}{location}", cause.api, cause.message), *count as usize)
    }));
    Failure::NothingStable { path: target.source.clone(), reasons }
}

/// Whether the test file is read as an ES module.
fn test_format(target: &Target, source: ModuleFormat) -> ModuleFormat {
    match target.framework {
        kiskadee_emission::Framework::Vitest => ModuleFormat::Esm,
        kiskadee_emission::Framework::NodeTest => {
            match target.test_file.extension().and_then(|e| e.to_str()).unwrap_or_default() {
                "mjs" | "mts" => ModuleFormat::Esm,
                "cjs" | "cts" => ModuleFormat::Cjs,
                // The test may stand in another package than its source when --out says so.
                _ if crate::project::Project::of(&target.test_file).is_module() => ModuleFormat::Esm,
                // A loader reads TypeScript as it is written; plain Node reads `.js` here as CommonJS, unless it
                // detects ES module syntax, which it does only from Node 22 on.
                "ts" => source,
                _ => ModuleFormat::Cjs,
            }
        }
    }
}

/// The path that a test file at `from` imports `to` by.
fn specifier(from: &Path, to: &Path) -> String {
    let dir = from.parent().unwrap_or(Path::new("/"));
    let common = dir.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let mut parts: Vec<String> = dir.components().skip(common).map(|_| "..".to_owned()).collect();
    parts.extend(to.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned()));
    let path = parts.join("/");
    let path = if path.starts_with("..") { path } else { format!("./{path}") };
    // TypeScript is imported by the name that its output will have.
    match path.rsplit_once('.') {
        Some((stem, "ts" | "tsx")) => format!("{stem}.js"),
        Some((stem, "mts")) => format!("{stem}.mjs"),
        Some((stem, "cts")) => format!("{stem}.cjs"),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers_are_relative_to_the_test_file() {
        for (from, to, expected) in [
            ("/p/src/a.test.js", "/p/src/a.js", "./a.js"),
            ("/p/test/out/a.test.js", "/p/src/a.js", "../../src/a.js"),
            ("/p/src/a.test.ts", "/p/src/a.ts", "./a.js"),
            ("/p/a.test.mts", "/p/lib/a.mts", "./lib/a.mjs"),
            ("/p/a.test.js", "/p/a.jsx", "./a.jsx"),
        ] {
            assert_eq!(specifier(Path::new(from), Path::new(to)), expected);
        }
    }
}
