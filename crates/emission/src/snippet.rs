//! A case as a person would type it to see for themselves: the calls, without a framework around them.

use std::collections::BTreeSet;

use kiskadee_model::print::{Shell, print_block};
use kiskadee_model::{Api, ApiPath, Callback, Case, End, Expr, Observation, Step, VarId};

use crate::framework::Framework;
use crate::imports::Locals;
use crate::subject::Subjects;
use crate::suite::{ModuleFormat, ModuleInfo, Suite, TestCase};
use crate::variables::{Names, Slot, used_variables};

/// Prints the calls of a case, one a line.
pub fn snippet(case: &Case, api: &Api) -> String {
    let module = ModuleInfo {
        specifier: String::new(),
        format: ModuleFormat::Esm,
        test_format: ModuleFormat::Esm,
        default_name: api.name.clone(),
        through_module: false,
        typescript: false,
    };
    let test = TestCase { case: case.clone(), checks: Vec::new(), observation: nothing_seen() };
    let suite = Suite { module, api: api.clone(), command: String::new(), tests: vec![test] };
    let locals = Locals::new(&suite, Framework::NodeTest.idiom());
    let used = used_variables(case.steps(), &[]);
    let mut needed: Vec<Slot> = Vec::new();
    for step in case.steps() {
        if used.contains(&step.var) {
            needed.push(Slot::Var(step.var));
        }
        step.operands().into_iter().for_each(|operand| parameters(operand, &mut needed));
    }
    let taken: BTreeSet<String> = locals.taken().map(str::to_owned).collect();
    let subjects = Subjects { suite: &suite, test: &suite.tests[0] };
    let plain = Plain { locals: &locals, names: Names::new(subjects, &needed, &taken) };
    print_block(&plain, case.body(), 0).trim_end().to_owned()
}

fn nothing_seen() -> Observation {
    Observation {
        end: End::Completed,
        steps: Vec::new(),
        changes: Vec::new(),
        callbacks: Vec::new(),
        late: Vec::new(),
        waited_ms: 0.0,
        turned_loop: false,
        stdout: String::new(),
        stderr: String::new(),
    }
}

/// Parameters of callbacks, and the steps inside, in the order of reading.
fn parameters(expr: &Expr, needed: &mut Vec<Slot>) {
    if let Expr::Callback(callback) = expr {
        let Callback { params, body, .. } = callback.as_ref();
        needed.extend(params.iter().map(|param| Slot::Var(*param)));
        for step in &body.steps {
            needed.push(Slot::Var(step.var));
            step.operands().into_iter().for_each(|operand| parameters(operand, needed));
        }
    }
    expr.children().into_iter().for_each(|child| parameters(child, needed));
}

struct Plain<'a> {
    locals: &'a Locals,
    names: Names,
}

impl Shell for Plain<'_> {
    fn api(&self, path: &ApiPath) -> String {
        self.locals.api(path)
    }

    fn var(&self, var: VarId) -> String {
        self.names.get(Slot::Var(var)).map_or_else(|| format!("v{}", var.0), str::to_owned)
    }

    fn statement(&self, step: &Step, expression: &str) -> String {
        match self.names.get(Slot::Var(step.var)) {
            Some(name) => format!("const {name} = {expression};"),
            None => format!("{expression};"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kiskadee_model::{Block, Callee, Key, Op, Origin, Root};

    #[test]
    fn a_snippet_reads_like_code_that_a_person_types() {
        let class = ApiPath::export(Root::Named("Node".into()));
        let make = Op::Call { callee: Callee::Constructor(class), args: vec![Expr::string("a")] };
        let key = Key::from("link");
        let call = Op::Call {
            callee: Callee::Method { receiver: Expr::Var(VarId(0)), key },
            args: vec![Expr::Null],
        };
        let steps = vec![
            Step { var: VarId(0), op: make, awaited: false },
            Step { var: VarId(1), op: call, awaited: true },
        ];
        let case = Case::new(Block { steps, ..Block::default() }, Origin::default()).expect("a valid case");
        let text = snippet(&case, &Api::default());
        assert!(text.starts_with("const ") && text.contains(" = new Node('a');\nawait "), "{text}");
        assert!(text.ends_with(".link(null);"), "{text}");
    }
}
