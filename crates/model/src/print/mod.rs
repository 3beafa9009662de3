//! The one printer from test cases to JavaScript. A *shell* says how the module's exports and the variables are
//! called and what stands around each step; the probe that workers run and every framework's test are shells over the
//! same printer, so what was run is what is written.

mod expr;
mod literal;
mod probe;
mod step;

pub use expr::print_expr;
pub use literal::{is_identifier, quote, quote_js};
pub use probe::print_probe;
pub use step::{print_block, print_step};

use crate::{ApiPath, Callback, Step, VarId};

/// How a case is dressed up where it is printed.
pub trait Shell {
    /// The expression that reaches a thing of the module.
    fn api(&self, path: &ApiPath) -> String;

    /// The name of a variable.
    fn var(&self, var: VarId) -> String;

    /// A whole statement for a step whose right-hand side is `expression` (with `await` where the step awaits). Steps in
    /// callbacks come through here too.
    fn statement(&self, step: &Step, expression: &str) -> String;

    /// Lets the shell wrap an argument written in place.
    fn argument(&self, _step: &Step, _index: usize, _expr: &crate::Expr, text: String) -> String {
        text
    }

    /// Statements that open the body of a callback; empty when there is nothing to add.
    fn callback_opening(&self, _callback: &Callback) -> String {
        String::new()
    }

    /// One step of indentation.
    fn indent(&self) -> &'static str {
        "  "
    }
}
