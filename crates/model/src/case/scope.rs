//! Scoping of a case: which variables may be used where. This is what makes a case valid.

use std::collections::BTreeSet;
use std::fmt;

use crate::{Block, Callback, Callee, Expr, Op, Step, VarId};

/// Why a tree is not a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// A variable is used where nothing has declared it yet.
    OutOfScope(VarId),
    /// Two steps or parameters share a variable.
    DeclaredTwice(VarId),
    /// The case has no step.
    Empty,
    /// The body of the test returns a value.
    RootReturns,
    /// A callback that is not async awaits.
    AwaitInSync(VarId),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfScope(var) => write!(f, "variable {} is used out of scope", var.0),
            Self::DeclaredTwice(var) => write!(f, "variable {} is declared twice", var.0),
            Self::Empty => f.write_str("a case needs a step"),
            Self::RootReturns => f.write_str("the body of a test returns nothing"),
            Self::AwaitInSync(var) => write!(f, "step {} awaits in a callback that is not async", var.0),
        }
    }
}

impl std::error::Error for Invalid {}

pub(super) fn check(body: &Block) -> Result<(), Invalid> {
    if body.steps.is_empty() {
        return Err(Invalid::Empty);
    }
    if body.result.is_some() {
        return Err(Invalid::RootReturns);
    }
    let mut checker = Checker { declared: BTreeSet::new(), visible: Vec::new() };
    checker.block(body, true)
}

struct Checker {
    declared: BTreeSet<VarId>,
    visible: Vec<VarId>,
}

impl Checker {
    fn block(&mut self, block: &Block, may_await: bool) -> Result<(), Invalid> {
        let outer = self.visible.len();
        for step in &block.steps {
            if step.awaited && !may_await {
                return Err(Invalid::AwaitInSync(step.var));
            }
            // The result of a call is declared before it, so that a callback given to the call can use it.
            let holds_callback = step.operands().iter().any(|operand| contains_callback(operand));
            if holds_callback {
                self.declare(step.var)?;
            }
            self.step(step)?;
            if !holds_callback {
                self.declare(step.var)?;
            }
        }
        if let Some(result) = &block.result {
            self.expr(result)?;
        }
        self.visible.truncate(outer);
        Ok(())
    }

    fn declare(&mut self, var: VarId) -> Result<(), Invalid> {
        if !self.declared.insert(var) {
            return Err(Invalid::DeclaredTwice(var));
        }
        self.visible.push(var);
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), Invalid> {
        if let Op::Call { callee: Callee::Value(var), .. } = &step.op {
            self.variable(*var)?;
        }
        for operand in step.operands() {
            self.argument(operand, step.var)?;
        }
        Ok(())
    }

    /// Outside callbacks, a step's own result is not there yet.
    fn argument(&mut self, expr: &Expr, own: VarId) -> Result<(), Invalid> {
        match expr {
            Expr::Var(var) if *var == own => Err(Invalid::OutOfScope(own)),
            _ => self.expr(expr),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Result<(), Invalid> {
        match expr {
            Expr::Var(var) => self.variable(*var),
            Expr::Callback(callback) => self.callback(callback),
            other => other.children().into_iter().try_for_each(|child| self.expr(child)),
        }
    }

    fn variable(&self, var: VarId) -> Result<(), Invalid> {
        if self.visible.contains(&var) { Ok(()) } else { Err(Invalid::OutOfScope(var)) }
    }

    fn callback(&mut self, callback: &Callback) -> Result<(), Invalid> {
        let outer = self.visible.len();
        for param in &callback.params {
            self.declare(*param)?;
        }
        self.block(&callback.body, callback.is_async)?;
        self.visible.truncate(outer);
        Ok(())
    }
}

fn contains_callback(expr: &Expr) -> bool {
    matches!(expr, Expr::Callback(_)) || expr.children().into_iter().any(contains_callback)
}

pub(super) fn step_uses(step: &Step, used: &mut Vec<VarId>) {
    if let Op::Call { callee: Callee::Value(var), .. } = &step.op {
        used.push(*var);
    }
    for operand in step.operands() {
        expr_uses(operand, used);
    }
}

fn expr_uses(expr: &Expr, used: &mut Vec<VarId>) {
    match expr {
        Expr::Var(var) => used.push(*var),
        Expr::Callback(callback) => {
            for step in &callback.body.steps {
                step_uses(step, used);
            }
            if let Some(result) = &callback.body.result {
                expr_uses(result, used);
            }
        }
        other => other.children().into_iter().for_each(|child| expr_uses(child, used)),
    }
}

pub(super) fn highest_var(block: &Block) -> Option<u32> {
    let mut highest = None;
    each_callback(block, &mut |callback| {
        highest = highest.max(callback.params.iter().map(|p| p.0).max());
    });
    each_step(block, &mut |step| highest = highest.max(Some(step.var.0)));
    highest
}

pub(super) fn highest_callback(block: &Block) -> Option<u32> {
    let mut highest = None;
    each_callback(block, &mut |callback| highest = highest.max(Some(callback.id)));
    highest
}

fn each_step(block: &Block, visit: &mut dyn FnMut(&Step)) {
    for step in &block.steps {
        visit(step);
    }
    each_callback_shallow(block, &mut |callback| each_step(&callback.body, visit));
}

fn each_callback(block: &Block, visit: &mut dyn FnMut(&Callback)) {
    each_callback_shallow(block, &mut |callback| {
        visit(callback);
        each_callback(&callback.body, visit);
    });
}

fn each_callback_shallow(block: &Block, visit: &mut dyn FnMut(&Callback)) {
    fn walk(expr: &Expr, visit: &mut dyn FnMut(&Callback)) {
        match expr {
            Expr::Callback(callback) => visit(callback),
            other => other.children().into_iter().for_each(|child| walk(child, visit)),
        }
    }
    let operands = block.steps.iter().flat_map(Step::operands).chain(block.result.iter());
    operands.for_each(|expr| walk(expr, visit));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ApiPath, Case, Origin, Root};

    fn call(var: u32, args: Vec<Expr>) -> Step {
        let callee = Callee::Function(ApiPath::export(Root::Named("f".into())));
        Step { var: VarId(var), op: Op::Call { callee, args }, awaited: false }
    }

    fn callback(params: Vec<VarId>, steps: Vec<Step>, result: Option<Expr>) -> Expr {
        let body = Block { steps, result, throws: false };
        Expr::Callback(Box::new(Callback { id: 0, params, is_async: false, body }))
    }

    fn check(steps: Vec<Step>, expected: Result<(), Invalid>) {
        let made = Case::new(Block { steps, ..Block::default() }, Origin::default());
        assert_eq!(made.map(|_| ()), expected);
    }

    #[test]
    fn a_variable_is_in_scope_after_its_step_and_inside_callbacks_of_its_own_call() {
        let var = |n| Expr::Var(VarId(n));
        check(vec![call(0, vec![]), call(1, vec![var(0)])], Ok(()));
        check(vec![call(0, vec![var(0)])], Err(Invalid::OutOfScope(VarId(0))));
        check(vec![call(0, vec![var(1)]), call(1, vec![])], Err(Invalid::OutOfScope(VarId(1))));
        check(vec![call(0, vec![callback(vec![], vec![], Some(var(0)))])], Ok(()));
        let nested = callback(vec![VarId(1)], vec![call(2, vec![var(1)])], None);
        check(vec![call(0, vec![nested.clone()])], Ok(()));
        check(vec![call(0, vec![nested]), call(3, vec![var(2)])], Err(Invalid::OutOfScope(VarId(2))));
    }

    #[test]
    fn a_case_without_steps_or_with_a_variable_declared_twice_is_refused() {
        check(vec![], Err(Invalid::Empty));
        check(vec![call(0, vec![]), call(0, vec![])], Err(Invalid::DeclaredTwice(VarId(0))));
    }

    #[test]
    fn fresh_numbers_are_above_every_number_in_nested_callbacks() {
        let nested = callback(vec![VarId(7)], vec![call(9, vec![])], None);
        let case =
            Case::new(Block { steps: vec![call(0, vec![nested])], ..Block::default() }, Origin::default());
        let case = case.expect("the case is valid");
        assert_eq!((case.next_var(), case.next_callback()), (10, 1));
    }
}
