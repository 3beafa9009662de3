// What is found in the exports, and how values are tagged.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { Members } from '../members.mjs';
import { Namespace } from '../namespace.mjs';
import { classesOf, describeExports, findExports } from '../reflect.mjs';
import { Tags } from '../tags.mjs';

function reflect(main, isEsm = false) {
  const members = new Members({ countersIn: () => [] });
  return JSON.parse(describeExports(findExports(main, isEsm), members, new Tags(members)));
}

const key = (k) => k.Name ?? `@${k.Symbol}`;
function path({ root, members }) {
  const start = typeof root === 'string' ? root : root.Named;
  return [start, ...members.map(key)].join('.');
}
const outline = (main, isEsm) => reflect(main, isEsm).map((e) => `${e.kind} ${path(e.path)}`);
const memberOutline = (entry) => entry.members.map((m) => `${m.kind} ${key(m.key)}/${m.arity}`);

test('properties of module.exports are named exports, plain namespaces are walked', () => {
  const main = { a() {}, ns: { b: () => 1, deep: { c() {} } }, n: 5, default: function d() {}, __esModule: true };
  assert.deepEqual(outline(main), ['function a', 'value n', 'function Default', 'function ns.b', 'function ns.deep.c']);
});

test('a function as module.exports is the whole, with its properties below it', () => {
  function main() {}
  main.helper = () => {};
  assert.deepEqual(outline(main), ['function Whole', 'function Whole.helper']);
});

test('each function is told once, by its shortest path', () => {
  const f = () => {};
  assert.deepEqual(outline({ deep: { f }, f }), ['function f']);
});

test('classes show methods, accessors, symbols, inherited ones; statics are entries of their own', () => {
  class Base {
    inherited(a) { return a; }
    static create() {}
  }
  class Derived extends Base {
    #secret = 1;
    constructor(a, b) { super(a, b); }
    own() { return this.#secret; }
    get size() { return 0; }
    set size(v) { void v; }
    [Symbol.iterator]() {}
    static of() {}
  }
  const [entry, ...statics] = reflect({ Derived });
  assert.equal(entry.kind, 'class');
  assert.equal(entry.syntax, 'class');
  assert.deepEqual(memberOutline(entry), [
    'method own/0', 'getter size/0', 'setter size/1', 'method @iterator/0', 'method inherited/1',
  ]);
  assert.deepEqual(statics.map((e) => path(e.path)), ['Derived.of', 'Derived.create']);
});

test('the old prototype style makes a class, a plain function does not', () => {
  function Old() {}
  Old.prototype.push = function (x) { return x; };
  function Child() {}
  Child.prototype = Object.create(Old.prototype);
  function plain() {}
  const entries = reflect({ Old, Child, plain, *gen() {} });
  assert.deepEqual(entries.map((e) => e.kind), ['class', 'class', 'function', 'function']);
  assert.deepEqual(memberOutline(entries[1]), ['method push/1']);
});

test('instances are objects with members, built-ins are values, getters below the exports are not run', () => {
  class Store { get() {} }
  const main = { store: new Store(), map: new Map(), list: [1], ns: { get boom() { throw new Error('ran'); }, ok() {} } };
  const entries = reflect(main);
  assert.deepEqual(entries.map((e) => `${e.kind} ${path(e.path)} ${e.tag.replace(/shape:.*/, 'shape')}`), [
    'object store shape', 'value map builtin:Map', 'value list array', 'function ns.ok function',
  ]);
  assert.deepEqual(memberOutline(entries[0]), ['method get/0']);
});

test('export getters are read, those that throw are passed over', () => {
  const main = {};
  Object.defineProperty(main, 'a', { enumerable: true, get: () => () => 1 });
  Object.defineProperty(main, 'b', { enumerable: true, get: () => { throw new Error('no'); } });
  assert.deepEqual(outline(main), ['function a']);
});

test('an ES module shows its exports in the order of the source', () => {
  const namespace = new Namespace();
  namespace.add('zebra', () => () => 1);
  namespace.add('default', () => ({ x() {} }));
  namespace.add('apple', () => 5);
  namespace.seal();
  assert.deepEqual(Object.keys(namespace.object), ['apple', 'default', 'zebra']);
  assert.deepEqual(outline(namespace.object, true), ['function zebra', 'value apple', 'function Default.x']);
});

test('instances of an exported class are told by its index, in any instance', () => {
  const make = () => { class A {} return { f() {}, ns: { A } }; };
  const entries = findExports(make(), false);
  const other = make();
  assert.equal(classesOf(entries, other).get(other.ns.A.prototype), 1);
});

test('tags tell what a value is', () => {
  class Known { a() {} }
  const tags = new Tags(new Members({ countersIn: () => [] }));
  const tag = (value) => tags.of(value, (prototype) => (prototype === Known.prototype ? 3 : -1));
  class Own extends Error {}
  const table = [
    [undefined, 'undefined'], [null, 'null'], [1, 'number'], ['', 'string'], [1n, 'bigint'], [Symbol(), 'symbol'],
    [() => 1, 'function'], [[], 'array'], [{}, 'plain'], [{ a: 1 }, 'plain'], [Object.create(null), 'plain'],
    [Promise.resolve(), 'promise'], [new Map(), 'builtin:Map'], [new Date(), 'builtin:Date'],
    [new TypeError(), 'builtin:TypeError'], [new Own(), 'builtin:Error'], [Buffer.from(''), 'builtin:Buffer'],
    [new Float32Array(), 'builtin:Float32Array'], [new Known(), 'instance:3'], [new Proxy({}, {}), 'builtin:Proxy'],
    [new (class Data { x = 1; })(), 'plain'],
  ];
  for (const [value, expected] of table) assert.equal(tag(value), expected);
});

test('objects with something to call are shapes, named by content and told once', () => {
  const make = () => new Tags(new Members({ countersIn: () => [] }));
  const tags = make();
  const counter = () => ({ up() {}, down() {} });
  const first = tags.of(counter(), () => -1);
  assert.match(first, /^shape:[0-9a-f]{16}$/);
  assert.equal(tags.of(counter(), () => -1), first);
  assert.equal(make().of({ down() {}, up() {} }, () => -1), first);
  assert.notEqual(tags.of({ up() {} }, () => -1), first);
  const definitions = [...Array.prototype.slice.call(tags.takeFresh())].map((text) => JSON.parse(text));
  assert.deepEqual(definitions.map((d) => `${d.name} ${d.members.length}`), ['Object 2', 'Object 1']);
  assert.equal(tags.takeFresh().length, 0);
});

test('an instance with methods of its own is a shape even if its class is exported', () => {
  function Old() { this.size = function () { return 0; }; }
  const tags = new Tags(new Members({ countersIn: () => [] }));
  assert.match(tags.of(new Old(), () => 0), /^shape:/);
  assert.equal(JSON.parse(tags.takeFresh()[0]).name, 'Old');
});

test('how a function was written is told, and what is not the user’s is native', () => {
  const members = new Members({ countersIn: () => [] });
  const $kf = 0;
  const { method } = { method() { return $kf; } };
  const { asyncMethod } = { async asyncMethod() { return $kf; } };
  const table = [
    [class {}, 'class'], [function () { return $kf; }, 'function'], [async function () { return $kf; }, 'function'],
    [method, 'function'], [asyncMethod, 'function'], [() => $kf, 'arrow'], [async (x) => x + $kf, 'arrow'],
    [Math.max, 'native'], [(() => $kf).bind(), 'native'], [EventEmitter.prototype.on, 'native'],
  ];
  table.push([x => x + $kf, 'arrow'], [async x => x + $kf, 'arrow']);
  for (const [fn, expected] of table) assert.equal(members.syntax(fn), expected, String(fn));
});
