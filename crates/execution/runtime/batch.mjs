// Runs a batch of cases: which instance each gets, whether it runs a second time, and what the host is told.

import { SafeMap, SafeUint8Array, TypedArraySet, list } from './primordials.mjs';
import { CaseRun, compileCases, explain } from './cases.mjs';
import { Drain } from './drain.mjs';
import { guard } from './guard.mjs';
import { jsonArray, quote } from './json.mjs';
import { Instance } from './loader.mjs';
import { output } from './output.mjs';
import { stream } from './random.mjs';
import { classesOf } from './reflect.mjs';
import { timers } from './timers.mjs';
import { clock, restoreTimeZone, setTimeZone } from './world.mjs';

const COMPILED_AT_ONCE = 32;

/** Which counters the host knows of already. */
export class Known {
  #bits = new SafeUint8Array(1024);

  add(index) {
    if (index >= this.#bits.length) {
      const larger = new SafeUint8Array(2 * (index + 1));
      TypedArraySet(larger, this.#bits);
      this.#bits = larger;
    }
    this.#bits[index] = 1;
  }

  has(index) {
    return this.#bits[index] === 1;
  }
}

/** Sets the virtual world for what follows. */
export function enterWorld(world) {
  clock.reset(world.now);
  stream.reset(world.seed);
  timers.reset();
  output.reset();
  guard.reset();
  setTimeZone(world.timeZone);
}

/**
 * Loads an instance, waiting where it must. `done(instance, failure)`: the failure is null or says why, as
 * `{ why, value }` with one of the protocol's reasons.
 */
export function loadInstance(context, done) {
  const instance = new Instance(context.registry, context.fuel.load);
  let state = 'loading';
  let thrown;
  guard.onExit = () => instance.fuel.spend();
  timers.loading = true;
  const finish = () => {
    timers.loading = false;
    if (guard.exit !== null) return done(instance, { why: 'exited', value: undefined });
    if (instance.fuel.n < 0) return done(instance, { why: 'outOfFuel', value: undefined });
    if (state === 'failed') return done(instance, { why: 'threw', value: thrown });
    return done(instance, state === 'loaded' ? null : { why: 'neverSettled', value: undefined });
  };
  instance.load((error, failed) => {
    state = failed ? 'failed' : 'loaded';
    thrown = error;
  });
  if (state !== 'loading') return finish();
  const halted = () => guard.exit !== null || instance.fuel.n < 0;
  return new Drain(() => state !== 'loading', halted, () => context.registry.hidesWork).run(finish);
}

/** One batch. */
export class Batch {
  #context;
  #message;
  #counts;
  #compiled = list();
  #compiledFrom = 0;
  #at = 0;
  #common = null;
  #done;

  /** `context` is what the whole process shares, see worker.mjs. */
  constructor(context, message) {
    this.#context = context;
    this.#message = message;
    this.#counts = message.counts ? new SafeMap() : null;
    const { known } = message;
    for (let i = 0; i < known.length; i++) context.known.add(known[i]);
  }

  run(done) {
    this.#done = done;
    this.#next();
  }

  #next() {
    const { cases, sharing, detail } = this.#message;
    if (this.#at === cases.length) return this.#finish();
    const which = cases[this.#at];
    const code = this.#codeOf(this.#at);
    this.#at += 1;
    if (typeof code === 'string') {
      this.#report(which.id, `{"t":"notRun","why":${quote(code)}}`, null);
      return this.#next();
    }
    const always = detail === 'always';
    return this.#runOnce(which, code, sharing === 'fresh', always, (first) => {
      // What brings news is looked at closely, in a state that nobody has touched.
      const wanted = detail === 'never' ? sharing === 'reuse' : sharing !== 'shared' && (!always || sharing === 'reuse');
      const again = first.outcome !== null && first.news.length > 0 && wanted;
      if (!again) return this.#conclude(which, first);
      return this.#runOnce(which, code, true, detail !== 'never', (second) => this.#conclude(which, second));
    });
  }

  #conclude(which, { outcome, news, hits, end }) {
    if (this.#counts !== null) {
      for (let i = 0; i < hits.length; i += 2) {
        this.#counts.set(hits[i], (this.#counts.get(hits[i]) ?? 0) + hits[i + 1]);
      }
    }
    this.#report(which.id, end, outcome, news);
    this.#next();
  }

  #codeOf(index) {
    if (index >= this.#compiledFrom + this.#compiled.length) {
      const { cases } = this.#message;
      const to = index + COMPILED_AT_ONCE < cases.length ? index + COMPILED_AT_ONCE : cases.length;
      this.#compiledFrom = index;
      this.#compiled = compileCases(cases, index, to);
    }
    return this.#compiled[index - this.#compiledFrom];
  }

  /** Runs a case in a new instance or in the batch's own. */
  #runOnce(which, code, fresh, copying, done) {
    enterWorld(this.#message.world);
    if (!fresh && this.#common !== null) return this.#runIn(this.#common, which, code, copying, done);
    return loadInstance(this.#context, (instance, failure) => {
      if (failure !== null) {
        const how = failure.why === 'threw' ? explain(failure.value) : failure.why;
        return this.#leave(instance, () => done({
          outcome: null, news: list(), hits: list(), end: `{"t":"notRun","why":${quote(`the module did not load again: ${how}`)}}`,
        }));
      }
      // Loading may have drawn random numbers; a case begins at the beginning.
      stream.reset(this.#message.world.seed);
      const home = { instance, classes: null };
      if (!fresh) this.#common = home;
      return this.#runIn(home, which, code, copying, done);
    });
  }

  #runIn(home, which, code, copying, done) {
    const context = this.#context;
    const { instance } = home;
    const classOf = (prototype) => {
      if (home.classes === null) home.classes = classesOf(context.exports, instance.main);
      return home.classes.get(prototype) ?? -1;
    };
    instance.fuel.n = context.fuel.case;
    guard.onExit = () => instance.fuel.spend();
    // A test is about its last step: what the steps before it cover is for other tests to show. Only when all is counted,
    // all counts.
    const onAct = this.#counts === null ? () => instance.clearCounters() : () => {};
    new CaseRun(context, instance, classOf, copying, onAct).run(code, which.async, (outcome) => {
      const result = { outcome, news: list(), hits: list(), end: outcome.end };
      this.#harvest(instance, result);
      const spoiled = instance.fuel.n < 0;
      if (home !== this.#common) return this.#leave(instance, () => done(result));
      if (!spoiled) {
        instance.clearCounters();
        return done(result);
      }
      this.#common = null;
      return this.#leave(instance, () => done(result));
    });
  }

  #harvest(instance, { news, hits }) {
    const { known } = this.#context;
    const counting = this.#counts !== null;
    instance.eachHit((index, count) => {
      if (!known.has(index)) news[news.length] = index;
      if (counting) {
        hits[hits.length] = index;
        hits[hits.length] = count;
      }
    });
  }

  /** Makes sure that an instance does nothing more, and tidies up after it. */
  #leave(instance, done) {
    instance.fuel.spend();
    guard.restore();
    if (this.#context.registry.mentionsEnv) restoreEnvironment();
    done();
  }

  #report(id, end, outcome, news = list()) {
    const { channel, tags } = this.#context;
    const seen = outcome === null
      ? '"tags":[],"news":[],"shapes":[],"callbacks":[],"thrown":null,"uncaught":null,"observation":null'
      : `"tags":${outcome.recorder.tagTexts},"news":${jsonArray(news)},"shapes":${jsonArray(tags.takeFresh())},`
        + `"callbacks":${outcome.recorder.callTexts},"thrown":${outcome.thrown},"uncaught":${outcome.uncaught},"observation":${outcome.observation}`;
    channel.send(`{"t":"case","id":${id},"end":${end},${seen},"late":${outcome === null ? 0 : outcome.late}}`);
  }

  #finish() {
    if (this.#common !== null) this.#leave(this.#common.instance, () => {});
    restoreEnvironment();
    const verdict = this.#context.intrinsics.restore();
    let counts = 'null';
    if (this.#counts !== null) counts = countTexts(this.#counts);
    this.#context.channel.send(
      `{"t":"done","batch":${this.#message.batch},"counts":${counts},"dirty":${verdict !== 'clean'},"spoiled":${verdict === 'spoiled'}}`,
    );
    this.#context.channel.flush();
    this.#done();
  }
}

function restoreEnvironment() {
  guard.restoreEnv();
  restoreTimeZone();
}

function countTexts(counts) {
  const texts = list();
  let last = -1;
  counts.forEach((_, index) => {
    if (index > last) last = index;
  });
  for (let i = 0; i <= last; i++) {
    const count = counts.get(i);
    if (count !== undefined) texts[texts.length] = `[${i},${count}]`;
  }
  return jsonArray(texts);
}
