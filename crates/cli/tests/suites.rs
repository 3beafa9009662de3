//! Suites for each kind of module pass in the real runners: ten times of ten, and in another order.

mod support;

use support::Workspace;

/// Fixture, source file, test file under node:test, a name that must be tested.
const SUBJECTS: [(&str, &str, &str, &str); 7] = [
    ("commonjs", "roman.js", "roman.test.js", "toRoman"),
    ("commonjs", "bare-function.cjs", "bare-function.test.cjs", "words"),
    ("esm", "stack.js", "stack.test.js", "BoundedStack"),
    ("typescript", "src/shapes.ts", "src/shapes.test.ts", "Rectangle"),
    ("prototypes", "structures.js", "structures.test.js", "PriorityQueue"),
    ("asynchronous", "jobs.js", "jobs.test.js", "parse"),
    ("shapes", "trouble.js", "trouble.test.js", "dedupe"),
];

#[test]
fn suites_pass_ten_times_of_ten_in_node_test_and_in_another_order() {
    for (fixture, source, test, name) in SUBJECTS {
        let workspace = Workspace::of(fixture);
        workspace.kiskadee(&["gen", source, "--runner", "node", "--cases", "3000"]).succeeds();
        let text = workspace.read(test);
        assert!(text.contains(name), "{source}: no test of {name}\n{text}");
        let loader: &[&str] = if source.ends_with(".ts") { &["--import", "tsx"] } else { &[] };
        for _ in 0..10 {
            workspace.node(&[loader, &["--test", test]].concat()).succeeds();
        }
        workspace.write(test, &reversed(&text));
        workspace.node(&[loader, &["--test", test]].concat()).succeeds();
    }
}

#[test]
fn suites_pass_ten_times_of_ten_in_vitest_and_in_another_order() {
    for (fixture, source, _, name) in SUBJECTS {
        let workspace = Workspace::of(fixture);
        workspace
            .kiskadee(&["gen", source, "--runner", "vitest", "--cases", "3000", "--out", "tests"])
            .succeeds();
        let files: Vec<String> =
            workspace.files().into_iter().filter(|file| file.starts_with("tests/")).collect();
        let [test] = files.as_slice() else { panic!("one test file is expected, not {files:?}") };
        assert!(workspace.read(test).contains(name), "{source}: no test of {name}");
        for _ in 0..10 {
            workspace.vitest(&[test]).succeeds();
        }
        workspace.vitest(&[test, "--sequence.shuffle.tests", "--sequence.seed=7"]).succeeds();
    }
}

#[test]
fn the_same_seed_and_number_of_cases_give_the_same_bytes_whatever_the_jobs() {
    for (fixture, source, test, _) in SUBJECTS {
        let suite = |jobs: &str, seed: &str| {
            let workspace = Workspace::of(fixture);
            let args = ["gen", source, "--runner", "node", "--cases", "2000", "--jobs", jobs, "--seed", seed];
            workspace.kiskadee(&args).succeeds();
            workspace.read(test)
        };
        let alone = suite("1", "5");
        assert_eq!(alone, suite("2", "5"), "{source} differs between one job and two");
        assert_eq!(alone, suite("1", "5"), "{source} differs between two runs");
    }
}

/// The same file with the tests of each `describe` in reverse order. Tests are told by their indentation.
fn reversed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let starts = |line: &str| {
        let rest = line.trim_start();
        rest.starts_with("it(").then(|| line.len() - rest.len())
    };
    let mut out: Vec<String> = Vec::new();
    let mut run: Vec<Vec<String>> = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let Some(indent) = starts(lines[index]) else {
            if !lines[index].is_empty() || run.is_empty() {
                flush(&mut run, &mut out);
                out.push(lines[index].to_owned());
            }
            index += 1;
            continue;
        };
        let closing = format!("{}}});", " ".repeat(indent));
        let length = lines[index..].iter().position(|line| {
            *line == closing
                || line.ends_with("}));")
                    && starts(line).is_none()
                    && line.len() - line.trim_start().len() == indent
        });
        let end = index + length.expect("every test is closed");
        run.push(lines[index..=end].iter().map(|line| (*line).to_owned()).collect());
        index = end + 1;
    }
    flush(&mut run, &mut out);
    out.join("\n") + "\n"
}

fn flush(run: &mut Vec<Vec<String>>, out: &mut Vec<String>) {
    for (position, block) in run.drain(..).rev().enumerate() {
        if position > 0 {
            out.push(String::new());
        }
        out.extend(block);
    }
}
