// Fuel, and the two errors that end a case from inside. Neither can be outlived: once fuel is spent every probe throws
// again, and leaving the process spends it.

import { ObjectDefineProperty, ObjectFreeze, SafeError, valueDescriptor } from './primordials.mjs';

const SPENT = -1e9;

function internalError(message) {
  const error = new SafeError(message);
  // A stack would keep memory alive and tell of us.
  ObjectDefineProperty(error, 'stack', valueDescriptor(message, false, false, false));
  return ObjectFreeze(error);
}

/** Thrown by a probe when fuel is spent. */
export const OUT_OF_FUEL = internalError('out of fuel');

/** Thrown where the target tries to end the process. */
export const EXITED = internalError('the process was told to end');

/** Whether a thrown value is ours and none of the target's doing. */
export const isInternal = (value) => value === OUT_OF_FUEL || value === EXITED;

/** The fuel of one instance: what instrumented code calls `$kf`. */
export class Fuel {
  n;

  constructor(amount) {
    this.n = amount;
  }

  /** Called by probes that find the tank empty. */
  out() {
    this.n = SPENT;
    throw OUT_OF_FUEL;
  }

  spend() {
    this.n = SPENT;
  }
}
