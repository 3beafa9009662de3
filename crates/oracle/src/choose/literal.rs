//! Which seen values a test can write down as a literal, and which it would rather not.

use std::collections::BTreeMap;

use kiskadee_model::{
    Case, Claim, ErrorClass, Expr, JsString, Number, ObjectKind, Observation, Seen, SeenKey, SeenObject,
    SeenSymbol, StepOutcome, SymbolExpr, TypedArrayKind, VarId,
};

use super::Context;

/// Strings longer than this are not written down.
pub(super) const MAX_TEXT: usize = 200;
/// Structures with more parts than this are described instead.
const MAX_PARTS: usize = 60;

/// What is known while assertions are chosen: which variables a test can name, and which objects they hold.
pub(super) struct Known<'a> {
    pub(super) context: Context<'a>,
    /// Objects that top-level variables hold, by identity.
    holders: BTreeMap<u32, VarId>,
    /// Variables of top-level steps before the act.
    top: Vec<VarId>,
    act: VarId,
}

impl<'a> Known<'a> {
    pub(super) fn new(case: &Case, seen: &Observation, context: Context<'a>) -> Self {
        let act = case.act().map_or(VarId(u32::MAX), |step| step.var);
        let mut holders = BTreeMap::new();
        // The first step that gave an object is the one that made it, or that it was made for.
        for step in case.steps().iter().filter(|step| step.var != act) {
            let given = seen.steps.iter().find(|s| s.step == step.var);
            if let Some(StepOutcome::Returned(Seen::Object(object))) = given.map(|s| &s.outcome) {
                holders.entry(object.id).or_insert(step.var);
            }
        }
        let top = case.steps().iter().map(|step| step.var).filter(|var| *var != act).collect();
        Self { context, holders, top, act }
    }

    /// Whether a test can name this variable once the act has run.
    pub(super) fn can_name(&self, var: VarId) -> bool {
        self.top.contains(&var)
    }

    /// The variable that holds this very object, other than `own`.
    pub(super) fn variable_of(&self, seen: &Seen, own: VarId) -> Option<VarId> {
        let (id, told) = match seen {
            Seen::Object(object) => (object.id, object.var.filter(|var| self.top.contains(var))),
            Seen::Ref(id) => (*id, None),
            _ => return None,
        };
        self.holders.get(&id).copied().or(told).filter(|var| *var != own)
    }

    /// Whether a text tells where things are on this machine.
    pub(super) fn is_private(&self, text: &JsString) -> bool {
        let text = match text.as_str() {
            Some(text) => text,
            None => return false,
        };
        self.context.places.iter().any(|place| place.len() > 1 && text.contains(place.as_str()))
    }

    /// The value as a literal, if it is small and known through and through.
    pub(super) fn literal(&self, seen: &Seen) -> Option<Expr> {
        let mut budget = MAX_PARTS;
        self.expr(seen, &mut budget)
    }

    /// The members of an object without a prototype, as an object literal.
    pub(super) fn members(&self, object: &SeenObject) -> Option<Expr> {
        let mut budget = MAX_PARTS;
        (object.kind == ObjectKind::NullPrototype && !object.truncated)
            .then(|| self.properties(object, &mut budget))
            .flatten()
    }

    /// What an object holds, though a variable holds the object itself.
    pub(super) fn content(&self, object: &SeenObject) -> Option<Claim> {
        let mut budget = MAX_PARTS;
        match self.members(object) {
            Some(members) => Some(Claim::Members(members)),
            None => self.object(object, &mut budget).map(Claim::Equals),
        }
    }

    fn expr(&self, seen: &Seen, budget: &mut usize) -> Option<Expr> {
        *budget = budget.checked_sub(1)?;
        Some(match seen {
            Seen::Undefined => Expr::Undefined,
            Seen::Null => Expr::Null,
            Seen::Bool(value) => Expr::Bool(*value),
            Seen::Number(value) => Expr::Number(*value),
            Seen::BigInt(digits) => Expr::BigInt(digits.clone()),
            Seen::String(text) if text.len() > MAX_TEXT || self.is_private(text) => return None,
            Seen::String(text) => Expr::String(text.clone()),
            Seen::Symbol(symbol) => Expr::Symbol(symbol_expr(symbol)?),
            Seen::Object(object) => match self.variable_of(seen, self.act) {
                Some(var) => Expr::Var(var),
                None => self.object(object, budget)?,
            },
            Seen::Ref(_) => Expr::Var(self.variable_of(seen, self.act)?),
            Seen::Opaque => return None,
        })
    }

    fn object(&self, object: &SeenObject, budget: &mut usize) -> Option<Expr> {
        if object.truncated {
            return None;
        }
        if object.kind == ObjectKind::Plain {
            return self.properties(object, budget);
        }
        let class = object.class.as_deref()?;
        let bare = object.props.is_empty();
        match &object.kind {
            ObjectKind::Array(elements) if bare && class == "Array" => {
                let element = |e: &Option<Seen>| match e {
                    Some(seen) => self.expr(seen, budget).map(Some),
                    None => Some(None),
                };
                Some(Expr::Array(elements.iter().map(element).collect::<Option<_>>()?))
            }
            ObjectKind::Date(time) if bare && class == "Date" => Some(Expr::Date(*time)),
            ObjectKind::RegExp(source, flags) if class == "RegExp" && only_last_index(object) => {
                Some(Expr::RegExp { source: source.clone(), flags: flags.clone() })
            }
            ObjectKind::Map(entries) if bare && class == "Map" => {
                let mut entry =
                    |(key, value): &(Seen, Seen)| Some((self.expr(key, budget)?, self.expr(value, budget)?));
                Some(Expr::Map(entries.iter().map(&mut entry).collect::<Option<_>>()?))
            }
            ObjectKind::Set(values) if bare && class == "Set" => {
                Some(Expr::Set(values.iter().map(|v| self.expr(v, budget)).collect::<Option<_>>()?))
            }
            ObjectKind::Typed(elements) if bare => typed(class, elements, budget),
            ObjectKind::Error => error(object, class),
            _ => None,
        }
    }

    fn properties(&self, object: &SeenObject, budget: &mut usize) -> Option<Expr> {
        let mut properties = Vec::new();
        for property in &object.props {
            let SeenKey::Name(key) = &property.key else { return None };
            // A literal makes enumerable data properties only.
            let value = property.value.as_ref().filter(|_| property.enumerable)?;
            properties.push((key.as_str()?.to_owned(), self.expr(value, budget)?));
        }
        Some(Expr::Object(properties))
    }
}

/// Whether the comparison of two such values is by identity.
pub(super) fn is_scalar(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Undefined
            | Expr::Null
            | Expr::Bool(_)
            | Expr::Number(_)
            | Expr::BigInt(_)
            | Expr::String(_)
            | Expr::Symbol(_)
            | Expr::Var(_)
    )
}

fn symbol_expr(symbol: &SeenSymbol) -> Option<SymbolExpr> {
    match symbol {
        SeenSymbol::WellKnown(name) => Some(SymbolExpr::WellKnown(name.clone())),
        SeenSymbol::Registered(key) => Some(SymbolExpr::Registered(key.as_str()?.to_owned())),
        SeenSymbol::Unique(_) => None,
    }
}

fn typed(class: &str, elements: &[Seen], budget: &mut usize) -> Option<Expr> {
    *budget = budget.checked_sub(elements.len())?;
    if class == "Buffer" {
        let byte = |seen: &Seen| match seen {
            Seen::Number(Number(value)) => Some(*value as u8),
            _ => None,
        };
        let text = String::from_utf8(elements.iter().map(byte).collect::<Option<Vec<_>>>()?).ok()?;
        return (text.len() <= MAX_TEXT).then_some(Expr::Buffer(text));
    }
    let kind = TypedArrayKind::ALL.into_iter().find(|kind| kind.name() == class)?;
    let number = |seen: &Seen| match seen {
        Seen::Number(number) => Some(*number),
        Seen::BigInt(digits) => exact(digits),
        Seen::String(digits) => exact(digits.as_str()?),
        _ => None,
    };
    Some(Expr::TypedArray { kind, elements: elements.iter().map(number).collect::<Option<_>>()? })
}

/// A bigint as a number, if it is one of those that numbers hold exactly.
fn exact(digits: &str) -> Option<Number> {
    let value: i64 = digits.parse().ok()?;
    (value.unsigned_abs() <= 1 << 53).then_some(Number(value as f64))
}

fn only_last_index(regexp: &SeenObject) -> bool {
    let is_untouched = |p: &kiskadee_model::SeenProperty| {
        matches!(&p.key, SeenKey::Name(key) if key.as_str() == Some("lastIndex"))
            && p.value == Some(Seen::Number(Number(0.0)))
    };
    regexp.props.iter().all(is_untouched)
}

/// An error with nothing but a message, as a new one of the same class.
fn error(object: &SeenObject, class: &str) -> Option<Expr> {
    const CLASSES: [ErrorClass; 7] = [
        ErrorClass::Error,
        ErrorClass::TypeError,
        ErrorClass::RangeError,
        ErrorClass::SyntaxError,
        ErrorClass::ReferenceError,
        ErrorClass::EvalError,
        ErrorClass::URIError,
    ];
    let class = CLASSES.into_iter().find(|known| known.name() == class)?;
    let mut message = String::new();
    for property in &object.props {
        match (&property.key, &property.value) {
            (SeenKey::Name(key), _) if key.as_str() == Some("stack") => {}
            (SeenKey::Name(key), Some(Seen::String(text))) if key.as_str() == Some("message") => {
                message = text.as_str().filter(|text| text.len() <= MAX_TEXT)?.to_owned();
            }
            _ => return None,
        }
    }
    Some(Expr::Error { class, message })
}
