//! A whole test file: the line at its top, imports, helpers, and tests under the `describe` of what they are about.

use std::collections::{BTreeMap, BTreeSet};

use kiskadee_model::print::quote;

use crate::body::{Body, File, body};
use crate::framework::{Framework, Used};
use crate::imports::Locals;
use crate::layout;
use crate::subject::Subjects;
use crate::suite::{Emitted, Suite};
use crate::titles;

/// How every file that we write begins.
const MARK: &str = "// Written by Kiskadee.";

/// Whether a file was written by us, so that it may be written again.
pub fn is_ours(text: &str) -> bool {
    text.lines().take(3).any(|line| line.starts_with(MARK))
}

/// Writes a suite for a framework, in the order of the API.
pub fn emit(suite: &Suite, framework: Framework) -> Emitted {
    let tests = Test::all(suite, framework);
    let order = api_order(&tests);
    document(suite, framework, &tests, &order)
}

/// Writes the same tests with the same titles in another order: `order` holds indices of the suite's tests. Tests of one
/// `describe` that do not stand together get one each time.
pub fn emit_in_order(suite: &Suite, framework: Framework, order: &[usize]) -> Emitted {
    let tests = Test::all(suite, framework);
    let order: Vec<usize> = order.iter().copied().filter(|index| *index < tests.len()).collect();
    document(suite, framework, &tests, &order)
}

/// A test that is ready to be laid out.
struct Test {
    rank: (usize, usize),
    group: Vec<String>,
    title: String,
    body: Body,
}

impl Test {
    /// All tests of a suite, in its own order.
    fn all(suite: &Suite, framework: Framework) -> Vec<Self> {
        let idiom = framework.idiom();
        let locals = Locals::new(suite, idiom);
        let taken: BTreeSet<String> =
            idiom.taken().iter().copied().chain(locals.taken()).map(str::to_owned).collect();
        let file = File { idiom, locals: &locals, taken: &taken };
        let mut candidates = Vec::new();
        let mut tests = Vec::new();
        for test in &suite.tests {
            let subjects = Subjects { suite, test };
            let act = test.case.act().expect("a case has at least one step");
            let about = subjects.about(act);
            let body = body(&file, subjects, about.group.len() + 1);
            candidates.push(titles::candidates(subjects));
            tests.push(Self { rank: about.rank, group: about.group, title: String::new(), body });
        }
        let mut groups: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        for index in api_order(&tests) {
            groups.entry(tests[index].group.clone()).or_default().push(index);
        }
        for members in groups.values() {
            let wanted: Vec<Vec<String>> = members.iter().map(|index| candidates[*index].clone()).collect();
            for (index, title) in members.iter().zip(titles::distinct(&wanted)) {
                tests[*index].title = title;
            }
        }
        tests
    }
}

fn api_order(tests: &[Test]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|index| (tests[*index].rank, tests[*index].group.clone(), *index));
    order
}

fn document(suite: &Suite, framework: Framework, tests: &[Test], order: &[usize]) -> Emitted {
    let idiom = framework.idiom();
    let locals = Locals::new(suite, idiom);
    let used = Used { fake_timers: order.iter().any(|index| tests[*index].body.fake_timers) };
    let mut text = format!("{MARK} Regenerate with: {}\n", suite.command);
    if suite.module.typescript {
        // Tests pass what types forbid, to see what happens.
        text.push_str("// @ts-nocheck\n");
    }
    let format = suite.module.test_format;
    let (imports, bindings): (Vec<_>, Vec<_>) = idiom
        .imports(used, format)
        .into_iter()
        .chain(locals.statements(&suite.module, idiom))
        .partition(|line| line.starts_with("import ") || line.contains(" = require("));
    for statement in imports {
        text.push_str(&layout::statement(&statement, 0));
        text.push('\n');
    }
    let bindings: Vec<String> = bindings.iter().map(|statement| layout::statement(statement, 0)).collect();
    let bindings = (!bindings.is_empty()).then(|| bindings.join("\n"));
    for paragraph in bindings.into_iter().chain(idiom.preamble(used)) {
        text.push_str(&format!("\n{paragraph}\n"));
    }

    let mut titles = BTreeMap::new();
    let mut open: &[String] = &[];
    for index in order {
        let test = &tests[*index];
        let shared = open.iter().zip(&test.group).take_while(|(a, b)| a == b).count();
        close(&mut text, open.len(), shared);
        text.push('\n');
        for (depth, title) in test.group.iter().enumerate().skip(shared) {
            text.push_str(&format!("{}describe({}, () => {{\n", margin(depth), quote(title)));
        }
        open = &test.group;
        text.push_str(&written(test, idiom.test_params(test.body.fake_timers)));
        titles.insert(test.group.iter().chain([&test.title]).cloned().collect(), *index);
    }
    close(&mut text, open.len(), 0);
    Emitted { text, titles }
}

fn close(text: &mut String, from: usize, to: usize) {
    for depth in (to..from).rev() {
        text.push_str(&format!("{}}});\n", margin(depth)));
    }
}

fn written(test: &Test, params: &str) -> String {
    let depth = test.group.len();
    let Body { arrange, act, assert, is_async, .. } = &test.body;
    let paragraph = |statements: &Vec<String>| -> String {
        statements.iter().map(|statement| layout::statement(statement, depth + 1) + "\n").collect()
    };
    let paragraphs: Vec<String> =
        [arrange, act, assert].into_iter().filter(|p| !p.is_empty()).map(paragraph).collect();
    let function = if *is_async { format!("async {params}") } else { params.to_owned() };
    let margin = margin(depth);
    format!("{margin}it({}, {function} => {{\n{}{margin}}});\n", quote(&test.title), paragraphs.join("\n"))
}

fn margin(depth: usize) -> String {
    " ".repeat(depth * layout::INDENT)
}
