//! Names, defaults and types of parameters, from plain JavaScript and JSDoc.

use super::first;
use super::render::{params, ty};

fn check(source: &str, expected: &str) {
    assert_eq!(params(&first("a.js", source).params), expected, "{source}");
}

#[test]
fn defaults_give_types() {
    for (list, expected) in [
        ("a", "a: any"),
        ("a = 1", "a?: number = 1"),
        ("a = -1.5", "a?: number = -1.5"),
        ("a = 'x'", "a?: string = 'x'"),
        ("a = `x`", "a?: string = 'x'"),
        ("a = true", "a?: boolean = true"),
        ("a = 10n", "a?: bigint = 10n"),
        ("a = null", "a?: any = null"),
        ("a = []", "a?: any[] = []"),
        ("a = [1, 2]", "a?: number[] = [1, 2]"),
        ("a = {}", "a?: {} = {}"),
        ("a = { b: 1 }", "a?: {b?: number} = {b: 1}"),
        ("a = /x/g", "a?: #RegExp = /x/g"),
        ("a = Infinity", "a?: number = Infinity"),
        ("a = Number.MAX_SAFE_INTEGER", "a?: number = Number.MAX_SAFE_INTEGER"),
        ("a = () => 1", "a?: () => any"),
        ("a = new Date()", "a?: #Date"),
        ("a = b.c", "a?: any"),
        ("a, ...rest", "a: any; ...rest?: any"),
    ] {
        check(&format!("function f({list}) {{}}"), expected);
    }
}

#[test]
fn patterns_give_shapes() {
    for (list, expected) in [
        ("{ a, b = 2 }, [c]", ": {a: any, b?: number}; : any[]"),
        ("{ a: { b = '' } } = {}", "?: {a: {b?: string}} = {}"),
        ("{ a = {}, ...rest }", ": {a?: {}}"),
    ] {
        check(&format!("function f({list}) {{}}"), expected);
    }
}

#[test]
fn jsdoc_gives_types() {
    for (doc, list, expected) in [
        ("@param {string} a\n * @param {number=} b", "a, b", "a: string; b?: number"),
        ("@param {number} [a=4] how", "a", "a?: number = 4"),
        ("@param {string} [a='x']", "a", "a?: string = 'x'"),
        ("@param {?Foo} a", "a", "a: #Foo | null"),
        ("@param {string|undefined} a", "a", "a?: string"),
        ("@param {...string} a", "...a", "...a?: string[]"),
        ("@param {string[]} a", "...a", "...a?: string[]"),
        (
            "@param {Object} o\n * @param {string} o.name\n * @param {number} [o.age]",
            "o",
            "o: {name: string, age?: number}",
        ),
        ("@param {Object[]} o\n * @param {string} o[].name", "o", "o: {name: string}[]"),
        ("@param {Object} o\n * @param {Object} o.a\n * @param {string} o.a.b", "o", "o: {a: {b: string}}"),
        ("@param {Object} options\n * @param {string} options.x", "{ x }", ": {x: string}"),
        ("@param {Function} cb", "cb", "cb: () => any"),
        ("@param {function(Error, string): void} cb", "cb", "cb: (#Error, string) => undefined"),
        ("@template T\n * @param {T[]} list", "list", "list: any[]"),
        ("@template {string} T\n * @param {T} key", "key", "key: string"),
        ("@param {*} a", "a = 1", "a?: number = 1"),
        ("@type {(a: string) => void}", "a", "a: string"),
    ] {
        check(&format!("/**\n * {doc}\n */\nfunction f({list}) {{}}"), expected);
    }
}

#[test]
fn the_comment_may_stand_before_whatever_holds_the_function() {
    for source in [
        "/** @param {string} a */\nconst f = (a) => a;",
        "/** @param {string} a */\nexport function f(a) {}",
        "/** @param {string} a */\nexport default (a) => a;",
        "/** @param {string} a */\nexports.f = function (a) {};",
        "module.exports = {\n  /** @param {string} a */\n  f(a) {},\n};",
        "module.exports = {\n  /** @param {string} a */\n  f: async a => a,\n};",
        "class A {\n  /** @param {string} a */\n  f(a) {}\n}",
        "/** @param {string} a */\nclass A {\n  constructor(a) {}\n}",
        "var x = 1,\n  /** @param {string} a */\n  f = function (a) {};",
        "function f(/** @type {string} */ a) {}",
        "function f(/** string */ a) {}",
    ] {
        check(source, "a: string");
    }
    check("/** @param {string} a */\nvar x = 1, f = function (a) {};", "a: any");
}

#[test]
fn typedefs_and_callbacks_are_looked_up() {
    let typedefs = "/**\n * @typedef {Object} Options\n * @property {string} name\n * @property {number} [size]\n */\n\
        /** @typedef {'a'|'b'} Letter */\n\
        /**\n * @callback Done\n * @param {Error} error\n * @returns {void}\n */\n\
        /** @typedef {{next: List, value: Letter}} List */\n";
    for (ty, expected) in [
        ("Options", "{name: string, size?: number}"),
        ("Letter[]", "('a' | 'b')[]"),
        ("Done", "(#Error) => undefined"),
        ("List", "{next: {next: {next: any, value: 'a' | 'b'}, value: 'a' | 'b'}, value: 'a' | 'b'}"),
        ("Partial<Options>", "{name?: string, size?: number}"),
    ] {
        check(&format!("{typedefs}/** @param {{{ty}}} p */\nfunction f(p) {{}}"), &format!("p: {expected}"));
    }
}

#[test]
fn a_class_of_the_file_beats_a_word_for_a_type() {
    check("class List {}\n/** @param {List} a */\nfunction f(a) {}", "a: #List");
    check("/** @param {List} a */\nfunction f(a) {}", "a: any[]");
}

#[test]
fn results_are_declared_too() {
    for (doc, expected) in [
        ("@returns {Promise<string[]>}", "Promise<string[]>"),
        ("@return {boolean} whether", "boolean"),
        ("@returns {x is string}", "boolean"),
        ("@param {string} a", "any"),
    ] {
        let facts = first("a.js", &format!("/** {doc} */\nfunction f(a) {{}}"));
        assert_eq!(ty(&facts.returns), expected, "{doc}");
    }
}
