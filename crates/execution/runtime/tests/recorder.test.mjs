// What the recorder keeps of steps, arguments and callbacks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Members } from '../members.mjs';
import { Observer } from '../observe.mjs';
import { Recorder } from '../recorder.mjs';
import { Tags } from '../tags.mjs';

function recorder(copying) {
  const tags = new Tags(new Members({ countersIn: () => [] }));
  const observer = copying ? new Observer({ nodes: 100, depth: 5, string: 100 }, () => -1) : null;
  return new Recorder(tags, () => -1, observer, () => {});
}

test('tags are kept in the order of finishing, and values come back unchanged', () => {
  const $ = recorder(false);
  $.top(0);
  const value = {};
  assert.equal($.done(0, value), value);
  $.act(1);
  $.start(2);
  $.done(2, 'x');
  $.done(1, 1);
  assert.equal($.tagTexts, '[[0,"plain"],[2,"string"],[1,"number"]]');
  assert.equal($.step, 1);
});

test('calls of callbacks are counted while the case runs and later', () => {
  const $ = recorder(false);
  $.act(0);
  $.called(1, []);
  $.called(0, []);
  $.called(1, []);
  $.running = false;
  $.called(1, []);
  assert.equal($.callTexts, '[[1,2,1],[0,1,0]]');
});

test('changes are those of the last step: to variables and to arguments written in place', () => {
  const $ = recorder(true);
  $.top(0);
  const v0 = $.done(0, { n: 0 });
  $.top(1);
  const v1 = $.done(1, []);
  v0.n = 1;
  $.act(2);
  const argument = $.arg(0, { inPlace: true });
  v1[0] = 'new';
  argument.inPlace = false;
  $.done(2, undefined);
  $.finalCopies();
  const changes = JSON.parse($.changeTexts());
  assert.deepEqual(changes.map((c) => c.place), [{ t: 'var', var: 1 }, { t: 'argument', step: 2, index: 0 }]);
  assert.deepEqual(changes[0].before.v.kind.v, []);
  assert.deepEqual(changes[0].after.v.kind.v, [{ t: 'string', v: 'new' }]);
});

test('a step’s object is copied again at the end if it has changed', () => {
  const $ = recorder(true);
  $.top(0);
  const v0 = $.done(0, []);
  $.act(1);
  $.done(1, v0.push(1));
  $.finalCopies();
  const steps = JSON.parse($.stepTexts(null));
  assert.deepEqual(steps[0].outcome.v.v.kind.v, []);
  assert.deepEqual(steps[0].finally.v.kind.v, [{ t: 'number', v: 1 }]);
  assert.equal(steps[1].finally, undefined);
});

test('arguments of callbacks are copied when the call happens', () => {
  const $ = recorder(true);
  $.act(4);
  const argument = [1];
  $.called(0, [argument]);
  argument.push(2);
  $.running = false;
  $.called(0, []);
  const calls = JSON.parse($.copiedCallTexts());
  assert.deepEqual(calls[0].args[0].v.kind.v, [{ t: 'number', v: 1 }]);
  assert.deepEqual(calls.map((c) => c.during), [4, null]);
});

test('after it was closed nothing is recorded', () => {
  const $ = recorder(true);
  $.act(0);
  $.close();
  assert.equal($.done(0, 5), 5);
  $.called(0, []);
  assert.equal($.tagTexts + $.callTexts, '[][]');
});
