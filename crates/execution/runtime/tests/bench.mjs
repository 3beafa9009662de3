// How many cases a second one worker runs: `node crates/execution/runtime/tests/bench.mjs`. Not a test.
//
// The module has some fifty lines, instrumented by hand as the compiler does it; cases are exploring ones (fresh
// instance, no news), in batches of 256 of which two are always under way, as the pool keeps them.

import { Host, P } from './host.mjs';

const MODULE = `
'use strict';
${P(0)}class Queue {
  constructor(limit) {
    ${P(1)}this.items = [];
    this.limit = limit;
  }
  push(item) {
    ${P(2)}
    if (this.limit !== undefined && this.items.length >= this.limit) {
      ${P(3)}throw new RangeError('full');
    }
    this.items.push(item);
    return this;
  }
  shift() {
    ${P(4)}
    if (this.items.length === 0) { ${P(5)}return undefined; }
    return this.items.shift();
  }
  get size() {
    ${P(6)}return this.items.length;
  }
  static from(list) {
    ${P(7)}
    const queue = new Queue();
    for (const item of list) { ${P(8)}queue.push(item); }
    return queue;
  }
}
${P(9)}function clamp(value, low, high) {
  ${P(10)}
  if (value < low) { ${P(11)}return low; }
  if (value > high) { ${P(12)}return high; }
  return value;
}
${P(13)}function words(text) {
  ${P(14)}
  const found = [];
  for (const word of String(text).split(/\\s+/)) {
    ${P(15)}
    if (word !== '') { ${P(16)}found.push(word.toLowerCase()); }
  }
  return found;
}
${P(17)}async function later(value) {
  ${P(18)}
  await null;
  return value;
}
${P(19)}module.exports = { Queue, clamp, words, later };
`;

const kinds = {
  'plain calls': (i) => `$.act(0); let v0; v0 = $.done(0, $m.clamp(${i % 97}, 3, ${i % 41}));`,
  'a class, three steps': (i) => `$.top(0); let v0; v0 = $.done(0, new $m.Queue(${i % 5}));
$.top(1); let v1; v1 = $.done(1, v0.push($.arg(0, [${i}, 'x'])));
$.act(2); let v2; v2 = $.done(2, v0.shift());`,
  'awaited': (i) => `$.act(0); let v0; v0 = $.done(0, await $m.later(${i}));`,
};

const host = new Host({ '/app/bench.js': { code: MODULE, counters: 20 } });
await host.init();
const known = Array.from({ length: 20 }, (_, i) => i);
for (const sharing of ['fresh', 'reuse']) {
  for (const [name, make] of Object.entries(kinds)) {
    await measure(name, make, sharing, 4_000);
    const rate = await measure(name, make, sharing, 40_000);
    console.log(`${sharing.padEnd(6)} ${name.padEnd(22)} ${Math.round(rate)} cases/s`);
  }
}
await host.stop();

async function measure(name, make, sharing, count) {
  const size = 256;
  const batches = [];
  for (let at = 0; at < count; at += size) batches.push(Array.from({ length: size }, (_, i) => make(at + i)));
  const start = performance.now();
  const send = (codes) => host.send({
    t: 'run', batch: 1, world: { now: 0, seed: 1, timeZone: 'UTC' }, sharing, detail: 'news', counts: false, known,
    cases: codes.map((code, id) => ({ id, code, async: code.includes('await ') })),
  });
  let finished = 0;
  send(batches[0]);
  for (let sent = 1; finished < batches.length;) {
    if (sent < batches.length && sent - finished < 2) send(batches[sent++]);
    const message = await host.receive();
    if (message.t === 'done') finished += 1;
  }
  return (batches.length * size * 1000) / (performance.now() - start);
}
