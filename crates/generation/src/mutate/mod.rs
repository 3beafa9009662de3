//! Small changes to a case that is worth it: one operator a file. An operator either changes the draft and leaves it
//! valid, or leaves it as it was and says so.

mod change_argument;
mod change_arity;
mod drop_step;
mod insert_step;
mod repeat_step;
mod toggle_await;
mod tweak_literal;
mod use_variable;

use kiskadee_model::{Expr, Op, Signature, Step};

use crate::grow::Maker;

type Operator = fn(&mut Maker<'_>) -> bool;

const OPERATORS: [(u32, (&str, Operator)); 8] = [
    (8, ("change an argument", change_argument::apply)),
    (6, ("tweak a literal", tweak_literal::apply)),
    (3, ("insert a step", insert_step::apply)),
    (2, ("use a variable", use_variable::apply)),
    (1, ("change the number of arguments", change_arity::apply)),
    (1, ("repeat a step", repeat_step::apply)),
    (1, ("drop a step", drop_step::apply)),
    (1, ("await or not", toggle_await::apply)),
];

/// Changes the draft by an operator that can be applied, sometimes by two. False if none could be.
pub(crate) fn mutate(maker: &mut Maker<'_>) -> bool {
    let mut changed = false;
    for _ in 0..4 {
        let (name, apply) = *maker.dice.table(&OPERATORS);
        if !apply(maker) {
            continue;
        }
        maker.draft.operator = if changed { "change twice" } else { name };
        if changed || maker.dice.chance(0.75) {
            return true;
        }
        changed = true;
    }
    changed
}

/// The values that a step passes: its arguments, or what it writes.
fn slots(step: &Step) -> &[Expr] {
    match &step.op {
        Op::Call { args, .. } => args,
        Op::Set { value, .. } => std::slice::from_ref(value),
        Op::Value(value) if !matches!(value, Expr::Var(_) | Expr::Api(_)) => std::slice::from_ref(value),
        Op::Get { .. } | Op::Value(_) => &[],
    }
}

fn slots_mut(step: &mut Step) -> &mut [Expr] {
    match &mut step.op {
        Op::Call { args, .. } => args,
        Op::Set { value, .. } => std::slice::from_mut(value),
        Op::Value(value) if !matches!(value, Expr::Var(_) | Expr::Api(_)) => std::slice::from_mut(value),
        Op::Get { .. } | Op::Value(_) => &mut [],
    }
}

/// A step that passes values: the last one by preference, since the case is about it.
fn step_with_slots(maker: &mut Maker<'_>) -> Option<usize> {
    let steps = &maker.draft.steps;
    let passing: Vec<usize> = (0..steps.len()).filter(|index| !slots(&steps[*index]).is_empty()).collect();
    let last = *passing.last()?;
    if maker.dice.chance(0.6) { Some(last) } else { maker.dice.pick(&passing).copied() }
}

/// How the thing that a step calls wants to be called.
fn signature_of(maker: &Maker<'_>, index: usize) -> Signature {
    let id = maker.world.callables.of_step(&maker.draft.steps, index, &maker.draft.tags);
    id.map(|id| maker.world.callables.get(id).signature.clone()).unwrap_or_default()
}

/// Changes one step while only what is before it is in scope, so that set-up can be added before it.
fn at_step<T>(maker: &mut Maker<'_>, index: usize, change: impl FnOnce(&mut Maker<'_>, &mut Step) -> T) -> T {
    let mut tail = maker.draft.split_off(index);
    let done = change(maker, &mut tail[0]);
    maker.draft.append(tail);
    done
}

fn holds_callback(expr: &Expr) -> bool {
    matches!(expr, Expr::Callback(_)) || expr.children().into_iter().any(holds_callback)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kiskadee_model::print::print_probe;
    use kiskadee_model::{Block, Callee, Case, Key, Origin, TypeTag, VarId};

    use super::*;
    use crate::choose::Choice;
    use crate::dice::Dice;
    use crate::grow::{Draft, Mode};
    use crate::pool::Entry;
    use crate::testing;
    use crate::world::World;

    /// `list = new List(); load('a'); list.push(1, [2])`, the load not awaited.
    fn entry() -> Entry {
        let step =
            |var, callee, args| Step { var: VarId(var), op: Op::Call { callee, args }, awaited: false };
        let push = Callee::Method { receiver: Expr::Var(VarId(0)), key: Key::from("push") };
        let steps = vec![
            step(0, Callee::Constructor(testing::path("List")), vec![]),
            step(1, Callee::Function(testing::path("load")), vec![Expr::string("a")]),
            step(2, push, vec![Expr::number(1.0), Expr::Array(vec![Some(Expr::number(2.0))])]),
        ];
        let case = Case::new(Block { steps, ..Block::default() }, Origin::default()).expect("it is in scope");
        let tags = [(VarId(0), TypeTag::Instance(testing::path("List"))), (VarId(1), TypeTag::Promise)];
        Entry::new(&case, BTreeMap::from(tags), None, true, true)
    }

    /// What an operator makes of the entry, tried a hundred times.
    fn changed(operator: Operator) -> Vec<Case> {
        let mut world = World::new(&testing::module(), Default::default(), Vec::new(), Vec::new());
        world.learn_result(3, &TypeTag::Promise, false);
        let mut choice = Choice::default();
        choice.grow_to(&world.callables);
        let mut dice = Dice::new(5);
        let mut cases = Vec::new();
        for _ in 0..100 {
            let mut draft = Draft::from_entry(entry(), "change", 10);
            let mut maker = Maker::new(&world, &choice, &mut dice, &mut draft, Mode::Random);
            let applied = operator(&mut maker);
            let case = draft.finish();
            if applied {
                cases.push(case);
            } else {
                assert_eq!(case.steps(), entry().steps, "what is not applied changes nothing");
            }
        }
        assert!(!cases.is_empty());
        cases
    }

    fn check(operator: Operator, steps: std::ops::RangeInclusive<usize>, some: &[&str]) {
        let cases = changed(operator);
        let texts: Vec<String> = cases.iter().map(print_probe).collect();
        for (case, text) in cases.iter().zip(&texts) {
            assert!(steps.contains(&case.steps().len()), "{text}");
        }
        for expected in some {
            assert!(texts.iter().any(|text| text.contains(expected)), "no {expected}: {}", texts[0]);
        }
    }

    #[test]
    fn each_operator_changes_what_it_should_and_leaves_a_valid_case() {
        check(change_argument::apply, 3..=10, &["v0.push(1, ", "$m.load('b')"]);
        check(tweak_literal::apply, 3..=3, &["v0.push(0, ", "v0.push(2, ", "v0.push(1, $.arg(1, [3]))"]);
        check(insert_step::apply, 4..=10, &["v2 = $.done(2, v0.size = "]);
        check(use_variable::apply, 3..=3, &["v0.push(v0, ", "$m.load(v0)"]);
        check(change_arity::apply, 3..=10, &["v0.push(1))"]);
        check(repeat_step::apply, 4..=4, &["v3 = $.done(3, v0.push(1, $.arg(1, [2])))"]);
        check(drop_step::apply, 2..=2, &["v1 = $.done(1, v0.push"]);
        check(toggle_await::apply, 3..=3, &["await $m.load('a')"]);
    }

    #[test]
    fn a_draft_that_is_full_gets_no_more_steps() {
        let world = World::new(&testing::module(), Default::default(), Vec::new(), Vec::new());
        let mut choice = Choice::default();
        choice.grow_to(&world.callables);
        let mut dice = Dice::new(5);
        for _ in 0..300 {
            let mut draft = Draft::from_entry(entry(), "change", 3);
            let mut maker = Maker::new(&world, &choice, &mut dice, &mut draft, Mode::Random);
            mutate(&mut maker);
            assert!(draft.finish().steps().len() <= 3);
        }
    }

    #[test]
    fn the_table_names_every_operator_once() {
        let mut names: Vec<&str> = OPERATORS.iter().map(|(_, (name, _))| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), OPERATORS.len());
    }
}
