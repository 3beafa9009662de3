// What the text of a case calls `$`. One recorder belongs to one run of one case; calls that come after it was closed
// are ignored, so a straggler of an old case disturbs nothing.
//
//   $.top(n)         top-level step n begins            $.act(n)          so does the last one
//   $.start(n)       a step in a callback begins        $.done(n, value)  step n gave this value; returns it
//   $.arg(i, value)  argument i of the last step, written in place; returns it
//   $.called(id, args)  callback id was called
//
// Always recorded: tags of what steps gave, calls of callbacks. With an observer: copies, and what the last top-level
// step changed.

import { SafeSet, list } from './primordials.mjs';
import { jsonArray } from './json.mjs';
import { isObject } from './properties.mjs';

export class Recorder {
  /** The top-level step that runs or ran last; -1 before the first. */
  step = -1;
  /** Whether the case's own code is still running. */
  running = true;
  #closed = false;
  #tags;
  #classOf;
  #observer;
  #onAct;
  #tagTexts = '';
  #calls = list();
  // With an observer only:
  #values = list();
  #copiedCalls = list();
  #places = list();

  /** `onAct` is called when the last top-level step is about to begin. */
  constructor(tags, classOf, observer, onAct) {
    this.#tags = tags;
    this.#classOf = classOf;
    this.#observer = observer;
    this.#onAct = onAct;
  }

  top(n) {
    if (!this.#closed) this.step = n;
  }

  act(n) {
    if (this.#closed) return;
    this.step = n;
    if (this.#observer !== null) this.#rememberVariables();
    this.#onAct();
  }

  start() {}

  arg(index, value) {
    if (!this.#closed && this.#observer !== null && isObject(value)) {
      this.#remember(`{"t":"argument","step":${this.step},"index":${index}}`, value);
    }
    return value;
  }

  done(n, value) {
    if (this.#closed) return value;
    this.#tagTexts += `${this.#tagTexts === '' ? '' : ','}[${n},"${this.#tags.of(value, this.#classOf)}"]`;
    if (this.#observer !== null) {
      this.#observer.name(n, value);
      this.#values[this.#values.length] = { step: n, value, copy: this.#observer.copy(value) };
    }
    return value;
  }

  called(id, args) {
    if (this.#closed) return;
    this.#countCall(id);
    if (this.#observer === null) return;
    const copies = list();
    for (let i = 0; i < args.length; i++) copies[i] = this.#observer.copy(args[i]);
    this.#copiedCalls[this.#copiedCalls.length] = { id, copies, during: this.running ? this.step : null };
  }

  close() {
    this.#closed = true;
  }

  get tagTexts() {
    return `[${this.#tagTexts}]`;
  }

  /** How often each callback was called: `[id, while the case ran, later]`. */
  get callTexts() {
    const texts = list();
    for (let i = 0; i < this.#calls.length; i++) {
      const { id, during, later } = this.#calls[i];
      texts[i] = `[${id},${during},${later}]`;
    }
    return jsonArray(texts);
  }

  /** Looks at everything once more when it has come to rest; promises met for the first time are in the observer then. */
  finalCopies() {
    for (let i = 0; i < this.#values.length; i++) {
      const entry = this.#values[i];
      entry.final = isObject(entry.value) ? this.#observer.finalCopy(entry.value) : entry.copy;
    }
    for (let i = 0; i < this.#places.length; i++) {
      this.#places[i].after = this.#observer.copy(this.#places[i].value);
    }
  }

  /** The model's `StepSeen`s, with `thrown` as the outcome of the step that ran last, if it is given. */
  stepTexts(thrown) {
    const texts = list();
    for (let i = 0; i < this.#values.length; i++) {
      const { step, copy, final } = this.#values[i];
      const changed = final !== undefined && final.text !== copy.text;
      texts[i] = `{"step":${step},"outcome":{"t":"returned","v":${this.#observer.finish(copy)}}`
        + (changed ? `,"finally":${this.#observer.finish(final)}}` : '}');
    }
    if (thrown !== null) {
      texts[texts.length] = `{"step":${this.step},"outcome":{"t":"threw","v":${this.#observer.finish(thrown)}}}`;
    }
    return jsonArray(texts);
  }

  changeTexts() {
    const texts = list();
    for (let i = 0; i < this.#places.length; i++) {
      const { place, before, after } = this.#places[i];
      if (after === undefined || after.text === before.text) continue;
      texts[texts.length] = `{"place":${place},"before":${this.#observer.finish(before)},"after":${this.#observer.finish(after)}}`;
    }
    return jsonArray(texts);
  }

  copiedCallTexts() {
    const texts = list();
    for (let i = 0; i < this.#copiedCalls.length; i++) {
      const { id, copies, during } = this.#copiedCalls[i];
      const args = list();
      for (let j = 0; j < copies.length; j++) args[j] = this.#observer.finish(copies[j]);
      texts[i] = `{"callback":${id},"args":${jsonArray(args)},"during":${during}}`;
    }
    return jsonArray(texts);
  }

  #rememberVariables() {
    const seen = new SafeSet();
    for (let i = 0; i < this.#values.length; i++) {
      const { step, value } = this.#values[i];
      if (!isObject(value) || seen.has(value)) continue;
      seen.add(value);
      this.#remember(`{"t":"var","var":${step}}`, value);
    }
  }

  #remember(place, value) {
    this.#places[this.#places.length] = { place, value, before: this.#observer.copy(value), after: undefined };
  }

  #countCall(id) {
    let call;
    for (let i = 0; i < this.#calls.length; i++) {
      if (this.#calls[i].id === id) call = this.#calls[i];
    }
    if (call === undefined) {
      call = { id, during: 0, later: 0 };
      this.#calls[this.#calls.length] = call;
    }
    if (this.running) call.during += 1;
    else call.later += 1;
  }
}
