//! What a function's body does with a parameter, turned into guesses about what the parameter is, and values after
//! such a guess.

use kiskadee_model::{ApiPath, Expr, Type, Usage};

use super::methods::types_with;
use super::tweak;
use crate::grow::Maker;
use crate::regex;

/// One idea of what a parameter is.
#[derive(Clone, Debug)]
pub(crate) enum Guess<'p> {
    /// Something of this type.
    Type(Type),
    /// A count, a size or an index.
    Count,
    /// This value, or one beside it.
    Literal(&'p Expr),
    /// A string that this regular expression matches.
    Matching(&'p str, &'p str),
    /// An object that has what is used of it.
    Members(&'p Usage),
    /// An instance of an exported class.
    Instance(ApiPath),
    /// Something to construct.
    Constructor,
}

impl Maker<'_> {
    /// What the use of a parameter suggests, weighted.
    pub(crate) fn by_usage<'p>(&self, usage: &'p Usage) -> Vec<(u32, Guess<'p>)> {
        let mut guesses = literals(usage, &Type::Any);
        let mut add = |weight, ty| guesses.push((weight, Guess::Type(ty)));
        for name in &usage.typeof_tests {
            add(4, type_of(name));
        }
        for name in &usage.instanceof_tests {
            add(5, Type::Named { name: name.clone(), args: Vec::new() });
        }
        if let Some(arity) = usage.called {
            add(8, Type::Function { params: vec![Type::Any; arity], returns: Box::new(Type::Any) });
        }
        if usage.arithmetic {
            add(5, Type::Number);
        }
        if usage.iterated {
            add(4, Type::Array(Box::new(Type::Any)));
            add(1, Type::Named { name: "Set".to_owned(), args: Vec::new() });
            add(1, Type::String);
        }
        if usage.awaited {
            add(2, Type::Promise(Box::new(Type::Any)));
            add(2, Type::Any);
        }
        if usage.indexed {
            add(3, Type::Array(Box::new(Type::Any)));
            add(2, Type::Record(Box::new(Type::Any)));
            add(1, Type::String);
        }
        if usage.constructed {
            guesses.push((5, Guess::Constructor));
        }
        for class in self.world.classes_with_methods(&usage.methods) {
            guesses.push((8, Guess::Instance(class.clone())));
        }
        guesses.extend(by_members(usage));
        guesses
    }

    /// A value after a guess.
    pub(crate) fn guessed(&mut self, guess: &Guess<'_>) -> Expr {
        match guess {
            Guess::Type(ty) => self.of_type(ty),
            Guess::Count => self.small_integer(),
            Guess::Literal(value) if self.dice.chance(0.75) => (*value).clone(),
            Guess::Literal(value) => tweak(value, self.dice),
            Guess::Matching(source, flags) => match regex::sample(source, flags, self.dice) {
                Some(text) if self.dice.chance(0.8) => Expr::string(&text),
                Some(text) => tweak(&Expr::string(&text), self.dice),
                None => self.string(),
            },
            Guess::Members(usage) => self.object_used_as(usage),
            Guess::Instance(class) => self.instance(class),
            Guess::Constructor => self.constructor_value(),
        }
    }

    /// A plain object with the members that are used, each valued by how it is used in turn.
    fn object_used_as(&mut self, usage: &Usage) -> Expr {
        let mut properties: Vec<(String, Expr)> = Vec::new();
        for (name, inner) in &usage.members {
            // What is read may be missing too, and often there is a branch for that.
            if self.depth > 5 || self.dice.chance(0.15) || properties.iter().any(|(key, _)| key == name) {
                continue;
            }
            let value = self.nested(|maker| maker.used_as(inner, name));
            properties.push((name.clone(), value));
        }
        for (name, arity) in &usage.methods {
            if !properties.iter().any(|(key, _)| key == name) {
                let arity = *arity;
                properties.push((name.clone(), self.nested(|maker| maker.callback_of_arity(arity))));
            }
        }
        Expr::Object(properties)
    }

    fn used_as(&mut self, usage: &Usage, name: &str) -> Expr {
        let mut guesses = self.by_usage(usage);
        guesses.extend(self.by_name(name, guesses.is_empty()));
        if guesses.is_empty() || self.dice.chance(super::WRONG) {
            return self.ordinary();
        }
        let guess = self.dice.table(&guesses).clone();
        self.guessed(&guess)
    }
}

/// Values that the parameter is compared with or matched against, as far as they are of the declared type.
pub(crate) fn literals<'p>(usage: &'p Usage, ty: &Type) -> Vec<(u32, Guess<'p>)> {
    let mut guesses = Vec::new();
    for value in &usage.compared {
        let weight = match value {
            Expr::Null | Expr::Undefined => 1,
            _ => 3,
        };
        if admits(ty, value) {
            guesses.push((weight, Guess::Literal(value)));
        }
    }
    if admits(ty, &Expr::string("")) {
        for (source, flags) in &usage.matched {
            guesses.push((4, Guess::Matching(source, flags)));
        }
    }
    guesses
}

/// Whether a literal can be of a type.
fn admits(ty: &Type, value: &Expr) -> bool {
    match (ty, value) {
        (Type::Any, _)
        | (Type::Undefined, Expr::Undefined)
        | (Type::Null, Expr::Null)
        | (Type::Boolean, Expr::Bool(_))
        | (Type::Number, Expr::Number(_))
        | (Type::String, Expr::String(_))
        | (Type::BigInt, Expr::BigInt(_)) => true,
        (Type::Literal(literal), value) => literal == value,
        (Type::Union(options), value) => options.iter().any(|option| admits(option, value)),
        _ => false,
    }
}

/// What members and methods say together.
fn by_members(usage: &Usage) -> Vec<(u32, Guess<'_>)> {
    let names: Vec<&str> = usage.members.iter().map(|(name, _)| name.as_str()).collect();
    let mut guesses: Vec<(u32, Guess<'_>)> = Vec::new();
    let only = |known: &[&str]| !names.is_empty() && names.iter().all(|name| known.contains(name));
    let builtin = types_with(&usage.methods);
    let no_method_against = usage.methods.is_empty() || !builtin.is_empty();
    if names.is_empty() || (only(&["length", "size", "lastIndex", "source", "flags"]) && no_method_against) {
        guesses.extend(builtin.into_iter().map(|(weight, ty)| (weight, Guess::Type(ty))));
    }
    if only(&["length"]) && usage.methods.is_empty() {
        guesses.push((4, Guess::Type(Type::Array(Box::new(Type::Any)))));
        guesses.push((4, Guess::Type(Type::String)));
    } else if only(&["size"]) && usage.methods.is_empty() {
        guesses.push((2, Guess::Type(Type::Named { name: "Set".to_owned(), args: Vec::new() })));
        guesses.push((2, Guess::Type(Type::Named { name: "Map".to_owned(), args: Vec::new() })));
    } else if only(&["message", "stack", "code", "name"]) && names.contains(&"message") {
        guesses.push((3, Guess::Type(Type::Named { name: "Error".to_owned(), args: Vec::new() })));
    }
    let has_unknown_method = !usage.methods.is_empty() && guesses.is_empty();
    if (!names.is_empty() && !only(&["length"])) || has_unknown_method {
        guesses.push((8, Guess::Members(usage)));
    }
    guesses
}

/// The type that `typeof` calls so.
fn type_of(name: &str) -> Type {
    match name {
        "string" => Type::String,
        "number" => Type::Number,
        "boolean" => Type::Boolean,
        "bigint" => Type::BigInt,
        "symbol" => Type::Symbol,
        "undefined" => Type::Undefined,
        "function" => Type::Function { params: vec![Type::Any], returns: Box::new(Type::Any) },
        "object" => Type::Object(Vec::new()),
        _ => Type::Any,
    }
}
