// Runs sets of compiled modules as a worker would, and prints what each set comes to.
//
// Usage: node run.mjs <file with cases>
// A case: { modules: { path: { format, code, isAsync, counters } }, entry, fuel }
// Printed for each: { value } (the entry's export `result`, awaited) or { threw } (name and message).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const nodeRequire = createRequire(import.meta.url);
const AsyncFunction = (async () => {}).constructor;

class Run {
  constructor({ modules, fuel }) {
    this.modules = modules;
    this.loaded = new Map();
    this.fuel = {
      n: fuel,
      out() {
        throw new RangeError("out of fuel");
      },
    };
  }

  find(specifier) {
    return specifier.startsWith("./") ? specifier.slice(2) : specifier;
  }

  load(path) {
    if (!this.loaded.has(path)) {
      const module = this.modules[path];
      if (!module) throw new Error(`no module ${path}`);
      const instantiate = { Esm: this.esm, CommonJs: this.commonJs, Json: this.json }[module.format];
      instantiate.call(this, path, module);
    }
    return this.loaded.get(path);
  }

  esm(path, { code, isAsync, counters }) {
    const namespace = Object.create(null);
    const define = (name, get) => Object.defineProperty(namespace, name, { enumerable: true, get });
    const record = { namespace, exports: namespace };
    this.loaded.set(path, record);
    const Wrapper = isAsync ? AsyncFunction : Function;
    const body = new Wrapper(
      "$kImport", "$kExport", "$kExportAll", "$kMeta", "$kDynamicImport", "$kc", "$kf",
      `"use strict";${code}`,
    );
    const exportAll = (from) => {
      for (const name of Object.keys(from)) if (name !== "default" && !(name in namespace)) define(name, () => from[name]);
    };
    const meta = { url: `file:///${path}` };
    const dynamicImport = async (specifier) => this.import(specifier);
    record.done = body.call(
      undefined, (specifier) => this.import(specifier), define, exportAll, meta, dynamicImport, new Uint32Array(counters), this.fuel,
    );
  }

  commonJs(path, { code, counters }) {
    const module = { exports: {} };
    const record = {
      get exports() {
        return module.exports;
      },
      get namespace() {
        return { ...Object(module.exports), default: module.exports };
      },
    };
    this.loaded.set(path, record);
    const body = new Function(
      "exports", "require", "module", "__filename", "__dirname", "$kc", "$kf", "$kDynamicImport",
      code,
    );
    const require = (specifier) =>
      specifier.startsWith("node:") ? nodeRequire(specifier) : this.load(this.find(specifier)).exports;
    const dynamicImport = async (specifier) => this.import(specifier);
    body.call(module.exports, module.exports, require, module, `/${path}`, "/", new Uint32Array(counters), this.fuel, dynamicImport);
  }

  json(path, { code }) {
    const value = JSON.parse(code);
    this.loaded.set(path, { namespace: { default: value }, exports: value });
  }

  import(specifier) {
    return this.load(this.find(specifier)).namespace;
  }
}

async function outcome(one) {
  try {
    const run = new Run(one);
    const entry = run.load(one.entry);
    await entry.done;
    return { value: (await entry.exports.result) ?? null };
  } catch (error) {
    return { threw: `${error?.name}: ${error?.message}` };
  }
}

const outcomes = [];
for (const one of JSON.parse(readFileSync(process.argv[2], "utf8"))) outcomes.push(await outcome(one));
process.stdout.write(JSON.stringify(outcomes));
