// The virtual world as code under test sees it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Host, WORLD } from './host.mjs';

const MODULE = `
const timers = require('timers'), timersPromises = require('timers/promises'), nodeCrypto = require('crypto');
const { promisify } = require('util'), { AsyncLocalStorage } = require('async_hooks'), { performance: perf } = require('perf_hooks');
setInterval(() => {}, 10);
Object.assign(exports, { timers, timersPromises, nodeCrypto, promisify, AsyncLocalStorage, perf });
exports.order = async () => {
  const seen = [];
  const note = (name) => () => seen.push(name);
  setTimeout(note('t20'), 20);
  setTimeout(note('t10'), 10);
  setTimeout(note('t10b'), 10);
  setImmediate(note('immediate'));
  process.nextTick(note('tick'));
  queueMicrotask(note('micro'));
  const stop = setInterval(note('every7'), 7);
  setTimeout(() => clearInterval(stop), 15);
  await timersPromises.setTimeout(30);
  return seen.join();
};
`;

let host;
before(async () => {
  host = new Host({ '/app/world.js': { code: MODULE } });
  assert.equal((await host.init()).t, 'loaded');
});
after(() => host.stop());

async function value(expression, options) {
  const { end, observation } = await host.one(`$.act(0); let v0; v0 = $.done(0, ${expression});`, options);
  assert.equal(end.t, 'completed', `${expression}: ${JSON.stringify(observation.steps)}`);
  return observation.steps[0].outcome.v.v;
}

test('dates start at the world’s time and keep their semantics', async () => {
  const table = [
    ['Date.now()', WORLD.now],
    ['new Date().getTime()', WORLD.now],
    ['+new Date(2020, 0, 1)', Date.UTC(2020, 0, 1)],
    ['new Date(5).getTime()', 5],
    ['Date()', 'Tue Nov 14 2023 22:13:20 GMT+0000 (Coordinated Universal Time)'],
    ['new Date() instanceof Date', true],
    ['Date.prototype.constructor === Date', true],
    ['`${Date.name} ${Date.length} ${Date.now.name}`', 'Date 7 now'],
    ['(class D extends Date { x() { return this.getTime() } }, new (class D extends Date {})() instanceof Date)', true],
    ['new (class D extends Date { x() { return this.getTime() } })(7).x()', 7],
    ['Date.UTC(1970, 0)', 0],
    ['Date.parse("1970-01-01T00:00:01Z")', 1000],
    ['Object.prototype.toString.call(new Date())', '[object Date]'],
  ];
  for (const [expression, expected] of table) assert.equal(await value(expression), expected, expression);
});

test('the time zone is the world’s', async () => {
  const world = { ...WORLD, timeZone: 'Asia/Tokyo' };
  assert.equal(await value('new Date(0).getHours()', { world }), 9);
  assert.equal(await value('new Date(0).getHours()'), 0);
});

test('all clocks agree and move only by waiting', async () => {
  const table = [
    ['performance.now() === $m.perf.now() && performance.now()', 1000],
    ['performance.timeOrigin + performance.now()', WORLD.now],
    ['process.hrtime().join()', '1,0'],
    ['String(process.hrtime.bigint())', '1000000000'],
    ['process.uptime()', 1],
    ['(await $m.timersPromises.setTimeout(500), process.hrtime([1, 0]).join())', '0,500000000'],
    ['(await $m.timersPromises.setTimeout(1500.7), Date.now())', WORLD.now + 1500],
  ];
  for (const [expression, expected] of table) assert.equal(await value(expression), expected, expression);
});

test('timers fire in order of time, after ticks, microtasks and immediates', async () => {
  assert.equal(await value('await $m.order()'), 'tick,micro,immediate,every7,t10,t10b,every7,t20');
});

test('an interval that loading left behind does not keep cases waiting', async () => {
  const { end, observation } = await host.one('$.act(0); $.done(0, 1);');
  assert.deepEqual([end.t, observation.waitedMs], ['completed', 0]);
});

test('timer handles look like Node’s', async () => {
  const table = [
    ['setTimeout(() => {}, 1).constructor.name', 'Timeout'],
    ['setImmediate(() => {}).constructor.name', 'Immediate'],
    ['typeof +setTimeout(() => {}, 1)', 'number'],
    ['setTimeout(() => {}, 1).unref().hasRef()', false],
    ['setTimeout(() => {}, 1).unref().ref().refresh().close().hasRef()', true],
    ['await new Promise((r) => { const t = setTimeout(() => r("fired"), 5); clearTimeout(+t); setTimeout(r, 9, "cleared") })', 'cleared'],
    ['await new Promise((r) => { const t = setTimeout(function () { r(this === t) }, 5) })', true],
    ['(() => { try { setTimeout("x") } catch (e) { return e.code } })()', 'ERR_INVALID_ARG_TYPE'],
    ['$m.timers.setTimeout === setTimeout', true],
    ['clearTimeout(undefined) === clearImmediate(null)', true],
    ['setTimeout.name + setInterval.name + clearTimeout.name + clearInterval.name', 'setTimeoutsetIntervalclearTimeoutclearInterval'],
  ];
  for (const [expression, expected] of table) assert.equal(await value(expression), expected, expression);
});

test('promised timers work with values, signals and promisify', async () => {
  const table = [
    ['await $m.timersPromises.setTimeout(1e6, "v")', 'v'],
    ['await $m.timersPromises.setImmediate("i")', 'i'],
    ['await $m.promisify(setTimeout)(1e6, "p")', 'p'],
    ['await $m.promisify(setImmediate)("q")', 'q'],
    ['await $m.timersPromises.scheduler.wait(5)', undefined],
    ['await $m.timersPromises.setTimeout(50, 1, { signal: AbortSignal.timeout(20) }).catch((e) => e.name + e.code + Date.now())', `AbortErrorABORT_ERR${WORLD.now + 20}`],
    ['await (async () => { let n = 0; for await (const x of $m.timersPromises.setInterval(100, 3)) { n += x; if (n > 8) return n + ":" + Date.now() } })()', `9:${WORLD.now + 300}`],
    ['await new Promise((r) => { const s = AbortSignal.timeout(1000); s.onabort = () => r(s.reason.name + Date.now()); setTimeout(() => {}, 2000) })', `TimeoutError${WORLD.now + 1000}`],
  ];
  for (const [expression, expected] of table) assert.equal(await value(expression), expected, expression);
});

test('asynchronous context goes through timers', async () => {
  const expression = 'await (() => { const s = new $m.AsyncLocalStorage(); return s.run("context", () => new Promise((r) => setTimeout(() => r(s.getStore()), 5))) })()';
  assert.equal(await value(expression), 'context');
});

test('randomness follows the seed, everywhere', async () => {
  const sources = [
    'Math.random()',
    '$m.nodeCrypto.randomBytes(8).toString("hex")',
    '$m.nodeCrypto.randomUUID()',
    'crypto.randomUUID()',
    '$m.nodeCrypto.randomInt(1000000)',
    '$m.nodeCrypto.randomFillSync(new Uint16Array(4), 1).join()',
    'crypto.getRandomValues(new Uint32Array(2)).join()',
    '$m.nodeCrypto.getRandomValues(new Uint32Array(2)).join()',
    'await new Promise((r) => $m.nodeCrypto.randomBytes(4, (e, b) => r(b.toString("hex"))))',
    'await new Promise((r) => $m.nodeCrypto.randomFill(new Uint8Array(4), (e, b) => r(b.join())))',
    'await new Promise((r) => $m.nodeCrypto.randomInt(5, 5000000, (e, n) => r(n)))',
  ];
  for (const source of sources) {
    const one = await value(source);
    assert.equal(await value(source), one, source);
    assert.notEqual(await value(source, { world: { ...WORLD, seed: 2 } }), one, source);
  }
});

test('random values are well formed, and bad arguments are refused as Node does', async () => {
  assert.match(await value('crypto.randomUUID()'), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const random = await value('Math.random()');
  assert.ok(random >= 0 && random < 1);
  assert.equal(await value('Array.from({ length: 500 }, () => $m.nodeCrypto.randomInt(3, 6)).every((n) => n >= 3 && n < 6)'), true);
  assert.equal(await value('(() => { try { $m.nodeCrypto.randomBytes(-1) } catch (e) { return e.code } })()'), 'ERR_OUT_OF_RANGE');
  assert.equal(await value('(() => { try { $m.nodeCrypto.randomInt(5, 2) } catch (e) { return e.code } })()'), 'ERR_OUT_OF_RANGE');
  assert.equal(await value('Math.random.name + $m.nodeCrypto.randomBytes.name'), 'randomrandomBytes');
});
