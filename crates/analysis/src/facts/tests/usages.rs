//! What bodies do with their parameters.

use super::first;
use super::render::usage;

/// The usage of the first parameter of the first function.
fn check(source: &str, expected: &str) {
    assert_eq!(usage(&first("a.js", source).params[0].usage), expected, "{source}");
}

#[test]
fn members_and_methods_are_told_apart() {
    for (body, expected) in [
        ("return x.a", ".a"),
        ("return x['a-b']", ".a-b"),
        ("x.a = 1", ".a"),
        ("return x.items.length > 3", ".items{.length{arithmetic =3}}"),
        ("return x.trim().length", ".trim(0)"),
        ("return x?.a?.b", ".a{.b}"),
        ("return x.a.run(1, 2)", ".a{.run(2)}"),
        ("return x.a.b.c.d.e", ".a{.b{.c{.d}}}"),
        ("return 'k' in x", ".k"),
        ("return x.hasOwnProperty('k')", ".k"),
        ("return Object.prototype.hasOwnProperty.call(x, 'k')", ".k"),
        ("return Object.hasOwn(x, 'k')", ".k"),
    ] {
        check(&format!("function f(x) {{ {body} }}"), expected);
    }
}

#[test]
fn what_it_must_be_able_to_do() {
    for (body, expected) in [
        ("x()", "call(0)"),
        ("x(1); x(1, 2)", "call(2)"),
        ("x.call(this, 1)", "call(1)"),
        ("x.apply(null, [])", "call(0)"),
        ("new x()", "new"),
        ("for (const y of x) y", "iterated"),
        ("return [...x]", "iterated"),
        ("g(...x)", "iterated"),
        ("return {...x}", ""),
        ("return new Set(x)", "iterated"),
        ("return Promise.all(x)", "iterated"),
        ("return x[i]", "indexed"),
        ("return x * 2", "arithmetic"),
        ("return x + 1", "arithmetic"),
        ("return x + 'a'", ""),
        ("x++", "arithmetic"),
        ("x -= 1", "arithmetic"),
        ("return -x", "arithmetic"),
        ("return Math.floor(x)", "arithmetic"),
        ("return Number.isInteger(x)", "arithmetic"),
    ] {
        check(&format!("function f(x) {{ {body} }}"), expected);
    }
    check("async function f(x) { return await x }", "awaited");
    check("async function f(x) { for await (const y of x) y.z }", "iterated [.z]");
    check("function* f(x) { yield* x }", "iterated");
}

#[test]
fn tests_and_comparisons_are_kept() {
    for (body, expected) in [
        ("return typeof x === 'string' || typeof x != 'number'", "typeof string typeof number"),
        ("switch (typeof x) { case 'object': break; case 'function': }", "typeof object typeof function"),
        ("const t = typeof x; return t === 'boolean'", "typeof boolean"),
        ("return x instanceof Date || x instanceof errors.Missing", "instanceof Date instanceof Missing"),
        ("return Array.isArray(x)", "instanceof Array"),
        ("return x === 'a' || 'b' === x || x == null || x !== -1", "='a' ='b' =null =-1"),
        ("return x === undefined", "=undefined"),
        ("return x < 10", "arithmetic =10"),
        ("return x >= 'm'", "='m'"),
        ("switch (x) { case 1: case 'two': default: }", "=1 ='two'"),
        ("return ['a', 'b'].includes(x)", "='a' ='b'"),
        ("return [1, 2].indexOf(x) > -1", "=1 =2"),
        ("return new Set(['q']).has(x)", "='q'"),
    ] {
        check(&format!("function f(x) {{ {body} }}"), expected);
    }
    check(
        "const LEVELS = ['low', 'high'], MAX = 9;\nfunction f(x) { return LEVELS.includes(x) || x > MAX }",
        "arithmetic ='low' ='high' =9",
    );
}

#[test]
fn regular_expressions_are_kept() {
    for (body, expected) in [
        ("return /^a+$/i.test(x)", "~/^a+$/i"),
        ("return /a/.exec(x)", "~/a/"),
        ("return x.match(/b/g)", ".match(1) ~/b/g"),
        ("return x.replace(/c/, '')", ".replace(2) ~/c/"),
        ("return x.split(/,\\s*/)", ".split(1) ~/,\\s*/"),
        ("return x.search(/d/)", ".search(1) ~/d/"),
    ] {
        check(&format!("function f(x) {{ {body} }}"), expected);
    }
    check("const RE = /z/;\nfunction f(x) { return RE.test(x) }", "~/z/");
}

#[test]
fn aliases_patterns_and_closures_are_followed() {
    for (body, expected) in [
        ("const y = x; return y.a", ".a"),
        ("x = x || {}; return x.a", ".a"),
        ("var o = x || {}; return o.a", ".a"),
        ("const { a, b: { c }, ...rest } = x; a(); rest.d", ".a{call(0)} .b{.c} .d"),
        ("var items = x.items; return items.length", ".items{.length}"),
        ("({ a: x.b } = x); let q; ({ q } = x); return q.r", ".b .a .q{.r}"),
        ("const [y, z] = x; return y.a + z.b", "iterated [.a .b]"),
        ("return () => x.a", ".a"),
        ("function g() { return x.a } return g", ".a"),
        ("while (x.next) x = x.next; return x.value", ".next .value"),
        ("return (flag ? x : y).a", ".a"),
        ("return (x ?? y).a", ".a"),
        ("return (x && y).a", ""),
    ] {
        check(&format!("function f(x) {{ {body} }}"), expected);
    }
}

#[test]
fn elements_are_followed_into_loops_and_callbacks() {
    for (body, expected) in [
        ("for (const y of x) sum += y.price * 2", "iterated [.price{arithmetic}]"),
        ("return x.map(y => y.id)", ".map(1) [.id]"),
        ("return x.reduce((sum, { n }) => sum + n, 0)", ".reduce(2) [.n]"),
        ("return x[0].name", "indexed [.name]"),
        ("for (let i = 0; i < x.length; i++) x[i].go()", ".length{arithmetic} indexed [.go(0)]"),
        ("x.forEach(function (y) { y(1) })", ".forEach(1) [call(1)]"),
    ] {
        check(&format!("function f(x) {{ {body} }}"), expected);
    }
}

#[test]
fn what_other_functions_of_the_file_do_with_it_counts() {
    check("function f(x) { return g(1, x) }\nfunction g(n, y) { return y.a }", ".a");
    check("const f = (x) => h(x);\nconst h = ({ b }) => b();", ".b{call(0)}");
    check(
        "function f(x) { g(x) } function g(x) { h(x); x.a } function h(x) { i(x); x.b } function i(x) { x.c }",
        ".b .a",
    );
    check("function f(x) { return x.n ? f(x.n) : x.v }", ".n .v");
}

#[test]
fn destructured_parameters_count_as_members() {
    check("function f({ a, b = 2, c: [d] }) { return a.x + b }", ".a{.x} .b .c{iterated}");
    check("function f([a, b]) { return a.x }", "iterated [.x]");
    check("const f = ({ a = 1 } = {}) => a > 5", ".a{arithmetic =5}");
}

#[test]
fn a_shadowing_name_is_not_the_parameter() {
    check("function f(x) { { let x = 1; x.a } return (x => x.b)(1) }", "");
}
