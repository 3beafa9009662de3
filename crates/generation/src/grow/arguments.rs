//! How many arguments a call gets, and which parameter each is for.

use kiskadee_model::{Expr, Param, Signature, Type};

use super::Maker;

impl Maker<'_> {
    /// Random arguments for a call.
    pub(super) fn arguments(&mut self, signature: &Signature) -> Vec<Expr> {
        if !signature.known {
            let count = self.count_unknown(signature.arity as usize);
            return (0..count).map(|index| self.unknown_argument(signature, index)).collect();
        }
        let params = &signature.params;
        let plain = params.iter().position(|param| param.rest).unwrap_or(params.len());
        let required = required(params);
        let mut count = required + self.dice.repeats(0.5, plain - required);
        let roll = self.dice.below(100);
        let extra = roll < 5 && plain == params.len();
        if (5..10).contains(&roll) {
            count = count.min(required.saturating_sub(1));
        }
        let mut args = Vec::new();
        for (index, param) in params.iter().take(count).enumerate() {
            let left_out = param.optional && index + 1 < count && self.dice.chance(0.1);
            args.push(if left_out { Expr::Undefined } else { self.argument(param) });
        }
        if let Some(rest) = params.get(plain)
            && count == plain
        {
            let element = rest_element(rest);
            for _ in 0..self.dice.below(4) {
                args.push(self.argument(&element));
            }
        } else if extra && count == plain {
            args.push(self.anything());
        }
        args
    }

    /// The argument at a position, made anew: for whoever changes one.
    pub(crate) fn argument_at(&mut self, signature: &Signature, index: usize) -> Expr {
        let outer = std::mem::replace(&mut self.function, signature.function);
        let value = match signature.params.get(index) {
            Some(param) if param.rest => self.argument(&rest_element(param)),
            Some(param) => self.argument(param),
            None => match signature.params.last() {
                Some(last) if last.rest => self.argument(&rest_element(last)),
                _ => self.unknown_argument(signature, index),
            },
        };
        self.function = outer;
        value
    }

    /// Whatever the number of declared parameters, a function may look at `arguments`.
    fn count_unknown(&mut self, arity: usize) -> usize {
        if self.dice.chance(if arity == 0 { 0.5 } else { 0.8 }) { arity } else { self.dice.below(6) }
    }

    fn unknown_argument(&mut self, signature: &Signature, index: usize) -> Expr {
        match signature.params.get(index) {
            Some(param) => self.argument(param),
            None => self.argument(&Param::default()),
        }
    }
}

/// How many arguments have to be given, so that the last required parameter has one.
pub(crate) fn required(params: &[Param]) -> usize {
    params.iter().rposition(|param| !param.optional && !param.rest).map_or(0, |last| last + 1)
}

/// What one element of a rest parameter is like.
pub(crate) fn rest_element(rest: &Param) -> Param {
    let ty = match &rest.ty {
        Type::Array(element) => (**element).clone(),
        other => other.clone(),
    };
    Param { ty, rest: false, name: singular(&rest.name), ..Param::default() }
}

/// `callbacks` holds callbacks, `args` anything.
fn singular(name: &str) -> String {
    name.strip_suffix('s').unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::Choice;
    use crate::dice::Dice;
    use crate::grow::{Draft, Mode};
    use crate::testing::{self, param};
    use crate::world::World;

    /// How often each number of arguments occurs, of 1000.
    fn counts(signature: &Signature) -> Vec<usize> {
        let world = World::new(&testing::module(), Default::default(), Vec::new(), Vec::new());
        let choice = Choice::default();
        let mut dice = Dice::new(1);
        let mut counts = vec![0; 10];
        for _ in 0..1000 {
            let mut draft = Draft::empty(1);
            let mut maker = Maker::new(&world, &choice, &mut dice, &mut draft, Mode::Random);
            counts[maker.arguments(signature).len()] += 1;
        }
        counts
    }

    #[test]
    fn required_parameters_get_arguments_nearly_always() {
        let optional = Param { optional: true, ..param("c", Type::Number) };
        let two = vec![param("a", Type::Number), param("b", Type::Number), optional];
        let counted = counts(&testing::signature(0, two));
        assert!(counted[2] > 350 && counted[3] > 350, "{counted:?}");
        assert!((20..100).contains(&counted[1]), "one too few now and then: {counted:?}");
        assert!((5..60).contains(&counted[4]), "one too many now and then: {counted:?}");
        assert_eq!(counted[0] + counted[5], 0, "{counted:?}");
    }

    #[test]
    fn a_rest_parameter_gets_none_to_three_and_unknown_ones_any_number() {
        let rest = Param { rest: true, ..param("names", Type::Array(Box::new(Type::String))) };
        let counted = counts(&testing::signature(0, vec![param("a", Type::Number), rest]));
        assert!(counted[1..=4].iter().all(|count| *count > 150), "{counted:?}");
        let counted = counts(&Signature { arity: 2, ..Signature::default() });
        assert!(counted[2] > 750 && counted[..6].iter().all(|count| *count > 10), "{counted:?}");
    }

    #[test]
    fn a_required_parameter_after_an_optional_one_makes_both_required() {
        let optional = Param { optional: true, ..Param::default() };
        let rest = Param { rest: true, ..Param::default() };
        for (params, expected) in [
            (vec![], 0),
            (vec![optional.clone()], 0),
            (vec![optional.clone(), Param::default()], 2),
            (vec![Param::default(), optional, rest], 1),
        ] {
            assert_eq!(required(&params), expected);
        }
    }
}
