//! Function types in JSDoc: `(a: A) => R`, `name(a: A): R` and Closure's `function(A): R`.

use kiskadee_model::Type;

use super::jsdoc_types::Parser;

impl Parser<'_, '_> {
    /// `(a: A, b?: B, ...c: C[]) => R`
    pub(super) fn arrow(&mut self) -> Option<Type> {
        let params = self.named_params()?;
        self.expect("=>")?;
        let returns = Box::new(self.result()?);
        Some(Type::Function { params, returns })
    }

    /// `(a: A, b?: B, ...c: C[])`
    fn named_params(&mut self) -> Option<Vec<Type>> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            let rest = self.eat("...");
            if self.sees("{") || self.sees("[") {
                // A pattern as a name says nothing by itself; its annotation does.
                self.union_type()?;
            } else {
                self.name()?;
            }
            self.eat("?");
            let ty = if self.eat(":") { self.union_type()? } else { Type::Any };
            if !rest {
                params.push(ty);
            }
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Some(params)
    }

    /// A result may be a predicate: `x is T`.
    pub(super) fn result(&mut self) -> Option<Type> {
        let before = self.text;
        if self.name().is_some() && self.eat_word("is") {
            self.union_type()?;
            return Some(Type::Boolean);
        }
        self.text = before;
        self.union_type()
    }

    /// `(a: A): R`, as a member of an object type.
    pub(super) fn method(&mut self) -> Option<Type> {
        let params = self.named_params()?;
        let returns = Box::new(if self.eat(":") { self.result()? } else { Type::Any });
        Some(Type::Function { params, returns })
    }

    /// `function(A, B=, ...C): R`
    pub(super) fn closure_function(&mut self) -> Option<Type> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            let receiver = self.sees("this:") || self.sees("new:");
            let rest = self.eat("...");
            if receiver {
                self.name()?;
                self.expect(":")?;
            }
            let before = self.text;
            if !(self.name().is_some() && self.eat(":")) {
                self.text = before;
            }
            if rest && (self.sees(")") || self.sees(",")) {
                continue;
            }
            let ty = self.union_type()?;
            self.eat("=");
            if !receiver && !rest {
                params.push(ty);
            }
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        let returns = Box::new(if self.eat(":") { self.postfix_type()? } else { Type::Any });
        Some(Type::Function { params, returns })
    }
}
