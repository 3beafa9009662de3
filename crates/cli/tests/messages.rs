//! What a user is told: errors with their exit codes, the summary, and nothing left behind.

mod support;

use support::Workspace;

/// A file that does not load, what is said of it, and the exit code.
const BAD_TARGETS: [(&str, &str, &[&str], i32); 10] = [
    (
        "syntax.js",
        "export const answer = ;\n",
        &["cannot parse syntax.js", "syntax.js:1:", "export const answer = ;"],
        3,
    ),
    (
        "throws.js",
        "throw new Error('DATABASE_URL is not set');",
        &["cannot load throws.js", "Error: DATABASE_URL is not set", "throws.js:1"],
        3,
    ),
    ("loops.js", "for (;;) {}\nexports.f = () => 1;", &["cannot load loops.js", "loops without end"], 3),
    ("exits.js", "process.exit(7);", &["cannot load exits.js", "process.exit(7)"], 3),
    (
        "waits.mjs",
        "await new Promise(() => {});\nexport const f = () => 1;",
        &["cannot load waits.mjs", "never settles"],
        3,
    ),
    ("imports.js", "require('./nowhere');", &["cannot load imports.js", "./nowhere"], 3),
    ("imports.mjs", "import 'no-such-package';", &["cannot load imports.mjs", "no-such-package"], 3),
    ("empty.js", "exports.answer = 42;", &["nothing to test in empty.js", "Export what should be tested"], 5),
    ("notes.txt", "hello", &["notes.txt is not a source file", ".tsx"], 3),
    ("types.d.ts", "export declare function f(): void;", &["types.d.ts is not a source file"], 3),
];

#[test]
fn a_target_that_cannot_be_used_is_named_with_the_reason_and_nothing_is_written() {
    let workspace = Workspace::empty();
    for (name, text, expected, code) in BAD_TARGETS {
        workspace.write(name, text);
        let before = workspace.files();
        let outcome = workspace.kiskadee(&["gen", name, "--runner", "node", "--time", "2s"]);
        for part in expected {
            assert!(outcome.stderr.contains(part), "{name}: `{part}` is not in\n{}", outcome.stderr);
        }
        assert_eq!(outcome.code, code, "{name}\n{}", outcome.stderr);
        assert_eq!(workspace.files(), before, "{name} left files behind");
    }
}

#[test]
fn a_missing_file_and_a_folder_are_told_apart_from_sources() {
    let workspace = Workspace::empty();
    workspace.write("lib/x.txt", "");
    for (name, expected) in [("absent.js", "no such file"), ("lib", "not a file")] {
        let outcome = workspace.kiskadee(&["gen", name]);
        assert_eq!(outcome.code, 3);
        assert!(outcome.stderr.contains(expected) && outcome.stderr.contains(name), "{}", outcome.stderr);
    }
}

#[test]
fn one_broken_file_among_several_does_not_stop_the_others() {
    let workspace = Workspace::of("commonjs");
    workspace.write("broken.js", "function (");
    let outcome = workspace.kiskadee(&["gen", "broken.js", "roman.js", "--runner", "node", "--cases", "300"]);
    assert_eq!(outcome.code, 3, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("cannot parse broken.js"));
    assert!(workspace.files().contains(&"roman.test.js".to_owned()));
}

#[test]
fn a_file_that_a_person_wrote_is_not_overwritten_but_our_own_is() {
    let workspace = Workspace::of("commonjs");
    workspace.write("roman.test.js", "// mine\n");
    let outcome = workspace.kiskadee(&["gen", "roman.js", "--runner", "node", "--cases", "100"]);
    assert_eq!(outcome.code, 6, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("roman.test.js exists"), "{}", outcome.stderr);
    assert_eq!(workspace.read("roman.test.js"), "// mine\n");
    std::fs::remove_file(workspace.path().join("roman.test.js")).expect("it was there");
    for _ in 0..2 {
        workspace.kiskadee(&["gen", "roman.js", "--runner", "node", "--cases", "100"]).succeeds();
    }
}

#[test]
fn a_runner_that_is_not_installed_is_named_with_the_command_that_installs_it() {
    let workspace = Workspace::of("commonjs");
    std::fs::remove_file(workspace.path().join("node_modules")).expect("the link was there");
    let outcome = workspace.kiskadee(&["gen", "roman.js", "--runner", "vitest", "--cases", "100"]);
    assert_eq!(outcome.code, 4, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("npm install --save-dev vitest"), "{}", outcome.stderr);
    assert!(!workspace.files().iter().any(|file| file.contains("test")), "something was written");
}

#[test]
fn the_summary_tells_functions_coverage_findings_and_the_command() {
    let workspace = Workspace::of("shapes");
    let outcome =
        workspace.kiskadee(&["gen", "trouble.js", "--runner", "node", "--cases", "2000"]).succeeds();
    for part in
        ["trouble.js", "dedupe", "100 %", "wrote", "countdown", "does not end", "node --test trouble.test.js"]
    {
        assert!(outcome.stdout.contains(part), "`{part}` is not in\n{}", outcome.stdout);
    }
    for debris in ["\u{1b}", "\r"] {
        assert!(!outcome.stdout.contains(debris) && !outcome.stderr.contains(debris), "{:?}", outcome.stderr);
    }
}

#[test]
fn quiet_prints_nothing_and_only_tests_what_is_named() {
    let workspace = Workspace::of("commonjs");
    let args = ["gen", "roman.js", "--runner", "node", "--cases", "500", "--quiet", "--only", "fromRoman"];
    let outcome = workspace.kiskadee(&args).succeeds();
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
    let text = workspace.read("roman.test.js");
    assert!(text.contains("fromRoman") && !text.contains("describe('toRoman'"), "{text}");
    let outcome = workspace.kiskadee(&["gen", "roman.js", "--runner", "node", "--only", "nobody"]);
    assert_eq!(outcome.code, 5);
    assert!(outcome.stderr.contains("nobody") && outcome.stderr.contains("sortRoman"), "{}", outcome.stderr);
}

#[test]
fn ctrl_c_writes_what_has_been_found_and_has_an_exit_code_of_its_own() {
    let workspace = Workspace::of("commonjs");
    // A branch that nothing reaches keeps exploring from ending by itself.
    workspace.write("endless.js", "exports.f = (x) => (x !== x && x === x ? 'never' : typeof x);");
    let mut child = workspace.start(&["gen", "endless.js", "--runner", "node", "--time", "60s"]);
    std::thread::sleep(std::time::Duration::from_secs(5));
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill exists").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    workspace.node(&["--test", "endless.test.js"]).succeeds();
}

#[test]
fn what_a_call_writes_by_a_relative_path_does_not_land_in_the_project() {
    let workspace = Workspace::empty();
    let source = "const fs = require('fs');\nexports.save = (name) => fs.writeFileSync(String(name), 'x');\n";
    workspace.write("save.js", &format!("{source}exports.twice = (n) => n * 2;\n"));
    let outcome =
        workspace.kiskadee(&["gen", "save.js", "--runner", "node", "--cases", "300", "--only", "twice"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_eq!(workspace.files(), ["save.js", "save.test.js"]);
}

#[test]
fn the_runner_of_the_project_is_used_when_none_is_named() {
    let workspace = Workspace::of("commonjs");
    workspace.write("package.json", r#"{"scripts": {"test": "vitest run"}}"#);
    let outcome = workspace.kiskadee(&["gen", "roman.js", "--cases", "300"]).succeeds();
    assert!(outcome.stdout.contains("npx vitest run roman.test.js"), "{}", outcome.stdout);
    assert!(workspace.read("roman.test.js").contains("from 'vitest'"));
}
