// JSON written by hand: `JSON.stringify` on objects would ask them, and their prototypes, for `toJSON`. On primitive
// strings it asks nobody.

import {
  JSONStringify, NumberIsFinite, ObjectIs, StringCharCodeAt, StringIsWellFormed, StringToWellFormed,
} from './primordials.mjs';

/** A string that is only text: lone surrogates are replaced. */
export function quote(text) {
  return JSONStringify(StringIsWellFormed(text) ? text : StringToWellFormed(text));
}

/** Any JavaScript string: as text, or as an array of code units where it is not valid Unicode. */
export function jsString(text) {
  if (StringIsWellFormed(text)) return JSONStringify(text);
  let units = '';
  for (let i = 0; i < text.length; i++) {
    units += (i === 0 ? '' : ',') + StringCharCodeAt(text, i);
  }
  return '[' + units + ']';
}

/** Any JavaScript number; what JSON cannot say travels as a string. */
export function jsNumber(number) {
  if (!NumberIsFinite(number)) return '"' + number + '"';
  return ObjectIs(number, -0) ? '"-0"' : '' + number;
}

/** An array of texts that are JSON already. */
export function jsonArray(texts) {
  let joined = '';
  for (let i = 0; i < texts.length; i++) {
    joined += (i === 0 ? '' : ',') + texts[i];
  }
  return '[' + joined + ']';
}
