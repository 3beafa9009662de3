//! Fewer arguments: the last ones of each call are left out.

use kiskadee_model::{Block, Op};

pub(super) fn fewer(block: &Block) -> Vec<Block> {
    let mut made = Vec::new();
    for (index, step) in block.steps.iter().enumerate() {
        let Op::Call { args, .. } = &step.op else { continue };
        for length in 0..args.len() {
            let mut shorter = block.clone();
            if let Op::Call { args, .. } = &mut shorter.steps[index].op {
                args.truncate(length);
            }
            made.push(shorter);
        }
    }
    made
}
