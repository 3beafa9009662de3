// Keeps the target's hands off the process: attempts to end it become the end of a case, errors that nobody caught are
// collected, and listeners, environment, working directory, mask and exit code are put back.

import { writeSync } from 'node:fs';
import {
  ObjectDefineProperty, ObjectGetOwnPropertyNames, ReflectApply, ReflectOwnKeys, SafeMap, SafeSet, list, valueDescriptor,
} from './primordials.mjs';
import { EXITED, isInternal } from './fuel.mjs';
import { quote } from './json.mjs';

const { chdir, cwd, kill, reallyExit, umask, removeListener, addListener, rawListeners, emit } = process;
const { pid } = process;
const VOLATILE = 'TZ';

class Guard {
  /** How the target tried to end the process: `{ how, code }`, or null. */
  exit = null;
  /** `{ rejection, value }` for each error that nobody caught, in order. */
  late = list();
  /** Called when the event loop has run dry, if somebody waits for that. */
  onIdle = null;
  /** Called when the target tries to end the process. */
  onExit = () => {};
  #emit = null;
  #listeners = new SafeMap();
  #listenersTouched = false;
  #env = new SafeMap();
  #cwd = cwd();
  #cwdTouched = false;
  #umask = umask();
  #umaskTouched = false;

  install() {
    this.#interceptEvents();
    this.#interceptExits();
    this.#interceptState();
    this.#listeners = listenersNow();
    this.#env = envNow();
  }

  /** Forgets what belongs to the case before. */
  reset() {
    this.exit = null;
    if (this.late.length > 0) this.late = list();
  }

  /** Puts back everything but the environment, which restoreEnv looks through. */
  restore() {
    this.#emit = null;
    if (process.exitCode !== undefined) process.exitCode = undefined;
    if (this.#cwdTouched) {
      ReflectApply(chdir, process, [this.#cwd]);
      this.#cwdTouched = false;
    }
    if (this.#umaskTouched) {
      umask(this.#umask);
      this.#umaskTouched = false;
    }
    if (this.#listenersTouched) this.#restoreListeners();
  }

  restoreEnv() {
    const env = process.env;
    const now = envNow();
    now.forEach((_, key) => {
      if (!this.#env.has(key)) delete env[key];
    });
    this.#env.forEach((value, key) => {
      if (now.get(key) !== value) env[key] = value;
    });
  }

  #end(how, code) {
    if (this.exit === null) this.exit = { how, code };
    this.onExit();
    throw EXITED;
  }

  /** Keeps an error that nobody caught. */
  addLate(rejection, value) {
    if (!isInternal(value)) this.late[this.late.length] = { rejection, value };
  }

  /**
   * Node tells of errors that nobody caught, and of an event loop run dry, by calling whatever `process.emit` is at that
   * moment. So it cannot really be replaced: what the target puts there is called from here.
   */
  #interceptEvents() {
    const guard = this;
    const interceptor = function (event, value) {
      if (event === 'beforeExit' && guard.onIdle !== null) {
        const resume = guard.onIdle;
        guard.onIdle = null;
        resume();
        return true;
      }
      if (event === 'unhandledRejection' || event === 'uncaughtException') {
        guard.addLate(event === 'unhandledRejection', value);
        return true;
      }
      const replacement = guard.#emit;
      if (replacement === null) return ReflectApply(emit, this, arguments);
      // A replacement usually calls what it found before, which is this.
      guard.#emit = null;
      try {
        return ReflectApply(replacement, this, arguments);
      } finally {
        guard.#emit = replacement;
      }
    };
    ObjectDefineProperty(interceptor, 'name', valueDescriptor('emit', false, false, true));
    ObjectDefineProperty(process, 'emit', {
      __proto__: null,
      get: () => interceptor,
      set: (replacement) => {
        guard.#emit = replacement;
      },
      enumerable: false,
      configurable: false,
    });
    const touched = () => {
      this.#listenersTouched = true;
    };
    ReflectApply(addListener, process, ['newListener', touched]);
    ReflectApply(addListener, process, ['removeListener', touched]);
  }

  #interceptExits() {
    const guard = this;
    define('exit', (code) => guard.#end(`process.exit(${code === undefined ? '' : shown(code)})`, exitCodeOf(code)));
    define('reallyExit', (code) => guard.#end(`process.reallyExit(${code === undefined ? '' : shown(code)})`, exitCodeOf(code)));
    define('abort', () => guard.#end('process.abort()', null));
    define('kill', function kill_(target, signal) {
      const itself = target === pid || target === 0 || target === -pid || target === '' + pid;
      if (itself && signal !== 0) guard.#end(`process.kill(process.pid${signal === undefined ? '' : ', ' + shown(signal)})`, null);
      return ReflectApply(kill, process, arguments);
    });
  }

  #interceptState() {
    const guard = this;
    define('chdir', function chdir_() {
      guard.#cwdTouched = true;
      return ReflectApply(chdir, process, arguments);
    });
    define('umask', function umask_() {
      guard.#umaskTouched = true;
      return ReflectApply(umask, process, arguments);
    });
  }

  #restoreListeners() {
    const now = listenersNow();
    now.forEach((listeners, event) => {
      const kept = this.#listeners.get(event);
      listeners.forEach((listener) => {
        if (kept === undefined || !kept.has(listener)) ReflectApply(removeListener, process, [event, listener]);
      });
    });
    this.#listeners.forEach((listeners, event) => {
      const present = now.get(event);
      listeners.forEach((listener) => {
        if (present === undefined || !present.has(listener)) ReflectApply(addListener, process, [event, listener]);
      });
    });
    this.#listenersTouched = false;
  }
}

export const guard = new Guard();

/** Ends the process for good. */
export function leave(code) {
  ReflectApply(reallyExit, process, [code]);
}

/** Wraps a callback of the worker's own: an error in it is a bug of ours, and must not be taken for one of the target's. */
export function ours(callback) {
  return () => {
    try {
      callback();
    } catch (error) {
      writeSync(2, `kiskadee worker: ${error?.stack ?? error}\n`);
      leave(70);
    }
  };
}

function define(name, replacement) {
  ObjectDefineProperty(replacement, 'name', valueDescriptor(name, false, false, true));
  ObjectDefineProperty(process, name, valueDescriptor(replacement, true, true, true));
}

function shown(value) {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'object' || typeof value === 'function' ? '…' : `${typeof value === 'symbol' ? '…' : value}`;
}

function exitCodeOf(code) {
  if (code === undefined) return typeof process.exitCode === 'number' ? process.exitCode : 0;
  return typeof code === 'number' ? code | 0 : 1;
}

function listenersNow() {
  const found = new SafeMap();
  const events = ReflectOwnKeys(process._events ?? {});
  for (let i = 0; i < events.length; i++) {
    const raw = ReflectApply(rawListeners, process, [events[i]]);
    const set = new SafeSet();
    for (let j = 0; j < raw.length; j++) {
      set.add(raw[j].listener ?? raw[j]);
    }
    found.set(events[i], set);
  }
  return found;
}

function envNow() {
  const found = new SafeMap();
  const env = process.env;
  const keys = ObjectGetOwnPropertyNames(env);
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== VOLATILE) found.set(keys[i], env[keys[i]]);
  }
  return found;
}
