// What copies look like, and that taking them runs nothing of the value's own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Observer } from '../observe.mjs';

const BUDGET = { nodes: 400, depth: 6, string: 50 };

function see(value, { budget = BUDGET, final = false } = {}) {
  const observer = new Observer(budget, () => -1);
  return JSON.parse(observer.finish(final ? observer.finalCopy(value) : observer.copy(value)));
}

const object = (id, kind, rest = {}) => ({ t: 'object', v: { id, kind, ...rest } });
const number = (v) => ({ t: 'number', v });
const string = (v) => ({ t: 'string', v });
const prop = (key, value, enumerable = true) => ({ key, value, enumerable });

test('primitives are copied exactly, also those that JSON cannot say', () => {
  const table = [
    [undefined, { t: 'undefined' }],
    [null, { t: 'null' }],
    [true, { t: 'bool', v: true }],
    [1.5, number(1.5)],
    [-0, number('-0')],
    [NaN, number('NaN')],
    [-Infinity, number('-Infinity')],
    [1e21, number(1e21)],
    [12n, { t: 'bigInt', v: '12' }],
    ['a"\n', string('a"\n')],
    ['\ud800x', string([0xd800, 0x78])],
    [Symbol.iterator, { t: 'symbol', v: { t: 'wellKnown', v: 'iterator' } }],
    [Symbol.for('k'), { t: 'symbol', v: { t: 'registered', v: 'k' } }],
    [Symbol('d'), { t: 'symbol', v: { t: 'unique', v: 'd' } }],
    [Symbol(), { t: 'symbol', v: { t: 'unique', v: null } }],
    ['x'.repeat(51), { t: 'opaque' }],
  ];
  for (const [value, expected] of table) assert.deepEqual(see(value), expected);
});

test('every kind of object has its form', () => {
  const error = Object.assign(new TypeError('no'), { code: 'E_NO' });
  const table = [
    [{ a: 1 }, object(1, { t: 'plain' }, { class: 'Object', props: [prop('a', number(1))] })],
    [Object.create(null), object(1, { t: 'nullPrototype' })],
    // eslint-disable-next-line no-sparse-arrays
    [[1, , undefined], object(1, { t: 'array', v: [number(1), null, { t: 'undefined' }] }, { class: 'Array' })],
    [function f() {}, object(1, { t: 'function', v: 'f' }, { class: 'Function' })],
    [class C {}, object(1, { t: 'class', v: 'C' }, { class: 'Function' })],
    [new (class Point { x = 1; })(), object(1, { t: 'instance' }, { class: 'Point', props: [prop('x', number(1))] })],
    [new Date(5), object(1, { t: 'date', v: 5 }, { class: 'Date' })],
    [new Date(NaN), object(1, { t: 'date', v: 'NaN' }, { class: 'Date' })],
    [/a\/b/gi, object(1, { t: 'regExp', v: ['a\\/b', 'gi'] }, { class: 'RegExp' })],
    [new Map([['k', 1]]), object(1, { t: 'map', v: [[string('k'), number(1)]] }, { class: 'Map' })],
    [new Set([1]), object(1, { t: 'set', v: [number(1)] }, { class: 'Set' })],
    [error, object(1, { t: 'error' }, {
      class: 'TypeError', props: [prop('message', string('no'), false), prop('code', string('E_NO'))],
    })],
    [new DOMException('gone', 'AbortError'), object(1, { t: 'error' }, {
      class: 'DOMException', props: [prop('message', string('gone'), false)],
    })],
    [new Uint8Array([1, 2]), object(1, { t: 'typed', v: [number(1), number(2)] }, { class: 'Uint8Array' })],
    [new BigInt64Array([3n]), object(1, { t: 'typed', v: [{ t: 'bigInt', v: '3' }] }, { class: 'BigInt64Array' })],
    [Buffer.from('a'), object(1, { t: 'typed', v: [number(97)] }, { class: 'Buffer' })],
    [new ArrayBuffer(4), object(1, { t: 'arrayBuffer', v: 4 }, { class: 'ArrayBuffer' })],
    [Object('ab'), object(1, { t: 'boxed', v: string('ab') }, { class: 'String' })],
    [Object(1n), object(1, { t: 'boxed', v: { t: 'bigInt', v: '1' } }, { class: 'BigInt' })],
    [(function () { return arguments; })(7), object(1, { t: 'arguments', v: [number(7)] }, { class: 'Object' })],
    [new WeakMap(), object(1, { t: 'other', v: 'WeakMap' }, { class: 'WeakMap' })],
    [Promise.resolve(1), object(1, { t: 'promise', v: { t: 'unknown' } }, { class: 'Promise' })],
    [new Proxy({}, {}), { t: 'opaque' }],
  ];
  for (const [value, expected] of table) assert.deepEqual(see(value), expected);
});

test('accessors are told of and not run, hidden properties are told of too', () => {
  const value = { get a() { throw new Error('ran'); }, toJSON() { throw new Error('ran'); } };
  Object.defineProperty(value, 'b', { value: 1, enumerable: false });
  const { props } = see(value).v;
  assert.deepEqual(props[0], prop('a', null));
  assert.deepEqual(props[2], prop('b', number(1), false));
});

test('an object met again is a reference, also in a circle', () => {
  const value = { self: null, twice: [] };
  value.self = value;
  value.again = value.twice;
  assert.deepEqual(see(value).v.props.map((p) => p.value.t + (p.value.v.id ?? p.value.v)), ['ref1', 'object2', 'ref2']);
});

test('what is over the budget is left out and said to be', () => {
  const long = see(Array.from({ length: 1000 }, (_, i) => i)).v;
  assert.equal(long.truncated, true);
  assert.equal(long.kind.v.length, 399);
  const deep = see({ a: { b: { c: 1 } } }, { budget: { nodes: 400, depth: 2, string: 50 } }).v;
  const inner = deep.props[0].value.v;
  assert.deepEqual([deep.truncated, inner.truncated, inner.props[0].value], [undefined, true, { t: 'opaque' }]);
  assert.equal(see({ text: 'x'.repeat(99) }).v.truncated, true);
  assert.equal(see(new Array(1e9)).v.truncated, true);
});

test('identity lasts for a case, and a variable is named only by copies taken since it had its object', () => {
  const observer = new Observer(BUDGET, () => -1);
  const inner = {};
  const outer = { inner };
  const before = observer.copy(outer);
  observer.name(3, inner);
  const after = observer.copy(outer);
  assert.equal(before.text, after.text);
  assert.equal(JSON.parse(observer.finish(before)).v.props[0].value.v.var, undefined);
  assert.equal(JSON.parse(observer.finish(after)).v.props[0].value.v.var, 3);
});

test('text that looks like a mark is left alone', () => {
  assert.deepEqual(see(',"var":@1@'), string(',"var":@1@'));
});

test('promises show what was told of them', () => {
  const observer = new Observer(BUDGET, () => -1);
  const promise = Promise.resolve();
  observer.finalCopy([promise]);
  assert.deepEqual([...Array.prototype.slice.call(observer.takeUnasked())], [promise]);
  observer.settle(promise, 'fulfilled', 5);
  const state = JSON.parse(observer.finish(observer.finalCopy(promise))).v.kind.v;
  assert.deepEqual(state, { t: 'fulfilled', v: number(5) });
});

test('the exported class of an instance is told by its index', () => {
  class A {}
  const observer = new Observer(BUDGET, (prototype) => (prototype === A.prototype ? 4 : -1));
  assert.equal(JSON.parse(observer.finish(observer.copy(new A()))).v.apiClass, 4);
});
