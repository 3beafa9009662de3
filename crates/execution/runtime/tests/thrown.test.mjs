// What is told of thrown things, and of their stacks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFunction } from 'node:vm';
import { OUT_OF_FUEL, isInternal } from '../fuel.mjs';
import { framesOf } from '../stack.mjs';
import { describeThrown, isStackOverflow } from '../thrown.mjs';

const describe = (value) => JSON.parse(describeThrown(value, '{"t":"opaque"}'));

function thrownBy(code) {
  try {
    return compileFunction(code, [], { filename: '/app/some file (1).js' })();
  } catch (error) {
    return error;
  }
}

test('errors tell class, message and code; other values only themselves', () => {
  class Odd extends RangeError {}
  const coded = Object.assign(new Odd('far'), { code: 'ERR_FAR' });
  const { class: name, message, code } = describe(coded);
  assert.deepEqual([name, message, code], ['Odd', 'far', 'ERR_FAR']);
  assert.deepEqual(describe('text'), { value: { t: 'opaque' } });
  assert.equal(describe(new DOMException('m', 'AbortError')).message, 'm');
  function Old() {}
  Old.prototype = Object.create(Error.prototype, { constructor: { value: Old }, message: { value: 'inherited' } });
  assert.deepEqual([describe(new Old()).class, describe(new Old()).message], ['Old', 'inherited']);
});

test('frames name file, position and function, without those of the worker', () => {
  const error = thrownBy('function inner() { throw new Error("x\\n    at fake (/no:1:1)") }\n[1].map(() => inner())');
  const frames = JSON.parse(framesOf(error)).filter((f) => !f.file.includes('test') && !f.file.startsWith('node:'));
  const inner = frames.find((f) => f.function === 'inner');
  assert.deepEqual(inner, { file: '/app/some file (1).js', line: 1, column: 26, function: 'inner' });
  assert.ok(!frames.some((f) => f.function === 'fake'));
  assert.ok(frames.some((f) => f.file === '<anonymous>' && f.function === 'Array.map'));
});

test('a stack that the target formats itself is not asked for', () => {
  const error = new Error('x');
  let ran = false;
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = () => { ran = true; };
  assert.equal(framesOf(error), '[]');
  Error.prepareStackTrace = prepareStackTrace;
  assert.equal(ran, false);
});

test('at most ten frames are kept', () => {
  const error = thrownBy('function f(n) { if (n === 0) throw new Error("x"); f(n - 1) } f(50)');
  assert.ok(JSON.parse(framesOf(error)).length <= 10);
});

test('only the engine’s own complaint is a stack overflow', () => {
  assert.equal(isStackOverflow(thrownBy('(function f() { f() })()')), true);
  assert.equal(isStackOverflow(new RangeError('other')), false);
  assert.equal(isStackOverflow(null), false);
});

test('internal errors are known and say nothing of the worker', () => {
  assert.equal(isInternal(OUT_OF_FUEL), true);
  assert.equal(OUT_OF_FUEL.stack, 'out of fuel');
  assert.throws(() => { 'use strict'; OUT_OF_FUEL.message = ''; }, TypeError);
});
