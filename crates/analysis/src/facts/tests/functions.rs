//! Which functions there are, and what they are called.

use super::{facts, first};

/// `Class.name` of every function, in order.
fn names(file: &str, source: &str) -> Vec<String> {
    let name = |f: &kiskadee_model::FunctionFacts| match &f.class {
        Some(class) => format!("{class}.{}", f.name),
        None => f.name.clone(),
    };
    facts(file, source).functions.iter().map(name).collect()
}

#[test]
fn every_kind_of_function_is_found_and_named() {
    for (source, expected) in [
        ("function a() { function b() {} }", "a b"),
        ("const a = () => 1, b = function () {}, c = function d() {};", "a b d"),
        ("exports.a = function () {}; module.exports.b = () => {}; c = () => {};", "a b c"),
        (
            "const o = { a() {}, b: function () {}, get c() { return 1 }, 'd-e': () => 1, [Symbol.iterator]() {} };",
            "a b c d-e [Symbol.iterator]",
        ),
        (
            "class A { constructor() {} m() {} static s() {} get g() { return 1 } #p() {} f = () => 1 }",
            "A.constructor A.m A.s A.g A.#p A.f",
        ),
        ("const B = class { m() {} }; export default class { n() {} }", "B.m default.n"),
        ("export default function () {}", "default"),
        ("Foo.prototype.bar = function () {}; ns.Foo.prototype.baz = () => {};", "Foo.bar Foo.baz"),
        ("Foo.prototype = { a: function () {}, b() {} };", "Foo.a Foo.b"),
        ("Object.assign(Foo.prototype, { a() {} }); extend(Foo.prototype, { b() {} });", "Foo.a Foo.b"),
        ("var proto = Foo.prototype; proto.a = function () {};", "Foo.a"),
        ("Object.defineProperty(Foo.prototype, 'size', { get: function () { return 1 } });", "Foo.size"),
        ("(function () { return () => 1 })();", " "),
        ("x.f = x.f || function () {};", "f"),
        ("class A { m() { return [1].map(x => x) } }", "A.m "),
    ] {
        assert_eq!(names("a.js", source).join(" "), expected, "{source}");
    }
}

#[test]
fn signatures_without_a_body_are_no_functions() {
    assert_eq!(
        names("a.ts", "declare function a(): void; abstract class A { abstract b(): void; c() {} }"),
        ["A.c"]
    );
}

#[test]
fn spans_are_those_of_the_function_node() {
    for (source, expected) in [
        ("export async function a() {}", "async function a() {}"),
        ("const a = (x) => x;", "(x) => x"),
        ("class A { async m(x) { } }", "(x) { }"),
        ("const o = { get g() { return 1 } }", "() { return 1 }"),
    ] {
        let facts = first("a.js", source);
        assert_eq!(&source[facts.span_start as usize..facts.span_end as usize], expected);
    }
}

#[test]
fn async_and_generators_are_marked() {
    for (source, expected) in [
        ("async function f() {}", (true, false)),
        ("function* f() {}", (false, true)),
        ("async function* f() {}", (true, true)),
        ("const f = async () => {}", (true, false)),
        ("const o = { async *f() {} }", (true, true)),
    ] {
        let facts = first("a.js", source);
        assert_eq!((facts.is_async, facts.is_generator), expected, "{source}");
    }
}

#[test]
fn assignments_to_this_are_seen() {
    for (source, expected) in [
        ("function F() { this.a = 1 }", true),
        ("function F() { if (x) { this['a'] = 1 } }", true),
        ("function F() { return this.a }", false),
        ("function F() { this.a.b = 1 }", false),
        ("function F() { [1].forEach(() => { this.a = 1 }) }", true),
        ("function F() { [1].forEach(function () { this.a = 1 }) }", false),
        ("function F() { var self = this; self.a = 1 }", true),
        ("function F() { var self = this; g(function () { self.a = 1 }) }", true),
        ("function F() { var self = this; x = self.a }", false),
        ("function F() { this.count++ }", true),
        ("function F() { Object.assign(this, x) }", true),
        ("function F() { class A { constructor() { this.a = 1 } } }", false),
        ("const F = () => { this.a = 1 }", false),
    ] {
        assert_eq!(first("a.js", source).assigns_this, expected, "{source}");
    }
    assert!(first("a.ts", "class A { constructor(private a: string) {} }").assigns_this);
}

#[test]
fn a_file_that_is_wrong_gives_what_can_be_read() {
    assert!(facts("a.js", "function (((").functions.is_empty());
    assert_eq!(names("a.js", "function f() {}\nreturn 1;"), ["f"]);
    assert_eq!(names("a.js", "with (x) { y } function f(a) { return 010 }"), ["f"]);
    assert_eq!(names("a.tsx", "const f = (p: { a: string }) => <div>{p.a}</div>"), ["f"]);
    assert_eq!(names("a.js", "const f = () => <div/>; import x from 'y';"), ["f"]);
    assert_eq!(names("noextension", "function f() {}"), ["f"]);
    assert_eq!(facts("a.js", ""), kiskadee_model::FileFacts::default());
}
