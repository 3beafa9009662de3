//! Node's own runner: `node:test` with the strict assertions of `node:assert`.

use kiskadee_model::{Claim, Expr, Failure};

use crate::framework::{Idiom, Printer, Used, class_alone};
use crate::suite::ModuleFormat;

pub(crate) struct NodeTest;

impl Idiom for NodeTest {
    fn taken(&self) -> &'static [&'static str] {
        &["assert", "describe", "it", "t", "realSetImmediate", "runTimers"]
    }

    /// Node reads the names off the source text and misses those it cannot see there.
    fn imports_names_from_cjs(&self) -> bool {
        false
    }

    fn imports(&self, _used: Used, format: ModuleFormat) -> Vec<String> {
        match format {
            ModuleFormat::Esm => vec![
                "import assert from 'node:assert/strict';".into(),
                "import { describe, it } from 'node:test';".into(),
            ],
            ModuleFormat::Cjs => vec![
                "const assert = require('node:assert/strict');".into(),
                "const { describe, it } = require('node:test');".into(),
            ],
        }
    }

    fn preamble(&self, used: Used) -> Vec<String> {
        if used.fake_timers { vec![RUN_TIMERS.into()] } else { Vec::new() }
    }

    fn test_params(&self, fake_timers: bool) -> &'static str {
        if fake_timers { "(t)" } else { "()" }
    }

    fn fake_clock(&self) -> String {
        "t.mock.timers.enable();".into()
    }

    fn run_timers(&self, ms: u64) -> String {
        format!("runTimers(t.mock.timers, {ms})")
    }

    fn value(&self, print: &Printer<'_>, actual: &str, claim: &Claim) -> String {
        let operand = if actual.starts_with("await ") { format!("({actual})") } else { actual.to_owned() };
        match claim {
            Claim::Is(expr) => format!("assert.strictEqual({actual}, {});", print.expr(expr)),
            Claim::Equals(expr) => format!("assert.deepStrictEqual({actual}, {});", print.expr(expr)),
            // Strict equality compares prototypes as well.
            Claim::Members(expr) => {
                format!("assert.deepStrictEqual({{ ...{operand} }}, {});", print.expr(expr))
            }
            Claim::InstanceOf(class) => format!("assert.ok({operand} instanceof {});", print.class(class)),
            Claim::TypeOf(name) => format!("assert.strictEqual(typeof {operand}, '{name}');"),
            Claim::Absent => format!("assert.strictEqual({actual}, undefined);"),
        }
    }

    fn resolves(&self, print: &Printer<'_>, promise: &str, claim: &Claim) -> String {
        self.value(print, &format!("await {promise}"), claim)
    }

    fn throws_values(&self) -> bool {
        true
    }

    fn throws(&self, print: &Printer<'_>, thunk: &str, failure: &Failure) -> String {
        format!("assert.throws({thunk}{});", expected(print, failure))
    }

    fn rejects(&self, print: &Printer<'_>, promise: &str, failure: &Failure) -> String {
        format!("assert.rejects({promise}{})", expected(print, failure))
    }
}

/// What follows the function or promise in the argument list.
fn expected(print: &Printer<'_>, failure: &Failure) -> String {
    if let Some(class) = class_alone(failure) {
        return format!(", {}", print.class(class));
    }
    match failure {
        Failure::Value(value @ Expr::Number(_)) => {
            format!(", (thrown) => Object.is(thrown, {})", print.expr(value))
        }
        Failure::Value(value) if value.makes_object() => {
            let value = print.expr(value);
            format!(", (thrown) => {{\nassert.deepStrictEqual(thrown, {value});\nreturn true;\n}}")
        }
        Failure::Value(value) => format!(", (thrown) => thrown === {}", print.expr(value)),
        _ => print.error_facts(failure).map(|facts| format!(", {facts}")).unwrap_or_default(),
    }
}

/// Mocked timers fire when they are told to, promises in between do not: they take turns here.
const RUN_TIMERS: &str = "\
const realSetImmediate = setImmediate;

// Lets `ms` of mocked time pass, and promises run in between.
async function runTimers(timers, ms) {
  const step = Math.ceil(ms / 1000);
  for (let passed = 0; passed <= ms; passed += step) {
    await new Promise((resolve) => realSetImmediate(resolve));
    timers.tick(step);
  }
  await new Promise((resolve) => realSetImmediate(resolve));
}";
