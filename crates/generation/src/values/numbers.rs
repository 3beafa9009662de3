//! Numbers and bigints.

use kiskadee_model::{Expr, Number};

use crate::grow::Maker;

/// The usual ones first; the odd corners of the type rarely.
const NUMBERS: [(u32, f64); 23] = [
    (14, 1.0),
    (12, 0.0),
    (9, 2.0),
    (7, -1.0),
    (7, 3.0),
    (5, 10.0),
    (4, 5.0),
    (3, 4.0),
    (3, 100.0),
    (3, 0.5),
    (2, -2.0),
    (2, 1.5),
    (1, -0.5),
    (2, f64::NAN),
    (1, -0.0),
    (1, f64::INFINITY),
    (1, f64::NEG_INFINITY),
    (1, 255.0),
    (1, 1000.0),
    (1, 2_147_483_648.0),
    (1, 9_007_199_254_740_992.0),
    (1, 1e21),
    (1, 1e-7),
];

const BIGINTS: [(u32, &str); 6] =
    [(5, "1"), (4, "0"), (3, "2"), (2, "-1"), (1, "10"), (1, "18446744073709551616")];

impl Maker<'_> {
    pub(crate) fn number(&mut self) -> Expr {
        Expr::Number(Number(self.any_number()))
    }

    /// A count, a size or an index: never so large that a loop up to it would burn all fuel.
    pub(crate) fn small_integer(&mut self) -> Expr {
        let constant =
            self.constant_number().filter(|number| number.fract() == 0.0 && number.abs() <= 1000.0);
        let table = [(6, 1.0), (6, 0.0), (5, 2.0), (3, 3.0), (2, 4.0), (1, 5.0), (1, 10.0), (2, -1.0)];
        Expr::number(constant.unwrap_or_else(|| *self.dice.table(&table)))
    }

    pub(crate) fn bigint(&mut self) -> Expr {
        let constant = self.constant_bigint();
        Expr::BigInt(constant.unwrap_or_else(|| (*self.dice.table(&BIGINTS)).to_owned()))
    }

    fn any_number(&mut self) -> f64 {
        if let Some(constant) = self.constant_number() {
            return constant;
        }
        match self.dice.below(20) {
            0 => self.dice.below(1000) as f64,
            1 => self.dice.below(200) as f64 - 100.0,
            2 => (self.dice.below(2000) as f64 - 1000.0) / 100.0,
            _ => *self.dice.table(&NUMBERS),
        }
    }
}
