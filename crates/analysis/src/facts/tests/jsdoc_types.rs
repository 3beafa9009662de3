//! JSDoc's type expressions.

use kiskadee_model::{Expr, Property, Type};

use crate::facts::jsdoc_types::parse;
use crate::facts::keywords::keyword;
use crate::facts::literal::named;

fn check(text: &str, expected: Type) {
    let names = |_: Option<&str>, name: &str, args: Vec<Type>| {
        keyword(name, &args).unwrap_or_else(|| Type::Named { name: name.into(), args })
    };
    assert_eq!(parse(text, &names).ty, expected, "{text}");
}

fn array(of: Type) -> Type {
    Type::Array(Box::new(of))
}

fn function(params: Vec<Type>, returns: Type) -> Type {
    Type::Function { params, returns: Box::new(returns) }
}

fn property(key: &str, ty: Type, optional: bool) -> Property {
    Property { key: key.into(), ty, optional }
}

#[test]
fn both_dialects_are_read() {
    use Type::*;
    for (text, expected) in [
        ("string", String),
        ("?number", Union(vec![Number, Null])),
        ("!Foo", named("Foo")),
        ("*", Any),
        ("?", Any),
        ("Array.<string>", array(String)),
        ("string[]", array(String)),
        ("(string|number)[]", array(Union(vec![String, Number]))),
        ("Array<string[]>", array(array(String))),
        ("Object<string, number>", Record(Box::new(Number))),
        ("Object.<string, Array.<number>>", Record(Box::new(array(Number)))),
        ("Object", Object(vec![])),
        ("function(string, number=): boolean", function(vec![String, Number], Boolean)),
        ("function()", function(vec![], Any)),
        ("function(this:Foo, ...string)", function(vec![], Any)),
        ("(a: string, b?: number) => void", function(vec![String, Number], Undefined)),
        ("() => Promise<string>", function(vec![], Promise(Box::new(String)))),
        ("'a'|'b'", Union(vec![Literal(Expr::string("a")), Literal(Expr::string("b"))])),
        ("\"it's\"", Literal(Expr::string("it's"))),
        ("-1", Literal(Expr::number(-1.0))),
        ("{a: number, b?: string}", Object(vec![property("a", Number, false), property("b", String, true)])),
        ("{ [key: string]: number }", Record(Box::new(Number))),
        ("{run(x: string): void}", Object(vec![property("run", function(vec![String], Undefined), false)])),
        ("[string, n: number]", Tuple(vec![String, Number])),
        ("Map<string, number>", Named { name: "Map".into(), args: vec![String, Number] }),
        ("module:a/b~Foo", named("Foo")),
        ("x is string", Boolean),
        ("string | undefined", Union(vec![String, Undefined])),
        ("any|string", Any),
        ("keyof Foo", Any),
        ("{{broken", Any),
    ] {
        check(text, expected);
    }
}

#[test]
fn decorations_speak_of_the_parameter() {
    let names = |_: Option<&str>, name: &str, args: Vec<Type>| keyword(name, &args).unwrap_or_default();
    let found = parse("string=", &names);
    assert_eq!((found.ty, found.optional, found.rest), (Type::String, true, false));
    let found = parse("...number", &names);
    assert_eq!((found.ty, found.optional, found.rest), (Type::Number, false, true));
}
