// The faces of the virtual timers: the globals, the modules `timers` and `timers/promises`, `util.promisify` and
// `AbortSignal.timeout`. This is Node's own behaviour told anew for the target; the queue itself is in timers.mjs.

import realTimers from 'node:timers';
import realTimersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { ObjectDefineProperty, SafePromise, list, valueDescriptor } from './primordials.mjs';
import { timerFunctions } from './timers.mjs';

const { setTimeout, setImmediate, setInterval, clearTimeout, clearImmediate, clearInterval } = timerFunctions;
const realDelay = realTimersPromises.setTimeout;

/** The module `timers/promises`. */
export const timersPromises = {
  setTimeout: (delay, value, options = {}) => promised(
    options, value, (done) => setTimeout(done, delay), clearTimeout,
  ),
  setImmediate: (value, options = {}) => promised(options, value, (done) => setImmediate(done), clearImmediate),
  setInterval: ticks,
  scheduler: {
    wait: (delay, options = {}) => timersPromises.setTimeout(delay, undefined, options),
    yield: () => timersPromises.setImmediate(),
  },
};

/** The module `timers`. */
export const timersModule = { ...realTimers, ...timerFunctions, promises: timersPromises };

/* eslint-disable no-restricted-syntax -- runs before the target is loaded */
/** Puts the virtual timers in the place of the real ones. */
export function installTimers() {
  for (const key of Object.keys(timerFunctions)) {
    const { enumerable } = Object.getOwnPropertyDescriptor(globalThis, key);
    ObjectDefineProperty(globalThis, key, valueDescriptor(timerFunctions[key], enumerable, true, true));
  }
  for (const key of ['setTimeout', 'setImmediate']) {
    ObjectDefineProperty(timerFunctions[key], promisify.custom, valueDescriptor(timersPromises[key], false, false, true));
  }
  const timeout = {
    timeout(delay) {
      const controller = new AbortController();
      const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      setTimeout(() => controller.abort(reason), delay).unref();
      return controller.signal;
    },
  }.timeout;
  ObjectDefineProperty(AbortSignal, 'timeout', valueDescriptor(timeout, true, true, true));
}
/* eslint-enable no-restricted-syntax */

function promised(options, value, start, cancel) {
  const signal = options?.signal;
  // Options that Node refuses, and signals that are aborted already, get Node's own answer.
  if (refused(options) || signal?.aborted) return realDelay(1, value, options);
  return new SafePromise((resolve) => {
    const handle = start(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    const abort = () => {
      cancel(handle);
      resolve(realDelay(1, value, options));
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (options?.ref === false) handle.unref();
  });
}

function refused(options) {
  if (options === null || typeof options !== 'object') return true;
  if (options.ref !== undefined && typeof options.ref !== 'boolean') return true;
  return options.signal !== undefined && !(options.signal instanceof AbortSignal);
}

async function* ticks(delay, value, options = {}) {
  if (refused(options) || options.signal?.aborted) yield await realDelay(1, value, options);
  const waiting = list();
  let missed = 0;
  const wake = () => {
    missed += 1;
    const resume = waiting[0];
    waiting.length = 0;
    resume?.();
  };
  const handle = setInterval(wake, delay);
  if (options.ref === false) handle.unref();
  options.signal?.addEventListener('abort', wake, { once: true });
  try {
    for (;;) {
      if (missed === 0) await new SafePromise((resume) => { waiting[0] = resume; });
      if (options.signal?.aborted) await realDelay(1, value, options);
      for (; missed > 0; missed--) yield value;
    }
  } finally {
    clearInterval(handle);
    options.signal?.removeEventListener('abort', wake);
  }
}
