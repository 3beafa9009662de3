//! The simplest value for a parameter, by chance only where all are equally simple: what the first cases of a run are
//! made of.

use kiskadee_model::{Expr, Param, Property, Signature, Type, Usage};

use super::evidence::Guess;
use crate::grow::{Maker, Mode, required, rest_element};
use crate::regex;

impl Maker<'_> {
    /// The simplest arguments: the required ones or, in full mode, all.
    pub(crate) fn simplest_arguments(&mut self, signature: &Signature) -> Vec<Expr> {
        if !signature.known {
            let unknown = Param::default();
            let param = |index: u32| signature.params.get(index as usize).unwrap_or(&unknown).clone();
            return (0..signature.arity).map(|index| self.simplest_argument(&param(index))).collect();
        }
        let params = &signature.params;
        let count = if self.mode == Mode::Full { params.len() } else { required(params) };
        let mut args = Vec::new();
        for param in &params[..count] {
            let element = if param.rest { rest_element(param) } else { param.clone() };
            args.push(self.simplest_argument(&element));
        }
        args
    }

    /// The simplest argument for a parameter: after the likeliest guess.
    pub(crate) fn simplest_argument(&mut self, param: &Param) -> Expr {
        let guesses = self.guesses(param);
        // The first of the likeliest.
        let likeliest = guesses.iter().rev().max_by_key(|(weight, _)| *weight);
        match likeliest {
            Some((_, guess)) => self.simplest_guess(&guess.clone()),
            None => self.simplest_of(&Type::Any),
        }
    }

    /// The simplest value of a type.
    pub(crate) fn simplest_of(&mut self, ty: &Type) -> Expr {
        let full = self.mode == Mode::Full;
        match ty {
            Type::Any if full => Expr::number(1.0),
            Type::Any | Type::String => Expr::string("a"),
            Type::Undefined => Expr::Undefined,
            Type::Null => Expr::Null,
            Type::Boolean => Expr::Bool(full),
            Type::Number => Expr::number(if full { 2.0 } else { 1.0 }),
            Type::BigInt => Expr::BigInt("1".to_owned()),
            Type::Symbol => self.symbol(),
            Type::Literal(value) => value.clone(),
            Type::Array(_) if !full || self.depth > 3 => Expr::Array(Vec::new()),
            Type::Array(element) => {
                let element = self.nested(|maker| maker.simplest_of(element));
                let again = if holds_callback(&element) { None } else { Some(Some(element.clone())) };
                Expr::Array([Some(element)].into_iter().chain(again).collect())
            }
            Type::Tuple(elements) => Expr::Array(
                elements.iter().map(|ty| Some(self.nested(|maker| maker.simplest_of(ty)))).collect(),
            ),
            Type::Object(properties) => self.simplest_object(properties),
            Type::Record(value) if full && self.depth < 3 => {
                Expr::Object(vec![("a".to_owned(), self.nested(|maker| maker.simplest_of(value)))])
            }
            Type::Record(_) => Expr::Object(Vec::new()),
            Type::Function { params, returns } => self.callback(params, returns),
            Type::Union(options) => {
                let mut telling = options.iter().filter(|ty| !matches!(ty, Type::Undefined | Type::Null));
                let option = if full { telling.next_back() } else { telling.next() };
                self.simplest_of(option.or(options.first()).unwrap_or(&Type::Any))
            }
            Type::Named { name, args } => self.named(name, args),
            Type::Promise(inner) => Expr::Resolved(Box::new(self.nested(|maker| maker.simplest_of(inner)))),
        }
    }

    fn simplest_guess(&mut self, guess: &Guess<'_>) -> Expr {
        match guess {
            Guess::Type(ty) => self.simplest_of(ty),
            Guess::Count => self.simplest_of(&Type::Number),
            Guess::Literal(value) => (*value).clone(),
            Guess::Matching(source, flags) => match regex::sample(source, flags, self.dice) {
                Some(text) => Expr::string(&text),
                None => Expr::string("a"),
            },
            Guess::Members(usage) => self.simplest_members(usage),
            Guess::Instance(class) => self.instance(class),
            Guess::Constructor => Expr::Global("Object".to_owned()),
        }
    }

    fn simplest_object(&mut self, properties: &[Property]) -> Expr {
        let wanted = |property: &&Property| {
            // A type that refers to itself must end somewhere.
            self.depth < 6 && (!property.optional || (self.mode == Mode::Full && self.depth < 2))
        };
        let wanted: Vec<&Property> = properties.iter().filter(wanted).collect();
        let make = |property: &Property| {
            (property.key.clone(), self.nested(|maker| maker.simplest_of(&property.ty)))
        };
        Expr::Object(wanted.into_iter().map(make).collect())
    }

    fn simplest_members(&mut self, usage: &Usage) -> Expr {
        if self.depth > 3 {
            return Expr::Object(Vec::new());
        }
        let mut properties: Vec<(String, Expr)> = Vec::new();
        for (name, usage) in &usage.members {
            let param = Param { name: name.clone(), usage: usage.clone(), ..Param::default() };
            if !properties.iter().any(|(key, _)| key == name) {
                properties.push((name.clone(), self.nested(|maker| maker.simplest_argument(&param))));
            }
        }
        for (name, arity) in &usage.methods {
            if !properties.iter().any(|(key, _)| key == name) {
                let arity = *arity;
                properties.push((name.clone(), self.nested(|maker| maker.callback_of_arity(arity))));
            }
        }
        Expr::Object(properties)
    }
}

/// A callback must not be repeated: its variables are declared once in a case.
fn holds_callback(expr: &Expr) -> bool {
    matches!(expr, Expr::Callback(_)) || expr.children().into_iter().any(holds_callback)
}
