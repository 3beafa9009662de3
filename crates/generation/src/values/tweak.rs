//! Small changes to a value: the neighbour of a number, a string with one character more.

use kiskadee_model::{Expr, JsString, Number};

use crate::dice::Dice;

/// A value beside this one; of the same type wherever there is one.
pub(crate) fn tweak(value: &Expr, dice: &mut Dice) -> Expr {
    match value {
        Expr::Bool(value) => Expr::Bool(!value),
        Expr::Number(Number(number)) => Expr::number(tweak_number(*number, dice)),
        Expr::BigInt(digits) => Expr::BigInt(tweak_bigint(digits, dice)),
        Expr::String(text) => Expr::String(tweak_string(text, dice)),
        Expr::Array(elements) => Expr::Array(tweak_list(elements, || Some(Expr::number(1.0)), dice)),
        Expr::Set(elements) => Expr::Set(tweak_list(elements, || Expr::number(1.0), dice)),
        Expr::Map(entries) => Expr::Map(tweak_list(entries, || (Expr::string("a"), Expr::number(1.0)), dice)),
        Expr::Object(properties) if properties.is_empty() => {
            Expr::Object(vec![("a".to_owned(), Expr::number(1.0))])
        }
        Expr::Object(properties) => {
            let mut properties = properties.clone();
            properties.remove(dice.below(properties.len()));
            Expr::Object(properties)
        }
        Expr::Date(Number(time)) => {
            Expr::Date(Number(if time.is_finite() { time + 86_400_000.0 } else { 0.0 }))
        }
        Expr::Null => Expr::Undefined,
        Expr::Undefined => Expr::Null,
        Expr::Resolved(inner) => Expr::Rejected(inner.clone()),
        Expr::Rejected(inner) => Expr::Resolved(inner.clone()),
        other => other.clone(),
    }
}

fn tweak_number(number: f64, dice: &mut Dice) -> f64 {
    match dice.below(8) {
        0..3 => number + 1.0,
        3..6 => number - 1.0,
        6 => -number,
        _ if number.fract() == 0.0 => number / 2.0,
        _ => number.trunc(),
    }
}

fn tweak_bigint(digits: &str, dice: &mut Dice) -> String {
    match digits.strip_prefix('-') {
        _ if digits == "0" => "1".to_owned(),
        Some(positive) => positive.to_owned(),
        None if dice.chance(0.5) => format!("-{digits}"),
        None => format!("{digits}0"),
    }
}

/// Adds, removes, repeats or changes the case of something; code units, so that nothing is out of reach.
fn tweak_string(text: &JsString, dice: &mut Dice) -> JsString {
    let mut units = text.units();
    if units.is_empty() {
        return JsString::from("a");
    }
    let at = dice.below(units.len());
    match dice.below(8) {
        0 => units.push(u16::from(b'a')),
        1 => units.insert(0, u16::from(b' ')),
        2 => units.insert(at, u16::from(*dice.pick(b"1.-A /").unwrap_or(&b'a'))),
        3 | 4 => {
            units.remove(at);
        }
        5 => units.extend_from_within(..),
        6 => units[at] = units[at].wrapping_add(1),
        _ => {
            let Some(plain) = text.as_str() else { return JsString::from("a") };
            let upper = plain.to_uppercase();
            return JsString::from(if upper == plain { plain.to_lowercase() } else { upper });
        }
    }
    JsString::from_units(units)
}

fn tweak_list<T: Clone>(items: &[T], one: impl Fn() -> T, dice: &mut Dice) -> Vec<T> {
    let mut items = items.to_vec();
    if items.is_empty() || dice.chance(0.3) {
        items.push(one());
        return items;
    }
    let at = dice.below(items.len());
    if dice.chance(0.6) {
        items.remove(at);
    } else {
        items.reverse();
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tweaked_value_keeps_its_type_and_mostly_differs() {
        let mut dice = Dice::new(1);
        for value in [
            Expr::number(3.0),
            Expr::string("abc"),
            Expr::Bool(true),
            Expr::BigInt("10".into()),
            Expr::Array(vec![Some(Expr::number(1.0)), None]),
            Expr::Object(vec![("a".into(), Expr::Null)]),
            Expr::Set(Vec::new()),
        ] {
            let tweaked: Vec<Expr> = (0..50).map(|_| tweak(&value, &mut dice)).collect();
            let same_type = |other: &Expr| std::mem::discriminant(other) == std::mem::discriminant(&value);
            assert!(tweaked.iter().all(same_type), "{value:?}: {tweaked:?}");
            let changed = tweaked.iter().filter(|other| **other != value).count();
            assert!(changed > 40, "{value:?} changed {changed} times of 50");
        }
    }

    #[test]
    fn an_empty_string_can_only_grow() {
        assert_eq!(tweak(&Expr::string(""), &mut Dice::new(1)), Expr::string("a"));
    }
}
