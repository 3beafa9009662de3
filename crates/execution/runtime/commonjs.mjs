// The `module` and `require` that a CommonJS body gets: as much of Node's as programs look at.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ArrayPrototype, ObjectCreate, ObjectSetPrototypeOf, SafeMap, StringEndsWith, StringStartsWith, list } from './primordials.mjs';

const realRequire = createRequire(import.meta.url);
const pathsOf = new SafeMap();

/** The program is a test runner, never the module under test: `require.main === module` must be false. */
const main = { id: '.', path: '', exports: {}, filename: '', loaded: true, children: [], paths: [], parent: null };

/** A module object that nothing has been loaded into yet. */
export function makeModule(record, parent) {
  const path = dirname(record.id);
  return {
    id: record.id, path, exports: {}, filename: record.id, loaded: false, children: [], paths: lookupPaths(path),
    parent: parent ?? undefined, require: undefined,
  };
}

/** The `require` of one module in one instance. */
export function makeRequire(instance, record, module) {
  const require = function require(specifier) {
    // Node's own words for what is no specifier.
    if (typeof specifier !== 'string' || specifier === '') return realRequire(specifier);
    return instance.exportsOf(instance.resolve('require', record, specifier), module);
  };
  module.require = require;
  if (record.usesRequireMembers) {
    require.resolve = function resolve(specifier) {
      if (typeof specifier !== 'string') return realRequire.resolve(specifier);
      const found = instance.resolve('require', record, specifier);
      return found.format === 'builtin' && !StringStartsWith(specifier, 'node:') ? specifier : found.id;
    };
    require.resolve.paths = () => lookupPaths(module.path);
    require.cache = instance.cache;
    require.main = main;
    require.extensions = ObjectCreate(null);
  }
  return require;
}

/** The folders in which Node would look for packages. */
function lookupPaths(folder) {
  let paths = pathsOf.get(folder);
  if (paths === undefined) {
    paths = list();
    for (let at = folder; ; at = dirname(at)) {
      if (!StringEndsWith(at, 'node_modules')) paths[paths.length] = join(at, 'node_modules');
      if (dirname(at) === at) break;
    }
    pathsOf.set(folder, paths);
  }
  // Each module may change its own.
  const copy = list();
  for (let i = 0; i < paths.length; i++) copy[i] = paths[i];
  return ObjectSetPrototypeOf(copy, ArrayPrototype);
}
