// The API under test, from what loading gave: functions, classes, objects with something to call, values; each with the
// shortest path that reaches it.

import { types } from 'node:util';
import {
  ArrayIsArray, FunctionPrototype, ObjectGetPrototypeOf, ObjectPrototype, ReflectApply, ReflectOwnKeys, SafeMap,
  SafeSet, descriptorOf, list,
} from './primordials.mjs';
import { jsonArray, quote } from './json.mjs';
import { keyText } from './members.mjs';
import { isNamespace, namesInOrder } from './namespace.mjs';
import { functionName, isClassSyntax, isObject, ownValue } from './properties.mjs';
import { builtinName } from './tags.mjs';

const DEEPEST = 4;
const MOST_ENTRIES = 5000;
const { isGeneratorFunction, isNativeError, isPromise, isProxy } = types;
const FUNCTION_KEYS = new SafeSet();
for (const key of ['length', 'name', 'prototype', 'arguments', 'caller']) FUNCTION_KEYS.add(key);

/** Something that was found: where, and what. */
class Found {
  root;
  members;
  keys;
  depth;
  value;
  kind = 'value';

  /** `root` is JSON; `keys` are the keys from the module's exports on, for finding the same in another instance. */
  constructor(root, members, keys, depth, value) {
    this.root = root;
    this.members = members;
    this.keys = keys;
    this.depth = depth;
    this.value = value;
  }

  member(key, value) {
    return new Found(this.root, append(this.members, keyText(key)), append(this.keys, key), this.depth + 1, value);
  }
}

/** Finds everything reachable from the exports, shortest paths first. */
export function findExports(main, isEsm) {
  const entries = list();
  const queue = list();
  const seen = new SafeSet();
  openings(main, isEsm, queue);
  for (let i = 0; i < queue.length && entries.length < MOST_ENTRIES; i++) {
    const found = queue[i];
    const { value } = found;
    if (isObject(value)) {
      if (seen.has(value)) continue;
      seen.add(value);
    }
    found.kind = kindOf(value);
    if (found.kind !== 'namespace') entries[entries.length] = found;
    if (found.depth < DEEPEST && (found.kind === 'namespace' || found.kind === 'function' || found.kind === 'class')) {
      walk(found, queue);
    }
  }
  return entries;
}

/** Writes the entries down. */
export function describeExports(entries, members, tags) {
  const classes = new SafeMap();
  const texts = list();
  for (let i = 0; i < entries.length; i++) {
    if (entries[i].kind === 'class') classes.set(ownValue(entries[i].value, 'prototype'), i);
  }
  const classOf = (prototype) => classes.get(prototype) ?? -1;
  for (let i = 0; i < entries.length; i++) {
    const { root, members: path, kind, value } = entries[i];
    const callable = kind === 'function' || kind === 'class';
    const name = callable ? functionName(value) : '';
    const signature = callable ? members.signature(value) : '"arity":0,"fn":[],"syntax":"native"';
    const listed = kind === 'class' ? members.of(ownValue(value, 'prototype')) : kind === 'object' ? members.of(value) : list();
    texts[i] = `{"path":{"root":${root},"members":${jsonArray(path)}},"kind":"${kind}","name":${quote(name)},${signature},`
      + `"tag":${quote(tags.of(value, classOf))},"members":${jsonArray(listed)}}`;
  }
  // Shapes are told with the case that first meets them.
  tags.forget();
  return jsonArray(texts);
}

/** The prototypes of the exported classes in another instance, with their indices among the entries. */
export function classesOf(entries, main) {
  const classes = new SafeMap();
  for (let i = 0; i < entries.length; i++) {
    if (entries[i].kind !== 'class') continue;
    const prototype = reach(main, entries[i].keys);
    if (prototype !== undefined) classes.set(prototype, i);
  }
  return classes;
}

function reach(main, keys) {
  let at = main;
  for (let i = 0; i < keys.length; i++) {
    if (!isObject(at) || isProxy(at)) return undefined;
    at = i === 0 || isNamespace(at) ? readExport(at, keys[i]).value : ownOrInherited(at, keys[i]);
  }
  return typeof at === 'function' && !isProxy(at) ? ownValue(at, 'prototype') : undefined;
}

function ownOrInherited(object, key) {
  for (let at = object; at !== null && at !== FunctionPrototype && !isProxy(at); at = ObjectGetPrototypeOf(at)) {
    const descriptor = descriptorOf(at, key);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

function openings(main, isEsm, queue) {
  if (!isEsm && (!isObject(main) || isProxy(main) || kindOf(main) !== 'namespace')) {
    queue[0] = new Found('"Whole"', list(), list(), 0, main);
    return;
  }
  const names = isEsm && isNamespace(main) ? namesInOrder(main) : ReflectOwnKeys(main);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (typeof name !== 'string' || name === '__esModule' || keyText(name) === null) continue;
    const read = readExport(main, name);
    if (!read.ok) continue;
    const root = name === 'default' ? '"Default"' : `{"Named":${quote(name)}}`;
    queue[queue.length] = new Found(root, list(), append(list(), name), 1, read.value);
  }
}

/** Exports proper may be getters (ES modules, what compilers make of them): those are read. */
function readExport(object, name) {
  const descriptor = descriptorOf(object, name);
  if (descriptor === undefined) return { ok: false, value: undefined };
  if (descriptor.get === undefined) return { ok: descriptor.set === undefined, value: descriptor.value };
  try {
    return { ok: true, value: ReflectApply(descriptor.get, object, []) };
  } catch {
    return { ok: false, value: undefined };
  }
}

function walk(found, queue) {
  if (isNamespace(found.value)) {
    const names = namesInOrder(found.value);
    for (let i = 0; i < names.length; i++) {
      const read = readExport(found.value, names[i]);
      if (read.ok && keyText(names[i]) !== null) queue[queue.length] = found.member(names[i], read.value);
    }
    return;
  }
  const ownKeys = new SafeSet();
  const isFunction = typeof found.value === 'function';
  let at = found.value;
  for (; at !== null && at !== FunctionPrototype && at !== ObjectPrototype && !isProxy(at); at = ObjectGetPrototypeOf(at)) {
    const keys = ReflectOwnKeys(at);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if ((isFunction && FUNCTION_KEYS.has(key)) || ownKeys.has(key) || keyText(key) === null) continue;
      if (!isFunction && key === 'constructor') continue;
      ownKeys.add(key);
      const descriptor = descriptorOf(at, key);
      if (descriptor.get === undefined && descriptor.set === undefined) queue[queue.length] = found.member(key, descriptor.value);
    }
    // Statics are inherited from classes; those of a built-in class belong to that.
    const parent = ObjectGetPrototypeOf(at);
    if (isFunction && (typeof parent !== 'function' || builtinConstructors.has(parent))) break;
  }
}

const builtinConstructors = new SafeSet();
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
  if (typeof value === 'function') builtinConstructors.add(value);
}

function kindOf(value) {
  if (!isObject(value) || isProxy(value)) return 'value';
  if (typeof value === 'function') return isClass(value) ? 'class' : 'function';
  if (isNamespace(value)) return 'namespace';
  if (ArrayIsArray(value) || isPromise(value) || isNativeError(value) || builtinName(value) !== null) return 'value';
  const prototype = ObjectGetPrototypeOf(value);
  if (prototype === ObjectPrototype || prototype === null) return ReflectOwnKeys(value).length === 0 ? 'value' : 'namespace';
  return 'object';
}

function isClass(fn) {
  if (isClassSyntax(fn)) return true;
  const prototype = ownValue(fn, 'prototype');
  if (!isObject(prototype) || isProxy(prototype) || isGeneratorFunction(fn)) return false;
  const parent = ObjectGetPrototypeOf(prototype);
  if (parent !== ObjectPrototype && parent !== null) return true;
  const keys = ReflectOwnKeys(prototype);
  return keys.length > 1 || (keys.length === 1 && keys[0] !== 'constructor');
}

function append(items, item) {
  const longer = list();
  for (let i = 0; i < items.length; i++) longer[i] = items[i];
  longer[longer.length] = item;
  return longer;
}
