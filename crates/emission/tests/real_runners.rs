//! Emitted files in the real test runners: they pass on the module they were written for, and every test of them fails
//! on one whose functions do nothing.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kiskadee_emission::{Framework, ModuleFormat, emit, emit_in_order};
use support::{source, suite};

struct Setup {
    name: &'static str,
    framework: Framework,
    module: &'static str,
    test: &'static str,
    format: ModuleFormat,
    test_format: ModuleFormat,
}

const ESM: ModuleFormat = ModuleFormat::Esm;
const CJS: ModuleFormat = ModuleFormat::Cjs;

#[test]
fn vitest_runs_the_suite_of_an_es_module() {
    let (framework, format, test_format) = (Framework::Vitest, ESM, ESM);
    check(Setup {
        name: "vitest-esm",
        framework,
        module: "stack.mjs",
        test: "stack.test.mjs",
        format,
        test_format,
    });
}

#[test]
fn vitest_runs_the_suite_of_a_commonjs_module() {
    let (framework, format, test_format) = (Framework::Vitest, CJS, ESM);
    check(Setup {
        name: "vitest-cjs",
        framework,
        module: "stack.js",
        test: "stack.test.js",
        format,
        test_format,
    });
}

#[test]
fn vitest_runs_the_suite_of_a_typescript_module() {
    let (framework, format, test_format) = (Framework::Vitest, ESM, ESM);
    check(Setup {
        name: "vitest-ts",
        framework,
        module: "stack.ts",
        test: "stack.test.ts",
        format,
        test_format,
    });
}

#[test]
fn node_runs_the_suite_of_an_es_module() {
    let (framework, format, test_format) = (Framework::NodeTest, ESM, ESM);
    check(Setup {
        name: "node-esm",
        framework,
        module: "stack.mjs",
        test: "stack.test.mjs",
        format,
        test_format,
    });
}

#[test]
fn node_runs_the_suite_of_a_commonjs_module() {
    let (framework, format, test_format) = (Framework::NodeTest, CJS, CJS);
    check(Setup {
        name: "node-cjs",
        framework,
        module: "stack.js",
        test: "stack.test.js",
        format,
        test_format,
    });
}

#[test]
fn node_runs_an_es_module_of_tests_for_a_commonjs_module() {
    let (framework, format, test_format) = (Framework::NodeTest, CJS, ESM);
    check(Setup {
        name: "node-mixed",
        framework,
        module: "stack.cjs",
        test: "stack.test.mjs",
        format,
        test_format,
    });
}

#[test]
fn node_runs_the_suite_of_a_typescript_module() {
    let (framework, format, test_format) = (Framework::NodeTest, ESM, ESM);
    check(Setup {
        name: "node-ts",
        framework,
        module: "stack.ts",
        test: "stack.test.ts",
        format,
        test_format,
    });
}

/// The suite passes in order and backwards, and every test of it fails when the module is gutted.
fn check(setup: Setup) {
    let typescript = setup.module.ends_with(".ts");
    let suite = suite(&format!("./{}", setup.module), setup.format, setup.test_format, typescript);
    let emitted = emit(&suite, setup.framework);
    let project = Project::new(setup.name);
    project.write("package.json", if typescript { "{ \"type\": \"module\" }\n" } else { "{}\n" });
    project.write(setup.module, &source(setup.format, typescript, false));
    project.write(setup.test, &emitted.text);
    let count = suite.tests.len();
    assert_eq!(emitted.titles.len(), count, "every test has a title of its own");

    let run = project.run(&setup);
    assert_eq!((run.passed, run.failed), (count, 0), "{}\n{}", emitted.text, run.output);

    let backwards: Vec<usize> = (0..count).rev().collect();
    project.write(setup.test, &emit_in_order(&suite, setup.framework, &backwards).text);
    let run = project.run(&setup);
    assert_eq!((run.passed, run.failed), (count, 0), "backwards:\n{}", run.output);

    project.write(setup.module, &source(setup.format, typescript, true));
    let run = project.run(&setup);
    assert_eq!((run.passed, run.failed), (0, count), "gutted:\n{}", run.output);
}

struct Run {
    passed: usize,
    failed: usize,
    output: String,
}

/// A folder with a module and its tests, which finds the runners in the repository's `node_modules`.
struct Project {
    folder: PathBuf,
}

impl Project {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .canonicalize()
            .expect("the repository is there");
        let packages = root.join("node_modules");
        assert!(
            packages.join("vitest").exists() && packages.join("tsx").exists(),
            "the test runners are not installed: run the tests with `cargo xtask test`, which installs them"
        );
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emission").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
        }
        fs::create_dir_all(&folder).expect("a folder can be made");
        std::os::unix::fs::symlink(&packages, folder.join("node_modules")).expect("a link can be made");
        Self { folder }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).expect("a file can be written");
    }

    fn run(&self, setup: &Setup) -> Run {
        let mut command = Command::new("node");
        match setup.framework {
            Framework::Vitest => {
                command.args(["node_modules/vitest/vitest.mjs", "run", "--reporter=json", "--root", "."]);
            }
            Framework::NodeTest if setup.module.ends_with(".ts") => {
                command.args(["--import", "tsx", "--test", "--test-reporter=tap", setup.test]);
            }
            Framework::NodeTest => {
                command.args(["--test", "--test-reporter=tap", setup.test]);
            }
        }
        let output = command.current_dir(&self.folder).env("NO_COLOR", "1").output().expect("node starts");
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let (passed, failed) = match setup.framework {
            Framework::Vitest => {
                let stdout = String::from_utf8_lossy(&output.stdout);
                let json = stdout.lines().find(|line| line.starts_with('{')).unwrap_or("{}");
                let report: serde_json::Value = serde_json::from_str(json).expect("vitest reports JSON");
                let count = |key: &str| report[key].as_u64().map_or(usize::MAX, |count| count as usize);
                (count("numPassedTests"), count("numFailedTests"))
            }
            Framework::NodeTest => {
                let count = |key: &str| {
                    let line = text.lines().find_map(|line| line.strip_prefix(key));
                    line.and_then(|count| count.trim().parse().ok()).unwrap_or(usize::MAX)
                };
                (count("# pass "), count("# fail "))
            }
        };
        if passed > 0 && failed == 0 {
            assert!(output.status.success(), "{}: something else went wrong:\n{text}", setup.name);
        }
        Run { passed, failed, output: text }
    }
}
