// Modules as the host knows them: resolved, compiled once a process, with the probes' counters numbered through.
// What becomes of them in one run is the business of loader.mjs.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import {
  JSONParse, ObjectDefineProperty, SafeError, SafeMap, StringCharCodeAt, StringIncludes, StringIndexOf, StringSlice,
  StringStartsWith, list, valueDescriptor,
} from './primordials.mjs';
import { quote } from './json.mjs';
import { timersModule, timersPromises } from './timer-modules.mjs';

const realRequire = createRequire(import.meta.url);
const CJS_PARAMS = ['exports', 'require', 'module', '__filename', '__dirname', '$kDynamicImport', '$kc', '$kf'];
const ESM_PARAMS = ['$kImport', '$kExport', '$kExportAll', '$kMeta', '$kDynamicImport', '$kc', '$kf'];
/** Work that these start in the thread pool is on no list of active resources. */
const HIDDEN_WORK = ['zlib', 'crypto', 'worker_threads', 'child_process', 'inspector'];
const HIDDEN_GLOBALS = ['subtle', 'CompressionStream', 'WebAssembly', 'waitAsync'];

/** A module as resolved and compiled. */
class ModuleRecord {
  id;
  format;
  code;
  isAsync;
  offset;
  counters;
  /** What each specifier in it stands for, by way of asking. */
  required = new SafeMap();
  imported = new SafeMap();
  /** Of an ES module, everything it imports, dependencies first and itself last; known when linked. */
  order = null;
  hasTopLevelAwait = false;
  /** What is the same in every instance: a core module, an addon, a namespace loaded natively. */
  shared = undefined;
  /** Whether `require` must look like Node's in every respect. */
  usesRequireMembers;
  mentionsEnv;
  url;
  #compiled = null;

  constructor(reply) {
    this.id = reply.id;
    this.format = reply.format;
    this.code = reply.code ?? '';
    this.isAsync = reply.async === true;
    this.offset = reply.offset ?? 0;
    this.counters = reply.counters ?? 0;
    this.usesRequireMembers = StringIncludes(this.code, 'require.') || StringIncludes(this.code, 'require[')
      || StringIncludes(this.code, '(require');
    this.mentionsEnv = StringIncludes(this.code, 'env');
    this.url = StringStartsWith(this.id, 'node:') ? this.id : pathToFileURL(this.id).href;
  }

  /** The module's body as a function; compiling it may throw a SyntaxError. */
  get body() {
    if (this.#compiled === null) this.#compiled = this.#compile();
    return this.#compiled;
  }

  #compile() {
    if (this.format === 'cjs') return compileFunction(this.code, CJS_PARAMS, { filename: this.id });
    // The text starts where the host thinks it does, whatever stands before it on its first line.
    const opening = this.isAsync ? '"use strict";return (async()=>{' : '"use strict";';
    const code = opening + this.code + (this.isAsync ? '\n})()' : '');
    return compileFunction(code, ESM_PARAMS, { filename: this.id, columnOffset: -opening.length });
  }
}

/** All modules of this process. */
export class Registry {
  entry = null;
  /** Number of counters of all modules together. */
  total = 0;
  /** Whether work may go on that no list of active resources shows. */
  hidesWork = false;
  mentionsEnv = false;
  /** Called with each core module that the target gets. */
  onBuiltin = () => {};
  #ask;
  #byId = new SafeMap();
  #instrumented = list();

  /** `ask(text)` sends a module request and returns the host's answer. */
  constructor(ask) {
    this.#ask = ask;
  }

  loadEntry(path) {
    this.entry = this.#request('entry', null, path);
    return this.entry;
  }

  /** What a specifier stands for; throws what Node would throw where there is no such module. */
  resolve(kind, from, specifier) {
    const known = kind === 'require' ? from.required : from.imported;
    let record = known.get(specifier);
    if (record === undefined) {
      record = this.#request(kind, from.id, specifier);
      known.set(specifier, record);
    }
    return record;
  }

  /** Resolves everything that an ES module imports statically, so that missing modules are found before any code runs. */
  link(record) {
    if (record.order !== null) return;
    const order = list();
    const seen = new SafeMap();
    const visit = (module) => {
      if (seen.has(module.id)) return;
      seen.set(module.id, true);
      if (module.format === 'esm') {
        const specifiers = importsIn(module.code);
        for (let i = 0; i < specifiers.length; i++) visit(this.resolve('import', module, specifiers[i]));
        if (module.isAsync) record.hasTopLevelAwait = true;
      }
      order[order.length] = module;
    };
    visit(record);
    record.order = order;
  }

  /** Whether an ES module can only be loaded by waiting. */
  needsWaiting(record) {
    this.link(record);
    if (record.hasTopLevelAwait) return true;
    for (let i = 0; i < record.order.length; i++) {
      if (record.order[i].format === 'native-esm' && record.order[i].shared === undefined) return true;
    }
    return false;
  }

  /** The flat indices of the counters in a function's text, in order, at most 64. */
  countersIn(source) {
    const found = list();
    let at = StringIndexOf(source, '$kc[');
    if (at < 0) return found;
    const record = this.#holderOf(source);
    if (record === undefined) return found;
    while (at >= 0 && found.length < 64) {
      let index = 0;
      let end = at + 4;
      for (; end < source.length; end++) {
        const digit = StringCharCodeAt(source, end) - 48;
        if (digit < 0 || digit > 9) break;
        index = index * 10 + digit;
      }
      if (end > at + 4) found[found.length] = record.offset + index;
      at = StringIndexOf(source, '$kc[', end);
    }
    return found;
  }

  #holderOf(source) {
    for (let i = 0; i < this.#instrumented.length; i++) {
      if (StringIncludes(this.#instrumented[i].code, source)) return this.#instrumented[i];
    }
    return undefined;
  }

  #request(kind, from, specifier) {
    const reply = this.#ask(
      `{"t":"module","kind":"${kind}","from":${from === null ? 'null' : quote(from)},"specifier":${quote(specifier)}}`,
    );
    if (reply.format === 'error') throw resolutionError(reply.error);
    let record = this.#byId.get(reply.id);
    if (record === undefined) {
      record = new ModuleRecord(reply);
      this.#byId.set(reply.id, record);
      this.#enlist(record);
    }
    return record;
  }

  #enlist(record) {
    if (record.counters > 0) this.#instrumented[this.#instrumented.length] = record;
    if (record.offset + record.counters > this.total) this.total = record.offset + record.counters;
    if (record.mentionsEnv) this.mentionsEnv = true;
    for (let i = 0; i < HIDDEN_GLOBALS.length; i++) {
      if (StringIncludes(record.code, HIDDEN_GLOBALS[i])) this.hidesWork = true;
    }
    if (record.format === 'addon') this.hidesWork = true;
    if (record.format !== 'builtin') return;
    const name = StringStartsWith(record.id, 'node:') ? StringSlice(record.id, 5) : record.id;
    for (let i = 0; i < HIDDEN_WORK.length; i++) {
      if (name === HIDDEN_WORK[i]) this.hidesWork = true;
    }
    record.shared = builtin(name, record.id);
    this.onBuiltin(record.shared);
  }
}

/** Loads what is not ours to instrument, as Node does. */
export const loadReal = (id) => realRequire(id);

function builtin(name, id) {
  if (name === 'timers') return timersModule;
  if (name === 'timers/promises') return timersPromises;
  return realRequire(StringStartsWith(id, 'node:') ? id : 'node:' + id);
}

function resolutionError(error) {
  const made = new SafeError(error?.message ?? 'Cannot find module');
  ObjectDefineProperty(made, 'code', valueDescriptor(error?.code ?? 'MODULE_NOT_FOUND', true, true, true));
  return made;
}

/** The specifiers of the static imports in instrumented text: `$kImport("…")`. */
function importsIn(code) {
  const found = list();
  let at = StringIndexOf(code, '$kImport(');
  for (; at >= 0; at = StringIndexOf(code, '$kImport(', at + 1)) {
    const start = at + 9;
    const mark = code[start];
    if (mark !== '"' && mark !== "'") continue;
    let end = start + 1;
    while (end < code.length && code[end] !== mark) end += code[end] === '\\' ? 2 : 1;
    const inner = StringSlice(code, start + 1, end);
    found[found.length] = mark === '"' ? JSONParse(`"${inner}"`) : inner;
  }
  return found;
}
