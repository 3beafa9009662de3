// Virtual timers: nothing here waits. Timers and immediates are queued, and drain.mjs fires them one by one.
//
// The `timers` and `timers/promises` modules built on this are in timer-modules.mjs.

import { AsyncResource } from 'node:async_hooks';
import {
  MathTrunc, ObjectDefineProperty, ReflectApply, list, uncurry, valueDescriptor,
} from './primordials.mjs';
import { clock } from './world.mjs';

const LONGEST_DELAY = 2 ** 31 - 1;
const realSetTimeout = setTimeout;
const realSetImmediate = setImmediate;
const runInAsyncScope = uncurry(AsyncResource.prototype.runInAsyncScope);
// Keeps AsyncLocalStorage working: what a timer calls sees the context in which it was set.
const newResource = (name) => new AsyncResource(name, { requireManualDestroy: true });

/** One armed timer or immediate. */
class Entry {
  id;
  callback;
  args;
  delay;
  repeats;
  due = 0;
  order = 0;
  armed = false;
  ref = true;
  background;
  handle = undefined;
  resource;

  constructor(id, callback, args, delay, repeats, background, resource) {
    this.id = id;
    this.callback = callback;
    this.args = args;
    this.delay = delay;
    this.repeats = repeats;
    this.background = background;
    this.resource = resource;
  }

  call() {
    const args = this.args;
    const handle = this.handle;
    runInAsyncScope(this.resource, () => ReflectApply(this.callback, handle, args));
  }
}

class TimerQueue {
  #timers = list();
  #immediates = list();
  #lastId = 0;
  #lastOrder = 0;
  /** While a module loads: timers set then do not keep a case waiting, or one cache-sweeping interval would spoil all. */
  loading = false;

  /** Forgets everything: what an old case armed does not reach the next one. */
  reset() {
    this.#timers = list();
    this.#immediates = list();
    this.#lastId = 0;
    this.#lastOrder = 0;
  }

  add(callback, delay, args, repeats) {
    delay *= 1;
    if (!(delay >= 1 && delay <= LONGEST_DELAY)) delay = 1;
    const entry = new Entry(++this.#lastId, callback, args, MathTrunc(delay), repeats, this.loading, newResource('Timeout'));
    this.arm(entry);
    return entry;
  }

  arm(entry) {
    entry.due = clock.elapsed + entry.delay;
    entry.order = ++this.#lastOrder;
    if (!entry.armed) this.#timers[this.#timers.length] = entry;
    entry.armed = true;
  }

  addImmediate(callback, args) {
    const entry = new Entry(++this.#lastId, callback, args, 0, false, this.loading, newResource('Immediate'));
    entry.armed = true;
    this.#immediates[this.#immediates.length] = entry;
    return entry;
  }

  cancel(entry) {
    if (!entry.armed) return;
    entry.armed = false;
    this.#timers = without(this.#timers, entry);
    this.#immediates = without(this.#immediates, entry);
  }

  cancelById(id) {
    for (let i = 0; i < this.#timers.length; i++) {
      if (this.#timers[i].id === +id) return this.cancel(this.#timers[i]);
    }
    return undefined;
  }

  /** The timer that is due next, if any; `all` includes those that would not keep a process alive. */
  next(all) {
    let first;
    for (let i = 0; i < this.#timers.length; i++) {
      const entry = this.#timers[i];
      if (!all && (!entry.ref || entry.background)) continue;
      if (first === undefined || entry.due < first.due || (entry.due === first.due && entry.order < first.order)) first = entry;
    }
    // Timers that nobody waits for still come first if they are due before.
    return first === undefined || all ? first : this.next(true);
  }

  /** Moves the clock to a timer and calls it; what it throws is the caller's. */
  fire(entry) {
    if (entry.due > clock.elapsed) clock.elapsed = entry.due;
    if (entry.repeats) this.arm(entry);
    else this.cancel(entry);
    entry.call();
  }

  nextImmediate() {
    return this.#immediates[0];
  }

  fireImmediate(entry) {
    this.cancel(entry);
    entry.call();
  }
}

function without(entries, entry) {
  const rest = list();
  for (let i = 0; i < entries.length; i++) {
    if (entries[i] !== entry) rest[rest.length] = entries[i];
  }
  return rest;
}

export const timers = new TimerQueue();

/** What `setTimeout` returns; shows nothing of itself to observers, as nothing of it is worth asserting. */
export class Timeout {
  #entry;

  constructor(entry) {
    this.#entry = entry;
    entry.handle = this;
  }
  ref() {
    this.#entry.ref = true;
    return this;
  }
  unref() {
    this.#entry.ref = false;
    return this;
  }
  hasRef() {
    return this.#entry.ref;
  }
  refresh() {
    if (this.#entry.armed) timers.arm(this.#entry);
    return this;
  }
  close() {
    timers.cancel(this.#entry);
    return this;
  }
  [Symbol.toPrimitive]() {
    return this.#entry.id;
  }
  static cancel(handle) {
    if (typeof handle === 'object' && handle !== null && #entry in handle) timers.cancel(handle.#entry);
  }
}

/** What `setImmediate` returns. */
export class Immediate {
  #entry;

  constructor(entry) {
    this.#entry = entry;
    entry.handle = this;
  }
  ref() {
    this.#entry.ref = true;
    return this;
  }
  unref() {
    this.#entry.ref = false;
    return this;
  }
  hasRef() {
    return this.#entry.ref;
  }
  static cancel(handle) {
    if (typeof handle === 'object' && handle !== null && #entry in handle) timers.cancel(handle.#entry);
  }
}
for (const Class of [Timeout, Immediate]) {
  if (Symbol.dispose === undefined) continue;
  const dispose = { [Symbol.dispose]() { Class.cancel(this); } }[Symbol.dispose];
  ObjectDefineProperty(Class.prototype, Symbol.dispose, valueDescriptor(dispose, false, true, true));
}

/** The functions as Node has them; a callback that is none is refused in Node's own words. */
export const timerFunctions = {
  __proto__: null,
  setTimeout(callback, delay, ...args) {
    if (typeof callback !== 'function') return realSetTimeout(callback);
    return new Timeout(timers.add(callback, delay, args, false));
  },
  setInterval(callback, delay, ...args) {
    if (typeof callback !== 'function') return realSetTimeout(callback);
    return new Timeout(timers.add(callback, delay, args, true));
  },
  setImmediate(callback, ...args) {
    if (typeof callback !== 'function') return realSetImmediate(callback);
    return new Immediate(timers.addImmediate(callback, args));
  },
  clearTimeout: clear,
  clearInterval: { clearInterval: (timer) => clear(timer) }.clearInterval,
  clearImmediate(immediate) {
    Immediate.cancel(immediate);
  },
};
ObjectDefineProperty(clear, 'name', valueDescriptor('clearTimeout', false, false, true));

function clear(timer) {
  if (typeof timer === 'number' || typeof timer === 'string') timers.cancelById(timer);
  else Timeout.cancel(timer);
}
