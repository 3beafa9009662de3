// Runs one case in one instance: calls it, runs everything down, and says how it ended. Which instance, and whether to
// run again, is decided in batch.mjs.

import {
  AsyncFunction, ReflectApply, SafeFunction, list, listenTo,
} from './primordials.mjs';
import { Drain, afterTurn } from './drain.mjs';
import { isInternal } from './fuel.mjs';
import { guard } from './guard.mjs';
import { jsonArray, quote } from './json.mjs';
import { Observer } from './observe.mjs';
import { output } from './output.mjs';
import { className, inheritedValue, isObject } from './properties.mjs';
import { Recorder } from './recorder.mjs';
import { describeThrown, isStackOverflow } from './thrown.mjs';
import { clock } from './world.mjs';

const compileAll = globalThis.eval;
const ROUNDS_OF_PROMISES = 4;

/** What is known of a run when it has ended. */
class Outcome {
  end;
  recorder;
  late;
  observation;
  /** What was thrown, without its value: enough to tell a crash from behaviour. */
  thrown;

  /** The first exception that nobody caught after the call had returned, in the same way. */
  uncaught;

  constructor(end, recorder, late, observation, thrown, uncaught) {
    this.end = end;
    this.recorder = recorder;
    this.late = late;
    this.observation = observation;
    this.thrown = thrown;
    this.uncaught = uncaught;
  }
}

/** One run of a case. */
export class CaseRun {
  #instance;
  #recorder;
  #observer;
  #settled = false;
  #threw = null;
  #drain;
  #done;

  /**
   * `context` is what all cases share: `{ tags, budget, registry }`; `classOf` belongs to the instance. `onAct` is called
   * when the last step is about to begin.
   */
  constructor(context, instance, classOf, copying, onAct) {
    this.#instance = instance;
    this.#observer = copying ? new Observer(context.budget, classOf) : null;
    this.#recorder = new Recorder(context.tags, classOf, this.#observer, onAct);
    this.#drain = new Drain(
      () => this.#settled,
      () => guard.exit !== null || instance.fuel.n < 0,
      () => context.registry.hidesWork,
    );
  }

  run(code, isAsync, done) {
    this.#done = done;
    try {
      const result = ReflectApply(code, undefined, [this.#recorder, this.#instance.main]);
      if (isAsync) {
        listenTo(result, () => this.#settle(null), (reason) => this.#settle({ value: reason }));
      } else {
        this.#settle(null);
      }
    } catch (error) {
      this.#settle({ value: error });
    }
    this.#drain.run(() => this.#rest());
  }

  #settle(threw) {
    this.#settled = true;
    this.#threw = threw;
    this.#recorder.running = false;
  }

  /** Everything has come to rest. */
  #rest() {
    const late = guard.late;
    guard.late = list();
    if (this.#observer === null) return this.#finish(late, null);
    const copies = { late: list(), thrown: null };
    for (let i = 0; i < late.length; i++) copies.late[i] = this.#observer.thrown(late[i].value);
    if (this.#threw !== null && !isInternal(this.#threw.value)) copies.thrown = this.#observer.thrown(this.#threw.value);
    return this.#lookAtPromises(ROUNDS_OF_PROMISES, () => this.#finish(late, copies));
  }

  /** Asks promises what became of them, and those inside what they gave, until there are no new ones. */
  #lookAtPromises(rounds, done) {
    this.#recorder.finalCopies();
    const unasked = this.#observer.takeUnasked();
    if (unasked.length === 0 || rounds === 0) return done();
    for (let i = 0; i < unasked.length; i++) {
      const promise = unasked[i];
      const observer = this.#observer;
      const asked = listenTo(
        promise,
        (value) => observer.settle(promise, 'fulfilled', value),
        (reason) => observer.settle(promise, 'rejected', reason),
      );
      observer.settle(promise, asked ? 'pending' : 'unknown', undefined);
    }
    return afterTurn(() => this.#lookAtPromises(rounds - 1, done));
  }

  #finish(late, copies) {
    const end = this.#end();
    const observation = copies === null ? null : this.#observation(end, late, copies);
    this.#recorder.close();
    const threw = this.#threw !== null && !isInternal(this.#threw.value);
    const described = (value) => describeThrown(value, '{"t":"opaque"}');
    const thrown = threw ? described(this.#threw.value) : 'null';
    const uncaught = late.length > 0 && !late[0].rejection ? described(late[0].value) : 'null';
    this.#done(new Outcome(end, this.#recorder, late.length, observation, thrown, uncaught));
  }

  #end() {
    const { step } = this.#recorder;
    const running = step < 0 ? 'null' : step;
    if (guard.exit !== null) return `{"t":"died","how":${quote(guard.exit.how)}}`;
    if (this.#instance.fuel.n < 0) return `{"t":"outOfFuel","step":${running}}`;
    if (this.#drain.endless) return '{"t":"endlessTimers"}';
    if (!this.#settled) return `{"t":"neverSettled","step":${step < 0 ? 0 : step}}`;
    if (this.#threw === null) return '{"t":"completed"}';
    if (isStackOverflow(this.#threw.value)) return `{"t":"stackOverflow","step":${running}}`;
    return `{"t":"threw","step":${step < 0 ? 0 : step}}`;
  }

  #observation(end, late, copies) {
    const recorder = this.#recorder;
    const lateTexts = list();
    for (let i = 0; i < late.length; i++) {
      const kind = late[i].rejection ? 'unhandledRejection' : 'uncaught';
      lateTexts[i] = `{"t":"${kind}","v":${this.#observer.finish(copies.late[i])}}`;
    }
    return `{"end":${end},"steps":${recorder.stepTexts(recorder.step < 0 ? null : copies.thrown)},"changes":${recorder.changeTexts()},`
      + `"callbacks":${recorder.copiedCallTexts()},"late":${jsonArray(lateTexts)},"waitedMs":${clock.elapsed},`
      + `"turnedLoop":${this.#drain.turnedLoop},"stdout":${quote(output.stdout)},"stderr":${quote(output.stderr)}}`;
  }
}

/** Compiles several cases in one go, which is twice as fast as one by one; a text that is no body spoils only itself. */
export function compileCases(cases, from, to) {
  let text = '[';
  for (let i = from; i < to; i++) {
    text += `(${cases[i].async ? 'async ' : ''}function ($, $m) { "use strict";\n${cases[i].code}\n}),`;
  }
  try {
    return compileAll(text + ']');
  } catch {
    const compiled = list();
    for (let i = from; i < to; i++) compiled[i - from] = compileCase(cases[i]);
    return compiled;
  }
}

/** One case alone: a function, or a text that says why it could not be compiled. */
function compileCase({ code, async: isAsync }) {
  const body = `"use strict";\n${code}`;
  try {
    return isAsync ? new AsyncFunction('$', '$m', body) : new SafeFunction('$', '$m', body);
  } catch (error) {
    return explain(error);
  }
}

/** An error in a few words, for messages to the host. */
export function explain(error) {
  if (!isObject(error)) return `threw ${typeof error === 'string' ? error : typeof error}`;
  const message = inheritedValue(error, 'message');
  return `${className(error) ?? 'Error'}: ${typeof message === 'string' ? message : ''}`;
}
