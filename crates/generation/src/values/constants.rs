//! The source's own constants: the function's body first, then the whole file. They are what its branches ask for.

use kiskadee_model::{Constants, Expr};

use crate::grow::Maker;

/// How often a constant is taken where one of the right type exists.
const PREFERENCE: f64 = 0.3;

impl Maker<'_> {
    /// A number of the source, or one beside it.
    pub(crate) fn constant_number(&mut self) -> Option<f64> {
        let number = self.constant(|constants| &constants.numbers)?;
        Some(*self.dice.table(&[(6, number), (2, number + 1.0), (2, number - 1.0), (1, -number)]))
    }

    /// A string of the source; rarely the name of a property, which often serves as a key.
    pub(crate) fn constant_string(&mut self) -> Option<String> {
        if self.dice.chance(0.05) {
            return self.property_name();
        }
        self.constant(|constants| &constants.strings)
    }

    /// A bigint of the source.
    pub(crate) fn constant_bigint(&mut self) -> Option<String> {
        self.constant(|constants| &constants.bigints)
    }

    /// A regular expression of the source.
    pub(crate) fn constant_regexp(&mut self) -> Option<Expr> {
        let (source, flags) = self.constant(|constants| &constants.regexps)?;
        Some(Expr::RegExp { source, flags })
    }

    /// The name of a property that the source uses, whatever the preference.
    pub(crate) fn property_name(&mut self) -> Option<String> {
        let world = self.world;
        let own = world.own_constants(self.function).filter(|own| !own.names.is_empty());
        let from = own.filter(|_| self.dice.chance(0.7)).unwrap_or(&world.constants);
        self.dice.pick(&from.names).cloned()
    }

    fn constant<T: Clone>(&mut self, of: impl Fn(&Constants) -> &Vec<T>) -> Option<T> {
        let world = self.world;
        let own = world.own_constants(self.function).map(&of).filter(|own| !own.is_empty());
        if own.is_none() && of(&world.constants).is_empty() || !self.dice.chance(PREFERENCE) {
            return None;
        }
        let from = own.filter(|_| self.dice.chance(0.7)).unwrap_or(of(&world.constants));
        self.dice.pick(from).cloned()
    }
}
