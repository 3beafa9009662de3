//! What is said about files that cannot be compiled, and where compiled code is traced back to.

use kiskadee_analysis::{CompileError, CompileOptions, Role, compile};

/// The place and the line of a syntax error, the offending stretch marked as a terminal would.
fn complaint(path: &str, source: &str) -> String {
    let error =
        compile(path, source, Role::Target, &CompileOptions::default()).expect_err("the text is wrong");
    let CompileError::Syntax { path: at, line, column, length, source_line, .. } = error else {
        panic!("{error:?} is not about syntax");
    };
    assert_eq!(at, path);
    let marks = "^".repeat(length as usize);
    format!("{line}:{column}\n{source_line}\n{}{marks}", " ".repeat(column as usize))
}

#[test]
fn a_syntax_error_shows_its_line() {
    let check =
        |path: &str, source: &str, expected: &str| assert_eq!(complaint(path, source), expected, "{source}");
    check("a.js", "let a = 1;\nlet b = ;\n", "2:8\nlet b = ;\n        ^");
    check("a.js", "const x = '字' +;", "1:15\nconst x = '字' +;\n               ^");
    check("a.js", "const a = 1;\r\nfoo(;\r\n", "2:4\nfoo(;\n    ^");
    check("a.js", "function f() {", "1:14\nfunction f() {\n              ^");
    check("a.ts", "const a: = 1", "1:9\nconst a: = 1\n         ^");
    check("a.mjs", "const a = 1;\nconst a = 2;", "1:6\nconst a = 1;\n      ^");
    check("a.mjs", "with (a) {}", "1:0\nwith (a) {}\n^^^^");
    check("a.json", "{\n  \"a\": 1,\n}", "3:0\n}\n^");
    check("a.json", "", "1:0\n\n^");
}

#[test]
fn the_message_names_the_place() {
    let error = compile("src/a.js", "let a = 1;\nlet b = ;\n", Role::Support, &CompileOptions::default())
        .expect_err("the text is wrong");
    assert_eq!(error.to_string(), "src/a.js:2:9: Unexpected token");
}

#[test]
fn an_unknown_extension_is_refused() {
    for path in ["a.css", "Makefile", "a"] {
        let error =
            compile(path, "", Role::Support, &CompileOptions::default()).expect_err("not a known language");
        assert!(matches!(error, CompileError::UnknownExtension { .. }), "{error:?}");
    }
}

/// Checks that each `mark(n)` in the compiled code is traced back to where it stands in the source.
fn check_traces(path: &str, source: &str) {
    for role in [Role::Target, Role::Support] {
        let module =
            compile(path, source, role, &CompileOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        let mut seen = 0;
        for number in 0.. {
            let mark = format!("mark({number})");
            let Some(expected) = place_of(source, &mark) else { break };
            let (line, column) = place_of(&module.code, &mark).expect("a mark survives");
            assert_eq!(
                module.map.original_position(line, column),
                Some(expected),
                "{mark} of {path} as {role:?}"
            );
            seen += 1;
        }
        assert!(seen > 1, "{path} has marks");
    }
}

fn place_of(text: &str, needle: &str) -> Option<(u32, u32)> {
    text.lines().zip(1..).find_map(|(content, line)| {
        let column = content[..content.find(needle)?].encode_utf16().count();
        Some((line, u32::try_from(column).expect("a line of a test is short")))
    })
}

#[test]
fn compiled_code_is_traced_back() {
    check_traces(
        "a.js",
        "'use strict'\nconst f = () => mark(0); if (f) mark(1)\n/* 😀 */ else { mark(2) || mark(3) }\n",
    );
    check_traces(
        "a.mjs",
        "import {\n  x\n} from 'y'; mark(0);\nexport default () => mark(1) && x()\nexport { x as z }; x(mark(2))\n",
    );
    check_traces(
        "a.ts",
        "import type { T } from 'y'\ninterface I {\n  a: T\n}\nenum E { A }\nconst f = (a: I): void => mark(0)\n\nif (E.A) { /* 😀 */ mark(1) }\nexport class C { constructor(private x = 1) { mark(2) } }\n",
    );
    check_traces(
        "a.tsx",
        "type P = {}\n\nexport const C = (p: P) => <div>\n  {p && mark(0)}\n</div>\nmark(1)\n",
    );
}
