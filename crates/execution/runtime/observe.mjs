// Deep copies of values as JSON text in the form of the model's `Seen`, through descriptors and internals only: no
// accessor, no `toJSON`, no proxy trap runs, and nothing is changed by looking.
//
// An observer belongs to one case: it numbers objects by identity and knows which variable holds which. A copy's text
// has a mark where the variable goes, so that two copies can be compared before it is known; `finish` fills it in.

import { types } from 'node:util';
import {
  ArrayBufferByteLength, ArrayIsArray, BigIntToString, DateGetTime, MapForEach, ObjectGetPrototypeOf, ObjectPrototype,
  ReflectOwnKeys, RegExpSource, SafeMap, SafeSet, SafeWeakMap, SetForEach, StringIndexOf, StringSlice,
  SymbolDescription, SymbolKeyFor, TypedArrayLength, descriptorOf, list, regExpFlags, unboxers, wellKnownSymbols,
} from './primordials.mjs';
import { isInternal } from './fuel.mjs';
import { jsNumber, jsString, jsonArray, quote } from './json.mjs';
import { isNamespace } from './namespace.mjs';
import { className, functionName, isClassSyntax, isObject } from './properties.mjs';
import { builtinName } from './tags.mjs';
import { describeThrown, domExceptionMessage } from './thrown.mjs';

const OPAQUE = '{"t":"opaque"}';
const MARK = ',"var":@';
const { isArgumentsObject, isBoxedPrimitive, isNativeError, isPromise, isProxy, isTypedArray } = types;

/** A copy that was taken: its text, and how many variables were known when it was. */
class Copy {
  text;
  variables;

  constructor(text, variables) {
    this.text = text;
    this.variables = variables;
  }
}

export class Observer {
  #budget;
  #classOf;
  #ids = new SafeWeakMap();
  #lastId = 0;
  /** Variables in the order in which they got their objects, and the place in that order by object id. */
  #variables = list();
  #placeOf = new SafeMap();
  /** What became of promises: by promise, `{ state, value }`. */
  #promises = new SafeWeakMap();
  #unasked = list();
  // The copy that is being taken:
  #nodes = 0;
  #inCopy = new SafeSet();
  #cut = false;
  #askPromises = false;

  /** `budget` is `{ nodes, depth, string }`; `classOf` as for tags. */
  constructor(budget, classOf) {
    this.#budget = budget;
    this.#classOf = classOf;
  }

  /** Remembers which variable holds an object; the first one counts. */
  name(variable, value) {
    if (!isObject(value)) return;
    const id = this.#idOf(value);
    if (this.#placeOf.has(id)) return;
    this.#placeOf.set(id, this.#variables.length);
    this.#variables[this.#variables.length] = variable;
  }

  /** Copies a value as it is now; promises are not asked what became of them. */
  copy(value) {
    return this.#begin(value, false);
  }

  /** Copies a value with what is known of its promises; unasked ones are then to be had from takeUnasked. */
  finalCopy(value) {
    return this.#begin(value, true);
  }

  takeUnasked() {
    const unasked = this.#unasked;
    this.#unasked = list();
    return unasked;
  }

  /** Tells what became of a promise: 'pending', 'fulfilled' or 'rejected'. */
  settle(promise, state, value) {
    this.#promises.set(promise, { state, value });
  }

  /** Copies something thrown. */
  thrown(value) {
    this.#start(false);
    return new Copy(this.#thrown(value, 0), this.#variables.length);
  }

  /** The text of a copy with its variables filled in. */
  finish(copy) {
    let text = '';
    let from = 0;
    let at = StringIndexOf(copy.text, MARK);
    while (at >= 0) {
      const end = StringIndexOf(copy.text, '@', at + MARK.length);
      const place = this.#placeOf.get(+StringSlice(copy.text, at + MARK.length, end));
      text += StringSlice(copy.text, from, at);
      if (place !== undefined && place < copy.variables) text += `,"var":${this.#variables[place]}`;
      from = end + 1;
      at = StringIndexOf(copy.text, MARK, from);
    }
    return text + StringSlice(copy.text, from);
  }

  #start(askPromises) {
    this.#nodes = this.#budget.nodes;
    this.#inCopy = new SafeSet();
    this.#cut = false;
    this.#askPromises = askPromises;
  }

  #begin(value, askPromises) {
    this.#start(askPromises);
    return new Copy(this.#value(value, 0), this.#variables.length);
  }

  #idOf(object) {
    let id = this.#ids.get(object);
    if (id === undefined) {
      id = ++this.#lastId;
      this.#ids.set(object, id);
    }
    return id;
  }

  #thrown(value, depth) {
    return describeThrown(value, this.#value(value, depth));
  }

  #leaveOut() {
    this.#cut = true;
    return OPAQUE;
  }

  #value(value, depth) {
    if (--this.#nodes < 0) return this.#leaveOut();
    switch (typeof value) {
      case 'undefined':
        return '{"t":"undefined"}';
      case 'boolean':
        return `{"t":"bool","v":${value}}`;
      case 'number':
        return `{"t":"number","v":${jsNumber(value)}}`;
      case 'string':
        return value.length > this.#budget.string ? this.#leaveOut() : `{"t":"string","v":${jsString(value)}}`;
      case 'bigint': {
        const digits = BigIntToString(value);
        return digits.length > this.#budget.string ? this.#leaveOut() : `{"t":"bigInt","v":"${digits}"}`;
      }
      case 'symbol':
        return `{"t":"symbol","v":${symbolText(value)}}`;
      default:
        return value === null ? '{"t":"null"}' : this.#object(value, depth);
    }
  }

  #object(object, depth) {
    if (isProxy(object) || isInternal(object)) return OPAQUE;
    const id = this.#idOf(object);
    if (this.#inCopy.has(id)) return `{"t":"ref","v":${id}}`;
    if (depth >= this.#budget.depth) return this.#leaveOut();
    this.#inCopy.add(id);
    const outerCut = this.#cut;
    this.#cut = false;
    const kind = this.#kind(object, depth + 1);
    const props = this.#props(object, depth + 1);
    const truncated = this.#cut;
    this.#cut = outerCut;
    const prototype = ObjectGetPrototypeOf(object);
    const name = prototype === null || isProxy(prototype) ? null : className(object);
    const apiClass = prototype === null ? -1 : this.#classOf(prototype);
    return `{"t":"object","v":{"id":${id},"kind":${kind}`
      + (name === null ? '' : `,"class":${quote(name)}`)
      + (props.length === 0 ? '' : `,"props":${jsonArray(props)}`)
      + (truncated ? ',"truncated":true' : '')
      + MARK + id + '@'
      + (apiClass < 0 ? '' : `,"apiClass":${apiClass}`)
      + '}}';
  }

  #kind(object, depth) {
    if (typeof object === 'function') {
      return `{"t":"${isClassSyntax(object) ? 'class' : 'function'}","v":${quote(functionName(object))}}`;
    }
    if (ArrayIsArray(object)) return `{"t":"array","v":${this.#elements(object, depth)}}`;
    if (isNativeError(object) || domExceptionMessage(object) !== undefined) return '{"t":"error"}';
    if (isPromise(object)) return `{"t":"promise","v":${this.#promise(object, depth)}}`;
    if (isTypedArray(object)) return `{"t":"typed","v":${this.#typedElements(object)}}`;
    if (isArgumentsObject(object)) return `{"t":"arguments","v":${this.#elements(object, depth)}}`;
    if (isBoxedPrimitive(object)) return `{"t":"boxed","v":${this.#value(unbox(object), depth)}}`;
    if (isNamespace(object)) return '{"t":"other","v":"Module"}';
    const name = builtinName(object);
    if (name !== null) return this.#internals(object, name, depth);
    const prototype = ObjectGetPrototypeOf(object);
    if (prototype === null) return '{"t":"nullPrototype"}';
    return prototype === ObjectPrototype ? '{"t":"plain"}' : '{"t":"instance"}';
  }

  #internals(object, name, depth) {
    switch (name) {
      case 'Date':
        return `{"t":"date","v":${jsNumber(DateGetTime(object))}}`;
      case 'RegExp':
        return `{"t":"regExp","v":[${quote(RegExpSource(object))},${quote(regExpFlags(object))}]}`;
      case 'Map':
        return `{"t":"map","v":${this.#entries(object, MapForEach, (value, key) => `[${this.#value(key, depth)},${this.#value(value, depth)}]`)}}`;
      case 'Set':
        return `{"t":"set","v":${this.#entries(object, SetForEach, (value) => this.#value(value, depth))}}`;
      case 'ArrayBuffer':
        if (types.isArrayBuffer(object)) return `{"t":"arrayBuffer","v":${ArrayBufferByteLength(object)}}`;
        return '{"t":"other","v":"SharedArrayBuffer"}';
      default:
        return `{"t":"other","v":${quote(name)}}`;
    }
  }

  #entries(object, forEach, copy) {
    const texts = list();
    forEach(object, (value, key) => {
      if (this.#nodes <= 0) this.#cut = true;
      else texts[texts.length] = copy(value, key);
    });
    return jsonArray(texts);
  }

  #elements(array, depth) {
    const texts = list();
    const length = descriptorOf(array, 'length')?.value;
    for (let i = 0; i < length; i++) {
      if (this.#nodes <= 0) {
        this.#cut = true;
        break;
      }
      const descriptor = descriptorOf(array, i);
      if (descriptor === undefined) {
        // A hole costs as much as an element, or `new Array(1e9)` would keep us busy for ever.
        this.#nodes -= 1;
        texts[i] = 'null';
      } else {
        texts[i] = descriptor.get !== undefined || descriptor.set !== undefined ? OPAQUE : this.#value(descriptor.value, depth);
      }
    }
    return jsonArray(texts);
  }

  #typedElements(array) {
    const texts = list();
    const length = TypedArrayLength(array);
    for (let i = 0; i < length; i++) {
      if (--this.#nodes < 0) {
        this.#cut = true;
        break;
      }
      const element = array[i];
      texts[i] = typeof element === 'bigint'
        ? `{"t":"bigInt","v":"${BigIntToString(element)}"}` : `{"t":"number","v":${jsNumber(element)}}`;
    }
    return jsonArray(texts);
  }

  #promise(promise, depth) {
    if (!this.#askPromises) return '{"t":"unknown"}';
    const known = this.#promises.get(promise);
    if (known === undefined) {
      this.#unasked[this.#unasked.length] = promise;
      return '{"t":"unknown"}';
    }
    switch (known.state) {
      case 'fulfilled':
        return `{"t":"fulfilled","v":${this.#value(known.value, depth)}}`;
      case 'rejected':
        return `{"t":"rejected","v":${this.#thrown(known.value, depth)}}`;
      default:
        return `{"t":"${known.state}"}`;
    }
  }

  #props(object, depth) {
    const texts = list();
    const message = domExceptionMessage(object);
    if (message !== undefined) texts[0] = `{"key":"message","value":${this.#value(message, depth)},"enumerable":false}`;
    // Names are not asked of what is too large to be copied: that alone would take for ever.
    if (this.#nodes <= 0) {
      if (!this.#cut && typeof object !== 'function') this.#cut = ReflectOwnKeys(object).length > 0;
      return texts;
    }
    if (isTypedArray(object) && this.#cut) return texts;
    const skip = skipped(object);
    const keys = ReflectOwnKeys(object);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (skip(key)) continue;
      const { value, enumerable, get, set } = descriptorOf(object, key);
      if (!enumerable && typeof object === 'function') continue;
      if (this.#nodes <= 0) {
        this.#cut = true;
        break;
      }
      const name = typeof key === 'string' ? jsString(key) : symbolText(key);
      const copied = get !== undefined || set !== undefined ? 'null' : this.#value(value, depth);
      texts[texts.length] = `{"key":${name},"value":${copied},"enumerable":${enumerable}}`;
    }
    return texts;
  }
}

const nothing = () => false;
const isElement = (key) => typeof key === 'string' && '' + (key >>> 0) === key;

/** Which own properties of an object are told elsewhere, or tell nothing. */
function skipped(object) {
  if (typeof object === 'function') return nothing;
  if (ArrayIsArray(object) || types.isStringObject(object)) return (key) => key === 'length' || isElement(key);
  if (isTypedArray(object)) return isElement;
  if (isArgumentsObject(object)) return (key) => key === 'length' || key === 'callee' || typeof key === 'symbol' || isElement(key);
  if (types.isRegExp(object)) return (key) => key === 'lastIndex' && descriptorOf(object, key).value === 0;
  if (isNativeError(object) || domExceptionMessage(object) !== undefined) return (key) => key === 'stack';
  // Node numbers promises with symbols of its own while somebody uses async hooks.
  if (isPromise(object)) return (key) => typeof key === 'symbol';
  if (isNamespace(object)) return () => true;
  return nothing;
}

function unbox(object) {
  if (types.isNumberObject(object)) return unboxers.number(object);
  if (types.isStringObject(object)) return unboxers.string(object);
  if (types.isBooleanObject(object)) return unboxers.boolean(object);
  return types.isBigIntObject(object) ? unboxers.bigint(object) : unboxers.symbol(object);
}

function symbolText(symbol) {
  const known = wellKnownSymbols.nameOf(symbol);
  if (known !== undefined) return `{"t":"wellKnown","v":${quote(known)}}`;
  const key = SymbolKeyFor(symbol);
  if (key !== undefined) return `{"t":"registered","v":${jsString(key)}}`;
  const description = SymbolDescription(symbol);
  return `{"t":"unique","v":${description === undefined ? 'null' : jsString(description)}}`;
}
