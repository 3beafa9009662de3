// The other end of the pipe, for tests: serves modules from a table and collects what the worker says.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('../worker.mjs', import.meta.url));

export const WORLD = { now: 1_700_000_000_000, seed: 1, timeZone: 'UTC' };

/** A worker that has a table of modules: `{ '/app/main.js': { format, code, counters, async } }`, offsets in order. */
export class Host {
  #child;
  #input = Buffer.alloc(0);
  #waiting = null;
  #messages = [];
  #modules = new Map();
  #lastBatch = 0;
  requests = [];
  stderr = '';

  constructor(modules, flags = []) {
    let offset = 0;
    for (const [id, { format = 'cjs', counters = 0, ...rest }] of Object.entries(modules)) {
      this.#modules.set(id, { t: 'module', id, format, counters, offset, async: false, code: null, ...rest });
      offset += counters;
    }
    this.#child = spawn(process.execPath, [...flags, WORKER], { stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] });
    this.#child.stderr.on('data', (data) => { this.stderr += data; });
    this.#child.stdout.resume();
    this.#child.stdio[3].on('error', () => {});
    this.#child.stdio[4].on('data', (data) => {
      this.#input = this.#input.length === 0 ? data : Buffer.concat([this.#input, data]);
      this.#parse();
    });
    this.exited = new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => {
        this.#messages.push({ t: 'gone', code, signal, stderr: this.stderr });
        this.#wake();
        resolve(code);
      });
    });
  }

  send(message) {
    const body = Buffer.from(JSON.stringify(message));
    const header = Buffer.alloc(4);
    header.writeUInt32LE(body.length);
    this.#child.stdio[3].write(Buffer.concat([header, body]));
  }

  async receive() {
    while (this.#messages.length === 0) await new Promise((resolve) => { this.#waiting = resolve; });
    return this.#messages.shift();
  }

  /** Loads the entry: the first module of the table unless told otherwise. */
  async init(entry = this.#modules.keys().next().value, { fuel = { load: 50_000_000, case: 200_000 }, budget } = {}) {
    this.send({ t: 'init', entry, fuel, budget: budget ?? { nodes: 400, depth: 6, string: 2000 } });
    return this.receive();
  }

  /** Runs texts of cases; those with `await` in them as async ones. Gives `{ cases, done }`. */
  async run(codes, options = {}) {
    const cases = codes.map((code, id) => ({ id, code, async: code.includes('await ') }));
    this.send({
      t: 'run', batch: ++this.#lastBatch, world: WORLD, sharing: 'fresh', detail: 'always', counts: false, known: [], ...options, cases,
    });
    const answers = [];
    for (;;) {
      const message = await this.receive();
      if (message.t === 'done') return { cases: answers, done: message };
      if (message.t !== 'case') throw new Error(JSON.stringify(message));
      answers.push(message);
    }
  }

  /** Runs one case and gives its answer. */
  async one(code, options) {
    return (await this.run([code], options)).cases[0];
  }

  stop() {
    this.send({ t: 'exit' });
    return this.exited;
  }

  #parse() {
    while (this.#input.length >= 4) {
      const length = this.#input.readUInt32LE(0);
      if (this.#input.length < 4 + length) return;
      const message = JSON.parse(this.#input.subarray(4, 4 + length).toString());
      this.#input = this.#input.subarray(4 + length);
      if (message.t === 'module') this.#serve(message);
      else this.#messages.push(message);
    }
    this.#wake();
  }

  #serve(request) {
    this.requests.push(request);
    const { specifier, from } = request;
    const bare = specifier.startsWith('node:') ? specifier.slice(5) : specifier;
    const path = specifier.startsWith('.') ? new URL(specifier, `file://${from}`).pathname : specifier;
    const error = { code: 'MODULE_NOT_FOUND', message: `Cannot find module '${specifier}'` };
    if (this.#modules.has(path)) this.send(this.#modules.get(path));
    else if (path.startsWith('/') || specifier.startsWith('no-such')) this.send({ t: 'module', id: path, format: 'error', error });
    else this.send({ t: 'module', id: `node:${bare}`, format: 'builtin', code: null });
  }

  #wake() {
    const resume = this.#waiting;
    this.#waiting = null;
    resume?.();
  }
}

/** Runs a test with a worker on one CommonJS module, and stops the worker afterwards. */
export async function withModule(code, test, { format = 'cjs', counters = 20, ...rest } = {}) {
  return withModules({ [format === 'esm' ? '/app/main.mjs' : '/app/main.js']: { format, code, counters, ...rest } }, test);
}

/** The same with a table of modules; `test` gets the host and the answer to `init`. */
export async function withModules(modules, test, options = {}) {
  const host = new Host(modules, options.flags);
  try {
    const loaded = await host.init(undefined, options);
    return await test(host, loaded);
  } finally {
    await host.stop();
  }
}

/** A probe as the compiler writes it: a counter, and fuel. */
export const P = (index) => `--$kf.n<0&&$kf.out();$kc[${index}]++;`;
