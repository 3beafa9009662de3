// Runs everything down after a case: microtasks and ticks first, then real requests, and only when the process is idle
// is virtual time moved to the next timer. All by callbacks: internal promises would depend on what the target did to
// theirs.
//
// "Idle" is what libuv says: when nothing keeps the loop alive Node emits `beforeExit`, which also covers thread-pool
// work (zlib, crypto) that `getActiveResourcesInfo` does not list. That is asked only where it can matter.

import { ReflectApply, SafeMap, SafeSet } from './primordials.mjs';
import { guard, ours } from './guard.mjs';
import { timers } from './timers.mjs';

const MOST_TIMERS = 1000;
/** What loading has left running may tick along while a case waits, but not for ever. */
const MOST_BACKGROUND = 100;
const MOST_IMMEDIATES = 10_000;
const LONGEST_WAIT = 24 * 60 * 60 * 1000;
const PATIENCE = 2000;
const POLL = 20;

const turn = setImmediate;
const realSetTimeout = setTimeout;
const realClearTimeout = clearTimeout;
const unref = realSetTimeout(() => {}, 0).constructor.prototype.unref;
const { getActiveResourcesInfo } = process;
const realNow = performance.now.bind(performance);

/** Resources that only listen: they never finish by themselves, and nobody waits for them. */
const LISTENING = new SafeSet();
for (const type of [
  'Timeout', 'Immediate', 'TCPServerWrap', 'PipeServerWrap', 'UDPWrap', 'FSEventWrap', 'FSEvent', 'StatWatcher',
  'SignalWrap', 'TTYWrap', 'MessagePort', 'CloseReq',
]) {
  LISTENING.add(type);
}

/** Calls back from a fresh turn of the event loop: by then all microtasks and ticks have run. */
export function afterTurn(callback) {
  turn(ours(callback));
}

function requestsNow() {
  const counts = new SafeMap();
  const types = ReflectApply(getActiveResourcesInfo, process, []);
  for (let i = 0; i < types.length; i++) {
    if (!LISTENING.has(types[i])) counts.set(types[i], (counts.get(types[i]) ?? 0) + 1);
  }
  return counts;
}

function exceeds(now, before) {
  let more = false;
  now.forEach((count, type) => {
    if (count > (before.get(type) ?? 0)) more = true;
  });
  return more;
}

/** Draining of one case. */
export class Drain {
  /** Whether timers re-armed themselves past every bound. */
  endless = false;
  /** Whether a timer, an immediate or a request was waited for. */
  turnedLoop = false;
  #before = requestsNow();
  #timersFired = 0;
  #backgroundFired = 0;
  #immediatesFired = 0;
  #isSettled;
  #isHalted;
  #hidden;
  #done;
  #idle = false;

  /**
   * `isSettled` tells whether the case itself has come to its end, `isHalted` whether it was ended from inside so that
   * nothing more may run; `hidden` whether work may be under way that no list of resources shows.
   */
  constructor(isSettled, isHalted, hidden) {
    this.#isSettled = isSettled;
    this.#isHalted = isHalted;
    this.#hidden = hidden;
  }

  /** Calls back when nothing is left to do, or nothing that may be done. */
  run(done) {
    this.#done = done;
    this.#turn();
  }

  #turn() {
    this.#idle = false;
    turn(ours(() => this.#look()));
  }

  #look() {
    if (this.#isHalted()) return this.#done();
    const immediate = timers.nextImmediate();
    if (immediate !== undefined) {
      if (++this.#immediatesFired > MOST_IMMEDIATES) return this.#giveUp();
      this.turnedLoop = true;
      attempt(() => timers.fireImmediate(immediate));
      return this.#turn();
    }
    const settled = this.#isSettled();
    if (!this.#idle) {
      const requests = exceeds(requestsNow(), this.#before);
      if (requests) this.turnedLoop = true;
      if (requests || !settled || this.#hidden()) return this.#waitUntilIdle(settled);
    }
    const timer = timers.next(!settled);
    if (timer === undefined) return this.#done();
    if (timer.background) {
      if (++this.#backgroundFired > MOST_BACKGROUND) timers.cancel(timer);
      if (!timer.armed) return this.#look();
    } else if (++this.#timersFired > MOST_TIMERS) {
      return this.#giveUp();
    }
    if (timer.due > LONGEST_WAIT) return this.#giveUp();
    this.turnedLoop = true;
    attempt(() => timers.fire(timer));
    return this.#turn();
  }

  #giveUp() {
    this.endless = true;
    this.#done();
  }

  #waitUntilIdle(wasSettled) {
    const started = realNow();
    let alarm;
    const resume = () => {
      guard.onIdle = null;
      realClearTimeout(alarm);
      this.#idle = true;
      if (!wasSettled && this.#isSettled()) this.turnedLoop = true;
      this.#look();
    };
    // Something that only listens may keep the loop alive for ever; then the list of resources has to do.
    const poll = () => {
      if (this.#isHalted() || realNow() - started > PATIENCE || !exceeds(requestsNow(), this.#before)) return resume();
      return arm();
    };
    const arm = () => {
      alarm = realSetTimeout(ours(poll), POLL);
      ReflectApply(unref, alarm, []);
    };
    guard.onIdle = ours(resume);
    arm();
  }
}

/** Runs a callback of the target as the event loop would: what it throws is an uncaught exception. */
function attempt(call) {
  try {
    call();
  } catch (error) {
    guard.addLate(false, error);
  }
}

