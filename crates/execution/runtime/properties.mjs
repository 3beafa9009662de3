// Looking at objects without running anything of theirs: own data properties, prototypes, names. Proxies are never
// asked: every look at one would run a trap.

import { types } from 'node:util';
import { FunctionToString, ObjectGetPrototypeOf, StringStartsWith, descriptorOf } from './primordials.mjs';

const { isProxy } = types;
const LONGEST_CHAIN = 50;

export const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The value of an own data property; undefined where there is none or it is an accessor. */
export function ownValue(object, key) {
  return descriptorOf(object, key)?.value;
}

/** The value that a property has by way of the prototype chain, if it is a data property. */
export function inheritedValue(object, key) {
  let at = object;
  for (let i = 0; i < LONGEST_CHAIN && at !== null && !isProxy(at); i++) {
    const descriptor = descriptorOf(at, key);
    if (descriptor !== undefined) return descriptor.value;
    at = ObjectGetPrototypeOf(at);
  }
  return undefined;
}

/** The name of a function; empty where it has none that is a string. */
export function functionName(fn) {
  const name = ownValue(fn, 'name');
  return typeof name === 'string' ? name : '';
}

/** The name of an object's class by way of its prototype; null for none or an anonymous one. */
export function className(object) {
  const constructor = inheritedValue(ObjectGetPrototypeOf(object), 'constructor');
  if (typeof constructor !== 'function' || isProxy(constructor)) return null;
  return functionName(constructor) || null;
}

/** Whether a function was written with class syntax. */
export const isClassSyntax = (fn) => StringStartsWith(FunctionToString(fn), 'class');

/** Whether an object, not itself counted, inherits from another. */
export function inherits(object, ancestor) {
  let at = ObjectGetPrototypeOf(object);
  for (let i = 0; i < LONGEST_CHAIN && at !== null; i++) {
    if (at === ancestor) return true;
    if (isProxy(at)) return false;
    at = ObjectGetPrototypeOf(at);
  }
  return false;
}
