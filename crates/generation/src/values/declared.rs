//! Values of a declared type.

use kiskadee_model::{Expr, Property, Type};

use super::exotic::{error_class, typed_array_kind};
use crate::grow::{Maker, Mode};

impl Maker<'_> {
    /// A value of this type.
    pub(crate) fn of_type(&mut self, ty: &Type) -> Expr {
        if self.mode != Mode::Random {
            return self.simplest_of(ty);
        }
        match ty {
            Type::Any if self.depth == 0 => self.anything(),
            Type::Any => self.ordinary(),
            Type::Undefined => Expr::Undefined,
            Type::Null => Expr::Null,
            Type::Boolean => Expr::Bool(self.dice.chance(0.5)),
            Type::Number => self.number(),
            Type::String => self.string(),
            Type::BigInt => self.bigint(),
            Type::Symbol => self.symbol(),
            Type::Literal(value) => value.clone(),
            Type::Array(element) if **element == Type::Any => self.array(),
            Type::Array(element) => self.array_of(|maker| maker.of_type(element)),
            Type::Tuple(elements) => {
                Expr::Array(elements.iter().map(|ty| Some(self.nested(|maker| maker.of_type(ty)))).collect())
            }
            Type::Object(properties) if properties.is_empty() => self.object(),
            Type::Object(properties) => self.object_of(properties),
            Type::Record(value) => self.record_of(value),
            Type::Function { params, returns } => self.callback(params, returns),
            Type::Union(options) => match self.dice.pick(options) {
                Some(option) => self.of_type(option),
                None => self.anything(),
            },
            Type::Named { name, args } => self.named(name, args),
            Type::Promise(inner) => self.promise_of(inner),
        }
    }

    fn object_of(&mut self, properties: &[Property]) -> Expr {
        let mut made = Vec::new();
        for property in properties {
            // A type that refers to itself ends where its optional members are left out.
            let present = if self.may_nest() { 0.6 } else { 0.0 };
            if property.optional && !self.dice.chance(present) {
                continue;
            }
            let value =
                if self.depth > 6 { Expr::Null } else { self.nested(|maker| maker.of_type(&property.ty)) };
            made.push((property.key.clone(), value));
        }
        Expr::Object(made)
    }

    /// An instance of a class known by name.
    pub(crate) fn named(&mut self, name: &str, args: &[Type]) -> Expr {
        let any = Type::Any;
        let arg = |index: usize| args.get(index).unwrap_or(&any);
        if let Some(class) = self.world.class_named(name) {
            return self.instance(class);
        }
        if let Some(kind) = typed_array_kind(name) {
            return self.typed_array(kind);
        }
        if let Some(class) = error_class(name) {
            return self.error_of(class);
        }
        match name {
            // Weak collections have no literal; the others have the same methods.
            "Map" | "ReadonlyMap" | "WeakMap" => self.map_of(arg(0), arg(1)),
            "Set" | "ReadonlySet" | "WeakSet" => self.set_of(arg(0)),
            "Date" => self.date(),
            "RegExp" => self.regexp(),
            "Promise" | "PromiseLike" | "Thenable" => self.promise_of(arg(0)),
            "Buffer" => self.buffer(),
            "ArrayBuffer" | "ArrayBufferLike" => self.array_buffer(),
            "Function" | "CallableFunction" => self.callback_of_arity(1),
            "Array" | "ReadonlyArray" | "Iterable" | "ArrayLike" | "IterableIterator" => match args.first() {
                Some(element) => self.array_of(|maker| maker.of_type(element)),
                None => self.array(),
            },
            "Iterator" | "Generator" => self.iterator(),
            "Object" | "object" => self.object(),
            "String" | "string" => self.string(),
            "Number" | "number" => self.number(),
            "Boolean" | "boolean" => Expr::Bool(self.dice.chance(0.5)),
            "Symbol" | "symbol" => self.symbol(),
            "BigInt" | "bigint" => self.bigint(),
            "Partial" | "Required" | "Readonly" => self.of_type(arg(0)),
            _ => self.of_type(&any),
        }
    }

    /// An object with `next`, as a literal: it has no state, so it ends at once or, rarely, never.
    fn iterator(&mut self) -> Expr {
        let done = self.dice.chance(0.9);
        let step =
            vec![("done".to_owned(), Expr::Bool(done)), ("value".to_owned(), self.nested(Self::ordinary))];
        let result = Type::Literal(Expr::Object(step));
        let next = self.nested(|maker| maker.callback(&[], &result));
        Expr::Object(vec![("next".to_owned(), next)])
    }
}
