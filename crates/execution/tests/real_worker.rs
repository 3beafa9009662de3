//! The pool with the real runtime in real Node processes, over a module that is instrumented by hand.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod support;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kiskadee_execution::{
    Batch, BatchResult, CaseReport, Detail, ExportSort, Fuel, LoadProblem, Loaded, ModuleError, ModuleFormat,
    ModuleHost, ModuleReply, ModuleRequest, Pool, PoolOptions, Sharing, SourceFormat, StartError, find_node,
};
use kiskadee_model::{ApiPath, End, JsString, Number, Root, Seen, StepOutcome, TypeTag, VarId};
use support::{batch, run_all};

/// Counters 0 to 9. Loops without a probe stand for native code.
const TARGET: &str = r"
    let calls = 0;
    exports.add = function add(a, b) {
        $kc[0]++;
        if (a > b) { $kc[1]++; return a - b; }
        $kc[2]++;
        return a + b;
    };
    exports.Box = class Box {
        constructor(value) { $kc[3]++; this.value = value; }
        get() { $kc[4]++; return this.value; }
    };
    exports.next = () => ($kc[5]++, ++calls);
    exports.spin = () => { $kc[6]++; for (;;) { --$kf.n < 0 && $kf.out(); } };
    exports.quit = (code) => { process.exit(code); };
    exports.loop = () => { for (;;) {} };
    exports.backtrack = () => /^(a+)+$/.test('a'.repeat(50) + 'b');
    exports.eat = () => { for (const all = [];;) all.push(new Array(100000).fill(all.length)); };
    exports.damage = () => { Array.prototype.includes = () => 'damaged'; };
    exports.includes = () => [1].includes(1);
    exports.later = () => require('./lazy.js').answer();
    exports.maker = () => ({ twice(x) { $kc[7]++; return 2 * x; } });
    exports.wait = async (value) => { $kc[8]++; await null; return value; };
    exports.fail = (what) => { $kc[9]++; throw new RangeError(what); };
    exports.each = (list, f) => { for (const x of list) f(x); };
";

/// Serves the files of a test, which live in no folder. Every file has ten counters of its own.
struct Files(Vec<(&'static str, &'static str)>);

impl ModuleHost for Files {
    fn load(&self, request: &ModuleRequest) -> ModuleReply {
        let name = request.specifier.rsplit('/').next().unwrap();
        let found = self.0.iter().position(|(file, _)| *file == name);
        ModuleReply {
            id: format!("/virtual/{name}"),
            format: match found {
                None => ModuleFormat::Error,
                Some(_) if name.ends_with(".mjs") => ModuleFormat::Esm,
                Some(_) => ModuleFormat::Cjs,
            },
            code: found.map(|index| self.0[index].1.to_owned()),
            is_async: false,
            offset: found.unwrap_or_default() as u32 * 10,
            counters: 10,
            error: found.is_none().then(|| ModuleError {
                code: "MODULE_NOT_FOUND".to_owned(),
                message: format!("Cannot find module '{}'", request.specifier),
            }),
        }
    }
}

fn options(entry: &str) -> PoolOptions {
    let entry = PathBuf::from("/virtual").join(entry);
    let mut options = PoolOptions::new(find_node(None).unwrap().path, entry, std::env::temp_dir());
    options.jobs = 1;
    options.watchdog = Duration::from_millis(400);
    options.max_heap_mb = 64;
    options
}

fn start_with(options: PoolOptions) -> (Pool, Loaded) {
    let lazy = "exports.answer = () => ($kc[0]++, 42);";
    Pool::start(options, Arc::new(Files(vec![("target.js", TARGET), ("lazy.js", lazy)]))).unwrap()
}

fn start() -> Pool {
    start_with(options("target.js")).0
}

/// The probe text of a case with one step.
fn call(expression: &str) -> String {
    format!("$.act(0); let v0; v0 = $.done(0, {expression});")
}

fn calls(expressions: &[&str]) -> Batch {
    let codes: Vec<String> = expressions.iter().map(|expression| call(expression)).collect();
    batch(&codes.iter().map(String::as_str).collect::<Vec<_>>())
}

fn ends(result: &BatchResult) -> Vec<End> {
    result.cases.iter().map(|case| case.end.clone()).collect()
}

/// What the last step of an observed case gave.
fn outcome(case: &CaseReport) -> &StepOutcome {
    &case.observation.as_ref().unwrap().steps.last().unwrap().outcome
}

fn returned(case: &CaseReport) -> &Seen {
    match outcome(case) {
        StepOutcome::Returned(value) => value,
        StepOutcome::Threw(thrown) => panic!("it threw {thrown:?}"),
    }
}

fn number(value: f64) -> Seen {
    Seen::Number(Number(value))
}

#[test]
fn loading_shows_what_can_be_called() {
    let (_, loaded) = start_with(options("target.js"));
    assert_eq!((loaded.format, loaded.hits.as_slice()), (SourceFormat::Cjs, &[][..]));
    let add = &loaded.exports[0];
    assert_eq!(add.path, ApiPath::export(Root::Named("add".into())));
    assert_eq!((add.kind, add.arity, add.functions.first()), (ExportSort::Function, 2, Some(&0)));
    let class = &loaded.exports[1];
    assert_eq!((class.kind, class.name.as_str(), class.members.len()), (ExportSort::Class, "Box", 1));
    assert_eq!(class.members[0].functions, [4]);
}

#[test]
fn an_es_module_is_linked_and_loaded() {
    let source = "$kExport('half', () => half); function half(x) { $kc[1]++; return x / 2; } $kc[0]++;";
    let (mut pool, loaded) = Pool::start(options("a.mjs"), Arc::new(Files(vec![("a.mjs", source)]))).unwrap();
    assert_eq!(
        (loaded.format, loaded.hits.as_slice(), loaded.exports.len()),
        (SourceFormat::Esm, &[0][..], 1)
    );
    let results = run_all(&mut pool, vec![calls(&["$m.half(3)"])]);
    assert_eq!(returned(&results[0].cases[0]), &number(1.5));
}

#[test]
fn ways_of_not_loading_are_told_apart() {
    let check = |source: &'static str, expected: LoadProblem| {
        let fuel = Fuel { load: 10_000, case: 10_000 };
        let seconds = if expected == LoadProblem::TimedOut { 1 } else { 20 };
        let options = PoolOptions { fuel, load_timeout: Duration::from_secs(seconds), ..options("bad.js") };
        match Pool::start(options, Arc::new(Files(vec![("bad.js", source)]))) {
            Err(StartError::Load(failure)) => assert_eq!(failure.why, expected, "{source}"),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it must not load: {source}"),
        }
    };
    check("throw new Error('no');", LoadProblem::Threw);
    check("require('./missing.js');", LoadProblem::Threw);
    check("for (;;) { --$kf.n < 0 && $kf.out(); }", LoadProblem::OutOfFuel);
    check("process.exit(4);", LoadProblem::Exited { code: Some(4) });
    check("for (;;) {}", LoadProblem::TimedOut);
    check("for (const all = [];;) all.push(new Array(100000).fill(1));", LoadProblem::OutOfMemory);
}

#[test]
fn values_tags_and_news_are_reported() {
    let expressions = ["$m.add(1, 2)", "$m.add(5, 2)", "new $m.Box('x')", "$m.maker()", "$m.fail('out')"];
    let results = run_all(&mut start(), vec![calls(&expressions)]);
    let cases = &results[0].cases;
    assert_eq!(returned(&cases[0]), &number(3.0));
    assert_eq!(returned(&cases[1]), &number(3.0));
    let news: Vec<&[u32]> = cases.iter().map(|case| case.news.as_slice()).collect();
    assert_eq!(news, [&[0, 2][..], &[0, 1], &[3], &[], &[9]]);
    assert_eq!(cases[0].tags, [(VarId(0), TypeTag::Number)]);
    assert_eq!(cases[2].tags, [(VarId(0), TypeTag::Instance(ApiPath::export(Root::Named("Box".into()))))]);
    let TypeTag::Shape(id) = &cases[3].tags[0].1 else { panic!("it has a method: {:?}", cases[3].tags) };
    let [shape] = results[0].shapes.as_slice() else { panic!("one shape: {:?}", results[0].shapes) };
    assert_eq!((&shape.id, shape.members.len(), shape.members[0].functions.as_slice()), (id, 1, &[7][..]));
    assert_eq!(cases[4].end, End::Threw { step: VarId(0) });
    let StepOutcome::Threw(thrown) = outcome(&cases[4]) else { panic!("it throws") };
    assert_eq!(
        (thrown.class.as_deref(), &thrown.message),
        (Some("RangeError"), &Some(JsString::from("out")))
    );
}

#[test]
fn what_is_known_is_no_news() {
    let mut pool = start();
    let asked = || calls(&["$m.add(1, 2)", "$m.add(5, 2)"]);
    let knowing = |known: &[u32]| Batch { known: known.to_vec(), ..asked() };
    let results = run_all(&mut pool, vec![asked(), knowing(&[0, 2]), asked(), knowing(&[1])]);
    let news: Vec<Vec<&[u32]>> =
        results.iter().map(|result| result.cases.iter().map(|case| case.news.as_slice()).collect()).collect();
    assert_eq!(news, [[&[0, 2][..], &[0, 1]], [&[], &[1]], [&[], &[1]], [&[], &[]]]);
    let observed =
        |result: &BatchResult| result.cases.iter().map(|case| case.observation.is_some()).collect::<Vec<_>>();
    assert_eq!(
        results.iter().map(observed).collect::<Vec<_>>(),
        [[true, true], [false, true], [false, true], [false, false]]
    );
    let always = Batch { detail: Detail::Always, ..asked() };
    assert_eq!(observed(&run_all(&mut pool, vec![always])[0]), [true, true]);
}

#[test]
fn sharing_decides_who_sees_whose_state() {
    for (sharing, expected) in [(Sharing::Fresh, [1.0, 1.0, 1.0]), (Sharing::Shared, [1.0, 2.0, 3.0])] {
        let asked = Batch { sharing, detail: Detail::Always, ..calls(&["$m.next()"; 3]) };
        let results = run_all(&mut start(), vec![asked.clone(), asked]);
        for result in &results {
            let values: Vec<&Seen> = result.cases.iter().map(returned).collect();
            assert_eq!(values, expected.map(number).iter().collect::<Vec<_>>(), "{sharing:?}");
        }
    }
}

#[test]
fn async_cases_and_callbacks_are_followed_to_their_end() {
    let waiting = "$.act(0); let v0; v0 = $.done(0, await $m.wait(7));";
    let each = "$.act(0); let v0; v0 = $.done(0, $m.each([1, 2], (v1) => { $.called(0, [v1]); }));";
    let never = "$.act(0); let v0; v0 = $.done(0, await new Promise(() => {}));";
    let results =
        run_all(&mut start(), vec![Batch { detail: Detail::Always, ..batch(&[waiting, each, never]) }]);
    let cases = &results[0].cases;
    assert_eq!(returned(&cases[0]), &number(7.0));
    assert_eq!(
        cases[1].callbacks.iter().map(|c| (c.callback, c.during, c.later)).collect::<Vec<_>>(),
        [(0, 2, 0)]
    );
    assert_eq!(cases[2].end, End::NeverSettled { step: VarId(0) });
}

#[test]
fn a_loop_without_end_runs_out_of_fuel_and_its_neighbours_do_not() {
    let results = run_all(&mut start(), vec![calls(&["$m.add(1, 2)", "$m.spin()", "$m.add(1, 2)"])]);
    assert_eq!(ends(&results[0]), [End::Completed, End::OutOfFuel { step: Some(VarId(0)) }, End::Completed]);
}

#[test]
fn code_that_never_returns_is_ended_by_the_watchdog() {
    let options = PoolOptions { watchdog: Duration::from_millis(200), ..options("target.js") };
    let (mut pool, _) = start_with(options);
    let results = run_all(
        &mut pool,
        vec![
            calls(&["$m.add(1, 2)", "$m.loop()", "$m.add(1, 2)"]),
            calls(&["$m.backtrack()", "$m.add(1, 2)"]),
        ],
    );
    assert_eq!(ends(&results[0]), [End::Completed, End::TimedOut, End::Completed]);
    assert_eq!(ends(&results[1]), [End::TimedOut, End::Completed]);
    assert_eq!(results[1].cases[1].news, [0, 2]);
}

#[test]
fn memory_that_runs_out_is_one_cases_fate() {
    let options = PoolOptions { watchdog: Duration::from_secs(5), ..options("target.js") };
    let results =
        run_all(&mut start_with(options).0, vec![calls(&["$m.add(1, 2)", "$m.eat()", "$m.add(1, 2)"])]);
    assert_eq!(ends(&results[0]), [End::Completed, End::OutOfMemory, End::Completed]);
}

#[test]
fn a_case_that_ends_the_process_takes_no_other_with_it() {
    let results = run_all(&mut start(), vec![calls(&["$m.add(1, 2)", "$m.quit(3)", "$m.add(1, 2)"])]);
    let died = End::Died { how: "process.exit(3)".to_owned() };
    assert_eq!(ends(&results[0]), [End::Completed, died, End::Completed]);
}

#[test]
fn damage_to_the_language_is_traced_to_its_case() {
    let expressions = ["$m.includes()", "$m.damage()", "$m.includes()"];
    let asked = Batch { detail: Detail::Always, ..calls(&expressions) };
    let results = run_all(&mut start(), vec![asked, calls(&["$m.add(1, 2)"])]);
    let cases = &results[0].cases;
    assert_eq!(cases.iter().map(|case| case.dirty).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!((returned(&cases[0]), returned(&cases[2])), (&Seen::Bool(true), &Seen::Bool(true)));
    assert!(!results[1].cases[0].dirty);
}

#[test]
fn text_that_is_no_unicode_does_not_disturb_the_protocol() {
    let lone = [
        "'\\ud800'",
        "({ '\\udfff': '\\ud800' })",
        "[process.stdout.write('\\ud800'), console.error('\\udc00')]",
        "class { static name = '\\ud800' }",
        "new Map([['\\ud800', Symbol('\\ud800')]])",
        "new (class { static name = '\\ud800'; ['\\ud800']() {} })()",
        "$m.fail('\\ud800')",
        "Promise.reject(Object.assign(new Error('\\ud800'), { name: '\\ud800', code: '\\ud800' }))",
        "{ $$$ '\\ud800'",
    ];
    let asked = Batch { detail: Detail::Always, ..calls(&lone) };
    let results = run_all(&mut start(), vec![asked]);
    for (case, expression) in results[0].cases.iter().zip(lone) {
        assert!(!matches!(case.end, End::Died { .. }), "{expression}: {:?}", case.end);
    }
    assert_eq!(returned(&results[0].cases[0]), &Seen::String(JsString::from_units(vec![0xd800])));
    assert!(matches!(results[0].cases[8].end, End::NotRun { .. }));
}

#[test]
fn a_module_asked_for_late_is_counted_after_the_others() {
    let results = run_all(&mut start(), vec![calls(&["$m.later()"])]);
    assert_eq!(results[0].cases[0].news, [10]);
    assert_eq!(returned(&results[0].cases[0]), &number(42.0));
}

#[test]
fn counts_are_told_when_asked_for() {
    let asked = Batch { counts: true, ..calls(&["$m.add(1, 2)", "$m.add(3, 2)", "$m.add(1, 2)"]) };
    let results = run_all(&mut start(), vec![asked]);
    assert_eq!(results[0].counts, [(0, 3), (1, 1), (2, 2)]);
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let run = |jobs: usize, recycle_after: u64| {
        let (mut pool, _) = start_with(PoolOptions { jobs, recycle_after, ..options("target.js") });
        let batches = (0..12).map(|n| {
            let expressions =
                ["$m.add(1, 2)", "$m.maker()", "$m.spin()", "$m.next()", "$m.quit(1)", "new $m.Box(1)"];
            let mut chosen: Vec<&str> = expressions.iter().copied().cycle().skip(n).take(4).collect();
            if n % 2 == 1 {
                chosen.retain(|expression| !expression.contains("quit"));
            }
            let sharing = [Sharing::Fresh, Sharing::Reuse, Sharing::Shared][n % 3];
            Batch { sharing, known: vec![n as u32 / 2], counts: n % 4 == 0, ..calls(&chosen) }
        });
        run_all(&mut pool, batches.collect())
    };
    let alone = run(1, 50_000);
    assert_eq!(alone, run(2, 50_000));
    assert_eq!(alone, run(2, 5));
}
