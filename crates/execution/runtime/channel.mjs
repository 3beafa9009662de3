// The pipe to the host: messages are a length (u32, little endian) and that many bytes of JSON.
//
// Reading and writing block, also where the descriptors do not: a module request is answered in the middle of a
// `require`. What messages mean is the business of worker.mjs.

import { readSync, writeSync } from 'node:fs';
import { JSONParse, SafeUint8Array, uncurry } from './primordials.mjs';

const FLUSH_AT = 64 * 1024;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const encodeInto = uncurry(TextEncoder.prototype.encodeInto);
const decode = uncurry(TextDecoder.prototype.decode);
const wait = Atomics.wait;
const SafeInt32Array = Int32Array;
const sleeper = new SafeInt32Array(new SharedArrayBuffer(4));

export class Channel {
  #input;
  #output;
  #buffer = new SafeUint8Array(4 * FLUSH_AT);
  #used = 0;

  constructor(input, output) {
    this.#input = input;
    this.#output = output;
  }

  /** Queues a message; it leaves at the latest when 64 KiB have gathered or something is flushed or received. */
  send(text) {
    // A UTF-16 code unit takes at most three bytes.
    const room = 4 + 3 * text.length;
    if (this.#used + room > this.#buffer.length) {
      this.flush();
      if (room > this.#buffer.length) this.#buffer = new SafeUint8Array(2 * room);
    }
    const start = this.#used + 4;
    const target = new SafeUint8Array(this.#buffer.buffer, start, this.#buffer.length - start);
    const { written } = encodeInto(encoder, text, target);
    putLength(this.#buffer, this.#used, written);
    this.#used = start + written;
    if (this.#used >= FLUSH_AT) this.flush();
  }

  flush() {
    let offset = 0;
    while (offset < this.#used) {
      offset += patiently(() => writeSync(this.#output, this.#buffer, offset, this.#used - offset));
    }
    this.#used = 0;
  }

  /** The next message, or null when the host has gone. */
  receive() {
    this.flush();
    const header = this.#read(4);
    if (header === null) return null;
    const length = header[0] + header[1] * 0x100 + header[2] * 0x10000 + header[3] * 0x1000000;
    const body = this.#read(length);
    return body === null ? null : JSONParse(decode(decoder, body));
  }

  #read(length) {
    const bytes = new SafeUint8Array(length);
    let offset = 0;
    while (offset < length) {
      const count = patiently(() => readSync(this.#input, bytes, offset, length - offset, null));
      if (count === 0) return null;
      offset += count;
    }
    return bytes;
  }
}

function putLength(bytes, offset, length) {
  bytes[offset] = length & 0xff;
  bytes[offset + 1] = (length >>> 8) & 0xff;
  bytes[offset + 2] = (length >>> 16) & 0xff;
  bytes[offset + 3] = length >>> 24;
}

/** Repeats a read or write for as long as a non-blocking descriptor is not ready. */
function patiently(attempt) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (error.code === 'EOF') return 0;
      if (error.code !== 'EAGAIN' && error.code !== 'EINTR') throw error;
      wait(sleeper, 0, 0, 1);
    }
  }
}

