// Module namespace objects: what `import * as ns` gives. Null prototype, sorted names, live getters, nothing writable.

import {
  ArraySort, ObjectCreate, ObjectDefineProperty, ObjectKeys, ObjectPreventExtensions, ReflectDeleteProperty, SafeMap,
  SafeWeakMap, getterDescriptor, list, valueDescriptor,
} from './primordials.mjs';

const bindingsOf = new SafeWeakMap();

/** Whether an object is a namespace made here. */
export const isNamespace = (object) => bindingsOf.has(object);

/** The names of a namespace made here, in the order in which the module exports them. */
export function namesInOrder(object) {
  const names = list();
  bindingsOf.get(object).getters.forEach((_, name) => {
    names[names.length] = name;
  });
  return names;
}

/** A namespace in the making. */
export class Namespace {
  object = ObjectCreate(null);
  getters = new SafeMap();
  #stars = new SafeMap();
  #changed = false;

  constructor() {
    ObjectDefineProperty(this.object, Symbol.toStringTag, valueDescriptor('Module', false, false, false));
    bindingsOf.set(this.object, this);
  }

  add(name, getter) {
    this.getters.set(name, getter);
    this.#stars.delete(name);
    this.#changed = true;
  }

  /** `export * from`: own names win, and a name that two sources give differently is given by neither. */
  addAll(namespace) {
    const other = bindingsOf.get(namespace);
    const names = other === undefined ? ObjectKeys(namespace) : null;
    const take = (getter, name) => {
      if (name === 'default') return;
      this.#changed = true;
      const present = this.getters.get(name);
      if (present === undefined && !this.#stars.has(name)) {
        this.getters.set(name, getter);
        this.#stars.set(name, true);
      } else if (this.#stars.has(name) && present !== getter) {
        this.getters.delete(name);
      }
    };
    if (other !== undefined) {
      other.getters.forEach(take);
    } else {
      for (let i = 0; i < names.length; i++) take(() => namespace[names[i]], names[i]);
    }
    this.show();
  }

  /** Brings the object up to date, with its keys in order. */
  show() {
    if (!this.#changed) return;
    const old = ObjectKeys(this.object);
    for (let i = 0; i < old.length; i++) ReflectDeleteProperty(this.object, old[i]);
    const names = [];
    let count = 0;
    this.getters.forEach((_, name) => {
      ObjectDefineProperty(names, count++, valueDescriptor(name, true, true, true));
    });
    ArraySort(names);
    for (let i = 0; i < names.length; i++) {
      ObjectDefineProperty(this.object, names[i], getterDescriptor(this.getters.get(names[i]), true, true));
    }
    this.#changed = false;
  }

  /** Nothing is added any more. */
  seal() {
    this.show();
    ObjectPreventExtensions(this.object);
  }
}

/** What an ES module sees of a CommonJS, JSON or core module: its exports as default, and their names. */
export function interopNamespace(read) {
  const namespace = new Namespace();
  namespace.add('default', read);
  const exports = read();
  if ((typeof exports === 'object' && exports !== null) || typeof exports === 'function') {
    const names = ObjectKeys(exports);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (name !== 'default') namespace.add(name, () => exports[name]);
    }
  }
  namespace.seal();
  return namespace.object;
}
