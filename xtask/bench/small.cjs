// A small module, the usual case: a few pure functions. `unreachable` keeps exploring from ending early.
'use strict';

function clamp(value, low, high) {
  if (low > high) throw new RangeError('low is above high');
  return Math.min(Math.max(value, low), high);
}

function initials(name) {
  const words = String(name).split(' ').filter(Boolean);
  return words.length === 0 ? '?' : words.map((word) => word[0].toUpperCase()).join('');
}

function range(count, step = 1) {
  const out = [];
  for (let i = 0; i < Math.min(count, 20); i++) out.push(i * step);
  return out;
}

function unreachable(x) {
  if (x !== x && x === x) return 'never';
  return typeof x;
}

module.exports = { clamp, initials, range, unreachable };
