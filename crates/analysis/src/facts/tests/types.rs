//! Types of parameters as TypeScript declares them.

use std::path::{Path, PathBuf};

use super::first;
use super::render::{params, ty};
use crate::facts::read_facts_with;

fn check(source: &str, expected: &str) {
    assert_eq!(params(&first("a.ts", source).params), expected, "{source}");
}

#[test]
fn annotations_are_read() {
    for (annotation, expected) in [
        ("string", "string"),
        ("number[]", "number[]"),
        ("Array<string | number>", "(string | number)[]"),
        ("ReadonlyArray<string>", "string[]"),
        ("readonly string[]", "string[]"),
        ("Iterable<number>", "number[]"),
        ("[a: string, b?: number]", "[string, number]"),
        ("'a' | 'b' | 1 | -1 | 2n", "'a' | 'b' | 1 | -1 | 2n"),
        ("true | false", "boolean"),
        ("`x${string}`", "string"),
        ("(a: string, ...rest: any[]) => void", "(string) => undefined"),
        (
            "{ a: string; b?: number; c: boolean | undefined; d(): void }",
            "{a: string, b?: number, c?: boolean, d: () => undefined}",
        ),
        ("{ [key: string]: number }", "Record<number>"),
        ("Record<string, Date>", "Record<#Date>"),
        ("Record<'x' | 'y', number>", "{x: number, y: number}"),
        ("{ [K in 'x' | 'y']?: K }", "{x?: 'x', y?: 'y'}"),
        ("Map<string, number>", "#Map<string, number>"),
        ("Promise<string>", "Promise<string>"),
        ("Awaited<Promise<string>>", "string"),
        ("any", "any"),
        ("unknown | string", "any"),
        ("object", "{}"),
        ("string & { __brand: 'id' }", "string"),
        ("{ a: string } & { b: number }", "{a: string, b: number}"),
        ("T extends string ? 1 : 2", "any"),
        ("http.IncomingMessage", "#IncomingMessage"),
        ("NonNullable<string | null | undefined>", "string"),
        ("Exclude<'a' | 'b' | 'c', 'a'>", "'b' | 'c'"),
        ("PropertyKey", "string | number | symbol"),
    ] {
        check(&format!("function f(p: {annotation}) {{}}"), &format!("p: {expected}"));
    }
}

#[test]
fn optionality_has_many_spellings() {
    for (list, expected) in [
        ("a?: string", "a?: string"),
        ("a: string | undefined", "a?: string"),
        ("a: number = 2", "a?: number = 2"),
        ("this: Window, a: string", "a: string"),
        ("...a: string[]", "...a?: string[]"),
        ("{ a, b }: { a: string; b?: number }", ": {a: string, b?: number}"),
    ] {
        check(&format!("function f({list}) {{}}"), expected);
    }
}

const DECLARATIONS: &str = "
    interface Base { id: number }
    interface User extends Base { name: string; friend?: User }
    interface User { extra: boolean }
    interface Handler { (event: string): void }
    interface Box<T = string> { value: T }
    type Pair<A, B = A> = [A, B];
    type Shape = { kind: 'circle'; r: number } | { kind: 'square'; side: number };
    enum Color { Red, Green = 5, Blue }
    enum Text { A = 'a', B = 'b' }
    const enum Flags { None = 0, X = 1 << 0, Y = 1 << 1, Both = X | Y }
    class Stack<T> { }
    const LEVELS = ['low', 'high'] as const;
    const TABLE = { one: 1, two: 2 };
    namespace Deep { export interface Inner { x: number } }
";

#[test]
fn declarations_are_looked_up() {
    for (annotation, expected) in [
        ("Base", "{id: number}"),
        ("Handler", "(string) => undefined"),
        ("Box", "{value: string}"),
        ("Box<number>", "{value: number}"),
        ("Pair<string>", "[string, string]"),
        ("Shape", "{kind: 'circle', r: number} | {kind: 'square', side: number}"),
        ("Color", "0 | 5 | 6"),
        ("Color.Blue", "6"),
        ("Text", "'a' | 'b'"),
        ("Flags", "0 | 1 | 2 | 3"),
        ("Stack<string>", "#Stack<string>"),
        ("Partial<Base>", "{id?: number}"),
        ("Required<{ a?: string }>", "{a: string}"),
        ("Pick<User, 'id' | 'name'>", "{id: number, name: string}"),
        ("Omit<User, 'id' | 'friend'>", "{name: string, extra: boolean}"),
        ("keyof Base", "'id'"),
        ("Base['id']", "number"),
        ("(typeof LEVELS)[number]", "'low' | 'high'"),
        ("keyof typeof TABLE", "'one' | 'two'"),
        ("Deep.Inner", "{x: number}"),
    ] {
        check(&format!("{DECLARATIONS} function f(p: {annotation}) {{}}"), &format!("p: {expected}"));
    }
}

#[test]
fn a_type_that_contains_itself_ends() {
    check(
        "interface Tree { value: number; left?: Tree }\nfunction f(t: Tree) {}",
        "t: {value: number, left?: {value: number, left?: {value: number, left?: any}}}",
    );
    check(
        "type Json = string | Json[];\nfunction f(t: Json) {}",
        "t: string | (string | (string | any[])[])[]",
    );
}

#[test]
fn a_wide_type_ends_too() {
    let mut source = String::new();
    for i in 0..30 {
        source.push_str(&format!("interface N{i} {{ "));
        for j in 0..30 {
            source.push_str(&format!("p{j}: N{j}; "));
        }
        source.push_str("}\n");
    }
    source.push_str("function f(n: N0) {}");
    let facts = first("a.ts", &source);
    assert!(ty(&facts.params[0].ty).len() < 200_000);
}

#[test]
fn type_parameters_stand_for_their_bounds() {
    check("function f<T>(a: T, b: T[]) {}", "a: any; b: any[]");
    check("function f<T extends string, K extends keyof T>(a: T) {}", "a: string");
    check("class A<T extends number> { m(a: T) {} }", "a: number");
    check("const f = <T extends { id: string }>(a: T) => a", "a: {id: string}");
}

#[test]
fn overloads_merge_into_unions() {
    check(
        "function f(a: string): string;
        function f(a: number, b: boolean): number;
        function f(a: any, b?: any) { return a }",
        "a: string | number; b?: boolean",
    );
    check(
        "export function f(a: string): void;\nexport function f(a: Date): void;\nexport function f(a: any) {}",
        "a: string | #Date",
    );
    check("class A { m(a: string): void; m(a: number): void; m(a: any) {} }", "a: string | number");
}

#[test]
fn the_type_of_the_variable_counts() {
    check(
        "type H = (a: string, b: number) => boolean;\nconst f: H = (a, b) => true;",
        "a: string; b: number",
    );
    check("class A { m: (x: number) => void = (x) => {} }", "x: number");
}

#[test]
fn imported_types_are_fetched() {
    let files = [
        (
            "types.ts",
            "import { Role } from './role';
            export interface User { id: number; role: Role }
            export default interface Main { m: 1 }
            export class Service {}
            export type List<T> = T[];",
        ),
        (
            "role.ts",
            "export enum Role { Admin = 'admin', Guest = 'guest' }\nexport type { Self } from './role';",
        ),
        ("index.ts", "export * from './types';\nexport { Role as Renamed } from './role';"),
    ];
    let fetch = |_: &Path, specifier: &str| {
        let name = format!("{}.ts", specifier.trim_start_matches("./"));
        let (_, source) = files.iter().find(|(file, _)| *file == name)?;
        Some((PathBuf::from(name), (*source).to_owned()))
    };
    for (import, annotation, expected) in [
        ("import { User } from './types'", "User", "{id: number, role: 'admin' | 'guest'}"),
        ("import type { User as U } from './index'", "U[]", "{id: number, role: 'admin' | 'guest'}[]"),
        ("import { Renamed } from './index'", "Renamed", "'admin' | 'guest'"),
        ("import Main from './types'", "Main", "{m: 1}"),
        ("import * as t from './types'", "t.User['id']", "number"),
        ("import { Service } from './types'", "Service", "#Service"),
        ("import { List } from './types'", "List<string>", "string[]"),
        ("import { Self } from './role'", "Self", "#Self"),
        ("import { Readable } from 'stream'", "Readable", "#Readable"),
        ("import Emitter from 'events'", "Emitter", "#Emitter"),
        ("", "import('./role').Role", "'admin' | 'guest'"),
    ] {
        let source = format!("{import};\nexport function f(p: {annotation}) {{}}");
        let facts = read_facts_with(Path::new("a.ts"), &source, &fetch);
        assert_eq!(params(&facts.functions[0].params), format!("p: {expected}"), "{source}");
    }
    let source = "/** @param {import('./types').User} p */\nfunction f(p) {}";
    let facts = read_facts_with(Path::new("a.js"), source, &fetch);
    assert_eq!(params(&facts.functions[0].params), "p: {id: number, role: 'admin' | 'guest'}");
}

#[test]
fn results_are_read() {
    for (annotation, expected) in [
        ("Promise<number>", "Promise<number>"),
        ("p is string", "boolean"),
        ("asserts p", "boolean"),
        ("void", "undefined"),
    ] {
        let facts = first("a.ts", &format!("function f(p: any): {annotation} {{}}"));
        assert_eq!(ty(&facts.returns), expected, "{annotation}");
    }
}
