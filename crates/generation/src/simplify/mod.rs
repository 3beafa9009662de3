//! Simpler cases than a given one, each by a single step, the boldest first. Whoever asks runs them and takes the first
//! that still shows what matters; asking again and again ends at a case that no single step makes simpler.
//!
//! One reducer a file. Reducers never make a case longer, so the process ends.

mod aliases;
mod arguments;
mod steps;
mod values;
mod variables;

use std::collections::BTreeSet;

use kiskadee_model::print::print_probe;
use kiskadee_model::{Block, Case, Origin, Step, VarId};

/// Gives blocks that are one step simpler.
type Reducer = fn(&Block) -> Vec<Block>;

/// All cases that are one step simpler.
pub fn simpler(case: &Case) -> Vec<Case> {
    let reducers: [(&'static str, Reducer); 5] = [
        ("drop steps", steps::fewer),
        ("drop arguments", arguments::fewer),
        ("drop aliases", aliases::fewer),
        ("drop variables", variables::fewer),
        ("simplify values", values::simpler),
    ];
    let mut made: Vec<Case> = Vec::new();
    for (operator, reduce) in reducers {
        for mut block in reduce(case.body()) {
            block.renumber();
            let origin = Origin { operator, parent: Some(case.origin().number), ..*case.origin() };
            // A reducer may take away what is used elsewhere; then it is not a case.
            let Ok(candidate) = Case::new(block, origin) else { continue };
            if weight(&candidate) < weight(case) && !made.iter().any(|known| known.body() == candidate.body())
            {
                made.push(candidate);
            }
        }
    }
    made
}

/// What simplifying makes smaller: steps, then variables and their uses, then text, then how unusual its characters are.
fn weight(case: &Case) -> (usize, usize, usize, usize, u64) {
    let text = print_probe(case);
    let uses: Vec<VarId> = case.steps().iter().flat_map(Step::uses).collect();
    let used: BTreeSet<VarId> = uses.iter().copied().collect();
    (case.steps().len(), used.len(), uses.len(), text.len(), text.chars().map(oddness).sum())
}

/// Letters before digits before signs, early ones before late ones, all before what is not ASCII. Zero comes after the
/// other digits: so much is zero, one way or another, that a test with 1 shows more.
fn oddness(c: char) -> u64 {
    match c {
        'a'..='z' => c as u64 - 'a' as u64,
        '1'..='9' => 30 + c as u64 - '1' as u64,
        '0' => 40,
        'A'..='Z' => 50 + c as u64 - 'A' as u64,
        _ if c.is_ascii() => 100,
        _ => 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kiskadee_model::{ApiPath, Callee, Expr, Op, Root};

    fn call(var: u32, name: &str, args: Vec<Expr>) -> Step {
        let callee = Callee::Function(ApiPath::export(Root::Named(name.into())));
        Step { var: VarId(var), op: Op::Call { callee, args }, awaited: false }
    }

    /// Simplifies for as long as `wanted` appears in the text.
    fn smallest(steps: Vec<Step>, wanted: &[&str]) -> String {
        let mut case =
            Case::new(Block { steps, ..Block::default() }, Origin::default()).expect("a valid case");
        let shows = |case: &Case| wanted.iter().all(|part| print_probe(case).contains(part));
        while let Some(next) = simpler(&case).into_iter().find(shows) {
            case = next;
        }
        print_probe(&case)
    }

    #[test]
    fn steps_that_nobody_needs_go_and_values_become_plain() {
        let noise = Expr::Array(vec![Some(Expr::string("x\u{1F600}y")), None, Some(Expr::number(-731.5))]);
        let steps = vec![
            call(0, "a", vec![]),
            call(1, "b", vec![noise.clone()]),
            call(2, "c", vec![noise, Expr::Null]),
        ];
        assert_eq!(smallest(steps.clone(), &["$m.c("]), "$.act(0); let v0; v0 = $.done(0, $m.c());\n");
        let kept = smallest(steps, &["$m.b(", "$m.c(", "null"]);
        assert_eq!(
            kept,
            "$.top(0); let v0; v0 = $.done(0, $m.b());\n$.act(1); let v1; v1 = $.done(1, $m.c($.arg(0, ['a']), null));\n"
        );
    }

    #[test]
    fn a_step_whose_result_is_used_stays_unless_its_user_goes_too() {
        let steps = vec![call(0, "make", vec![]), call(1, "use", vec![Expr::Var(VarId(0))])];
        assert!(smallest(steps, &["$m.use(v"]).contains("$m.make()"));
    }

    #[test]
    fn an_argument_that_may_be_anything_becomes_plain() {
        let steps = vec![call(0, "make", vec![]), call(1, "use", vec![Expr::Var(VarId(0))])];
        assert_eq!(smallest(steps, &["$m.use(", "'a'"]), "$.act(0); let v0; v0 = $.done(0, $m.use('a'));\n");
    }

    #[test]
    fn members_and_elements_that_do_not_matter_go() {
        let object = Expr::Object(vec![
            ("a".into(), Expr::Array(vec![Some(Expr::number(5.0)), Some(Expr::string("key"))])),
            ("b".into(), Expr::Bool(true)),
        ]);
        let text = smallest(vec![call(0, "f", vec![object])], &["a: [", "'key'"]);
        assert!(text.contains("$m.f($.arg(0, { a: ['key'] }))"), "{text}");
    }
}
