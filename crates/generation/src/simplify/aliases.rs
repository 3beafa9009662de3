//! Fewer variables: the result of a step gives way to an earlier one, which is often the same object (`list.add(x)`
//! returns the list).

use kiskadee_model::{Block, Callee, Expr, Op, VarId};

pub(super) fn fewer(block: &Block) -> Vec<Block> {
    let mut made = Vec::new();
    for (index, step) in block.steps.iter().enumerate() {
        let used = block.steps[index + 1..].iter().any(|later| later.uses().contains(&step.var));
        if !used {
            continue;
        }
        for earlier in &block.steps[..index] {
            let mut changed = block.clone();
            for later in &mut changed.steps[index + 1..] {
                if let Op::Call { callee: Callee::Value(var), .. } = &mut later.op
                    && *var == step.var
                {
                    *var = earlier.var;
                }
                later.operands_mut().into_iter().for_each(|operand| replace(operand, step.var, earlier.var));
            }
            made.push(changed);
        }
    }
    made
}

fn replace(expr: &mut Expr, from: VarId, to: VarId) {
    match expr {
        Expr::Var(var) if *var == from => *var = to,
        Expr::Callback(callback) => {
            for step in &mut callback.body.steps {
                step.operands_mut().into_iter().for_each(|operand| replace(operand, from, to));
            }
            if let Some(result) = &mut callback.body.result {
                replace(result, from, to);
            }
        }
        other => other.children_mut().into_iter().for_each(|child| replace(child, from, to)),
    }
}
