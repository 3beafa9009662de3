//! What values are made of what knowledge, and how they are distributed.

use kiskadee_model::{Api, Constants, Expr, Param, Property, Type, Usage};

use crate::choose::Choice;
use crate::dice::Dice;
use crate::grow::{Draft, Maker, Mode};
use crate::testing;
use crate::world::World;

fn world(api: &Api) -> World {
    let own = Constants { strings: vec!["own".into()], numbers: vec![77.0], ..Constants::default() };
    let file =
        Constants { strings: vec!["file".into()], names: vec!["colour".into()], ..Constants::default() };
    World::new(api, file, vec![own], Vec::new())
}

/// So many values for a parameter of function 0, each in a case of its own.
fn values(api: &Api, param: &Param, mode: Mode, count: usize) -> Vec<Expr> {
    let world = world(api);
    let mut choice = Choice::default();
    choice.grow_to(&world.callables);
    let mut dice = Dice::new(11);
    let one = |_| {
        let mut draft = Draft::empty(10);
        let mut maker = Maker::new(&world, &choice, &mut dice, &mut draft, mode);
        maker.function = Some(0);
        maker.argument(param)
    };
    (0..count).map(one).collect()
}

fn share(values: &[Expr], holds: impl Fn(&Expr) -> bool) -> f64 {
    values.iter().filter(|value| holds(value)).count() as f64 / values.len() as f64
}

fn check_share(param: &Param, at_least: f64, what: &str, holds: impl Fn(&Expr) -> bool) {
    let values = values(&testing::module(), param, Mode::Random, 500);
    let share = share(&values, holds);
    assert!(share >= at_least, "{what}: {share} of {:?}", &values[..20]);
}

fn typed(ty: Type) -> Param {
    testing::param("v", ty)
}

fn used(name: &str, usage: Usage) -> Param {
    Param { name: name.to_owned(), usage, ..Param::default() }
}

fn named(name: &str) -> Type {
    Type::Named { name: name.to_owned(), args: Vec::new() }
}

#[test]
fn declared_types_are_honoured_with_few_exceptions() {
    check_share(&typed(Type::Number), 0.9, "numbers", |v| matches!(v, Expr::Number(_)));
    check_share(&typed(Type::String), 0.9, "strings", |v| matches!(v, Expr::String(_)));
    check_share(&typed(Type::Boolean), 0.9, "booleans", |v| matches!(v, Expr::Bool(_)));
    check_share(&typed(named("Map")), 0.9, "maps", |v| matches!(v, Expr::Map(_)));
    check_share(&typed(named("Uint8Array")), 0.9, "typed arrays", |v| matches!(v, Expr::TypedArray { .. }));
    check_share(&typed(named("TypeError")), 0.9, "errors", |v| matches!(v, Expr::Error { .. }));
    check_share(&typed(Type::Promise(Box::new(Type::Number))), 0.9, "promises", |v| {
        matches!(v, Expr::Resolved(_) | Expr::Rejected(_))
    });
    check_share(&typed(Type::Literal(Expr::string("left"))), 0.9, "literals", |v| *v == Expr::string("left"));
    check_share(&typed(Type::Array(Box::new(Type::Number))), 0.85, "arrays of numbers", |v| match v {
        Expr::Array(elements) => elements.iter().flatten().all(|e| matches!(e, Expr::Number(_))),
        // Bound to a variable, to be passed again.
        other => matches!(other, Expr::Var(_)),
    });
    let function = Type::Function { params: vec![Type::Any], returns: Box::new(Type::Boolean) };
    check_share(&typed(function), 0.85, "callbacks that return booleans", |v| match v {
        Expr::Callback(callback) => matches!(callback.body.result, Some(Expr::Bool(_))),
        _ => false,
    });
    check_share(&typed(named("List")), 0.9, "instances", |v| match v {
        Expr::New { class, .. } => *class == testing::path("List"),
        other => matches!(other, Expr::Var(_)),
    });
}

#[test]
fn wrong_types_are_tried_too() {
    let values = values(&testing::module(), &typed(Type::Boolean), Mode::Random, 1000);
    let wrong = share(&values, |v| !matches!(v, Expr::Bool(_)));
    assert!((0.03..0.12).contains(&wrong), "{wrong}");
}

#[test]
fn optional_members_are_sometimes_left_out_and_required_ones_never() {
    let property = |key: &str, optional| Property { key: key.to_owned(), ty: Type::Number, optional };
    let param = typed(Type::Object(vec![property("must", false), property("may", true)]));
    let values = values(&testing::module(), &param, Mode::Random, 500);
    let has = |value: &Expr, name: &str| match value {
        Expr::Object(properties) => properties.iter().any(|(key, _)| key == name),
        _ => false,
    };
    let must = share(&values, |v| has(v, "must"));
    let may = share(&values, |v| has(v, "may"));
    assert!(must > 0.8 && may > 0.3 && may < must, "{must} {may}");
}

#[test]
fn a_type_that_refers_to_itself_ends() {
    let mut ty = Type::Number;
    for _ in 0..40 {
        ty = Type::Object(vec![Property { key: "inner".into(), ty, optional: false }]);
    }
    for mode in [Mode::Random, Mode::Simplest, Mode::Full] {
        let values = values(&testing::module(), &typed(ty.clone()), mode, 5);
        assert!(values.iter().all(|value| format!("{value:?}").len() < 5000));
    }
}

#[test]
fn use_in_the_body_tells_what_is_wanted() {
    let method = |name: &str| Usage { methods: vec![(name.to_owned(), 1)], ..Usage::default() };
    check_share(&used("v", method("unshift")), 0.8, "arrays", |v| matches!(v, Expr::Array(_) | Expr::Var(_)));
    check_share(&used("v", method("charAt")), 0.85, "strings", |v| matches!(v, Expr::String(_)));
    check_share(&used("v", method("getTime")), 0.85, "dates", |v| matches!(v, Expr::Date(_)));
    check_share(&used("v", Usage { called: Some(2), ..Usage::default() }), 0.85, "callbacks", |v| {
        matches!(v, Expr::Callback(_))
    });
    check_share(&used("v", Usage { arithmetic: true, ..Usage::default() }), 0.85, "numbers", |v| {
        matches!(v, Expr::Number(_))
    });
    check_share(
        &used("v", Usage { typeof_tests: vec!["symbol".into()], ..Usage::default() }),
        0.85,
        "symbols",
        |v| matches!(v, Expr::Symbol(_)),
    );
    check_share(
        &used("v", Usage { instanceof_tests: vec!["RegExp".into()], ..Usage::default() }),
        0.85,
        "regexes",
        |v| matches!(v, Expr::RegExp { .. }),
    );
    let compared = Usage { compared: vec![Expr::string("on")], ..Usage::default() };
    check_share(&used("v", compared), 0.6, "what it is compared with", |v| *v == Expr::string("on"));
    let matched = Usage { matched: vec![("^x\\d$".into(), String::new())], ..Usage::default() };
    check_share(&used("v", matched), 0.6, "what matches", |v| match v {
        Expr::String(text) => text.as_str().is_some_and(|t| t.len() == 2 && t.starts_with('x')),
        _ => false,
    });
    let draws = method("draw");
    check_share(&used("v", draws), 0.85, "instances of the class with that method", |v| {
        matches!(v, Expr::New { .. } | Expr::Var(_) | Expr::Object(_))
    });
}

#[test]
fn members_that_are_read_are_given_and_valued_by_their_own_use() {
    let inner = Usage { arithmetic: true, ..Usage::default() };
    let usage = Usage { members: vec![("price".into(), inner)], ..Usage::default() };
    check_share(&used("v", usage), 0.6, "objects with a price", |v| match v {
        Expr::Object(properties) => {
            properties.iter().any(|(k, v)| k == "price" && matches!(v, Expr::Number(_)))
        }
        _ => false,
    });
}

#[test]
fn names_are_hints_where_nothing_else_is_known() {
    check_share(&used("callback", Usage::default()), 0.5, "callbacks", |v| matches!(v, Expr::Callback(_)));
    check_share(&used("index", Usage::default()), 0.6, "numbers", |v| matches!(v, Expr::Number(_)));
    check_share(&used("isOpen", Usage::default()), 0.5, "booleans", |v| matches!(v, Expr::Bool(_)));
    check_share(&used("list", Usage::default()), 0.5, "lists", |v| {
        matches!(v, Expr::New { .. } | Expr::Var(_))
    });
}

#[test]
fn constants_of_the_function_come_before_those_of_the_file() {
    let values = values(&testing::module(), &typed(Type::String), Mode::Random, 2000);
    let own = share(&values, |v| *v == Expr::string("own"));
    let file = share(&values, |v| *v == Expr::string("file"));
    assert!(own > 0.1 && file > 0.02 && own > file, "{own} {file}");
}

#[test]
fn simple_values_dominate_where_nothing_is_known_but_every_type_occurs() {
    let values = values(&testing::module(), &used("", Usage::default()), Mode::Random, 5000);
    let simple = share(&values, |v| {
        matches!(
            v,
            Expr::Number(_)
                | Expr::String(_)
                | Expr::Bool(_)
                | Expr::Array(_)
                | Expr::Object(_)
                | Expr::Callback(_)
        )
    });
    assert!((0.75..0.92).contains(&simple), "{simple}");
    let kinds: [fn(&Expr) -> bool; 18] = [
        |v| matches!(v, Expr::Undefined),
        |v| matches!(v, Expr::Null),
        |v| matches!(v, Expr::BigInt(_)),
        |v| matches!(v, Expr::Symbol(_)),
        |v| matches!(v, Expr::Date(_)),
        |v| matches!(v, Expr::RegExp { .. }),
        |v| matches!(v, Expr::Map(_)),
        |v| matches!(v, Expr::Set(_)),
        |v| matches!(v, Expr::TypedArray { .. }),
        |v| matches!(v, Expr::ArrayBuffer(_)),
        |v| matches!(v, Expr::Buffer(_)),
        |v| matches!(v, Expr::Error { .. }),
        |v| matches!(v, Expr::Resolved(_) | Expr::Rejected(_)),
        |v| matches!(v, Expr::Global(_)),
        |v| matches!(v, Expr::Api(_)),
        |v| matches!(v, Expr::New { .. } | Expr::Var(_)),
        |v| matches!(v, Expr::Number(n) if n.0.is_nan()),
        |v| matches!(v, Expr::Array(elements) if elements.contains(&None)),
    ];
    for (index, is_kind) in kinds.into_iter().enumerate() {
        assert!(values.iter().any(is_kind), "kind {index} never occurs");
    }
    let texts: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    assert!(texts.iter().any(|text| text.contains("colour")), "objects have members that the file knows");
}

#[test]
fn the_simplest_values_are_simple() {
    let simplest = |param: &Param| values(&testing::module(), param, Mode::Simplest, 1).remove(0);
    assert_eq!(simplest(&typed(Type::Number)), Expr::number(1.0));
    assert_eq!(simplest(&typed(Type::Any)), Expr::string("a"));
    assert_eq!(simplest(&typed(Type::Array(Box::new(Type::String)))), Expr::Array(vec![]));
    assert_eq!(simplest(&typed(Type::Union(vec![Type::Null, Type::String]))), Expr::string("a"));
    let compared = Usage { compared: vec![Expr::string("on")], ..Usage::default() };
    assert_eq!(simplest(&used("v", compared)), Expr::string("on"));
}
