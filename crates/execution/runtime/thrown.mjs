// What was thrown, beyond its value: class, message, code and frames, for error objects.

import { types } from 'node:util';
import { ErrorPrototype, ObjectGetPrototypeOf, RangeErrorPrototype, uncurry } from './primordials.mjs';
import { jsString, quote } from './json.mjs';
import { className, inheritedValue, inherits, isObject, ownValue } from './properties.mjs';
import { framesOf } from './stack.mjs';

const { isNativeError, isProxy } = types;
const DOMExceptionPrototype = DOMException.prototype;
const readDomMessage = uncurry(Object.getOwnPropertyDescriptor(DOMExceptionPrototype, 'message').get);

/** The message of a DOMException, which keeps it out of sight; undefined for anything else. */
export function domExceptionMessage(value) {
  if (typeof value !== 'object' || ObjectGetPrototypeOf(value) !== DOMExceptionPrototype) return undefined;
  try {
    return readDomMessage(value);
  } catch {
    return undefined;
  }
}

/** The model's `Thrown`, given the copied value. */
export function describeThrown(value, copied) {
  if (!isObject(value) || isProxy(value) || !isError(value)) return `{"value":${copied}}`;
  const name = className(value);
  const message = domExceptionMessage(value) ?? inheritedValue(value, 'message');
  const code = ownValue(value, 'code');
  return `{"value":${copied}`
    + (name === null ? '' : `,"class":${quote(name)}`)
    + (typeof message === 'string' ? `,"message":${jsString(message)}` : '')
    + (typeof code === 'string' ? `,"code":${jsString(code)}` : '')
    + `,"frames":${framesOf(value)}}`;
}

/** Whether this is V8's complaint about a stack that is too deep. */
export function isStackOverflow(value) {
  return isNativeError(value) && ObjectGetPrototypeOf(value) === RangeErrorPrototype
    && ownValue(value, 'message') === 'Maximum call stack size exceeded';
}

function isError(value) {
  return isNativeError(value) || inherits(value, ErrorPrototype);
}
