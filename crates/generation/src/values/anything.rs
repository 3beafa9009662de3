//! Values where nothing is known: ordinary ones mostly, and now and then one of every type that JavaScript has.

use kiskadee_model::{Expr, Type};

use crate::grow::{Maker, Mode};

impl Maker<'_> {
    /// Any value at all.
    pub(crate) fn anything(&mut self) -> Expr {
        if self.mode != Mode::Random {
            return self.simplest_of(&Type::Any);
        }
        match self.dice.below(100) {
            0..80 => self.ordinary(),
            80..84 => Expr::Undefined,
            84..88 => Expr::Null,
            88..98 => self.exotic(),
            _ => self.callable_value(),
        }
    }

    /// What programs pass around most of the time.
    pub(crate) fn ordinary(&mut self) -> Expr {
        let nests = self.may_nest();
        match self.dice.below(100) {
            0..32 => self.number(),
            32..60 => self.string(),
            60..68 => Expr::Bool(self.dice.chance(0.5)),
            68..80 if nests => self.array(),
            80..92 if nests => self.object(),
            92.. if nests => self.callback(&[], &Type::Any),
            _ => self.number(),
        }
    }

    fn exotic(&mut self) -> Expr {
        let any = Type::Any;
        match self.dice.below(24) {
            0..4 => self.date(),
            4..7 => self.regexp(),
            7..9 => self.map_of(&any, &any),
            9..11 => self.set_of(&any),
            11..13 => self.error(),
            13..15 => self.promise_of(&any),
            15 => self.bigint(),
            16 => self.symbol(),
            17 => self.any_typed_array(),
            18 => self.array_buffer(),
            19 => self.buffer(),
            20 => self.global(),
            _ => self.any_instance(),
        }
    }

    /// An instance of some class of the module.
    fn any_instance(&mut self) -> Expr {
        let world = self.world;
        match self.dice.pick(&world.classes) {
            Some((_, path)) => self.instance(path),
            None => self.object(),
        }
    }

    /// A function of the module, or of the language, as a value.
    fn callable_value(&mut self) -> Expr {
        let world = self.world;
        match self.dice.pick(&world.functions) {
            Some(path) => Expr::Api(path.clone()),
            None => self.global(),
        }
    }
}
