// Instances of modules, without a worker around them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Instance } from '../loader.mjs';
import { Registry } from '../registry.mjs';

/** Loads a table of modules; the first is the entry. Gives the registry and a function that makes instances. */
function registryOf(modules) {
  const asked = [];
  const registry = new Registry((request) => {
    const { specifier } = JSON.parse(request);
    asked.push(specifier);
    const id = specifier.replace(/^\.\//, '/app/');
    if (modules[id] === undefined) return { id: `node:${specifier}`, format: 'builtin' };
    return { id, format: id.endsWith('.mjs') ? 'esm' : 'cjs', offset: 0, ...modules[id] };
  });
  registry.loadEntry(Object.keys(modules)[0]);
  const load = () => new Promise((resolve, reject) => {
    const instance = new Instance(registry, 1000);
    instance.load((error, failed) => (failed ? reject(error) : resolve(instance)));
  });
  return { registry, asked, load };
}

test('instances share code and nothing else', async () => {
  const { load } = registryOf({ '/app/a.js': { code: 'let n = 0; exports.next = () => { $kc[1]++; return ++n }', counters: 2 } });
  const [one, two] = [await load(), await load()];
  one.main.next();
  assert.equal(one.main.next(), 2);
  assert.equal(two.main.next(), 1);
  const hits = [];
  one.eachHit((index, count) => hits.push([index, count]));
  assert.deepEqual(hits, [[1, 2]]);
  one.clearCounters();
  one.eachHit(() => assert.fail('counters were not cleared'));
  assert.notEqual(one.fuel, two.fuel);
});

test('a name that two stars give differently is given by neither, the same binding twice is one', async () => {
  const { load } = registryOf({
    '/app/a.mjs': { code: '$kExportAll($kImport("./b.mjs")); $kExportAll($kImport("./c.mjs"));' },
    '/app/b.mjs': { code: '$kExport("both", () => 1); $kExport("default", () => 0); $kExportAll($kImport("./d.mjs"));' },
    '/app/c.mjs': { code: '$kExport("both", () => 2); $kExport("c", () => 3); $kExportAll($kImport("./d.mjs"));' },
    '/app/d.mjs': { code: '$kExport("d", () => 4);' },
  });
  assert.deepEqual({ ...(await load()).main }, { c: 3, d: 4 });
});

test('a binding is not there before its time', async () => {
  const { load } = registryOf({
    '/app/a.mjs': { code: '$kExport("x", () => x); $kExport("seen", () => b.seen); const b = $kImport("./b.mjs"); const x = 1;' },
    '/app/b.mjs': { code: '$kExport("seen", () => seen); const a = $kImport("./a.mjs"); let seen; try { seen = a.x } catch (e) { seen = e.name }' },
  });
  assert.equal((await load()).main.seen, 'ReferenceError');
});

test('dynamic imports load whatever they name, with top-level await too', async () => {
  const { load } = registryOf({
    '/app/a.js': { code: 'exports.load = (x) => $kDynamicImport(x)' },
    '/app/late.mjs': { code: '$kExport("v", () => v); const v = await Promise.resolve(5);', async: true },
    '/app/c.cjs': { code: 'module.exports = { k: 1 }' },
  });
  const { load: dynamic } = (await load()).main;
  assert.equal((await dynamic('./late.mjs')).v, 5);
  const common = await dynamic('./c.cjs');
  assert.deepEqual([common.k, common.default.k], [1, 1]);
  assert.equal(typeof (await dynamic('fs')).readFileSync, 'function');
  await assert.rejects(() => dynamic(Symbol('no')), TypeError);
});

test('a graph with top-level await cannot be required', async () => {
  const { load } = registryOf({
    '/app/a.js': { code: 'try { require("./b.mjs") } catch (e) { exports.code = e.code }' },
    '/app/b.mjs': { code: 'await 1', async: true },
  });
  assert.equal((await load()).main.code, 'ERR_REQUIRE_ASYNC_MODULE');
});

test('modules wait for their dependencies in order, and errors reach the importer', async () => {
  globalThis.loaderTrace = [];
  const note = (name) => `globalThis.loaderTrace.push("${name}");`;
  const { load } = registryOf({
    '/app/a.mjs': { code: `$kImport("./b.mjs"); $kImport("./c.mjs"); ${note('a')}` },
    '/app/b.mjs': { code: `await null; ${note('b')}`, async: true },
    '/app/c.mjs': { code: note('c') },
  });
  await load();
  assert.deepEqual(globalThis.loaderTrace, ['b', 'c', 'a']);
  delete globalThis.loaderTrace;
  const failing = registryOf({
    '/app/a.mjs': { code: '$kImport("./b.mjs");' },
    '/app/b.mjs': { code: 'await null; throw new RangeError("late")', async: true },
  });
  await assert.rejects(failing.load, RangeError);
});

test('a module that throws is loaded again by whoever requires it next', async () => {
  const { load } = registryOf({
    '/app/a.js': { code: 'exports.tries = 0; for (let i = 0; i < 2; i++) try { require("./b.js") } catch { exports.tries++ }' },
    '/app/b.js': { code: 'throw new Error()' },
  });
  assert.equal((await load()).main.tries, 2);
});

test('positions are those of the text, whatever stands before it', async () => {
  const throwing = { code: 'throw new Error("here")' };
  for (const modules of [{ '/app/a.js': throwing }, { '/app/a.mjs': throwing }, { '/app/a.mjs': { ...throwing, async: true } }]) {
    const error = await registryOf(modules).load().catch((e) => e);
    assert.match(error.stack, /\/app\/a\.m?js:1:7/);
  }
});

test('counters in a function’s text are numbered through all modules', () => {
  const { registry } = registryOf({
    '/app/a.js': { code: 'exports.f = function () { $kc[1]++; $kc[2]++ }', counters: 3, offset: 10 },
  });
  assert.deepEqual([...Array.from(registry.countersIn('function () { $kc[1]++; $kc[2]++ }'))], [11, 12]);
  assert.equal(registry.countersIn('function () { $kc[7]++ }').length, 0);
  assert.equal(registry.total, 13);
});

test('core modules that can hide work are noticed', async () => {
  const { registry, load } = registryOf({ '/app/a.js': { code: 'exports.z = require("zlib")' } });
  assert.equal(registry.hidesWork, false);
  await load();
  assert.equal(registry.hidesWork, true);
});
