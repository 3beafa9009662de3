//! Instances of built-in classes, symbols, errors, promises and globals.

use kiskadee_model::{ErrorClass, Expr, Number, SymbolExpr, Type, TypedArrayKind};

use crate::grow::Maker;

/// 1 January 2020, noon, UTC: the same day in nearly every time zone.
pub(super) const ORDINARY_TIME: f64 = 1_577_880_000_000.0;

const TIMES: [(u32, f64); 6] = [
    (6, ORDINARY_TIME),
    (3, 0.0),
    // A leap day, and a year's last day.
    (2, 1_582_977_600_000.0),
    (1, 1_609_416_000_000.0),
    (1, -86_400_000.0),
    (1, f64::NAN),
];

const REGEXPS: [(u32, &str, &str); 6] =
    [(5, "a", ""), (3, "a", "g"), (3, "\\d+", ""), (1, "^a", "i"), (1, "(a)(b)?", ""), (1, "[a-z]+", "gi")];

const GLOBALS: [&str; 10] =
    ["Math.max", "Object", "JSON", "parseInt", "String", "Number", "Boolean", "Array", "Error", "Math"];

/// Those that can be constructed.
const CONSTRUCTORS: [&str; 6] = ["Object", "Array", "Map", "Set", "Error", "Date"];

impl Maker<'_> {
    pub(crate) fn date(&mut self) -> Expr {
        Expr::Date(Number(*self.dice.table(&TIMES)))
    }

    pub(crate) fn regexp(&mut self) -> Expr {
        if let Some(constant) = self.constant_regexp() {
            return constant;
        }
        let table = REGEXPS.map(|(weight, source, flags)| (weight, (source, flags)));
        let (source, flags) = self.dice.table(&table);
        Expr::RegExp { source: (*source).to_owned(), flags: (*flags).to_owned() }
    }

    pub(crate) fn symbol(&mut self) -> Expr {
        Expr::Symbol(match self.dice.below(4) {
            0 => SymbolExpr::WellKnown("iterator".to_owned()),
            1 => SymbolExpr::Registered("a".to_owned()),
            _ => SymbolExpr::Fresh("a".to_owned()),
        })
    }

    pub(crate) fn error(&mut self) -> Expr {
        let class = *self.dice.table(&[
            (6, ErrorClass::Error),
            (2, ErrorClass::TypeError),
            (1, ErrorClass::RangeError),
            (1, ErrorClass::SyntaxError),
        ]);
        self.error_of(class)
    }

    pub(crate) fn error_of(&mut self, class: ErrorClass) -> Expr {
        let message =
            self.constant_string().unwrap_or_else(|| (*self.dice.table(&[(5, "a"), (1, "")])).to_owned());
        Expr::Error { class, message }
    }

    /// A promise that is settled already.
    pub(crate) fn promise_of(&mut self, ty: &Type) -> Expr {
        if self.dice.chance(0.2) {
            return Expr::Rejected(Box::new(self.nested(Self::error)));
        }
        Expr::Resolved(Box::new(self.nested(|maker| maker.of_type(ty))))
    }

    pub(crate) fn typed_array(&mut self, kind: TypedArrayKind) -> Expr {
        let length = self.dice.below(4);
        let element =
            |maker: &mut Self| Number(*maker.dice.table(&[(4, 1.0), (3, 0.0), (3, 2.0), (1, 255.0)]));
        Expr::TypedArray { kind, elements: (0..length).map(|_| element(self)).collect() }
    }

    pub(crate) fn any_typed_array(&mut self) -> Expr {
        let usual = self.dice.chance(0.5);
        let kind = if usual { None } else { self.dice.pick(&TypedArrayKind::ALL).copied() };
        self.typed_array(kind.unwrap_or(TypedArrayKind::Uint8Array))
    }

    pub(crate) fn array_buffer(&mut self) -> Expr {
        Expr::ArrayBuffer(*self.dice.table(&[(3, 8), (1, 0), (1, 1), (1, 16)]))
    }

    pub(crate) fn buffer(&mut self) -> Expr {
        let text = self.constant_string();
        Expr::Buffer(text.unwrap_or_else(|| (*self.dice.table(&[(4, "a"), (2, ""), (2, "abc")])).to_owned()))
    }

    pub(crate) fn global(&mut self) -> Expr {
        Expr::Global((*self.dice.pick(&GLOBALS).expect("there are some")).to_owned())
    }

    /// Something that `new` can be applied to: a class of the module, or one of the language.
    pub(crate) fn constructor_value(&mut self) -> Expr {
        let world = self.world;
        match self.dice.pick(&world.classes) {
            Some((_, path)) if self.dice.chance(0.6) => Expr::Api(path.clone()),
            _ => Expr::Global((*self.dice.pick(&CONSTRUCTORS).expect("there are some")).to_owned()),
        }
    }
}

/// The typed array of this name.
pub(super) fn typed_array_kind(name: &str) -> Option<TypedArrayKind> {
    TypedArrayKind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The error class of this name.
pub(super) fn error_class(name: &str) -> Option<ErrorClass> {
    use ErrorClass::{Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError};
    let all = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];
    all.into_iter().find(|class| class.name() == name)
}
