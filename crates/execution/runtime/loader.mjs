// One instance of the module under test with everything it loads: fresh module state, fresh counters, fuel of its own.
//
// CommonJS and ES modules load as in Node, each seeing the other as it does there. A graph with top-level await is
// loaded in order, waiting; any other is loaded at once.

import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  JSONParse, ObjectCreate, ObjectDefineProperty, ReflectApply, SafeError, SafeMap, SafePromise,
  SafeUint32Array, StringCharCodeAt, StringSlice, TypedArrayFill, list, listenTo, valueDescriptor,
} from './primordials.mjs';
import { Fuel } from './fuel.mjs';
import { Namespace, interopNamespace } from './namespace.mjs';
import { makeModule, makeRequire } from './commonjs.mjs';
import { loadReal } from './registry.mjs';

const importNatively = (url) => import(url);

/** An ES module in one instance. */
class EsmPart {
  record;
  namespace = new Namespace();
  state = 'new';
  error = undefined;
  promise = null;

  constructor(record) {
    this.record = record;
  }
}

export class Instance {
  fuel;
  cache = ObjectCreate(null);
  #registry;
  #esm = new SafeMap();
  #interop = new SafeMap();
  #counted = list();

  constructor(registry, fuel) {
    this.#registry = registry;
    this.fuel = new Fuel(fuel);
  }

  /** Loads the entry module. `done(error, failed)` is called at once, or later where something must be awaited. */
  load(done) {
    const { entry } = this.#registry;
    try {
      if (entry.format === 'esm' || entry.format === 'native-esm') {
        if (this.#registry.needsWaiting(entry)) return this.#loadWaiting(entry, () => done(undefined, false), (error) => done(error, true));
        this.namespaceOf(entry);
      } else {
        this.exportsOf(entry, null);
      }
    } catch (error) {
      return done(error, true);
    }
    return done(undefined, false);
  }

  /** What a test gets from `require` or `import * as` of the entry module. */
  get main() {
    const { entry } = this.#registry;
    return entry.format === 'esm' || entry.format === 'native-esm' ? this.namespaceOf(entry) : this.exportsOf(entry, null);
  }

  /** What `require` gives for a module. */
  exportsOf(record, parent) {
    switch (record.format) {
      case 'cjs':
      case 'json':
        return this.#moduleOf(record, parent).exports;
      case 'esm':
        if (this.#registry.needsWaiting(record)) throw asyncRequireError(record.id);
        return this.namespaceOf(record);
      case 'builtin':
        return record.shared;
      default:
        if (record.shared === undefined) record.shared = loadReal(record.id);
        return record.shared;
    }
  }

  /** What `import * as` gives for a module that needs no waiting, or has been waited for. */
  namespaceOf(record) {
    if (record.format === 'esm') {
      const part = this.#part(record);
      this.#evaluate(part);
      if (part.error !== undefined) throw part.error.value;
      part.namespace.show();
      return part.namespace.object;
    }
    if (record.format === 'native-esm') return record.shared ?? this.exportsOf(record, null);
    let namespace = this.#interop.get(record.id);
    if (namespace !== undefined) return namespace;
    if (record.format === 'cjs' || record.format === 'json') {
      const module = this.#moduleOf(record, null);
      namespace = interopNamespace(() => module.exports);
      if (!module.loaded) return namespace;
    } else {
      this.exportsOf(record, null);
      namespace = interopNamespace(() => record.shared);
    }
    this.#interop.set(record.id, namespace);
    return namespace;
  }

  resolve(kind, from, specifier) {
    return this.#registry.resolve(kind, from, specifier);
  }

  /** The `import()` of a module. */
  dynamicImport(from) {
    return (specifier) => new SafePromise((resolve, reject) => {
      const record = this.#registry.resolve('import', from, `${specifier}`);
      if (record.format === 'esm' || record.format === 'native-esm') {
        this.#loadWaiting(record, () => resolve(this.namespaceOf(record)), reject);
      } else {
        resolve(this.namespaceOf(record));
      }
    });
  }

  /** Calls `visit(flatIndex, count)` for every probe that was passed since the counters were last cleared. */
  eachHit(visit) {
    for (let i = 0; i < this.#counted.length; i++) {
      const { counters, offset } = this.#counted[i];
      const { length } = counters;
      for (let j = 0; j < length; j++) {
        if (counters[j] !== 0) visit(offset + j, counters[j]);
      }
    }
  }

  clearCounters() {
    for (let i = 0; i < this.#counted.length; i++) TypedArrayFill(this.#counted[i].counters, 0);
  }

  #counters(record) {
    const counters = new SafeUint32Array(record.counters);
    if (record.counters > 0) this.#counted[this.#counted.length] = { counters, offset: record.offset };
    return counters;
  }

  #moduleOf(record, parent) {
    const known = this.cache[record.id];
    if (known !== undefined) return known;
    const module = makeModule(record, parent);
    this.cache[record.id] = module;
    let loaded = false;
    try {
      if (record.format === 'json') {
        module.exports = JSONParse(withoutMark(record.code));
      } else {
        const require = makeRequire(this, record, module);
        ReflectApply(record.body, module.exports, [
          module.exports, require, module, record.id, dirname(record.id), this.dynamicImport(record), this.#counters(record), this.fuel,
        ]);
      }
      loaded = true;
    } finally {
      // As in Node, a module that threw is tried again by whoever requires it next.
      if (!loaded) delete this.cache[record.id];
    }
    module.loaded = true;
    return module;
  }

  #part(record) {
    let part = this.#esm.get(record.id);
    if (part === undefined) {
      part = new EsmPart(record);
      this.#esm.set(record.id, part);
    }
    return part;
  }

  /** Runs the body of an ES module, once. A module that has begun is left alone: that is how cycles end. */
  #evaluate(part) {
    if (part.state !== 'new') return;
    const { record } = part;
    this.#registry.link(record);
    part.state = 'running';
    try {
      const result = ReflectApply(record.body, undefined, [
        (specifier) => {
          part.namespace.show();
          return this.namespaceOf(this.#registry.resolve('import', record, specifier));
        },
        (name, getter) => part.namespace.add(name, getter),
        (namespace) => part.namespace.addAll(namespace),
        importMeta(this, record),
        this.dynamicImport(record),
        this.#counters(record),
        this.fuel,
      ]);
      if (record.isAsync) part.promise = result;
    } catch (error) {
      part.error = { value: error };
    }
    if (part.promise !== null) return;
    part.namespace.seal();
    part.state = 'done';
  }

  /** Loads an ES module's graph in order, waiting wherever a module is not ready at once. */
  #loadWaiting(entry, done, fail) {
    this.#registry.link(entry);
    const { order } = entry;
    let at = 0;
    const go = () => {
      try {
        while (at < order.length) {
          const record = order[at++];
          if (record.format === 'native-esm' && record.shared === undefined) {
            listenTo(importNatively(pathToFileURL(record.id).href), (namespace) => {
              record.shared = namespace;
              go();
            }, fail);
            return;
          }
          if (record.format !== 'esm') {
            this.namespaceOf(record);
            continue;
          }
          const part = this.#part(record);
          this.#evaluate(part);
          if (part.error !== undefined) throw part.error.value;
          if (part.promise !== null && part.state !== 'done') {
            listenTo(part.promise, () => {
              part.namespace.seal();
              part.state = 'done';
              go();
            }, (error) => {
              part.error = { value: error };
              part.state = 'done';
              fail(error);
            });
            return;
          }
        }
      } catch (error) {
        fail(error);
        return;
      }
      done();
    };
    go();
  }
}

function importMeta(instance, record) {
  const meta = ObjectCreate(null);
  const add = (key, value) => ObjectDefineProperty(meta, key, valueDescriptor(value, true, true, true));
  add('dirname', dirname(record.id));
  add('filename', record.id);
  add('resolve', (specifier) => instance.resolve('import', record, `${specifier}`).url);
  add('url', record.url);
  return meta;
}

function asyncRequireError(id) {
  const error = new SafeError(`require() cannot be used on an ESM graph with top-level await. Use import() instead: ${id}`);
  ObjectDefineProperty(error, 'code', valueDescriptor('ERR_REQUIRE_ASYNC_MODULE', true, true, true));
  return error;
}

function withoutMark(text) {
  return StringCharCodeAt(text, 0) === 0xfeff ? StringSlice(text, 1) : text;
}
