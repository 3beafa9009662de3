// What kind of value something is, as far as growing a case needs to know: cheap, and taken of every step. Objects with
// something to call that no exported class describes are *shapes*, named by what can be called.

import { types } from 'node:util';
import {
  ArrayIsArray, ArraySort, MathImul, NumberToString, ObjectDefineProperty, ObjectGetPrototypeOf, ObjectPrototype, SafeMap,
  StringCharCodeAt, StringSlice, list, uncurry, valueDescriptor,
} from './primordials.mjs';
import { jsonArray, quote } from './json.mjs';
import { className } from './properties.mjs';

const typedArrayName = uncurry(
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get,
);
const BufferPrototype = Buffer.prototype;
/** Targets can make shapes without end; beyond this they are told anew. */
const MOST_SHAPES = 10_000;

/** Objects with internals, in the order in which they are tried. */
const internals = [
  [types.isProxy, 'Proxy'], [types.isMap, 'Map'], [types.isSet, 'Set'], [types.isDate, 'Date'], [types.isRegExp, 'RegExp'],
  [types.isWeakMap, 'WeakMap'], [types.isWeakSet, 'WeakSet'], [types.isAnyArrayBuffer, 'ArrayBuffer'],
  [types.isDataView, 'DataView'], [types.isGeneratorObject, 'Generator'], [types.isArgumentsObject, 'Arguments'],
  [types.isMapIterator, 'Map Iterator'], [types.isSetIterator, 'Set Iterator'], [types.isNumberObject, 'Number'],
  [types.isStringObject, 'String'], [types.isBooleanObject, 'Boolean'], [types.isSymbolObject, 'Symbol'],
  [types.isBigIntObject, 'BigInt'],
];
const { isGeneratorObject, isNativeError, isPromise, isProxy, isTypedArray } = types;

/** The names of the classes of native errors, by prototype. */
const errorNames = new SafeMap();
for (const Class of [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError]) {
  errorNames.set(Class.prototype, Class.name);
}

/** The name of the built-in class whose internals an object has; null for an object without. */
export function builtinName(object) {
  for (let i = 0; i < internals.length; i++) {
    if (internals[i][0](object)) return internals[i][1];
  }
  if (isTypedArray(object)) return ObjectGetPrototypeOf(object) === BufferPrototype ? 'Buffer' : typedArrayName(object);
  return null;
}

/** Tags values and keeps the shapes it has seen. */
export class Tags {
  #members;
  #ids = new SafeMap();
  #fresh = list();

  constructor(members) {
    this.#members = members;
  }

  /** The tag of a value; `classOf(prototype)` gives the index of the exported class that has this prototype, or -1. */
  of(value, classOf) {
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    if (typeof value !== 'object') return typeof value;
    if (value === null) return 'null';
    if (isProxy(value)) return 'builtin:Proxy';
    const prototype = ObjectGetPrototypeOf(value);
    if (prototype === ObjectPrototype || prototype === null) return this.#ofPlain(value);
    const index = classOf(prototype);
    if (index >= 0) return this.#members.hasOwn(value) ? this.#shape(value) : `instance:${index}`;
    if (ArrayIsArray(value)) return 'array';
    if (isPromise(value)) return 'promise';
    if (isNativeError(value)) return `builtin:${errorNames.get(prototype) ?? 'Error'}`;
    // Behind a generator is code of the target's, which runs when it is asked for more.
    if (isGeneratorObject(value)) return this.#shape(value);
    const name = builtinName(value);
    return name === null ? this.#shape(value) : `builtin:${name}`;
  }

  /** Definitions of the shapes that were met for the first time since the last call. */
  takeFresh() {
    const fresh = this.#fresh;
    if (fresh.length > 0) this.#fresh = list();
    return fresh;
  }

  /** Acts as if no shape had been met yet. */
  forget() {
    this.#ids = new SafeMap();
    this.#fresh = list();
  }

  #ofPlain(value) {
    if (this.#members.hasOwn(value)) return this.#shape(value);
    // Behind a generator is code of the target's, which runs when it is asked for more.
    if (isGeneratorObject(value)) return this.#shape(value);
    const name = builtinName(value);
    return name === null ? 'plain' : `builtin:${name}`;
  }

  #shape(object) {
    const members = this.#members.of(object);
    if (members.length === 0) return 'plain';
    const name = quote(ObjectGetPrototypeOf(object) === null ? 'Object' : className(object) ?? '');
    const content = name + jsonArray(members);
    let id = this.#ids.get(content);
    if (id === undefined) {
      id = hash(name + jsonArray(sorted(members)));
      // In this order: should the stack overflow in between, the definition goes out twice rather than never.
      this.#fresh[this.#fresh.length] = `{"id":"${id}","name":${name},"members":${jsonArray(members)}}`;
      if (this.#ids.size >= MOST_SHAPES) this.#ids = new SafeMap();
      this.#ids.set(content, id);
    }
    return `shape:${id}`;
  }
}

function sorted(texts) {
  const copy = [];
  for (let i = 0; i < texts.length; i++) ObjectDefineProperty(copy, i, valueDescriptor(texts[i], true, true, true));
  return ArraySort(copy);
}

/** Sixty-four bits of FNV-1a in two halves: the same in every worker. */
function hash(text) {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const unit = StringCharCodeAt(text, i);
    low = MathImul(low ^ unit, 0x01000193);
    high = MathImul(high ^ unit ^ (low >>> 16), 0x01000193);
  }
  return hex(low) + hex(high);
}

function hex(number) {
  return StringSlice('0000000' + NumberToString(number >>> 0, 16), -8);
}
