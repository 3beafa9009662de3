#!/usr/bin/env node
// Stands in for Node with the real runtime in tests of scheduling: speaks the protocol, and does with each case what
// the words of its code say. Arguments are ignored.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');

const known = new Set();
const described = new Set();
let pending = [];

function readExactly(length) {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = fs.readSync(3, bytes, at, length - at, null);
    if (count === 0) process.exit(0);
    at += count;
  }
  return bytes;
}

const receive = () => JSON.parse(readExactly(readExactly(4).readUInt32LE(0)).toString('utf8'));

function write(bytes) {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(4, bytes, at);
}

function send(message) {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  write(Buffer.concat([head, body]));
}

function flush() {
  for (const message of pending) send(message);
  pending = [];
}

function ask(kind, from, specifier) {
  send({ t: 'module', kind, from, specifier });
  return receive();
}

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const hang = () => sleep(1e9);
const crowd = (batch) => batch.cases.length > 1;

// Each word of a case's code, as `name` or `name:value`.
const words = {
  sleep: (report, batch, ms) => sleep(Number(ms)),
  hang,
  hangInCrowd: (report, batch) => crowd(batch) && hang(),
  exit: (report, batch, code) => process.exit(Number(code)),
  exitInCrowd: (report, batch) => crowd(batch) && process.exit(1),
  abort: () => {
    fs.writeSync(2, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n');
    process.abort();
  },
  // A grandchild that outlives the worker and holds its pipes open.
  orphan: () => {
    spawn('sleep', ['5'], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 3, 4] });
    sleep(50);
    process.exit(7);
  },
  child: (report) => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    report.tags.push([0, `builtin:${child.pid}`]);
  },
  chatter: () => fs.writeSync(2, 'x'.repeat(1 << 20)),
  garble: () => write(Buffer.from('this is no message')),
  flush: () => flush(),
  dirty: (report, batch) => { batch.dirty = true; },
  spoil: (report, batch) => { batch.dirty = batch.spoiled = true; },
  pid: (report) => { report.tags.push([0, `builtin:${process.pid}`]); },
  news: (report, batch, list) => { report.news = list.split(',').map(Number).filter((n) => !known.has(n)); },
  known: (report) => { report.tags.push([0, `builtin:${[...known].sort((a, b) => a - b).join('+')}`]); },
  crowd: (report, batch) => { report.tags.push([0, `builtin:${batch.cases.length}`]); },
  count: (report, batch, counter) => { batch.hits[counter] = (batch.hits[counter] ?? 0) + 1; },
  ask: (report, batch, specifier) => {
    report.tags.push([0, `builtin:${ask('require', '/lib.js', specifier).id}`]);
  },
  shape: (report, batch, id) => {
    report.tags.push([0, `shape:${id}`]);
    if (!described.has(id)) report.shapes.push({ id, name: `Shape${id}`, members: [] });
    described.add(id);
  },
  instance: (report) => { report.tags.push([0, 'instance:0']); },
};

function run(batch) {
  batch.hits = {};
  for (const counter of batch.known) known.add(counter);
  for (const { id, code } of batch.cases) {
    const report = { t: 'case', id, end: { t: 'completed' }, tags: [], news: [], shapes: [], callbacks: [], observation: null };
    pending.push(report);
    for (const word of code.split(' ').filter(Boolean)) {
      const [name, value] = word.split(/:(.*)/);
      words[name](report, batch, value);
    }
  }
  flush();
  const counts = Object.entries(batch.hits).map(([counter, count]) => [Number(counter), count]);
  const { dirty = false, spoiled = false } = batch;
  send({ t: 'done', batch: batch.batch, counts: batch.counts ? counts : null, dirty, spoiled });
}

const entries = {
  'good.js': () => {
    const path = { root: { Named: 'List' }, members: [] };
    const exports = [{ path, kind: 'class', name: 'List', arity: 1, fn: [4], syntax: 'class', tag: 'function', members: [] }];
    send({ t: 'loaded', fuelUsed: 12, hits: [0, 2], format: 'esm', exports, loadMs: 1.5 });
  },
  'throwing.js': () => send({
    t: 'loadFailed', why: 'threw', exitCode: null,
    thrown: { value: { t: 'opaque' }, class: 'TypeError', message: 'no such thing' },
  }),
  'exiting.js': () => send({ t: 'loadFailed', why: 'exited', thrown: null, exitCode: 4 }),
  'hanging.js': hang,
  'dying.js': () => { fs.writeSync(2, 'last words'); process.exit(9); },
  'babbling.js': () => send({ t: 'done', batch: 0 }),
  // Loads in the first process only.
  'fickle.js': () => {
    try {
      fs.writeFileSync(process.env.MARK, '', { flag: 'wx' });
    } catch {
      process.exit(5);
    }
    entries['good.js']();
  },
};

const init = receive();
const entry = ask('entry', null, init.entry);
entries[path.basename(entry.id)]();
for (;;) run(receive());
