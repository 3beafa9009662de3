// What can be called on an object: its methods and accessors, own ones first, then along the prototype chain.

import { types } from 'node:util';
import {
  FunctionToString, NumberIsInteger, ObjectGetPrototypeOf, ObjectPrototype, ReflectOwnKeys, RegExpExec, SafeMap,
  SafeSet, StringIncludes, StringIsWellFormed, StringStartsWith, descriptorOf, list, wellKnownSymbols,
} from './primordials.mjs';
import { jsonArray, quote } from './json.mjs';
import { ownValue } from './properties.mjs';

const { isProxy } = types;
const MOST_MEMBERS = 256;
const MOST_SOURCES = 20_000;
const arrow = /^(?:async\s*)?(?:\(|[\w$]+\s*=>)/;

/** Describes functions and members; remembers what it has read, as sources repeat in every instance. */
export class Members {
  #registry;
  #sources = new SafeMap();

  constructor(registry) {
    this.#registry = registry;
  }

  /** The part of a description that every function has: `"arity":…,"fn":…,"syntax":…`. */
  signature(fn) {
    const length = ownValue(fn, 'length');
    const arity = NumberIsInteger(length) && length >= 0 && length < 2 ** 32 ? length : 0;
    return `"arity":${arity},${this.#source(fn).text}`;
  }

  /** `class`, `function`, `arrow` or, for what is not in a file of the user's, `native`. */
  syntax(fn) {
    return this.#source(fn).syntax;
  }

  /** The members of an object as JSON texts, in order. */
  of(object) {
    const found = list();
    const seen = new SafeSet();
    let at = object;
    for (; at !== null && at !== ObjectPrototype && !isProxy(at); at = ObjectGetPrototypeOf(at)) {
      const keys = ReflectOwnKeys(at);
      for (let i = 0; i < keys.length && found.length < MOST_MEMBERS; i++) {
        const key = keys[i];
        if (key === 'constructor' || seen.has(key)) continue;
        const name = keyText(key);
        if (name === null) continue;
        const descriptor = descriptorOf(at, key);
        seen.add(key);
        this.#describe(found, name, descriptor);
      }
    }
    return found;
  }

  /** Whether an object itself, not its prototype, has something to call. */
  hasOwn(object) {
    const keys = ReflectOwnKeys(object);
    for (let i = 0; i < keys.length && i < MOST_MEMBERS; i++) {
      if (keys[i] === 'constructor') continue;
      const descriptor = descriptorOf(object, keys[i]);
      if (typeof descriptor.value === 'function') return true;
    }
    return false;
  }

  #describe(found, name, descriptor) {
    const add = (kind, fn) => {
      if (isProxy(fn)) return;
      found[found.length] = `{"key":${name},"kind":"${kind}",${this.signature(fn)}}`;
    };
    if (typeof descriptor.value === 'function') add('method', descriptor.value);
    if (descriptor.get !== undefined) add('getter', descriptor.get);
    if (descriptor.set !== undefined) add('setter', descriptor.set);
  }

  #source(fn) {
    const source = FunctionToString(fn);
    let known = this.#sources.get(source);
    if (known === undefined) {
      const syntax = syntaxOf(source);
      known = { syntax, text: `"fn":${jsonArray(this.#registry.countersIn(source))},"syntax":"${syntax}"` };
      // Functions made by `eval` could be without number.
      if (this.#sources.size < MOST_SOURCES) this.#sources.set(source, known);
    }
    return known;
  }
}

/** A property key that a test can write down, as JSON; null for any other. */
export function keyText(key) {
  if (typeof key === 'string') return StringIsWellFormed(key) ? `{"Name":${quote(key)}}` : null;
  const name = wellKnownSymbols.nameOf(key);
  return name === undefined ? null : `{"Symbol":${quote(name)}}`;
}

function syntaxOf(source) {
  if (StringStartsWith(source, 'class')) return 'class';
  // Whatever comes from a file of the user's counts its fuel; what does not is Node's own, written in JavaScript or not.
  if (!StringIncludes(source, '$kf')) return 'native';
  if (StringStartsWith(source, 'function') || StringStartsWith(source, 'async function')) return 'function';
  return RegExpExec(arrow, source) === null ? 'function' : 'arrow';
}
