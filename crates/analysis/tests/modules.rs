//! Compiled modules behave as the modules they were made from: run in Node, through what a worker supplies.

#[path = "modules/harness.rs"]
mod harness;

use kiskadee_analysis::{CompileOptions, PackageType, Role, compile};
use serde_json::{Value, json};

use crate::harness::{check, run};

#[test]
fn imports_are_live_and_calls_have_no_this() {
    check(&[
        (
            &[
                (
                    "a.mjs",
                    "import { n, inc, self as me } from './b.mjs';\nconst before = n; inc();\nexport const result = [before, n, me(), { n, me }.n, typeof n, `${n}`, me`x`, me?.(), new inc.K().k];",
                ),
                (
                    "b.mjs",
                    "export let n = 1; export function inc() { n++ } inc.K = class { k = 7 }; export function self() { return this === undefined }",
                ),
            ],
            json!([1, 2, true, 2, "number", "2", true, true, 7]),
        ),
        (
            &[
                (
                    "a.mjs",
                    "import d, { default as e, x as y } from './b.mjs'; import * as ns from './b.mjs';\nimport 'node-free';\nexport const result = [d(), e === d, y, Object.keys(ns).sort(), ns.x];",
                ),
                ("b.mjs", "export default () => 1; export const x = 2;"),
                ("node-free", ""),
            ],
            json!([1, true, 2, ["default", "x"], 2]),
        ),
        (
            // A line that begins with an imported call must not continue the line before.
            &[
                (
                    "a.mjs",
                    "import { f } from './b.mjs'\nlet log = []\nconst g = log\nf(log)\nif (log) f(log)\nelse f(log)\nfor (const x of [1]) f(log)\nf`x`\nexport const result = log",
                ),
                ("b.mjs", "export const f = (log) => { Object.isFrozen(log) || log.push(1) }"),
            ],
            json!([1, 1, 1]),
        ),
    ]);
}

#[test]
fn names_inside_shadow_imports() {
    check(&[(
        &[
            (
                "a.mjs",
                "import { x, y, z } from './b.mjs';
                const f = (x) => x, g = ({ y }) => y, h = () => { const z = 'own z'; { let z = 1; } return z };
                class C { x() { return x } static z = z }
                const o = { x: 1, y, z() { return z } };
                try { throw 'caught' } catch (y) { var caught = y }
                for (const x of ['loop']) var looped = x;
                function y2() { return y }
                const k = function z() { return typeof z };
                export const result = [f(1), g({ y: 2 }), h(), new C().x(), C.z, o.x, o.y, o.z(), caught, looped, k(), y2()];",
            ),
            ("b.mjs", "export const x = 'X', y = 'Y', z = 'Z';"),
        ],
        json!([1, 2, "own z", "X", "Z", 1, "Y", "Z", "caught", "loop", "function", "Y"]),
    )]);
}

#[test]
fn exports_of_every_form_arrive() {
    let exporting = "const a = 1, b = 2; let c = 3;
        export { a, b as bee, c as 'odd name' }; export const { d, e: [f = 6] } = { d: 4, e: [] };
        export function g() { return 7 } export class H { static v = 8 } export async function i() {} export function* j() {}
        export let k = 9; export var l = 10; k = 90; c = 30;";
    check(&[
        (
            &[
                (
                    "a.mjs",
                    "import * as ns from './b.mjs';\nexport const result = [Object.keys(ns).sort(), ns.a, ns.bee, ns['odd name'], ns.d, ns.f, ns.g(), ns.H.v, ns.k, ns.l]",
                ),
                ("b.mjs", exporting),
            ],
            json!([
                ["H", "a", "bee", "d", "f", "g", "i", "j", "k", "l", "odd name"],
                1,
                2,
                30,
                4,
                6,
                7,
                8,
                90,
                10
            ]),
        ),
        (
            &[
                (
                    "a.mjs",
                    "import * as ns from './re.mjs'; import { 'odd name' as odd } from './re.mjs';\nexport const result = [ns.bee, ns.aa, ns.all.d, odd, ns.own, ns.passed, 'default' in ns]",
                ),
                (
                    "re.mjs",
                    "import { a as imported } from './b.mjs';\nexport * from './b.mjs'; export { a as aa } from './b.mjs'; export * as all from './b.mjs'; export { imported as passed }; export const own = 'own', bee = 'mine'",
                ),
                ("b.mjs", exporting),
            ],
            json!(["mine", 1, 4, 30, "own", 1, false]),
        ),
    ]);
}

#[test]
fn cycles_find_hoisted_functions_and_respect_the_dead_zone() {
    check(&[
        (
            &[
                (
                    "a.mjs",
                    "import { b } from './b.mjs';\nexport function hoisted() { return 'hoisted' }\nexport default function () { return 'default' }\nexport const late = 1; export const result = b",
                ),
                (
                    "b.mjs",
                    "import d, { hoisted, late } from './a.mjs';\nlet seen; try { seen = late } catch (error) { seen = error.name }\nexport const b = [hoisted(), d(), d.name, seen];",
                ),
            ],
            json!(["hoisted", "default", "default", "ReferenceError"]),
        ),
        (
            &[(
                "a.mjs",
                "let seen; try { use } catch (error) { seen = error.name } const use = 1; export const result = seen",
            )],
            json!("ReferenceError"),
        ),
    ]);
}

#[test]
fn default_exports_are_named_as_the_language_says() {
    let cases = [
        ("export default function () {}", "default"),
        ("export default function* () {}", "default"),
        ("export default async function () {}", "default"),
        ("export default class {}", "default"),
        ("export default class { static name = 'own' }", "own"),
        ("export default () => {}", "default"),
        ("export default (function () {})", "default"),
        ("export default (class {});", "default"),
        ("export /* a */ default // default\n async () => {}", "default"),
        ("export default function named() {}", "named"),
        ("export default class Named {}", "Named"),
        ("export default (function inner() {})", "inner"),
        ("const own = () => {}; export default own", "own"),
        ("const own = () => {}; export { own as default }", "own"),
        ("export default Object.assign(() => {}, {})\n;(0, 1)", ""),
    ];
    for role in [Role::Target, Role::Support] {
        let outcomes = run(
            role,
            cases.map(|(source, _)| {
                vec![
                    ("a.mjs", "import d from './b.mjs'\nexport const result = d.name".to_owned()),
                    ("b.mjs", source.to_owned()),
                ]
            }),
        );
        for ((source, name), outcome) in cases.iter().zip(outcomes) {
            assert_eq!(outcome, json!({ "value": name }), "{source} as {role:?}");
        }
    }
}

#[test]
fn counting_takes_no_name_from_a_function() {
    check(&[(
        &[(
            "a.js",
            "const names = [], see = (f) => { names.push(f.name) }, key = 'computed';
            const a = () => {}, b = function () {}, c = class {}; see(a); see(b); see(c);
            let d = (() => {}); see(d);
            for (var e = () => {}, n = 0; n < 1; n++) { var e2 = () => {}; see(e); see(e2) }
            switch (1) { case 1: const f = () => {}; see(f) }
            if (1) var g = class {}; see(g);
            lab: var h = function () {}; see(h);
            const o = { i: () => {}, ['j' + 1]: () => {}, k() {}, l: true ? () => {} : 0 }; see(o.i); see(o.j1); see(o.k); see(o.l);
            ((m = () => {}, { p = function () {} } = {}, [q = class {}] = []) => { see(m); see(p); see(q) })();
            let r, s; ({ r = () => {}, x: s = () => {} } = {}); see(r); see(s);
            let t; t = () => {}; see(t); let u; u ||= () => {}; see(u);
            class F { v = () => {}; 'w w' = () => {}; 5 = () => {}; [key] = () => {}; static x = () => {}; static [key] = () => {}; #y = () => {}; see() { see(this.#y) } }
            const made = new F(); see(made.v); see(made['w w']); see(made[5]); see(made.computed); see(F.x); see(F.computed); made.see();
            const y = false || (() => {}); see(y);
            class Z { static { const inBlock = () => {}; see(inBlock) } }
            const { __proto__ = () => {} } = Object.create(null); see(__proto__);
            exports.result = names",
        )],
        json!([
            "a", "b", "c", "d", "e", "e2", "f", "g", "h", "i", "j1", "k", "", "m", "p", "q", "r", "s", "t", "u", "v",
            "w w", "5", "computed", "x", "computed", "#y", "", "inBlock", "__proto__"
        ]),
    )]);
}

#[test]
fn modules_may_wait_and_know_themselves() {
    check(&[
        (
            &[(
                "a.mjs",
                "const x = await Promise.resolve(1); for await (const y of [2]) var z = y;\nexport const result = [x, z, import.meta.url, this === undefined]",
            )],
            json!([1, 2, "file:///a.mjs", true]),
        ),
        (
            // Nothing but the top-level await says that this is a module.
            &[("a.js", "const x = await 1; globalThis.seen = x")],
            Value::Null,
        ),
        (
            &[
                (
                    "a.mjs",
                    "const { f } = await import('./b.mjs'); const c = await import('./c.cjs');\nexport const result = [f(), c.default.g, (await import(`./${'d'}.json`)).default]",
                ),
                ("b.mjs", "export const f = () => 'dynamic'"),
                ("c.cjs", "exports.g = 1"),
                ("d.json", "[3]"),
            ],
            json!(["dynamic", 1, [3]]),
        ),
        (
            &[
                ("a.cjs", "exports.result = import('./b.mjs').then(({ f }) => f())"),
                ("b.mjs", "export const f = () => 'from CommonJS'"),
            ],
            json!("from CommonJS"),
        ),
    ]);
}

#[test]
fn commonjs_keeps_its_freedoms() {
    check(&[
        (
            &[(
                "a.js",
                "#!/usr/bin/env node\nexports.result = [this === module.exports, typeof require, __filename, arguments.length > 5];\nif (exports.result) return\nthrow 1",
            )],
            json!([true, "function", "/a.js", true]),
        ),
        (
            &[("a.js", "'use strict'\nexports.result = (function () { return this === undefined })()")],
            json!(true),
        ),
        (&[("a.js", "exports.result = (function () { return this === globalThis })()")], json!(true)),
        (
            &[
                ("a.js", "exports.result = [new.target === undefined, require('./b.json').b]"),
                ("b.json", "{\"b\": 1}"),
            ],
            json!([true, 1]),
        ),
    ]);
}

#[test]
fn typescript_runs_as_its_compiler_would_have_it() {
    check(&[
        (
            &[
                (
                    "a.ts",
                    "import { type T, U, value } from './b'; import V from './types-only';\nimport type { W } from './gone';\nexport type X = T | U | V | W; export { type T };\nenum E { A, B = A + 5, C = 'c' as any } const enum F { G = 2 }\nnamespace N { export const x = 1; export namespace M { export const y = x + 1 } }\nabstract class P { constructor(private a: number, readonly b = a + 1, public c?: string) {} sum(): number { return this.a + this.b } }\nclass Q extends P { own: number = 3; declare ghost: string; unset?: string }\nconst q = new Q(1);\nfunction over(x: string): string; function over(x: any) { return x }\nexport const result = [E.A, E.B, E[6], E.C, F.G, N.M.y, q.sum(), Object.keys(q), value as number, over('o'), q!.own satisfies number];",
                ),
                ("b", "export const value = 'v'; export class U {}"),
            ],
            json!([0, 5, null, "c", 2, 2, 3, ["a", "b", "c", "own", "unset"], "v", "o", 3]),
        ),
        (
            &[(
                "a.ts",
                "const log: string[] = [];\nfunction dec(name: string) { return (target: any, key?: any, third?: any): any => { log.push(`${name}:${typeof target}:${String(key)}:${typeof third}`) } }\nfunction replace(_: any) { return class { static replaced = true } as any }\n@dec('class') class A { @dec('field') f = 1; @dec('method') m(@dec('param') x?: number) {} @dec('static') static s() {} }\n@replace class B { static replaced = false }\nfunction twice(_: any, __: string, d: PropertyDescriptor) { const inner = d.value; d.value = function (x: number) { return inner.call(this, x) * 2 } }\nclass C { @twice m(x: number) { return x } }\nnew A();\nexport const result = [log, B.replaced, new C().m(4)];",
            )],
            json!([
                [
                    "field:object:f:undefined",
                    "param:object:m:number",
                    "method:object:m:object",
                    "static:function:s:object",
                    "class:function:undefined:undefined"
                ],
                true,
                8
            ]),
        ),
        (
            &[(
                "a.ts",
                "import path = require('node:path');\nconst result: string = path.basename('/a/b');\nexport = { result };",
            )],
            json!("b"),
        ),
        (
            &[
                (
                    "a.ts",
                    "import path = require('node:path');\nimport d, { x } from './b.cjs';\nexport const result = [path.sep, d.x, x]; export default 1",
                ),
                ("b.cjs", "exports.x = 'x'"),
            ],
            json!(["/", "x", "x"]),
        ),
        (&[("a.cts", "const x: number = 1; exports.result = x")], json!(1)),
        (&[("a.mts", "export const result: number = 1")], json!(1)),
    ]);
}

#[test]
fn elements_become_calls() {
    check(&[(
        &[
            (
                "a.tsx",
                "type P = { n: number }; const C = (p: P) => <b>{p.n}</b>;\nexport const result = [(<C n={1} />).type.name, (<><i/></>).type, C({ n: 2 }).props.children]",
            ),
            (
                "react/jsx-runtime",
                "export const jsx = (type, props) => ({ type, props }), Fragment = 'fragment'",
            ),
        ],
        json!(["C", "fragment", 2]),
    )]);
}

#[test]
fn fuel_cannot_be_outrun() {
    let endless = [
        "for (;;);",
        "while (true) {}",
        "do ; while (true)",
        "for (const x of (function* () { for (;;) yield 1 })()) ;",
        "const f = () => f; (function g() { for (let i = 0; ; i++) f() })()",
        "function retry() { try { for (;;); } catch { retry() } } retry()",
        "function retry() { try { for (;;); } finally { return retry() } } retry()",
        "for (;;) { try { for (;;); } catch {} }",
        "for (;;) { try { for (;;); } finally { continue } }",
        "class A { x = (() => { for (;;); })() } new A()",
        "class A { static { for (;;); } }",
        "let n = 0; const o = { get x() { return n++ < 1e9 ? o.y : 0 }, get y() { return this.z() }, z() { return 1 } }; while (o.x);",
        "return (async () => { for (;;) await null })()",
    ];
    for role in [Role::Target, Role::Support] {
        let outcomes = run(
            role,
            endless.map(|source| vec![("a.js", format!("exports.result = (() => {{ {source} }})()"))]),
        );
        for (source, outcome) in endless.iter().zip(outcomes) {
            assert_eq!(outcome, json!({ "threw": "RangeError: out of fuel" }), "{source} as {role:?}");
        }
    }
}

#[test]
fn a_package_of_modules_has_modules_only() {
    let options = CompileOptions { package_type: Some(PackageType::Module), ..CompileOptions::default() };
    let check = |path: &str, expected: &str| {
        let module = compile(path, "var x = 1", Role::Support, &options).expect("a variable is a program");
        assert_eq!(format!("{:?}", module.format), expected, "{path}");
    };
    check("a.js", "Esm");
    check("a.ts", "Esm");
    check("a.cjs", "CommonJs");
    check("a.cts", "CommonJs");
}

#[test]
fn export_names_are_listed_in_order() {
    let source = "export const b = 1, [a] = [2]; export { b as c }; export default 1; export * from 'x'; export * as d from 'x'";
    let module =
        compile("a.mjs", source, Role::Support, &CompileOptions::default()).expect("exports are a program");
    assert_eq!(module.export_names, ["b", "a", "c", "default", "d"]);
}
