//! Strings.

use kiskadee_model::{Expr, JsString};

use crate::grow::Maker;

/// Short words first; then what code that takes strings apart stumbles over.
const STRINGS: [(u32, &str); 34] = [
    (16, "a"),
    (8, ""),
    (7, "b"),
    (7, "abc"),
    (5, "foo"),
    (3, "hello"),
    (3, "a b"),
    (3, "1"),
    (3, "A"),
    (2, "0"),
    (2, "Hello World"),
    (2, "a,b"),
    (2, "a.b"),
    (2, "a-b"),
    (2, "a_b"),
    (2, "a/b"),
    (2, " "),
    (2, " a "),
    (1, "-1"),
    (1, "1.5"),
    (1, "12px"),
    (1, "a\nb"),
    (1, "a=1&b=2"),
    (1, "{\"a\":1}"),
    (1, "[1,2]"),
    (1, "true"),
    (1, "null"),
    (1, "fooBar"),
    (1, "FOO"),
    (1, "aa"),
    (1, "é"),
    (1, "😀"),
    (1, "2020-01-01"),
    (1, "__proto__"),
];

impl Maker<'_> {
    pub(crate) fn string(&mut self) -> Expr {
        if let Some(constant) = self.constant_string() {
            return Expr::string(&self.beside(constant));
        }
        match self.dice.below(40) {
            0 => Expr::string(&self.word_of("abcdefghijklmnopqrstuvwxyz", 8)),
            1 => Expr::string(&self.word_of("aB1 -_.,:/", 6)),
            2 => Expr::string(&self.word_of("0123456789", 4)),
            3 if self.dice.chance(0.2) => Expr::String(JsString::from_units(vec![0xd800])),
            _ => Expr::string(self.dice.table::<&str>(&STRINGS)),
        }
    }

    /// Mostly the constant itself; sometimes with something around it, for code that looks for parts.
    fn beside(&mut self, constant: String) -> String {
        match self.dice.below(10) {
            0 => format!("{constant}a"),
            1 => format!("a{constant}"),
            2 if constant.chars().count() == 1 => format!("a{constant}b"),
            _ => constant,
        }
    }

    fn word_of(&mut self, alphabet: &str, longest: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        let length = self.dice.between(1, longest);
        (0..length).filter_map(|_| self.dice.pick(&letters).copied()).collect()
    }
}
