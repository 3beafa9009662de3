// Changes to what everybody shares are found and undone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Intrinsics } from '../intrinsics.mjs';

test('what is untouched is clean', () => {
  const intrinsics = new Intrinsics();
  assert.equal(intrinsics.restore(), 'clean');
});

test('additions, replacements, removals and changed attributes are undone', () => {
  const intrinsics = new Intrinsics();
  const { push } = Array.prototype;
  const { at } = String.prototype;
  Array.prototype.push = () => 0;
  Object.prototype.polluted = 1;
  delete String.prototype.at;
  globalThis.leaked = 1;
  Object.defineProperty(Math, 'max', { enumerable: true });
  const iterators = Object.getPrototypeOf([][Symbol.iterator]());
  const { next } = iterators;
  iterators.next = null;
  assert.equal(intrinsics.restore(), 'restored');
  assert.deepEqual([Array.prototype.push, String.prototype.at, iterators.next], [push, at, next]);
  assert.equal({}.polluted, undefined);
  assert.equal('leaked' in globalThis, false);
  assert.equal(Object.getOwnPropertyDescriptor(Math, 'max').enumerable, false);
  assert.equal(intrinsics.restore(), 'clean');
});

test('what cannot be put back is said to be spoiled', () => {
  const intrinsics = new Intrinsics();
  const victim = {};
  intrinsics.watch(victim);
  Object.defineProperty(victim, 'stuck', { value: 1 });
  assert.equal(intrinsics.restore(), 'spoiled');
});

test('what loading changed is not watched', () => {
  const intrinsics = new Intrinsics();
  String.prototype.polyfill = () => 1;
  intrinsics.accept();
  String.prototype.polyfill = () => 2;
  assert.equal(intrinsics.restore(), 'clean');
  delete String.prototype.polyfill;
});

test('a global that Node makes when it is first read counts as untouched, a replaced one does not', () => {
  const intrinsics = new Intrinsics();
  assert.equal(typeof globalThis.TransformStream, 'function');
  assert.equal(intrinsics.restore(), 'clean');
  const original = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class Mine {};
  assert.equal(intrinsics.restore(), 'restored');
  assert.equal(globalThis.BroadcastChannel, original);
});

test('watched modules are put back too', () => {
  const intrinsics = new Intrinsics();
  const module = { read: () => 1 };
  const { read } = module;
  intrinsics.watch(module);
  module.read = () => 2;
  assert.equal(intrinsics.restore(), 'restored');
  assert.equal(module.read, read);
});
