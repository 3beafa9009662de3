//! Values for arguments. What is declared comes first, then what the body does with the parameter, then its name; where
//! nothing is known, values of every type are tried, ordinary and simple ones far more often than exotic ones, because
//! a person will read the tests.

mod anything;
mod callbacks;
mod collections;
mod constants;
mod declared;
mod evidence;
mod exotic;
mod methods;
mod names;
mod numbers;
mod reuse;
mod simplest;
mod strings;
#[cfg(test)]
mod tests;
mod tweak;

pub(crate) use tweak::tweak;

use kiskadee_model::{Expr, Param, Type, TypeTag};

use crate::grow::{Maker, Mode};
use evidence::Guess;

/// How often a parameter that is known to want one type gets another.
const WRONG: f64 = 0.08;

impl Maker<'_> {
    /// An argument for a parameter.
    pub(crate) fn argument(&mut self, param: &Param) -> Expr {
        if self.mode != Mode::Random {
            return self.simplest_argument(param);
        }
        let guesses = self.guesses(param);
        if let Some(var) = self.reused(&guesses) {
            return var;
        }
        if let Some(default) = &param.default
            && self.dice.chance(0.1)
        {
            let default = default.clone();
            return if self.dice.chance(0.5) { default } else { tweak(&default, self.dice) };
        }
        let value = self.one_of(&guesses);
        self.maybe_bound(value)
    }

    /// What a parameter may want, weighted; empty if nothing is known.
    fn guesses<'p>(&self, param: &'p Param) -> Vec<(u32, Guess<'p>)> {
        let mut guesses = match &param.ty {
            Type::Any => self.by_usage(&param.usage),
            declared if is_vague(declared) => {
                let mut guesses = self.by_usage(&param.usage);
                guesses.push((2, Guess::Type(declared.clone())));
                guesses
            }
            declared => {
                let mut guesses = evidence::literals(&param.usage, declared);
                let literal: u32 = guesses.iter().map(|(weight, _)| weight).sum();
                guesses.push((literal.max(4) * 2, Guess::Type(declared.clone())));
                if *declared == Type::Number && names::is_count(&param.name) {
                    guesses.push((literal.max(4), Guess::Count));
                }
                return guesses;
            }
        };
        guesses.extend(self.by_name(&param.name, guesses.is_empty()));
        guesses
    }

    /// A value after one of the guesses, or now and then after none.
    fn one_of(&mut self, guesses: &[(u32, Guess<'_>)]) -> Expr {
        if guesses.is_empty() || self.dice.chance(WRONG) {
            return self.anything();
        }
        // A name alone says little.
        if guesses.iter().all(|(weight, _)| *weight <= names::HINT) && self.dice.chance(0.3) {
            return self.anything();
        }
        let guess = self.dice.table(guesses).clone();
        self.guessed(&guess)
    }

    /// An object that is bound to a variable can be passed again.
    fn maybe_bound(&mut self, value: Expr) -> Expr {
        let tag = match &value {
            Expr::Array(_) => TypeTag::Array,
            Expr::Object(_) => TypeTag::Plain,
            _ => return value,
        };
        if self.depth == 0 && self.draft.room() > 1 && self.dice.chance(0.06) {
            self.bound(value, tag)
        } else {
            value
        }
    }
}

/// Declared, but saying so little that what the body does with it says more.
fn is_vague(ty: &Type) -> bool {
    match ty {
        Type::Object(properties) => properties.is_empty(),
        Type::Named { name, .. } => matches!(name.as_str(), "Object" | "object" | "Function" | "Array"),
        Type::Array(element) => **element == Type::Any,
        Type::Record(_) => true,
        _ => false,
    }
}
