// The whole worker over its pipes: loading, running, observing, and surviving what targets do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Host, P, WORLD, withModule, withModules } from './host.mjs';

const call = (text) => `$.act(0); let v0; v0 = $.done(0, ${text});`;
const returned = (answer, index = 0) => answer.observation.steps[index].outcome.v;
const text = (value) => ({ t: 'string', v: value });
const number = (value) => ({ t: 'number', v: value });

test('a CommonJS module loads, its cases run, and coverage that is new is told', async () => {
  const code = `${P(0)}exports.sign = function sign(x) { ${P(1)} if (x < 0) { ${P(2)} return -1 } ${P(3)} return 1 };`;
  await withModule(code, async (host, loaded) => {
    assert.equal(loaded.t, 'loaded');
    assert.deepEqual([loaded.format, loaded.hits, loaded.fuelUsed], ['cjs', [0], 1]);
    assert.deepEqual(loaded.exports[0].fn, [1, 2, 3]);
    const { cases, done } = await host.run([call('$m.sign(-5)'), call('$m.sign(5)')], { known: [0] });
    assert.deepEqual(cases.map((c) => c.news), [[1, 2], [1, 3]]);
    assert.deepEqual(cases.map((c) => returned(c)), [number(-1), number(1)]);
    assert.deepEqual(done, { t: 'done', batch: 1, counts: null, dirty: false, spoiled: false });
    const counted = await host.run([call('$m.sign(5)'), call('$m.sign(6)')], { counts: true });
    assert.deepEqual(counted.done.counts, [[0, 2], [1, 2], [3, 2]]);
  });
});

test('in detail "news" only news is observed', async () => {
  await withModule(`exports.f = (x) => { ${P(0)} if (x) { ${P(1)} } return [x] };`, async (host) => {
    const { cases } = await host.run([call('$m.f(0)'), call('$m.f(1)')], { detail: 'news', known: [0] });
    assert.deepEqual(cases.map((c) => [c.news, c.observation === null, c.tags]), [[[], true, [[0, 'array']]], [[1], false, [[0, 'array']]]]);
  });
});

test('module state is fresh, reused or shared as asked', async () => {
  const code = `let n = 0; exports.next = () => { ${P(0)} if (n > 0) { ${P(1)} } return n++ };`;
  await withModule(code, async (host) => {
    const codes = [call('$m.next()'), call('$m.next()'), call('$m.next()')];
    const values = async (sharing, known) => (await host.run(codes, { sharing, known })).cases.map((c) => returned(c).v);
    assert.deepEqual(await values('fresh', []), [0, 0, 0]);
    assert.deepEqual(await values('shared', []), [0, 1, 2]);
    // The second and third would be news in the reused instance, but run again in a fresh one they are not.
    assert.deepEqual(await values('reuse', [0]), [0, 0, 0]);
    assert.deepEqual(await values('reuse', [1]), [0, 1, 2]);
  });
});

test('ES modules load with cycles, live bindings and re-exports', async () => {
  await withModules({
    '/app/main.mjs': {
      format: 'esm', counters: 3,
      code: '$kExport("even", () => even); $kExport("count", () => count); $kExport("bump", () => bump); $kExport("default", () => $d);'
        + 'const odd = $kImport("./odd.mjs"); $kExportAll($kImport("./more.mjs")); const $d = 7;'
        + `let count = 0; function bump() { ${P(0)} count++; return count }`
        + `function even(n) { ${P(1)} return n === 0 || (0, odd.odd)(n - 1) }`,
    },
    '/app/odd.mjs': {
      format: 'esm', counters: 1,
      code: `$kExport("odd", () => odd); const main = $kImport("./main.mjs"); function odd(n) { ${P(0)} return n !== 0 && (0, main.even)(n - 1) }`,
    },
    '/app/more.mjs': { format: 'esm', code: '$kExport("a", () => a); $kExport("count", () => 99); const a = typeof this;' },
  }, async (host, loaded) => {
    assert.equal(loaded.format, 'esm');
    assert.deepEqual(loaded.exports.map((e) => e.path.root), [
      { Named: 'even' }, { Named: 'count' }, { Named: 'bump' }, 'Default', { Named: 'a' },
    ]);
    assert.deepEqual(returned(await host.one(call('$m.even(4)'))), { t: 'bool', v: true });
    assert.deepEqual(returned(await host.one('$.top(0); let v0; v0 = $.done(0, $m.bump());' + '$.act(1); $.done(1, $m.count)'), 1), number(1));
    assert.deepEqual(returned(await host.one(call('Object.keys($m).join()'))), text('a,bump,count,default,even'));
    assert.deepEqual(returned(await host.one(call('Object.prototype.toString.call($m) + Object.getPrototypeOf($m) + $m.a'))), text('[object Module]nullundefined'));
    assert.equal((await host.one(call('$m.count = 5'))).end.t, 'threw');
    assert.deepEqual((await host.one(call('$m.even(2)'))).news, [1, 3]);
  });
});

test('CommonJS and ES modules see each other as in Node', async () => {
  await withModules({
    '/app/main.mjs': {
      format: 'esm',
      code: '$kExport("r", () => r); const c = $kImport("./c.cjs"), d = $kImport("./d.json"), p = $kImport("node:path");'
        + 'const r = { named: c.named, def: typeof c.default, keys: Object.keys(c).join(), json: d.default.x, base: p.basename("/a/b"), same: p.default.basename === p.basename, url: $kMeta.url };',
    },
    '/app/c.cjs': { code: 'exports.named = 1; exports.esm = require("./e.mjs").value; exports.meta = [module.id, __filename, __dirname, require.main === module, this === exports];' },
    '/app/e.mjs': { format: 'esm', code: '$kExport("value", () => value); const value = 42;' },
    '/app/d.json': { format: 'json', code: '{"x": [1]}' },
  }, async (host) => {
    const { props } = returned(await host.one(call('$m.r'))).v;
    const shown = Object.fromEntries(props.map((p) => [p.key, p.value.v]));
    assert.deepEqual([shown.named, shown.def, shown.keys, shown.base, shown.same, shown.url], [
      1, 'object', 'default,esm,meta,named', 'b', true, 'file:///app/main.mjs',
    ]);
    assert.deepEqual(shown.json.kind.v, [number(1)]);
  });
});

test('CommonJS cycles, failed requires and require.resolve work as in Node', async () => {
  await withModules({
    '/app/main.js': {
      code: 'exports.early = 1; const b = require("./b.js"); exports.seen = b.seen;'
        + 'try { require("no-such-thing") } catch (e) { exports.error = e.code + ": " + e.message }'
        + 'exports.resolved = require.resolve("./b.js"); exports.cached = Object.keys(require.cache).join();'
        + 'exports.children = typeof module.children; exports.main = require.main === module;',
    },
    '/app/b.js': { code: 'exports.seen = require("./main.js").early;' },
  }, async (host) => {
    const value = async (name) => returned(await host.one(call(`$m.${name}`))).v;
    assert.equal(await value('seen'), 1);
    assert.equal(await value('error'), "MODULE_NOT_FOUND: Cannot find module 'no-such-thing'");
    assert.equal(await value('resolved'), '/app/b.js');
    assert.equal(await value('cached'), '/app/main.js,/app/b.js');
    assert.equal(await value('main'), false);
    // Each module is asked for once a process, however many instances there are.
    assert.deepEqual(host.requests.map((r) => `${r.kind} ${r.specifier}`).filter((r) => !r.includes('no-such')), [
      'entry /app/main.js', 'require ./b.js', 'require ./main.js',
    ]);
  });
});

test('top-level await is waited for, in every instance', async () => {
  await withModules({
    '/app/main.mjs': { format: 'esm', code: '$kExport("v", () => v); const d = $kImport("./dep.mjs"); const v = d.ready + 1;' },
    '/app/dep.mjs': {
      format: 'esm', async: true,
      code: '$kExport("ready", () => ready); await new Promise((r) => setTimeout(r, 5000)); const ready = 41;',
    },
  }, async (host, loaded) => {
    assert.equal(loaded.t, 'loaded');
    assert.deepEqual(returned(await host.one(call('$m.v'))), number(42));
    const { cases } = await host.run([call('$m.v'), call('$m.v')], { detail: 'news' });
    assert.deepEqual(cases.map((c) => c.end.t), ['completed', 'completed']);
  });
});

test('what is not instrumented is loaded by Node itself, once for all instances', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'native-'));
  const [esm, cjs] = [join(folder, 'native.mjs'), join(folder, 'addon.cjs')];
  writeFileSync(esm, 'export let n = 0; export const next = () => ++n;');
  writeFileSync(cjs, 'let n = 0; exports.next = () => ++n;');
  try {
    await withModules({
      '/app/main.mjs': {
        format: 'esm',
        code: `$kExport("next", () => next); const a = $kImport("${esm}"), b = $kImport("${cjs}"); const next = () => [a.next(), b.default.next()].join();`,
      },
      [esm]: { format: 'native-esm' },
      [cjs]: { format: 'addon' },
    }, async (host) => {
      assert.deepEqual(returned(await host.one(call('$m.next()'))), text('1,1'));
      assert.deepEqual(returned(await host.one(call('$m.next()'))), text('2,2'));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a continuation of an old case neither counts for the next nor runs on', async () => {
  const code = `exports.start = () => { globalThis.resume ??= []; globalThis.resume.push(() => { ${P(0)} globalThis.ran = true }) };
    exports.poke = () => { for (const f of globalThis.resume ?? []) try { f() } catch (e) { globalThis.stopped = e.message } return String(globalThis.ran) + globalThis.stopped };`;
  await withModule(code, async (host) => {
    const { cases } = await host.run([call('$m.start()'), call('$m.poke()')]);
    assert.deepEqual(returned(cases[1]), text('undefinedout of fuel'));
    assert.deepEqual([cases[1].end.t, cases[1].news], ['completed', []]);
  });
});

test('loading that fails says how', async () => {
  const table = [
    ['throw new TypeError("bad")', 'threw'],
    [`for (;;) { ${P(0)} }`, 'outOfFuel'],
    ['try { process.exit(3) } catch {}', 'exited'],
    ['require("./nowhere.js")', 'threw'],
    ['this is not JavaScript', 'threw'],
  ];
  for (const [code, why] of table) {
    await withModule(code, async (_, answer) => {
      assert.deepEqual([answer.t, answer.why], ['loadFailed', why], code);
      if (code.includes('TypeError')) {
        assert.equal(answer.thrown.message, 'bad');
        assert.deepEqual(answer.thrown.frames[0], { file: '/app/main.js', line: 1, column: 7, function: 'Object.<anonymous>' });
      }
      if (why === 'exited') assert.equal(answer.exitCode, 3);
    });
  }
  await withModule('await new Promise(() => {})', async (_, answer) => {
    assert.deepEqual([answer.t, answer.why], ['loadFailed', 'neverSettled']);
  }, { format: 'esm', async: true });
});

test('time costs nothing and is told', async () => {
  const code = 'exports.wait = (ms) => new Promise((r) => setTimeout(() => r(Date.now()), ms)); exports.now = () => Date.now();';
  await withModule(code, async (host) => {
    const started = Date.now();
    const awaited = await host.one(call('await $m.wait(60000)'));
    assert.ok(Date.now() - started < 5000);
    assert.deepEqual(returned(awaited), number(WORLD.now + 60000));
    assert.deepEqual([awaited.observation.waitedMs, awaited.observation.turnedLoop], [60000, true]);
    const left = await host.one(call('$m.wait(1000)'));
    assert.deepEqual(left.tags, [[0, 'promise']]);
    assert.deepEqual(returned(left).v.kind.v, { t: 'unknown' });
    assert.deepEqual(left.observation.steps[0].finally.v.kind.v, { t: 'fulfilled', v: number(WORLD.now + 1000) });
    assert.deepEqual(returned(await host.one(call('$m.now()'))), number(WORLD.now));
  });
});

test('asynchronous cases end in every way they can', async () => {
  const code = `
    exports.never = () => new Promise(() => {});
    exports.reject = async (e) => { ${P(0)} throw e };
    exports.late = () => { Promise.reject(new Error('nobody')); };
    exports.throwLater = () => { setTimeout(() => { throw new TypeError('late') }, 5) };
    exports.endless = () => { setInterval(() => {}, 1000) };
    exports.quiet = () => { setInterval(() => {}, 1000).unref() };
    exports.spin = async () => { for (;;) { ${P(1)} await null } };
  `;
  await withModule(code, async (host) => {
    const table = [
      ['await $m.never()', { t: 'neverSettled', step: 0 }],
      ['await $m.reject(5)', { t: 'threw', step: 0 }],
      ['await $m.spin()', { t: 'outOfFuel', step: 0 }],
      ['$m.spin()', { t: 'outOfFuel', step: 0 }],
      ['$m.endless()', { t: 'endlessTimers' }],
      ['$m.quiet()', { t: 'completed' }],
      ['$m.late()', { t: 'completed' }],
      ['$m.throwLater()', { t: 'completed' }],
      ['1', { t: 'completed' }],
    ];
    const { cases } = await host.run(table.map(([expression]) => call(expression)));
    assert.deepEqual(cases.map((c) => c.end), table.map(([, end]) => end));
    assert.deepEqual(cases.map((c) => c.late), [0, 0, 0, 0, 0, 0, 1, 1, 0]);
    assert.deepEqual(cases[1].observation.steps[0].outcome, { t: 'threw', v: { value: number(5) } });
    const [rejection] = cases[6].observation.late;
    assert.deepEqual([rejection.t, rejection.v.message, rejection.v.frames[0].file], ['unhandledRejection', 'nobody', '/app/main.js']);
    const [uncaught] = cases[7].observation.late;
    assert.deepEqual([uncaught.t, uncaught.v.class], ['uncaught', 'TypeError']);
    const light = await host.run([call('$m.late()')], { detail: 'news', known: [0, 1] });
    assert.deepEqual([light.cases[0].late, light.cases[0].observation], [1, null]);
  });
});

test('promises inside results are looked into, when everything has settled', async () => {
  await withModule('exports.f = () => ({ list: [Promise.resolve(Promise.resolve([1])), Promise.reject(new Error("x"))] });', async (host) => {
    const answer = await host.one(call('$m.f()'));
    const [first, second] = answer.observation.steps[0].finally.v.props[0].value.v.kind.v.map((p) => p.v.kind.v);
    assert.deepEqual(first.v.v.kind.v, [number(1)]);
    assert.deepEqual([second.t, second.v.message], ['rejected', 'x']);
    assert.equal(answer.observation.late.length, 1);
  });
});

test('real requests are waited for before virtual time moves', async () => {
  const code = `const fs = require('fs'), zlib = require('zlib'), { promisify } = require('util');
    exports.race = () => Promise.race([fs.promises.readFile('/dev/null').then(() => 'file'), new Promise((r) => setTimeout(r, 1, 'timer'))]);
    exports.zip = () => promisify(zlib.gzip)('x').then((b) => b.length > 0);
    exports.callback = (done) => { zlib.deflate('x', () => done('zipped')) };`;
  await withModule(code, async (host) => {
    const answer = await host.one(call('await $m.race()'));
    assert.deepEqual([returned(answer), answer.observation.turnedLoop], [text('file'), true]);
    assert.deepEqual(returned(await host.one(call('await $m.zip()'))), { t: 'bool', v: true });
    const later = await host.one(call('$m.callback((v1) => {\n$.called(0, [v1]);\n})'));
    assert.deepEqual(later.callbacks, [[0, 0, 1]]);
    assert.deepEqual(later.observation.callbacks, [{ callback: 0, args: [text('zipped')], during: null }]);
  });
});

test('something that listens for ever does not keep cases waiting', async () => {
  const code = `const net = require('net');
    exports.listen = () => { const s = net.createServer(); s.listen('\\0kiskadee-test-' + process.pid); return 1 };
    exports.wait = () => new Promise((r) => setTimeout(r, 10));`;
  await withModule(code, async (host) => {
    const { cases } = await host.run([call('$m.listen()'), call('await $m.wait()'), call('2')]);
    assert.deepEqual(cases.map((c) => c.end.t), ['completed', 'completed', 'completed']);
  });
});

test('loops and recursion end by fuel or by the stack, also where errors are swallowed', async () => {
  const code = `
    exports.loop = () => { for (;;) { ${P(0)} } };
    exports.swallow = () => { for (;;) { ${P(0)} try { for (;;) { ${P(1)} } } catch (e) { ${P(2)} } finally { ${P(3)} } } };
    exports.kept = () => { try { for (;;) { ${P(0)} } } catch { return 'outlived' } };
    exports.deep = function deep() { ${P(4)} return deep() + 1 };
    exports.fine = () => 1;`;
  await withModule(code, async (host) => {
    const { cases } = await host.run(['loop', 'swallow', 'kept', 'deep', 'fine'].map((name) => call(`$m.${name}()`)));
    assert.deepEqual(cases.map((c) => c.end), [
      { t: 'outOfFuel', step: 0 }, { t: 'outOfFuel', step: 0 }, { t: 'outOfFuel', step: 0 }, { t: 'stackOverflow', step: 0 }, { t: 'completed' },
    ]);
    const shared = await host.run([call('$m.loop()'), call('$m.fine()')], { sharing: 'shared' });
    assert.deepEqual(shared.cases.map((c) => c.end.t), ['outOfFuel', 'completed']);
  });
});

test('attempts to end the process end the case only', async () => {
  const code = `exports.run = (f) => { ${P(0)} try { f() } catch {} ${P(1)} return 1 };
    exports.later = () => { setTimeout(() => process.exit(2), 5) };`;
  await withModule(code, async (host) => {
    const table = [
      ['$m.run(() => process.exit(1))', 'process.exit(1)'],
      ['$m.run(() => process.exit())', 'process.exit()'],
      ['$m.run(() => process.reallyExit(4))', 'process.reallyExit(4)'],
      ['$m.run(() => process.abort())', 'process.abort()'],
      ['$m.run(() => process.kill(process.pid, "SIGKILL"))', 'process.kill(process.pid, "SIGKILL")'],
      ['$m.later()', 'process.exit(2)'],
    ];
    const { cases } = await host.run(table.map(([expression]) => call(expression)));
    assert.deepEqual(cases.map((c) => c.end), table.map(([, how]) => ({ t: 'died', how })));
    assert.deepEqual((await host.one(call('$m.run(() => process.kill(process.pid, 0))'))).end, { t: 'completed' });
  });
});

test('process state is put back after each case', async () => {
  const code = `const env = process.env; const before = process.cwd();
    exports.spoil = () => { env.SPOILT = '1'; delete env.PATH; env.TZ = 'Asia/Tokyo'; process.chdir('/'); process.umask(0); process.exitCode = 9;
      process.on('exit', () => {}); process.on('custom', () => {}); process.removeAllListeners('newListener'); };
    exports.look = () => [env.SPOILT, typeof env.PATH, env.TZ, process.cwd() === before, process.exitCode,
      process.listenerCount('custom'), process.listenerCount('newListener') > 0].join();`;
  await withModule(code, async (host) => {
    const { cases } = await host.run([call('$m.look()'), call('$m.spoil()'), call('$m.look()')]);
    assert.deepEqual(returned(cases[0]), text(',string,UTC,true,,0,true'));
    assert.deepEqual(returned(cases[2]), returned(cases[0]));
  });
});

test('output is captured, up to a bound', async () => {
  await withModule('console.log("loading"); exports.say = (x) => { console.log("out", x); console.error("err"); process.stdout.write(Buffer.from("raw")) };', async (host) => {
    const { observation } = await host.one(call('$m.say({ a: 1 })'));
    assert.equal(observation.stdout, 'loading\nout { a: 1 }\nraw');
    assert.equal(observation.stderr, 'err\n');
    assert.ok((await host.one(call('$m.say("x".repeat(99999))'))).observation.stdout.length <= 4096);
    assert.equal((await host.one(call('1'))).observation.stdout, 'loading\n');
  });
});

test('receivers, arguments in place and shapes are observed', async () => {
  const code = `exports.fill = function fill(list) { ${P(0)} list.push(1); list.own = true; return list.length };
    exports.counter = function counter() { ${P(1)} let n = 0; return { up() { ${P(2)} return ++n } } };`;
  await withModule(code, async (host) => {
    const filled = await host.one(call('$m.fill($.arg(0, []))'));
    const [change] = filled.observation.changes;
    assert.deepEqual(change.place, { t: 'argument', step: 0, index: 0 });
    assert.deepEqual(change.after.v.kind.v, [number(1)]);
    assert.deepEqual(change.after.v.props, [{ key: 'own', value: { t: 'bool', v: true }, enumerable: true }]);
    const counter = await host.one(call('$m.counter()'));
    assert.equal(counter.tags[0][1], `shape:${counter.shapes[0].id}`);
    assert.deepEqual(counter.shapes[0].members, [{ key: { Name: 'up' }, kind: 'method', arity: 0, fn: [2], syntax: 'function' }]);
    assert.deepEqual((await host.one(call('$m.counter()'))).shapes, []);
  });
});

test('a case that cannot be compiled spoils only itself', async () => {
  await withModule('exports.f = () => 1;', async (host) => {
    const { cases } = await host.run([call('$m.f()'), 'this is no JavaScript', call('$m.f()')]);
    assert.deepEqual(cases.map((c) => c.end.t), ['completed', 'notRun', 'completed']);
  });
});

test('the same batch gives the same bytes', async () => {
  const code = `exports.f = (x) => { ${P(0)} return [Math.random(), Date.now(), new Date(), performance.now(), process.hrtime(), crypto.randomUUID(),
    require('crypto').randomBytes(4), setTimeout(() => {}, 5), x, Symbol('s'), new Error('e')] };`;
  const codes = [call('$m.f(1)'), call('await $m.f({})'), call('$m.f(() => 1)'), call('$m.g()')];
  const answers = [];
  for (let i = 0; i < 2; i++) {
    await withModule(code, async (host) => {
      answers.push(JSON.stringify(await host.run(codes)), JSON.stringify(await host.run(codes, { batch: 1 })));
    });
  }
  assert.equal(answers[0], answers[2]);
  assert.equal(answers[1], answers[0]);
});

test('messages larger than a pipe pass both ways', async () => {
  await withModule('exports.f = (x) => x.split("");', async (host) => {
    const { cases } = await host.run(Array.from({ length: 40 }, () => call(`$m.f("${'é'.repeat(5000)}")`)));
    assert.equal(cases.length, 40);
    assert.equal(returned(cases[39]).v.truncated, true);
  });
});

test('the end of the input ends the worker', async () => {
  const host = new Host({ '/app/main.js': { code: '' } });
  await host.init();
  assert.equal(await host.stop(), 0);
});
