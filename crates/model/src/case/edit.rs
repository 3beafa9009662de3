//! Changing a case that is not one yet: mutable access to the expressions of a block, and numbering it afresh. Whoever
//! edits a block passes it through `Case::new` again, which decides whether it is valid.

use std::collections::BTreeMap;

use crate::{Block, Callee, Expr, Op, Step, VarId};

impl Expr {
    /// The expressions directly inside this one (not those in a callback's body), to be changed.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Array(elements) => elements.iter_mut().flatten().collect(),
            Self::Object(properties) => properties.iter_mut().map(|(_, value)| value).collect(),
            Self::Map(entries) => entries.iter_mut().flat_map(|(k, v)| [k, v]).collect(),
            Self::Set(values) => values.iter_mut().collect(),
            Self::New { args, .. } => args.iter_mut().collect(),
            Self::Resolved(value) | Self::Rejected(value) => vec![value],
            _ => Vec::new(),
        }
    }
}

impl Step {
    /// The expressions directly used by this step, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.op {
            Op::Call { callee, args } => {
                let receiver = match callee {
                    Callee::Method { receiver, .. } => Some(receiver),
                    Callee::Function(_) | Callee::Constructor(_) | Callee::Value(_) => None,
                };
                receiver.into_iter().chain(args).collect()
            }
            Op::Get { object, .. } => vec![object],
            Op::Set { object, value, .. } => vec![object, value],
            Op::Value(value) => vec![value],
        }
    }
}

impl Block {
    /// Numbers variables and callbacks from 0 in the order in which a reader meets them, so that cases which differ
    /// in numbers only become equal.
    pub fn renumber(&mut self) {
        let mut numbering = Numbering { vars: BTreeMap::new(), callbacks: 0 };
        numbering.declare(self);
        numbering.rename(self);
    }
}

struct Numbering {
    vars: BTreeMap<VarId, VarId>,
    callbacks: u32,
}

impl Numbering {
    fn name(&mut self, var: VarId) {
        let next = VarId(self.vars.len() as u32);
        self.vars.entry(var).or_insert(next);
    }

    fn declare(&mut self, block: &mut Block) {
        for step in &mut block.steps {
            self.name(step.var);
            for operand in step.operands_mut() {
                self.declare_in(operand);
            }
        }
        if let Some(result) = &mut block.result {
            self.declare_in(result);
        }
    }

    fn declare_in(&mut self, expr: &mut Expr) {
        if let Expr::Callback(callback) = expr {
            callback.id = self.callbacks;
            self.callbacks += 1;
            for param in &callback.params {
                self.name(*param);
            }
            self.declare(&mut callback.body);
        }
        for child in expr.children_mut() {
            self.declare_in(child);
        }
    }

    /// A variable that nothing declares keeps its number, and the scope check says what is wrong with it.
    fn new_name(&self, var: &mut VarId) {
        if let Some(new) = self.vars.get(var) {
            *var = *new;
        }
    }

    fn rename(&self, block: &mut Block) {
        for step in &mut block.steps {
            self.new_name(&mut step.var);
            if let Op::Call { callee: Callee::Value(var), .. } = &mut step.op {
                self.new_name(var);
            }
            for operand in step.operands_mut() {
                self.rename_in(operand);
            }
        }
        if let Some(result) = &mut block.result {
            self.rename_in(result);
        }
    }

    fn rename_in(&self, expr: &mut Expr) {
        match expr {
            Expr::Var(var) => self.new_name(var),
            Expr::Callback(callback) => {
                for param in &mut callback.params {
                    self.new_name(param);
                }
                self.rename(&mut callback.body);
            }
            other => other.children_mut().into_iter().for_each(|child| self.rename_in(child)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::print_probe;
    use crate::{ApiPath, Callback, Case, Origin, Root};

    #[test]
    fn numbering_afresh_follows_the_order_of_reading_and_keeps_the_meaning() {
        let call = |var: u32, args: Vec<Expr>| {
            let callee = Callee::Function(ApiPath::export(Root::Named("f".into())));
            Step { var: VarId(var), op: Op::Call { callee, args }, awaited: false }
        };
        let callback = Expr::Callback(Box::new(Callback {
            id: 9,
            params: vec![VarId(30)],
            is_async: false,
            body: Block {
                steps: vec![call(20, vec![Expr::Var(VarId(30)), Expr::Var(VarId(7))])],
                result: Some(Expr::Var(VarId(20))),
                throws: false,
            },
        }));
        let last = Step {
            var: VarId(3),
            op: Op::Call { callee: Callee::Value(VarId(11)), args: vec![Expr::Var(VarId(7))] },
            awaited: false,
        };
        let mut block =
            Block { steps: vec![call(7, vec![]), call(11, vec![callback]), last], ..Block::default() };
        block.renumber();
        let case = Case::new(block, Origin::default()).expect("still in scope");
        let text = print_probe(&case);
        let expected = "$.top(0); let v0; v0 = $.done(0, $m.f());\n\
            $.top(1); let v1; v1 = $.done(1, $m.f((v2) => {\n\
            $.called(0, [v2]);\n\
            $.start(3); let v3; v3 = $.done(3, $m.f(v2, v0));\n\
            return v3;\n\
            }));\n\
            $.act(4); let v4; v4 = $.done(4, v1(v0));\n";
        assert_eq!(text, expected);
    }
}
