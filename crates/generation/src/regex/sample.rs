//! Writing a string that a parsed expression matches: short, and of readable characters where there is a choice.

use super::parse::{Class, Node};
use crate::dice::Dice;

/// More characters than this are not written for a repetition that allows fewer.
const MOST_REPEATS: usize = 1000;

/// What a negated class is answered with, if it admits it.
const READABLE: &[char] = &['a', 'b', '1', ' ', '-', 'A', '.', '_', 'z', '0', '!', 'é'];

/// Appends a sample of the node.
pub(super) fn write(node: &Node, dice: &mut Dice, out: &mut String) {
    match node {
        Node::Empty => {}
        Node::Char(c) => out.push(*c),
        Node::Class(class) => out.extend(member(class, dice)),
        Node::Sequence(parts) => parts.iter().for_each(|part| write(part, dice, out)),
        Node::Choice(options) => {
            if let Some(option) = dice.pick(options) {
                write(option, dice, out);
            }
        }
        Node::Repeat { inner, least, most } => {
            let spare = most.map_or(3, |most| (most - least).min(3));
            let times = least + dice.repeats(0.5, spare);
            // Nested repetitions multiply.
            for _ in 0..times {
                if out.len() > MOST_REPEATS {
                    break;
                }
                write(inner, dice, out);
            }
        }
    }
}

/// A member of a class; nothing if it is empty.
fn member(class: &Class, dice: &mut Dice) -> Option<char> {
    if !class.negated {
        let (low, high) = *dice.pick(&class.ranges)?;
        // The first of a range is as good as any and reads best.
        if dice.chance(0.4) {
            return Some(low);
        }
        let offset = dice.below((u32::from(high) - u32::from(low) + 1) as usize) as u32;
        return char::from_u32(u32::from(low) + offset).or(Some(low));
    }
    let admits = |c: &char| !class.ranges.iter().any(|(low, high)| (low..=high).contains(&c));
    let usual: Vec<char> = READABLE.iter().copied().filter(admits).collect();
    dice.pick(&usual).copied().or_else(|| (' '..='~').chain('\u{a1}'..='\u{ff}').find(admits))
}
