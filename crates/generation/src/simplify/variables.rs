//! Fewer variables among arguments: where any value would do, a plain one is easier to read than an object made before.

use kiskadee_model::{Block, Expr, Op};

pub(super) fn fewer(block: &Block) -> Vec<Block> {
    let mut made = Vec::new();
    for (at, step) in block.steps.iter().enumerate() {
        let Op::Call { args, .. } = &step.op else { continue };
        let variables = args.iter().enumerate().filter(|(_, arg)| matches!(arg, Expr::Var(_)));
        for (index, _) in variables {
            for plain in [Expr::string("a"), Expr::number(1.0)] {
                let mut changed = block.clone();
                if let Op::Call { args, .. } = &mut changed.steps[at].op {
                    args[index] = plain;
                }
                made.push(changed);
            }
        }
    }
    made
}
