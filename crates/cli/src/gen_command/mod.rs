//! `kiskadee gen`: analysis, exploration, confirmation, selection, emission, and the real runner's word. The stages know
//! nothing of each other; what passes between them passes here.

mod check_in_runner;
mod confirm;
mod coverage_files;
mod explore;
mod findings;
mod functions;
mod goals;
mod hangs;
mod judge;
mod neighbours;
mod report;
mod simplify;
mod sources;
mod start;
mod suite;
mod summary;
mod surface;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kiskadee_execution::{Batch, Detail, Pool, Sharing, World, find_node};
use kiskadee_generation::{Options, Search};

use crate::args::GenArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::plan::{Limits, Target};
use crate::progress::Progress;
use crate::terminal::Terminal;
use check_in_runner::{Runner, write_whole};
use confirm::{Confirmed, Dropped};
use explore::{Exploration, Ground};
use findings::Finding;
use functions::FunctionMap;
use judge::Judge;
use report::Report;
use sources::Sources;
use start::{Scratch, confirming_options, exploring_options, patient_options, start_pool};
use surface::Surface;

/// Runs the command.
pub fn run(args: &GenArgs, terminal: &Terminal, interrupted: &AtomicBool) -> Exit {
    let mut exit = Exit::Success;
    let mut reports = Vec::new();
    let mut coverage = serde_json::Map::new();
    for file in &args.files {
        let result =
            Target::new(file, args).and_then(|target| generate(&target, args, terminal, interrupted));
        match result {
            Ok(report) => {
                summary::print(&report, terminal);
                coverage.insert(report.target.display().to_string(), report.istanbul.clone());
                reports.push(report.to_json());
            }
            Err(failure) => {
                terminal.error(&failure);
                exit = exit.max(failure.exit());
                reports.push(report::failed(file, &failure));
            }
        }
        if interrupted.load(std::sync::atomic::Ordering::Relaxed) {
            exit = Exit::Interrupted;
            break;
        }
    }
    let written =
        report::write(args.json.as_deref(), reports, terminal).and_then(|()| match &args.coverage {
            Some(dir) => coverage_files::write(dir, coverage),
            None => Ok(()),
        });
    match written {
        Ok(()) => exit,
        Err(failure) => {
            terminal.error(&failure);
            exit.max(failure.exit())
        }
    }
}

/// Writes the suite of one target.
fn generate(
    target: &Target,
    args: &GenArgs,
    terminal: &Terminal,
    interrupted: &AtomicBool,
) -> Result<Report, Failure> {
    suite::refuse_to_overwrite(&target.test_file)?;
    let node = find_node(None).map_err(|error| start::failure(error, target, None))?;
    let runner = Runner::new(&node.path, target)?;
    let sources = Arc::new(Sources::new(&target.source)?);
    let map = sources.coverage_map();

    let (scratch, other_scratch) = (Scratch::new()?, Scratch::new()?);
    let (mut pool, loaded) = start_pool(exploring_options(&node, target, args, &scratch), &sources, target)?;
    let facts = sources.facts();
    let surface = Surface::new(&facts, map);
    let api = surface.api(&loaded.exports, &sources.file_name());
    if !surface::is_callable(&api) {
        return Err(Failure::NothingToCall { path: target.source.clone() });
    }
    let options = Options { seed: args.seed, only: args.only.clone(), ..Options::default() };
    let mut search = Search::new(&api, surface.file_constants(), surface.constants(), options);
    if !search.callables().iter().any(|callable| callable.targeted) {
        let (path, names) = (target.source.clone(), args.only.clone());
        return Err(Failure::NoSuchName { path, names, known: surface::names(&api) });
    }
    terminal.say(&summary::opening(target, &api, args.seed));

    let limits = Limits { time: args.time, cases: args.cases, stall: args.stall };
    let mut progress = Progress::new(terminal.is_talkative(), limits.time, limits.cases, map.counters());
    let sharing = start::sharing(&loaded, &sources);
    let judge = Judge::new(&sources, &surface, &api, sharing != Sharing::Fresh, start::places(target));
    let functions = FunctionMap::new(map);
    let ground = Ground {
        pool: &mut pool,
        sharing,
        world: World::default(),
        loaded: &loaded.hits,
        counters: map.counters(),
        by_function: functions.own(),
        judge: &judge,
    };
    let Exploration { kept, findings, run, elapsed, ended } =
        explore::explore(ground, &mut search, &limits, interrupted, &mut progress);
    pool.shutdown();

    progress.stage("confirming what was found …");
    let mut dropped = Dropped::default();
    let (mut pool, _) =
        start_pool(confirming_options(&node, target, args, &other_scratch), &sources, target)?;
    let chosen = suite::choose(&mut pool, kept, &judge, &mut dropped, interrupted);
    let wanted = Wanted::new(&search, &args.only);
    let mut findings: Vec<Finding> =
        findings.into_sorted().into_iter().filter(|finding| wanted.includes(&finding.cause.api)).collect();
    simplify::simplify_findings(&mut pool, &mut findings, &judge, interrupted);
    // What happens to a caller who does nothing odd comes first.
    findings.sort_by_key(|finding| judge.awkwardness(&finding.case));
    if hangs::any(&findings) {
        let (mut patient, _) = start_pool(patient_options(&node, target, args, &scratch), &sources, target)?;
        findings = hangs::confirm(&mut patient, findings);
        patient.shutdown();
    }
    if chosen.is_empty() {
        progress.finish();
        return Err(suite::nothing_stable(target, &dropped, &findings));
    }

    progress.stage("running the suite in its runner …");
    let emitted = suite::assemble(target, &sources, &surface, &api, &chosen, args.again(&target.source));
    let accepted = runner.accept(&emitted)?;
    for why in &accepted.failed {
        dropped.count(format!("it fails in its runner: {why}"));
    }
    progress.finish();
    if accepted.tests.is_empty() {
        return Err(suite::nothing_stable(target, &dropped, &findings));
    }
    write_whole(&target.test_file, &accepted.text)?;
    let chosen: Vec<Confirmed> = accepted.tests.iter().map(|&index| chosen[index].clone()).collect();
    let counts = count(&mut pool, &chosen, map.counters());
    pool.shutdown();
    let mut report = Report::new(report::Facts {
        target,
        api: &api,
        map,
        functions: &functions,
        counts,
        chosen: &chosen,
        findings,
        dropped,
        run,
        elapsed,
        ended,
        seed: args.seed,
    });
    report.lines.retain(|line| wanted.includes(&line.name));
    report.force_exit = runner.forces_exit();
    Ok(report)
}

/// What `--only` asks for; everything, if it is not given.
struct Wanted(Option<BTreeSet<String>>);

impl Wanted {
    fn new(search: &Search, only: &[String]) -> Self {
        let targeted = || search.callables().into_iter().filter(|callable| callable.targeted);
        Self((!only.is_empty()).then(|| targeted().map(|callable| callable.name).collect()))
    }

    fn includes(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|names| names.contains(name.trim_end_matches(surface::SET)))
    }
}

/// How often the suite hits each counter, run as the test file will be: in one instance, in order.
fn count(pool: &mut Pool, suite: &[Confirmed], counters: usize) -> Vec<u32> {
    pool.submit(Batch {
        world: World::default(),
        sharing: Sharing::Shared,
        detail: Detail::Always,
        counts: true,
        known: Vec::new(),
        cases: suite.iter().map(|confirmed| explore::prepare(&confirmed.case)).collect(),
    });
    let mut counts = vec![0; counters];
    while let Some(result) = pool.next() {
        for (counter, count) in result.counts {
            if let Some(slot) = counts.get_mut(counter as usize) {
                *slot += count;
            }
        }
    }
    counts
}
