//! The pool against a fake worker that hangs, dies and lies on demand. What the words in the cases mean is in
//! `fake_worker.cjs`.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod support;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kiskadee_execution::{
    Batch, BatchResult, CaseReport, LoadProblem, Loaded, ModuleFormat, ModuleHost, ModuleKind, ModuleReply,
    ModuleRequest, Pool, PoolOptions, SourceFormat, StartError,
};
use kiskadee_model::{ApiPath, End, Root, TypeTag};
use support::{batch, run_all};

/// Resolves everything to itself and remembers what was asked.
#[derive(Default)]
struct Echo(Mutex<Vec<ModuleRequest>>);

impl ModuleHost for Echo {
    fn load(&self, request: &ModuleRequest) -> ModuleReply {
        assert_ne!(request.specifier, "panic", "the host was asked to panic");
        self.0.lock().unwrap().push(request.clone());
        ModuleReply {
            id: request.specifier.clone(),
            format: ModuleFormat::Cjs,
            code: Some(String::new()),
            is_async: false,
            offset: 0,
            counters: 0,
            error: None,
        }
    }
}

fn options(entry: &str, jobs: usize) -> PoolOptions {
    let fake = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_worker.cjs");
    let mut options = PoolOptions::new(fake, PathBuf::from("/nowhere").join(entry), std::env::temp_dir());
    options.jobs = jobs;
    options.watchdog = Duration::from_millis(300);
    options
}

fn start(jobs: usize) -> Pool {
    Pool::start(options("good.js", jobs), Arc::new(Echo::default())).unwrap().0
}

fn refused(options: PoolOptions) -> StartError {
    match Pool::start(options, Arc::new(Echo::default())) {
        Ok(_) => panic!("it must not start"),
        Err(error) => error,
    }
}

fn ends(result: &BatchResult) -> Vec<End> {
    result.cases.iter().map(|case| case.end.clone()).collect()
}

/// What a case said of itself by way of a tag.
fn word(case: &CaseReport) -> &str {
    let mut words = case.tags.iter().filter_map(|(_, tag)| match tag {
        TypeTag::Builtin(word) => Some(word.as_str()),
        _ => None,
    });
    words.next().unwrap_or("")
}

/// The same of all cases.
fn said(result: &BatchResult) -> Vec<&str> {
    result.cases.iter().map(word).collect()
}

fn died(how: &str) -> End {
    End::Died { how: how.to_owned() }
}

#[test]
fn loading_tells_what_the_module_exports() {
    let host = Arc::new(Echo::default());
    let (pool, loaded) =
        Pool::start(options("good.js", 4), Arc::clone(&host) as Arc<dyn ModuleHost>).unwrap();
    let Loaded { fuel_used, hits, format, exports, load_ms } = loaded;
    assert_eq!((fuel_used, hits, format, load_ms), (12, vec![0, 2], SourceFormat::Esm, 1.5));
    assert_eq!(exports[0].path, ApiPath::export(Root::Named("List".into())));
    pool.shutdown();
    let asked = host.0.lock().unwrap();
    assert_eq!(asked.len(), 1, "workers without work are not started");
    assert_eq!((asked[0].kind, asked[0].from.as_deref()), (ModuleKind::Entry, None));
}

#[test]
fn ways_of_not_loading_are_told_apart() {
    for (entry, expected) in [
        ("throwing.js", "the module did not load: it threw TypeError: no such thing"),
        ("exiting.js", "the module did not load: it ended the process with code 4"),
        ("hanging.js", "the module did not load: it gave no sign of life in time"),
        ("dying.js", "the module did not load: the worker exited with code 9"),
    ] {
        let options = PoolOptions { load_timeout: Duration::from_millis(800), ..options(entry, 1) };
        assert_eq!(refused(options).to_string(), expected);
    }
    assert!(matches!(refused(options("babbling.js", 1)), StartError::Protocol(_)));
    let StartError::Load(failure) = refused(options("dying.js", 1)) else { panic!("it dies") };
    assert_eq!(
        (failure.why, failure.stderr.as_str()),
        (LoadProblem::Died { how: "exited with code 9".into() }, "last words")
    );
}

#[test]
fn what_is_missing_is_named() {
    let no_node = PoolOptions { node: "/nowhere/node".into(), ..options("good.js", 1) };
    assert!(matches!(refused(no_node), StartError::NodeNotFound { asked: Some(_) }));
    let no_folder = PoolOptions { working_dir: "/nowhere".into(), ..options("good.js", 1) };
    assert!(matches!(refused(no_folder), StartError::NoWorkingDir(_)));
}

#[test]
fn results_come_in_the_order_of_asking_whoever_is_faster() {
    let options = PoolOptions { watchdog: Duration::from_secs(5), ..options("good.js", 2) };
    let (mut pool, _) = Pool::start(options, Arc::new(Echo::default())).unwrap();
    assert!(pool.next().is_none());
    let slow = ["sleep:300", "crowd"];
    let results = run_all(&mut pool, vec![batch(&slow), batch(&["crowd"]), batch(&[]), batch(&["crowd"])]);
    let said: Vec<_> = results.iter().map(said).collect();
    assert_eq!(said, [vec!["", "2"], vec!["1"], vec![], vec!["1"]]);
    assert!(pool.next().is_none());
}

#[test]
fn a_case_that_breaks_its_worker_takes_no_other_with_it() {
    let check = |codes: &[&str], expected: &[End]| {
        let results = run_all(&mut start(1), vec![batch(codes), batch(&[""])]);
        assert_eq!(ends(&results[0]), expected, "{codes:?}");
        assert_eq!(
            results[0].cases.iter().map(|case| case.id).collect::<Vec<_>>(),
            Vec::from_iter(0..codes.len() as u64)
        );
        assert_eq!(ends(&results[1]), [End::Completed], "the pool lives on after {codes:?}");
    };
    check(&["", "exit:3", ""], &[End::Completed, died("exited with code 3"), End::Completed]);
    check(&["flush", "hang", ""], &[End::Completed, End::TimedOut, End::Completed]);
    check(&["abort", "", "exit:0"], &[End::OutOfMemory, End::Completed, died("exited with code 0")]);
    check(&["orphan"], &[died("exited with code 7")]);
    check(&["chatter", ""], &[End::Completed, End::Completed]);
}

#[test]
fn nonsense_on_the_pipe_is_the_end_of_a_worker_only() {
    let results = run_all(&mut start(1), vec![batch(&["", "garble", ""])]);
    let ends = ends(&results[0]);
    assert!(matches!(&ends[1], End::Died { how } if how.starts_with("gave an answer that makes no sense")));
    assert_eq!((&ends[0], &ends[2]), (&End::Completed, &End::Completed));
}

#[test]
fn a_break_that_does_not_happen_alone_is_not_believed() {
    for code in ["exitInCrowd crowd", "hangInCrowd crowd"] {
        let results = run_all(&mut start(1), vec![batch(&["crowd flush", code, "crowd"])]);
        assert_eq!(ends(&results[0]), [End::Completed, End::Completed, End::Completed]);
        assert_eq!(said(&results[0]), ["3", "1", "1"], "what was reported before the break is kept");
    }
}

#[test]
fn a_slow_case_alone_has_five_times_the_time() {
    let results = run_all(&mut start(1), vec![batch(&["sleep:700"])]);
    assert_eq!(ends(&results[0]), [End::Completed]);
}

#[test]
fn a_batch_with_a_dirty_case_is_run_again_one_by_one() {
    let results =
        run_all(&mut start(1), vec![batch(&["crowd", "crowd dirty", "crowd"]), batch(&["crowd", "crowd"])]);
    assert_eq!(said(&results[0]), ["1", "1", "1"]);
    assert_eq!(results[0].cases.iter().map(|case| case.dirty).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(said(&results[1]), ["2", "2"]);
}

#[test]
fn a_worker_that_cannot_be_mended_is_replaced() {
    let one = |code: &str| batch(&[code]);
    let results = run_all(&mut start(1), vec![one("pid"), one("pid dirty"), one("pid spoil"), one("pid")]);
    let pids: Vec<&str> = results.iter().map(|result| said(result)[0]).collect();
    assert!(pids[0] == pids[1] && pids[1] == pids[2] && pids[2] != pids[3], "{pids:?}");
}

#[test]
fn counts_are_summed_over_the_batch_even_when_it_breaks() {
    for (codes, expected) in [
        (&["count:3 count:3", "count:1"][..], &[(1, 1), (3, 2)][..]),
        (&["count:3 flush", "exitInCrowd count:3", "count:1"], &[(1, 1), (3, 2)]),
        (&["count:3", "dirty count:3"], &[(3, 2)]),
    ] {
        let asked = Batch { counts: true, ..batch(codes) };
        let results = run_all(&mut start(1), vec![asked, batch(codes)]);
        assert_eq!(results[0].counts, expected, "{codes:?}");
        assert_eq!(results[1].counts, [], "nobody asked");
    }
}

#[test]
fn a_batch_knows_what_was_known_when_it_was_asked_and_no_more() {
    let steps: Vec<Batch> = ["known sleep:20", "known", "exitInCrowd known", "known", "known", "known"]
        .iter()
        .zip([&[7][..], &[], &[1, 2], &[5], &[], &[3]])
        .map(|(code, known)| Batch { known: known.to_vec(), ..batch(&[code, "news:1,2,3"]) })
        .collect();
    for (jobs, recycle_after) in [(1, 50_000), (2, 50_000), (3, 2)] {
        let options = PoolOptions { recycle_after, ..options("good.js", jobs) };
        let (mut pool, _) = Pool::start(options, Arc::new(Echo::default())).unwrap();
        let results = run_all(&mut pool, steps.clone());
        let known: Vec<&str> = results.iter().map(|result| said(result)[0]).collect();
        assert_eq!(known, ["7", "7", "1+2+7", "1+2+5+7", "1+2+5+7", "1+2+3+5+7"], "{jobs} jobs");
        let news: Vec<&[u32]> = results.iter().map(|result| result.cases[1].news.as_slice()).collect();
        assert_eq!(news, [&[1, 2, 3][..], &[1, 2, 3], &[3], &[3], &[3], &[]], "{jobs} jobs");
    }
}

#[test]
fn shapes_are_told_when_first_named_whoever_described_them() {
    for jobs in [1, 2] {
        let codes =
            [&["shape:a sleep:60"][..], &["shape:b", "shape:a", "shape:b"], &["shape:a"], &["shape:c"]];
        let results = run_all(&mut start(jobs), codes.iter().map(|codes| batch(codes)).collect());
        let told: Vec<Vec<&str>> = results
            .iter()
            .map(|result| result.shapes.iter().map(|shape| shape.id.0.as_str()).collect())
            .collect();
        assert_eq!(told, [vec!["a"], vec!["b"], vec![], vec!["c"]]);
    }
}

#[test]
fn instances_are_named_by_the_path_of_their_class() {
    let results = run_all(&mut start(1), vec![batch(&["instance"])]);
    let list = TypeTag::Instance(ApiPath::export(Root::Named("List".into())));
    assert_eq!(results[0].cases[0].tags[0].1, list);
}

#[test]
fn modules_may_be_asked_for_while_a_case_runs() {
    let long = "m".repeat(300_000);
    let results = run_all(&mut start(1), vec![batch(&["ask:./later.js", &format!("ask:{long}")])]);
    assert_eq!(said(&results[0]), ["./later.js", &long]);
}

#[test]
fn a_panic_of_the_module_host_reaches_whoever_waits() {
    let mut pool = start(2);
    pool.submit(batch(&["ask:panic"]));
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.next())).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().contains("asked to panic"));
}

#[test]
fn a_module_that_loads_only_once_costs_cases_but_not_the_pool() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark").to_str().unwrap().to_owned();
    let options = PoolOptions { env: vec![("MARK".into(), mark)], ..options("fickle.js", 1) };
    let (mut pool, _) = Pool::start(options, Arc::new(Echo::default())).unwrap();
    let results = run_all(&mut pool, vec![batch(&["flush", "exit:1", ""])]);
    let ends = ends(&results[0]);
    assert_eq!(ends[0], End::Completed);
    assert!(matches!(&ends[2], End::Died { how } if how.contains("could not be started again")));
}

#[test]
fn dropping_a_pool_at_work_ends_it_at_once() {
    let options = PoolOptions { watchdog: Duration::from_secs(60), ..options("good.js", 2) };
    let (mut pool, _) = Pool::start(options, Arc::new(Echo::default())).unwrap();
    for _ in 0..4 {
        pool.submit(batch(&["hang"]));
    }
    std::thread::sleep(Duration::from_millis(100));
    let before = Instant::now();
    drop(pool);
    assert!(before.elapsed() < Duration::from_secs(5));
}

/// Whether a process is there and not just waiting to be reaped.
#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    !stat.rsplit(')').next().unwrap().trim_start().starts_with('Z')
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_worker_has_started_ends_with_it() {
    let mut pool = start(1);
    let results = run_all(&mut pool, vec![batch(&["child"])]);
    let pid = said(&results[0])[0];
    assert!(is_alive(pid));
    drop(pool);
    let deadline = Instant::now() + Duration::from_secs(5);
    while is_alive(pid) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!is_alive(pid));
}
