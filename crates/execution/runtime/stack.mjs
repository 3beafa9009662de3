// Stack frames from the text that V8 puts into an error's `stack`. Nothing is patched: targets use
// `Error.prepareStackTrace` themselves, and where one is set the text is not asked for, as that would run it.

import { fileURLToPath } from 'node:url';
import {
  ReflectApply, RegExpExec, SafeError, StringEndsWith, StringIncludes, StringIndexOf, StringSlice, StringStartsWith,
  StringTrim, descriptorOf, list,
} from './primordials.mjs';
import { jsonArray, quote } from './json.mjs';
import { ownValue } from './properties.mjs';

const MOST_FRAMES = 10;
const HERE_URL = new URL('.', import.meta.url).href;
const HERE_PATH = fileURLToPath(HERE_URL);
// Some versions of Node put one there themselves, which only defers to what is built in.
const nodesHook = Error.prepareStackTrace;
const position = /^(.*):(\d+):(\d+)$/;
// Newer engines have an accessor of their own on every error.
const nativeGetter = Object.getOwnPropertyDescriptor(new Error('sample'), 'stack').get;

/** The frames of an error as JSON, outermost last, without those of the worker and of the case. */
export function framesOf(error) {
  const frames = list();
  const stack = stackText(error);
  let at = StringIndexOf(stack, '\n    at ', endOfMessage(error, stack));
  while (at >= 0 && frames.length < MOST_FRAMES) {
    const end = StringIndexOf(stack, '\n', at + 1);
    const line = StringSlice(stack, at + 8, end < 0 ? stack.length : end);
    if (!isOurs(line)) {
      const parsed = parse(line);
      if (parsed !== null) frames[frames.length] = parsed;
    }
    at = end < 0 ? -1 : StringIndexOf(stack, '\n    at ', end);
  }
  return jsonArray(frames);
}

function stackText(error) {
  const hook = descriptorOf(SafeError, 'prepareStackTrace');
  if (hook !== undefined && (hook.get !== undefined || (hook.value !== undefined && hook.value !== nodesHook))) return '';
  const descriptor = descriptorOf(error, 'stack');
  if (descriptor === undefined) return '';
  const native = nativeGetter !== undefined && descriptor.get === nativeGetter;
  const value = native ? ReflectApply(nativeGetter, error, []) : descriptor.value;
  return typeof value === 'string' ? value : '';
}

/** Messages may have lines of their own, even such as look like frames. */
function endOfMessage(error, stack) {
  const message = ownValue(error, 'message');
  if (typeof message !== 'string') return 0;
  const at = StringIndexOf(stack, message);
  return at < 0 ? 0 : at + message.length;
}

function isOurs(line) {
  return StringIncludes(line, HERE_URL) || StringIncludes(line, HERE_PATH);
}

/** `name (file:line:column)`, `file:line:column` or `name (<anonymous>)`. */
function parse(line) {
  let name = '';
  let place = line;
  if (StringEndsWith(line, ')')) {
    const open = StringIndexOf(line, ' (');
    if (open >= 0) {
      name = StringSlice(line, 0, open);
      place = StringSlice(line, open + 2, line.length - 1);
    }
  } else if (StringStartsWith(line, 'async ')) {
    place = StringSlice(line, 6);
  }
  const found = RegExpExec(position, place);
  if (found === null) {
    // Built-ins have no position; `Promise.all (index 0)` is not even a place.
    return place === '<anonymous>' || place === 'native' ? frame('<anonymous>', 1, 1, name) : null;
  }
  let file = found[1];
  if (StringStartsWith(file, 'file://')) file = fileURLToPath(file);
  else if (StringIncludes(file, 'eval at ')) file = '<anonymous>';
  return frame(file, found[2], found[3], name);
}

function frame(file, line, column, name) {
  return `{"file":${quote(file)},"line":${line},"column":${column},"function":${quote(StringTrim(name))}}`;
}
