// Whatever a target does to the built-ins, the worker goes on telling what happened, and puts them back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { P, withModule } from './host.mjs';

const call = (text) => `$.act(0); let v0; v0 = $.done(0, ${text});`;

const boom = "() => { throw new Error('poisoned') }";
const POISONS = [
  `Array.prototype.push = ${boom}`,
  `Array.prototype[Symbol.iterator] = ${boom}`,
  `Array.prototype.sort = Array.prototype.join = Array.prototype.map = Array.prototype.forEach = ${boom}`,
  `Object.getPrototypeOf([][Symbol.iterator]()).next = ${boom}`,
  `JSON.stringify = JSON.parse = ${boom}`,
  `Object.prototype.toJSON = Array.prototype.toJSON = ${boom}`,
  `Map.prototype.get = Map.prototype.set = Map.prototype.has = Map.prototype.forEach = ${boom}`,
  `Set.prototype.add = Set.prototype.has = WeakMap.prototype.get = WeakMap.prototype.set = ${boom}`,
  `Promise.prototype.then = ${boom}`,
  `Promise.prototype.constructor = function () { throw new Error('poisoned') }`,
  `Object.defineProperty(Promise, Symbol.species, { get: ${boom} })`,
  `globalThis.Promise = globalThis.Map = globalThis.Object = globalThis.Error = globalThis.Function = undefined`,
  `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = Function.prototype.toString = ${boom}`,
  `Object.keys = Object.defineProperty = Object.getOwnPropertyDescriptor = Object.getPrototypeOf = Reflect.ownKeys = Reflect.apply = ${boom}`,
  `for (const key of ['value', 'get', 'set', 'step', 'end', 'text', 'news', 'hits', 'late', 'code', 'id', 'n', 'exports', 'loaded', 'require', 'then', 'enumerable', 'outcome'])
     Object.defineProperty(Object.prototype, key, { __proto__: null, configurable: true, get() { return undefined }, set() { throw new Error('poisoned') } })`,
  `Object.prototype.get = ${boom}; Object.prototype.async = true`,
  `RegExp.prototype.exec = RegExp.prototype[Symbol.replace] = String.prototype.replace = String.prototype.slice = String.prototype.indexOf = ${boom}`,
  `Object.defineProperty(RegExp.prototype, 'flags', { get: ${boom} })`,
  `globalThis.setTimeout = globalThis.setImmediate = globalThis.queueMicrotask = process.nextTick = ${boom}`,
  `process.emit = process.on = process.getActiveResourcesInfo = process.exit = ${boom}`,
  `require('fs').writeSync = require('fs').readSync = ${boom}`,
  `Uint8Array.prototype.__proto__.set = Uint8Array.prototype.__proto__.fill = Uint8Array.prototype.__proto__.subarray = ${boom}`,
  `TextEncoder.prototype.encode = TextEncoder.prototype.encodeInto = TextDecoder.prototype.decode = Buffer.from = ${boom}`,
  `Date.now = Math.floor = Math.random = Number.isFinite = performance.now = ${boom}`,
  `Error.prepareStackTrace = ${boom}; Error.captureStackTrace = ${boom}; Error.stackTraceLimit = 0`,
  `Symbol.prototype.toString = Symbol.keyFor = String.prototype.isWellFormed = String.prototype.toWellFormed = ${boom}`,
  `process.stdout.write = console.log = ${boom}`,
];

const MODULE = `exports.give = (x) => { ${P(0)} return { x, list: [1, , 2], map: new Map([[1, 2]]), re: /a/g, when: new Date(5), [Symbol('s')]: 1n, f() {} } };
exports.fail = () => { ${P(1)} throw new TypeError('mine') };
exports.later = async (x) => { ${P(2)} return x };
exports.poison = (which) => { switch (which) { ${POISONS.map((text, i) => `case ${i}: { ${text}; break }`).join('\n')} } };`;

const CASES = [call('$m.give(1)'), call('$m.fail()'), call('await $m.later(1)'), call('$m.later({})')];

const relevant = ({ end, tags, news, observation }) => JSON.stringify({ end, tags, news, observation });

test('no poisoned built-in changes what is told, and all are put back', async () => {
  await withModule(MODULE, async (host) => {
    const before = (await host.run(CASES)).cases.map(relevant);
    for (const [i, poison] of POISONS.entries()) {
      // In one batch, so that the cases run with what the first one has done.
      const { cases, done } = await host.run([call(`$m.poison(${i})`), ...CASES])
        .catch((error) => assert.fail(`${poison}: ${error.message}`));
      assert.equal(cases[0].end.t, 'completed', poison);
      assert.deepEqual([done.dirty, done.spoiled], [true, false], poison);
      for (const [j, answer] of cases.slice(1).entries()) {
        if (!concerns(poison, CASES[j])) assert.equal(relevant(answer), before[j], poison);
      }
      const clean = await host.run(CASES);
      assert.equal(clean.done.dirty, false, poison);
      assert.deepEqual(clean.cases.map(relevant), before, poison);
    }
  });
});

/** Whether a case itself uses what is poisoned: then what becomes of it is the target's doing. */
function concerns(poison, code) {
  if (code.includes('give')) return /\.iterator\]|Map/.test(poison);
  if (code.includes('fail')) return poison.includes('prepareStackTrace');
  return poison.includes('Promise.prototype.constructor');
}
