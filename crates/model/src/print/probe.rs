//! The shell that workers run: the same statements, with a recorder `$` told of every step, argument and callback.
//!
//! The text is the body of `function ($, $m)` or, when the case awaits, of an async one. `$m` is what `require` or
//! `import` gives. What the recorder's methods mean is told in `crates/execution/runtime/recorder.mjs`.

use super::{Shell, print_block};
use crate::{ApiPath, Callback, Case, Expr, Key, Op, Root, Step, VarId};

/// Prints a case for a worker.
pub fn print_probe(case: &Case) -> String {
    let act = case.act().map_or(VarId(u32::MAX), |step| step.var);
    let top: Vec<VarId> = case.steps().iter().map(|step| step.var).collect();
    print_block(&Probe { act, top }, case.body(), 0)
}

struct Probe {
    act: VarId,
    top: Vec<VarId>,
}

impl Shell for Probe {
    fn api(&self, path: &ApiPath) -> String {
        let root = match &path.root {
            Root::Whole => "$m".to_owned(),
            Root::Default => "$m.default".to_owned(),
            Root::Named(name) => format!("$m{}", Key::Name(name.clone()).access()),
        };
        path.members.iter().fold(root, |text, key| text + &key.access())
    }

    fn var(&self, var: VarId) -> String {
        format!("v{}", var.0)
    }

    fn statement(&self, step: &Step, expression: &str) -> String {
        let n = step.var.0;
        let opening = if step.var == self.act {
            format!("$.act({n});")
        } else if self.top.contains(&step.var) {
            format!("$.top({n});")
        } else {
            format!("$.start({n});")
        };
        // A callback given to the call may use the call's own result, so it is declared first.
        format!("{opening} let v{n}; v{n} = $.done({n}, {expression});")
    }

    fn argument(&self, step: &Step, index: usize, expr: &Expr, text: String) -> String {
        if step.var == self.act && expr.makes_object() && matches!(step.op, Op::Call { .. }) {
            format!("$.arg({index}, {text})")
        } else {
            text
        }
    }

    fn callback_opening(&self, callback: &Callback) -> String {
        let params = callback.params.iter().map(|p| self.var(*p)).collect::<Vec<_>>().join(", ");
        format!("$.called({}, [{params}]);", callback.id)
    }

    fn indent(&self) -> &'static str {
        ""
    }
}
