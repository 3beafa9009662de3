// Notices when a target changes what everybody shares (intrinsics, globals, `process`, core modules) and puts it back.
//
// A polyfill does so on purpose while it loads, and again in every fresh instance; so what loading changed is not
// watched. The check compares every descriptor, which is why it is made once a batch.

import {
  ObjectGetPrototypeOf, ObjectIs, ObjectIsExtensible, ObjectSetPrototypeOf, ReflectApply, ReflectDefineProperty,
  ReflectDeleteProperty, ReflectOwnKeys, SafeMap, SafeSet, descriptorOf, list,
} from './primordials.mjs';

/** Properties that Node itself keeps changing. */
const VOLATILE = new SafeSet();
for (const key of ['_events', '_eventsCount', '_maxListeners', '_exiting', 'exitCode', 'domain']) {
  VOLATILE.add(key);
}

/** One watched object. */
class Watch {
  object;
  prototype;
  extensible;
  descriptors = new SafeMap();
  ignored = new SafeSet();

  constructor(object) {
    this.object = object;
    this.prototype = ObjectGetPrototypeOf(object);
    this.extensible = ObjectIsExtensible(object);
    const keys = ReflectOwnKeys(object);
    for (let i = 0; i < keys.length; i++) {
      this.descriptors.set(keys[i], descriptorOf(object, keys[i]));
    }
  }

  /** Accepts how things are now: what differs was changed by loading, and is not watched any more. */
  accept() {
    this.#differences((key) => {
      this.ignored.add(key);
    });
    this.prototype = ObjectGetPrototypeOf(this.object);
    this.extensible = ObjectIsExtensible(this.object);
  }

  /** Puts back what differs; answers 'clean', 'restored' or 'spoiled'. */
  restore() {
    let verdict = 'clean';
    const worsen = (restored) => {
      if (!restored) verdict = 'spoiled';
      else if (verdict === 'clean') verdict = 'restored';
    };
    if (ObjectIsExtensible(this.object) !== this.extensible) worsen(false);
    if (ObjectGetPrototypeOf(this.object) !== this.prototype) worsen(setPrototype(this.object, this.prototype));
    this.#differences((key) => {
      const before = this.descriptors.get(key);
      worsen(before === undefined ? ReflectDeleteProperty(this.object, key) : ReflectDefineProperty(this.object, key, before));
    });
    return verdict;
  }

  #differences(report) {
    const keys = ReflectOwnKeys(this.object);
    let present = 0;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const before = this.descriptors.get(key);
      if (before !== undefined) present += 1;
      if (this.ignored.has(key) || VOLATILE.has(key)) continue;
      const now = descriptorOf(this.object, key);
      if (before !== undefined && same(before, now)) continue;
      if (before !== undefined && isLazyGlobal(this.object, before, now)) {
        this.descriptors.set(key, now);
        continue;
      }
      report(key);
    }
    if (present === this.descriptors.size) return;
    const missing = list();
    this.descriptors.forEach((_, key) => {
      if (descriptorOf(this.object, key) === undefined) missing[missing.length] = key;
    });
    for (let i = 0; i < missing.length; i++) {
      if (!this.ignored.has(missing[i]) && !VOLATILE.has(missing[i])) report(missing[i]);
    }
  }
}

/** All watched objects. */
export class Intrinsics {
  #watches = list();
  #seen = new SafeSet();

  constructor() {
    const roots = everything();
    for (let i = 0; i < roots.length; i++) this.watch(roots[i]);
  }

  /** Watches one more object, such as a core module that the target has asked for. */
  watch(object) {
    if ((typeof object !== 'object' && typeof object !== 'function') || object === null || this.#seen.has(object)) return;
    this.#seen.add(object);
    this.#watches[this.#watches.length] = new Watch(object);
  }

  /** To be called when the module under test has loaded. */
  accept() {
    for (let i = 0; i < this.#watches.length; i++) this.#watches[i].accept();
  }

  /** Puts back what was changed: 'clean', 'restored', or 'spoiled' where something could not be. */
  restore() {
    let verdict = 'clean';
    for (let i = 0; i < this.#watches.length; i++) {
      const one = this.#watches[i].restore();
      if (one === 'spoiled' || verdict === 'clean') verdict = one;
    }
    return verdict;
  }
}

function same(a, b) {
  return ObjectIs(a.value, b.value) && a.get === b.get && a.set === b.set && a.writable === b.writable
    && a.enumerable === b.enumerable && a.configurable === b.configurable;
}

/**
 * Node defines many globals as getters that replace themselves by the value when first read. The getter, still ours
 * from the snapshot, tells whether that value is what is there now.
 */
function isLazyGlobal(object, before, now) {
  if (object !== globalThis || before.get === undefined || now.get !== undefined) return false;
  return ReflectApply(before.get, object, []) === now.value;
}

function setPrototype(object, prototype) {
  try {
    ObjectSetPrototypeOf(object, prototype);
    return true;
  } catch {
    return false;
  }
}

/* eslint-disable no-restricted-syntax, no-restricted-globals -- runs before the target is loaded */
/** What every program shares: the globals, their prototypes, and the prototypes that no global names. */
function everything() {
  const found = [globalThis, process, Buffer, Buffer.prototype, Intl];
  for (const holder of [globalThis, Intl]) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      const { value } = Object.getOwnPropertyDescriptor(holder, name);
      if (value === globalThis || value === null || (typeof value !== 'object' && typeof value !== 'function')) continue;
      found.push(value);
      const prototype = Object.getOwnPropertyDescriptor(value, 'prototype')?.value;
      if (typeof prototype === 'object' && prototype !== null) found.push(prototype);
    }
  }
  const hidden = [
    Uint8Array, (function* () {})(), (async function* () {})(), [][Symbol.iterator](), new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](), ''[Symbol.iterator](), 'a'.matchAll(/a/g), function* () {}, async () => {},
    async function* () {}, process, AbortSignal.prototype,
  ];
  for (const sample of hidden) {
    for (let object = Object.getPrototypeOf(sample); object !== null; object = Object.getPrototypeOf(object)) {
      found.push(object);
      const prototype = Object.getOwnPropertyDescriptor(object, 'prototype')?.value;
      if (typeof prototype === 'object' && prototype !== null) found.push(prototype);
    }
  }
  return found;
}
