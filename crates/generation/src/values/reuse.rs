//! Variables as arguments: what an earlier step gave, or what was passed before.

use kiskadee_model::{Expr, Type, TypeTag, VarId};

use super::evidence::Guess;
use crate::grow::Maker;

impl Maker<'_> {
    /// An earlier result that fits, now and then.
    pub(crate) fn reused(&mut self, guesses: &[(u32, Guess<'_>)]) -> Option<Expr> {
        let fitting: Vec<(VarId, bool)> = self
            .draft
            .variables()
            .filter(|(_, tag)| is_worth_passing(tag) && (guesses.is_empty() || self.fits(guesses, tag)))
            .map(|(var, tag)| (var, is_object(tag)))
            .collect();
        // Passing on a number says less than passing on an object, and reads worse than the number.
        let probability = match fitting.iter().any(|(_, object)| *object) {
            _ if fitting.is_empty() => return None,
            true => 0.25,
            false => 0.08,
        };
        if !self.dice.chance(probability) {
            return None;
        }
        self.dice.pick(&fitting).map(|(var, _)| Expr::Var(*var))
    }

    fn fits(&self, guesses: &[(u32, Guess<'_>)], tag: &TypeTag) -> bool {
        guesses.iter().any(|(_, guess)| match guess {
            Guess::Type(ty) => self.is_of(tag, ty),
            Guess::Count => *tag == TypeTag::Number,
            Guess::Matching(..) => *tag == TypeTag::String,
            Guess::Members(_) => matches!(tag, TypeTag::Plain | TypeTag::Shape(_) | TypeTag::Instance(_)),
            Guess::Instance(class) => matches!(tag, TypeTag::Instance(path) if path == class),
            Guess::Literal(_) | Guess::Constructor => false,
        })
    }

    fn is_of(&self, tag: &TypeTag, ty: &Type) -> bool {
        match (tag, ty) {
            (_, Type::Any)
            | (TypeTag::Number, Type::Number)
            | (TypeTag::String, Type::String)
            | (TypeTag::BigInt, Type::BigInt)
            | (TypeTag::Symbol, Type::Symbol)
            | (TypeTag::Function, Type::Function { .. })
            | (TypeTag::Array, Type::Array(_))
            | (TypeTag::Plain | TypeTag::Shape(_), Type::Object(_) | Type::Record(_))
            | (TypeTag::Promise, Type::Promise(_)) => true,
            (tag, Type::Union(options)) => options.iter().any(|option| self.is_of(tag, option)),
            (TypeTag::Builtin(held), Type::Named { name, .. }) => held == name,
            (TypeTag::Instance(path), Type::Named { name, .. }) => self.world.class_named(name) == Some(path),
            (TypeTag::Array, Type::Named { name, .. }) => name == "Array",
            (TypeTag::Function, Type::Named { name, .. }) => name == "Function",
            _ => false,
        }
    }
}

fn is_worth_passing(tag: &TypeTag) -> bool {
    !matches!(tag, TypeTag::Undefined | TypeTag::Null | TypeTag::Boolean(_))
}

fn is_object(tag: &TypeTag) -> bool {
    matches!(
        tag,
        TypeTag::Array
            | TypeTag::Plain
            | TypeTag::Promise
            | TypeTag::Function
            | TypeTag::Builtin(_)
            | TypeTag::Instance(_)
            | TypeTag::Shape(_)
    )
}
