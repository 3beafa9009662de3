//! Vitest: `expect(actual).toBe(expected)`.

use kiskadee_model::print::quote_js;
use kiskadee_model::{Claim, ClassRef, Expr, Failure};

use crate::framework::{Idiom, Printer, Used, class_alone};
use crate::suite::ModuleFormat;

pub(crate) struct Vitest;

impl Idiom for Vitest {
    fn taken(&self) -> &'static [&'static str] {
        &["afterEach", "describe", "expect", "it", "vi"]
    }

    fn imports_names_from_cjs(&self) -> bool {
        true
    }

    fn imports(&self, used: Used, _format: ModuleFormat) -> Vec<String> {
        let names =
            if used.fake_timers { "afterEach, describe, expect, it, vi" } else { "describe, expect, it" };
        vec![format!("import {{ {names} }} from 'vitest';")]
    }

    fn preamble(&self, used: Used) -> Vec<String> {
        if used.fake_timers {
            vec!["afterEach(() => {\n  vi.useRealTimers();\n});".into()]
        } else {
            Vec::new()
        }
    }

    fn test_params(&self, _fake_timers: bool) -> &'static str {
        "()"
    }

    fn fake_clock(&self) -> String {
        "vi.useFakeTimers();".into()
    }

    fn run_timers(&self, _ms: u64) -> String {
        "vi.runAllTimersAsync()".into()
    }

    fn value(&self, print: &Printer<'_>, actual: &str, claim: &Claim) -> String {
        format!("expect({actual}).{};", matcher(print, claim))
    }

    fn resolves(&self, print: &Printer<'_>, promise: &str, claim: &Claim) -> String {
        format!("await expect({promise}).resolves.{};", matcher(print, claim))
    }

    /// A text given to `toThrow` is searched in the message, and other values are refused before version 4.1.
    fn throws_values(&self) -> bool {
        false
    }

    fn throws(&self, print: &Printer<'_>, thunk: &str, failure: &Failure) -> String {
        format!("expect({thunk}).{};", error_matcher(print, failure))
    }

    fn rejects(&self, print: &Printer<'_>, promise: &str, failure: &Failure) -> String {
        let matcher = match failure {
            Failure::Value(value) if is_scalar(value) => format!("toBe({})", print.expr(value)),
            Failure::Value(value) => format!("toEqual({})", print.expr(value)),
            _ => error_matcher(print, failure),
        };
        format!("expect({promise}).rejects.{matcher}")
    }
}

fn matcher(print: &Printer<'_>, claim: &Claim) -> String {
    match claim {
        Claim::Is(Expr::Undefined) => "toBeUndefined()".into(),
        Claim::Is(Expr::Null) => "toBeNull()".into(),
        Claim::Is(Expr::Number(number)) if number.0.is_nan() => "toBeNaN()".into(),
        Claim::Is(expr) => format!("toBe({})", print.expr(expr)),
        // `toEqual` takes a hole, an absent member and `undefined` for the same.
        Claim::Equals(expr) if has_undefined(expr) => format!("toStrictEqual({})", print.expr(expr)),
        Claim::Equals(expr) | Claim::Members(expr) => format!("toEqual({})", print.expr(expr)),
        Claim::InstanceOf(class) => format!("toBeInstanceOf({})", print.class(class)),
        Claim::TypeOf(name) => format!("toBeTypeOf('{name}')"),
        Claim::Absent => "toBeUndefined()".into(),
    }
}

/// `toThrow` with a text matches any message that contains it, so an error is preferred wherever one can be made.
fn error_matcher(print: &Printer<'_>, failure: &Failure) -> String {
    if let Some(class) = class_alone(failure) {
        return format!("toThrow({})", print.class(class));
    }
    match failure {
        Failure::Error {
            class: Some(ClassRef::Global(class)),
            message: Some(message),
            code: None,
            bare: true,
            ..
        } if class != "AggregateError" => {
            format!("toThrow(new {class}({}))", quote_js(message))
        }
        _ => match print.error_facts(failure) {
            Some(facts) => format!("toThrow(expect.objectContaining({facts}))"),
            None => "toThrow()".into(),
        },
    }
}

fn is_scalar(expr: &Expr) -> bool {
    !expr.makes_object()
}

fn has_undefined(expr: &Expr) -> bool {
    match expr {
        Expr::Undefined => true,
        Expr::Array(elements) if elements.iter().any(Option::is_none) => true,
        other => other.children().into_iter().any(has_undefined),
    }
}
