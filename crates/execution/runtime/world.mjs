// The clock of the virtual world, and everything in the language and in Node that tells the time.
//
// Time stands still while code runs and is moved only by drain.mjs, from timer to timer. Timers are in timers.mjs,
// randomness in random.mjs.

import {
  DateToString, MathFloor, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectApply, ReflectConstruct,
  SafeDate, valueDescriptor,
} from './primordials.mjs';

/** How long the process claims to have been running when a case starts, in milliseconds. */
const UPTIME = 1000;

class Clock {
  #start = 0;
  elapsed = 0;

  reset(start) {
    this.#start = start;
    this.elapsed = 0;
  }

  /** Milliseconds since 1970, in the virtual world. */
  now() {
    return this.#start + this.elapsed;
  }

  /** Milliseconds since the process "started". */
  monotonic() {
    return UPTIME + this.elapsed;
  }

  origin() {
    return this.#start - UPTIME;
  }
}

export const clock = new Clock();

/** Puts virtual versions in the place of everything that tells the time. */
export function installClock() {
  installDate();
  installPerformance();
  installProcessClocks();
}

let currentTimeZone;

/** Node re-reads the time zone when TZ is written, which is dear, and reading the environment is not cheap either. */
export function setTimeZone(timeZone) {
  if (timeZone === currentTimeZone) return;
  currentTimeZone = timeZone;
  process.env.TZ = timeZone;
}

/** Puts the time zone back if the target has changed it. */
export function restoreTimeZone() {
  if (process.env.TZ !== currentTimeZone) process.env.TZ = currentTimeZone;
}

function installDate() {
  // Not a class: `Date()` without `new` must work. Parameters are named for `length`, which is 7.
  // eslint-disable-next-line no-unused-vars
  const VirtualDate = function Date(year, month, date, hours, minutes, seconds, ms) {
    if (new.target === undefined) return DateToString(new SafeDate(clock.now()));
    const args = arguments.length === 0 ? [MathFloor(clock.now())] : arguments;
    return ReflectConstruct(SafeDate, args, new.target);
  };
  const now = { now: () => MathFloor(clock.now()) }.now;
  define(VirtualDate, 'now', now);
  define(VirtualDate, 'parse', SafeDate.parse);
  define(VirtualDate, 'UTC', SafeDate.UTC);
  ObjectDefineProperty(VirtualDate, 'prototype', valueDescriptor(SafeDate.prototype, false, false, false));
  define(SafeDate.prototype, 'constructor', VirtualDate);
  define(globalThis, 'Date', VirtualDate);
}

function installPerformance() {
  const prototype = Object.getPrototypeOf(performance);
  define(prototype, 'now', { now: () => clock.monotonic() }.now);
  const { enumerable } = ObjectGetOwnPropertyDescriptor(prototype, 'timeOrigin');
  const get = { timeOrigin: () => clock.origin() }.timeOrigin;
  ObjectDefineProperty(prototype, 'timeOrigin', { __proto__: null, get, enumerable, configurable: true });
}

function installProcessClocks() {
  const realHrtime = process.hrtime;
  const hrtime = function hrtime(previous) {
    // The real one refuses what is not a pair of numbers.
    if (previous !== undefined) ReflectApply(realHrtime, process, [previous]);
    const nanoseconds = clock.monotonic() * 1e6;
    let seconds = MathFloor(nanoseconds / 1e9);
    let rest = MathFloor(nanoseconds % 1e9);
    if (previous !== undefined) {
      seconds -= previous[0];
      rest -= previous[1];
      if (rest < 0) {
        seconds -= 1;
        rest += 1e9;
      }
    }
    return [seconds, rest];
  };
  const toBigInt = BigInt;
  define(hrtime, 'bigint', { hrtimeBigInt: () => toBigInt(MathFloor(clock.monotonic() * 1e6)) }.hrtimeBigInt, true);
  define(process, 'hrtime', hrtime, true);
  define(process, 'uptime', { uptime: () => clock.monotonic() / 1000 }.uptime, true);
}

function define(object, key, value, enumerable = false) {
  const old = ObjectGetOwnPropertyDescriptor(object, key);
  ObjectDefineProperty(object, key, valueDescriptor(value, old?.enumerable ?? enumerable, true, true));
}
