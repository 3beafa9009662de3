//! Constants of files and functions.

use kiskadee_model::Constants;

use super::{facts, first};

fn short(c: &Constants) -> String {
    let numbers: Vec<String> = c.numbers.iter().map(|n| kiskadee_model::Number(*n).to_string()).collect();
    let regexps: Vec<String> = c.regexps.iter().map(|(source, flags)| format!("/{source}/{flags}")).collect();
    let bigints: Vec<String> = c.bigints.iter().map(|n| format!("{n}n")).collect();
    [numbers.join(" "), c.strings.join(" "), bigints.join(" "), regexps.join(" "), c.names.join(" ")]
        .join("|")
}

#[test]
fn constants_are_collected_in_order_without_repetition() {
    for (source, expected) in [
        ("f(1, -1, 1, -0, 0x10, 1e3)", "1 -1 -0 16 1000||||"),
        ("x = 'a' + \"b\" + 'a' + `c${y}d` + ``", "|a b c d|||"),
        ("x = [1, 'a', { k: 2, 'l-m': 3 }]", "1 2 3|a|||k l-m"),
        ("x = 10n * -5n", "||10n -5n||"),
        ("x.replace(/a/g, 'b').y", "|b||/a/g|replace y"),
        ("const { a, b: c = 4 } = x['d']", "4||||a b d"),
        (
            "'use strict'; import x from 'y'; export * from 'z'; require('w'); import('v'); x = 'kept'",
            "|kept|||",
        ),
        ("x = void 0", "||||"),
        ("class A { m() { return 'in' } #p = 7 }", "7|in|||"),
    ] {
        assert_eq!(short(&facts("a.mjs", source).constants), expected, "{source}");
    }
}

#[test]
fn types_are_no_constants_but_enums_are() {
    let source =
        "type A = 'no' | 1; interface B { no: 'no' } enum C { X = 'yes' } const x: 'no' = y as 'no';";
    assert_eq!(short(&facts("a.ts", source).constants), "|yes|||");
}

#[test]
fn very_long_strings_are_left_out() {
    let source = format!("x = '{}'; y = '{}'", "a".repeat(201), "b".repeat(200));
    assert_eq!(facts("a.js", &source).constants.strings, ["b".repeat(200)]);
}

#[test]
fn a_function_has_the_constants_of_its_inside_only() {
    let source = "const outer = 'no'; function f(a = 1) { 'use strict'; return () => a.b + 'yes' }";
    assert_eq!(short(&first("a.js", source).constants), "1|yes|||b");
}
