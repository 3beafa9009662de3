//! Arrays, plain objects, maps and sets: small ones, and seldom deep.

use kiskadee_model::{Expr, Type};

use crate::grow::Maker;

const KEYS: [(u32, &str); 7] = [(6, "a"), (4, "b"), (2, "c"), (2, "name"), (2, "id"), (2, "value"), (1, "x")];

impl Maker<'_> {
    /// An array whose elements are made one by one.
    pub(crate) fn array_of(&mut self, mut element: impl FnMut(&mut Self) -> Expr) -> Expr {
        let length = self.length();
        Expr::Array((0..length).map(|_| Some(self.nested(&mut element))).collect())
    }

    /// An array of whatever: mostly of one type, rarely with a hole.
    pub(crate) fn array(&mut self) -> Expr {
        if !self.may_nest() {
            return Expr::Array(Vec::new());
        }
        let mut made = match self.dice.below(10) {
            0..4 => self.array_of(Self::number),
            4..6 => self.array_of(Self::string),
            6 => self.array_of(Self::object),
            7 => self.array_of(Self::array),
            _ => self.array_of(Self::ordinary),
        };
        if let Expr::Array(elements) = &mut made
            && !elements.is_empty()
            && self.dice.chance(0.02)
        {
            let at = self.dice.below(elements.len());
            elements[at] = None;
        }
        made
    }

    /// A plain object, often with members that the source knows.
    pub(crate) fn object(&mut self) -> Expr {
        if !self.may_nest() {
            return Expr::Object(Vec::new());
        }
        let count = *self.dice.table(&[(4, 0), (6, 1), (3, 2), (1, 3)]);
        let mut properties: Vec<(String, Expr)> = Vec::new();
        for _ in 0..count {
            let key = self.key();
            let value = self.nested(Self::ordinary);
            if !properties.iter().any(|(other, _)| *other == key) {
                properties.push((key, value));
            }
        }
        Expr::Object(properties)
    }

    /// A plain object whose values are all of one type.
    pub(crate) fn record_of(&mut self, ty: &Type) -> Expr {
        let length = self.length();
        let mut properties: Vec<(String, Expr)> = Vec::new();
        for _ in 0..length {
            let key = self.key();
            let value = self.nested(|maker| maker.of_type(ty));
            if !properties.iter().any(|(other, _)| *other == key) {
                properties.push((key, value));
            }
        }
        Expr::Object(properties)
    }

    pub(crate) fn map_of(&mut self, key: &Type, value: &Type) -> Expr {
        let length = self.length();
        let entry = |maker: &mut Self| (maker.of_type(key), maker.of_type(value));
        Expr::Map((0..length).map(|_| self.nested(entry)).collect())
    }

    pub(crate) fn set_of(&mut self, element: &Type) -> Expr {
        let length = self.length();
        Expr::Set((0..length).map(|_| self.nested(|maker| maker.of_type(element))).collect())
    }

    /// Few elements, fewer inside others.
    fn length(&mut self) -> usize {
        if !self.may_nest() {
            return 0;
        }
        if self.depth == 0 {
            *self.dice.table(&[(4, 0), (6, 1), (5, 2), (4, 3), (1, 4), (1, 6)])
        } else {
            *self.dice.table(&[(4, 0), (6, 1), (3, 2)])
        }
    }

    fn key(&mut self) -> String {
        if self.dice.chance(0.6)
            && let Some(name) = self.property_name()
        {
            return name;
        }
        (*self.dice.table(&KEYS)).to_owned()
    }
}
