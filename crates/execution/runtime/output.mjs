// What the target writes to standard output and standard error is kept for the observation, up to a bound; none of it
// reaches the real streams. `console` writes through the same streams.

import { types } from 'node:util';
import {
  ReflectApply, StringSlice, TypedArrayBuffer, TypedArrayByteLength, TypedArrayByteOffset, SafeUint8Array, uncurry,
  valueDescriptor,
} from './primordials.mjs';

const LIMIT = 4096;
const decoder = new TextDecoder();
const decode = uncurry(TextDecoder.prototype.decode);
const { isUint8Array } = types;
const nextTick = process.nextTick;

class Capture {
  text = '';
  #realWrite;

  constructor(stream) {
    this.#realWrite = stream.write;
    const capture = this;
    const write = {
      write(chunk, encoding, callback) {
        return capture.#take(this, chunk, encoding, callback);
      },
    }.write;
    Object.defineProperty(stream, 'write', valueDescriptor(write, false, true, true));
  }

  #take(stream, chunk, encoding, callback) {
    const isText = typeof chunk === 'string';
    // The real stream knows best how to refuse.
    if (!isText && !isUint8Array(chunk)) return ReflectApply(this.#realWrite, stream, [chunk, encoding, callback]);
    if (this.text.length < LIMIT) this.text = StringSlice(this.text + (isText ? chunk : textOf(chunk)), 0, LIMIT);
    const done = typeof encoding === 'function' ? encoding : callback;
    if (typeof done === 'function') ReflectApply(nextTick, process, [done]);
    return true;
  }
}

function textOf(bytes) {
  const length = TypedArrayByteLength(bytes);
  const part = new SafeUint8Array(TypedArrayBuffer(bytes), TypedArrayByteOffset(bytes), length < LIMIT ? length : LIMIT);
  return decode(decoder, part);
}

class Output {
  #stdout;
  #stderr;

  /** Takes the streams over. Warnings of Node itself come once a process and name it: nothing to observe. */
  install() {
    process.removeAllListeners('warning');
    this.#stdout = new Capture(process.stdout);
    this.#stderr = new Capture(process.stderr);
  }

  reset() {
    this.#stdout.text = '';
    this.#stderr.text = '';
  }

  get stdout() {
    return this.#stdout.text;
  }

  get stderr() {
    return this.#stderr.text;
  }
}

export const output = new Output();
