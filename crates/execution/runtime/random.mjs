// Randomness of the virtual world: one seeded stream behind `Math.random` and the random parts of `crypto`.
//
// The real functions still check the arguments; only the bytes are replaced. Keys and signatures stay really random.

import cryptoModule from 'node:crypto';
import { types } from 'node:util';
import {
  DataViewBuffer, DataViewByteLength, DataViewByteOffset, MathFloor, MathTrunc, ReflectApply, SafeUint8Array,
  TypedArrayBuffer, TypedArrayByteLength, TypedArrayByteOffset, valueDescriptor,
} from './primordials.mjs';

const { isAnyArrayBuffer, isDataView } = types;
const nextTick = process.nextTick;

/** sfc32: small, quick, and good enough that no target will notice. */
class Stream {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  reset(seed) {
    this.#a = seed | 0;
    this.#b = MathTrunc(seed / 0x100000000) | 0;
    this.#c = 0x6b69736b;
    this.#counter = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** The next 32 bits. */
  next() {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0 to 1 with 53 random bits. */
  fraction() {
    return ((this.next() >>> 5) * 0x4000000 + (this.next() >>> 6)) / 0x20000000000000;
  }

  fill(bytes) {
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.next();
  }
}

export const stream = new Stream();

/** Puts seeded versions in the place of the sources of randomness. */
export function installRandom() {
  define(Math, 'random', { random: () => stream.fraction() }.random);
  installNodeCrypto();
  installWebCrypto();
}

function installNodeCrypto() {
  const { randomBytes, randomFillSync, randomInt } = cryptoModule;
  const virtualBytes = function (size, callback) {
    if (callback !== undefined && typeof callback !== 'function') return randomBytes(size, callback);
    const bytes = randomBytes(size);
    stream.fill(bytes);
    return answer(callback, bytes);
  };
  define(cryptoModule, 'randomBytes', virtualBytes, 'randomBytes');
  // eslint-disable-next-line no-restricted-syntax -- runs before the target is loaded
  for (const alias of ['pseudoRandomBytes', 'prng', 'rng']) {
    if (alias in cryptoModule) define(cryptoModule, alias, virtualBytes, 'randomBytes');
  }
  const virtualFill = function (buffer, offset = 0, size = undefined) {
    randomFillSync(buffer, offset, size);
    stream.fill(partOf(buffer, offset, size));
    return buffer;
  };
  define(cryptoModule, 'randomFillSync', virtualFill, 'randomFillSync');
  define(cryptoModule, 'randomFill', (buffer, offset, size, callback) => {
    if (typeof offset === 'function') return answer(offset, virtualFill(buffer));
    if (typeof size === 'function') return answer(size, virtualFill(buffer, offset));
    if (typeof callback !== 'function') return cryptoModule.randomBytes(1, callback ?? null);
    return answer(callback, virtualFill(buffer, offset, size));
  }, 'randomFill');
  define(cryptoModule, 'randomInt', (min, max, callback) => {
    const fromZero = max === undefined || typeof max === 'function';
    const low = fromZero ? 0 : min;
    const high = fromZero ? min : max;
    const listener = fromZero ? max : callback;
    if (listener !== undefined && typeof listener !== 'function') return randomInt(low, high, listener);
    randomInt(low, high);
    return answer(listener, low + MathFloor(stream.fraction() * (high - low)));
  }, 'randomInt');
  const { randomUUID } = cryptoModule;
  define(cryptoModule, 'randomUUID', (options) => {
    randomUUID(options);
    return uuid();
  }, 'randomUUID');
}

function installWebCrypto() {
  const prototype = Object.getPrototypeOf(cryptoModule.webcrypto);
  const { getRandomValues, randomUUID } = prototype;
  const virtualValues = {
    getRandomValues(array) {
      ReflectApply(getRandomValues, this, [array]);
      stream.fill(partOf(array, 0, undefined));
      return array;
    },
  }.getRandomValues;
  define(prototype, 'getRandomValues', virtualValues);
  const virtualUuid = {
    randomUUID(options) {
      ReflectApply(randomUUID, this, [options]);
      return uuid();
    },
  }.randomUUID;
  define(prototype, 'randomUUID', virtualUuid);
}

/** Node's convention: the result when there is no callback, else later and through it. */
function answer(callback, result) {
  if (callback === undefined) return result;
  ReflectApply(nextTick, process, [callback, null, result]);
  return undefined;
}

/** The bytes of a buffer that a call meant; offset and size count elements. */
function partOf(buffer, offset, size) {
  if (isAnyArrayBuffer(buffer)) {
    return new SafeUint8Array(buffer, offset, size);
  }
  if (isDataView(buffer)) {
    return new SafeUint8Array(DataViewBuffer(buffer), DataViewByteOffset(buffer) + offset, size ?? DataViewByteLength(buffer) - offset);
  }
  const width = buffer.BYTES_PER_ELEMENT;
  const start = offset * width;
  const length = size === undefined ? TypedArrayByteLength(buffer) - start : size * width;
  return new SafeUint8Array(TypedArrayBuffer(buffer), TypedArrayByteOffset(buffer) + start, length);
}

const hex = '0123456789abcdef';
function uuid() {
  let text = '';
  for (let i = 0; i < 32; i++) {
    if (i === 8 || i === 12 || i === 16 || i === 20) text += '-';
    const digit = stream.next() >>> 28;
    text += i === 12 ? '4' : hex[i === 16 ? (digit & 3) | 8 : digit];
  }
  return text;
}

function define(object, key, value, name = key) {
  const old = Object.getOwnPropertyDescriptor(object, key);
  Object.defineProperty(value, 'name', valueDescriptor(name, false, false, true));
  Object.defineProperty(object, key, valueDescriptor(value, old?.enumerable ?? true, true, true));
}
