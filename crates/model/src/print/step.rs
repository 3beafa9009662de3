//! Steps and blocks as statements.

use super::expr::print_args;
use super::{Shell, print_expr};
use crate::{Block, Callee, Expr, Op, Step};

/// Prints every step of a block as a line of its own, and the returned value after them.
pub fn print_block(shell: &dyn Shell, block: &Block, depth: usize) -> String {
    let indent = shell.indent().repeat(depth);
    let mut out = String::new();
    for step in &block.steps {
        let expression = print_step(shell, step, depth);
        out.push_str(&format!("{indent}{}\n", shell.statement(step, &expression)));
    }
    if let Some(result) = &block.result {
        let word = if block.throws { "throw" } else { "return" };
        out.push_str(&format!("{indent}{word} {};\n", print_expr(shell, result, depth)));
    }
    out
}

/// Prints what a step does as an expression, with `await` where the step awaits.
pub fn print_step(shell: &dyn Shell, step: &Step, depth: usize) -> String {
    let expression = match &step.op {
        Op::Call { callee, args } => {
            let args = print_args(shell, step, args, depth);
            format!("{}({args})", print_callee(shell, callee, depth))
        }
        Op::Get { object, key } => format!("{}{}", print_object(shell, object, depth), key.access()),
        Op::Set { object, key, value } => {
            let object = print_object(shell, object, depth);
            format!("{object}{} = {}", key.access(), print_expr(shell, value, depth))
        }
        Op::Value(value) => print_expr(shell, value, depth),
    };
    if step.awaited { format!("await {expression}") } else { expression }
}

fn print_callee(shell: &dyn Shell, callee: &Callee, depth: usize) -> String {
    match callee {
        Callee::Function(path) => shell.api(path),
        Callee::Constructor(path) => format!("new {}", shell.api(path)),
        Callee::Method { receiver, key } => {
            format!("{}{}", print_object(shell, receiver, depth), key.access())
        }
        Callee::Value(var) => shell.var(*var),
    }
}

/// An object before a member access: literals that would read otherwise go into parentheses.
fn print_object(shell: &dyn Shell, object: &Expr, depth: usize) -> String {
    let text = print_expr(shell, object, depth);
    match object {
        Expr::Var(_)
        | Expr::Api(_)
        | Expr::Global(_)
        | Expr::Array(_)
        | Expr::String(_)
        | Expr::RegExp { .. }
        | Expr::Resolved(_)
        | Expr::Rejected(_)
        | Expr::Buffer(_)
        | Expr::New { .. }
        | Expr::Date(_)
        | Expr::Map(_)
        | Expr::Set(_) => text,
        _ => format!("({text})"),
    }
}
