// Functions of every form, their parameters and defaults.
function plain() {}
function withDefaults(a, b = 1, { c = 2, d: { e = 3 } = {}, ...rest } = {}, [f = 4, , g = a ? 5 : 6] = [], ...more) {
  return a + b + c + e + f + g;
}
withDefaults(1); withDefaults(1, 2, { c: 1, d: { e: 1 } }, [1, 2, 3]);
const callbacks = (cb = () => {}, fn = function () {}, cls = class {}, named = function own() {}) => [cb.name, fn.name, cls.name, named.name];
callbacks();
const arrow = x => x + 1;
const block = (x) => { return x };
const object = () => ({ a: 1 });
const array = () => [1];
const parens = () => (1, 2);
const nested = a => b => c => a + b + c;
const logical = (a, b) => a && b;
const ternary = a => a ? 1 : 2;
const templ = a => `x${a}`;
const multi = (a) =>
  a
    .toString()
    .trim();
arrow(1); block(1); object(); array(); parens(); nested(1)(2)(3); logical(1, 0); ternary(1); templ(1); multi('x');
const asyncArrow = async x => await x;
const asyncBlock = async (x) => { await x; return 1 };
asyncArrow(1); asyncBlock(2);
async function asyncFn(a = await0()) { for await (const x of [1, 2]) a += x; return a }
function await0() { return 0 }
asyncFn(); asyncFn(3);
function* gen(n = 2) { for (let i = 0; i < n; i++) yield i; }
[...gen()]; [...gen(1)];
async function* asyncGen() { yield 1; yield* gen() }
(async () => { for await (const x of asyncGen()) x; })();
const expr = function () { return 1 }, namedExpr = function inner(n) { return n ? inner(n - 1) : 0 };
expr(); namedExpr(2);
const methods = {
  m() { return 1 },
  get x() { return 2 },
  set x(v) { this.v = v },
  async am() {}, *gm() {}, async *agm() {},
  ['comp' + 1]() {}, 'quoted'() {}, 12() {},
  fn: function () {}, arrow: () => 1, named: function n() {},
};
methods.m(); methods.x = methods.x; methods.comp1(); methods.arrow();
function strict() { 'use strict'; return this }
function twoDirectives() {
  'use strict'
  'other'
  return 1
}
strict(); twoDirectives();
function directiveOnly() { "use strict" }
directiveOnly();
let x1, y1;
[x1 = 1, [y1 = () => 2] = []] = [];
({ x1 = 3, y: y1 = function () {}, z: methods.z = () => {} } = {});
for ({ x1 = 4 } of [{}]) x1;
for (const { q = 1 } of [{}, { q: 2 }]) q;
function hoistedLater() { return inner(); function inner() { return 1 } }
hoistedLater();
setTimeout(() => arrow(1), 1);
[3, 1, 2].sort((a, b) => a - b).map(function (n) { return n * 2 }).filter(Boolean);
