// Says what Istanbul makes of each fixture, and what both ways of counting come to when the fixture runs.
//
// Usage: node compare.mjs <repository root> <file with cases> <scratch directory>
// A case: { path, source, code, format: "CommonJs" | "Esm", isAsync, counters }
// Printed for each: { map, expected, counts } or { error }, `map` and `expected` being Istanbul's.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const [root, casesFile, scratch] = process.argv.slice(2);
const require = createRequire(join(root, "package.json"));
const { createInstrumenter } = require("istanbul-lib-instrument");
const { transformSync } = require("esbuild");
const { defaults } = createRequire(require.resolve("istanbul-lib-instrument"))("@istanbuljs/schema");

const importable = ["node:path", "node:util", "node:os"];
const namespaces = new Map();
for (const specifier of importable) namespaces.set(specifier, await import(specifier));

const AsyncFunction = (async () => {}).constructor;
const loaders = { ".js": "jsx", ".cjs": "jsx", ".mjs": "jsx", ".jsx": "jsx", ".ts": "ts", ".mts": "ts", ".cts": "ts", ".tsx": "tsx" };

function parserPlugins(path) {
  const loader = loaders[extname(path)];
  const plugins = [...defaults.instrumenter.parserPlugins, "decorators-legacy"];
  if (loader !== "jsx") plugins.push("typescript");
  if (loader !== "ts") plugins.push("jsx");
  return plugins;
}

// Whatever a fixture leaves running ends within this time.
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

async function runOfIstanbul({ path, format }, instrumented, number) {
  delete globalThis.__coverage__;
  const isModule = format === "Esm";
  const { code } = transformSync(instrumented, {
    loader: loaders[extname(path)],
    target: "esnext",
    format: isModule ? "esm" : "cjs",
    jsxFactory: "h",
    jsxFragment: "Fragment",
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: true } },
  });
  const file = join(scratch, `${number}${isModule ? ".mjs" : ".cjs"}`);
  writeFileSync(file, code);
  if (isModule) await import(file);
  else createRequire(file)(file);
  await settle();
  const { s, f, b } = globalThis.__coverage__?.[path] ?? { s: {}, f: {}, b: {} };
  return { s, f, b };
}

async function runOfOurs({ code, format, isAsync, counters }) {
  const counts = new Uint32Array(counters);
  const fuel = {
    n: 1e6,
    out() {
      throw new Error("out of fuel");
    },
  };
  const dynamicImport = (specifier) => import(specifier);
  if (format === "Esm") {
    const Wrapper = isAsync ? AsyncFunction : Function;
    const run = new Wrapper(
      "$kImport", "$kExport", "$kExportAll", "$kMeta", "$kDynamicImport", "$kc", "$kf",
      `"use strict";${code}`,
    );
    const ignore = () => {};
    await run((specifier) => namespaces.get(specifier), ignore, ignore, { url: "file:///fixture" }, dynamicImport, counts, fuel);
  } else {
    const module = { exports: {}, require };
    const run = new Function(
      "exports", "require", "module", "__filename", "__dirname", "$kc", "$kf", "$kDynamicImport",
      code,
    );
    run.call(module.exports, module.exports, require, module, "/fixture.cjs", "/", counts, fuel, dynamicImport);
  }
  await settle();
  return [...counts];
}

async function compare(one, number) {
  const instrumenter = createInstrumenter({
    // TypeScript's own import and export of CommonJS are module syntax to Babel.
    esModules: one.format === "Esm" || /^\.[mc]?tsx?$/.test(extname(one.path)),
    autoWrap: true,
    compact: false,
    preserveComments: true,
    parserPlugins: parserPlugins(one.path),
  });
  const instrumented = instrumenter.instrumentSync(one.source, one.path);
  const { path, statementMap, fnMap, branchMap } = instrumenter.lastFileCoverage();
  const expected = one.run === false ? null : await runOfIstanbul(one, instrumented, number);
  const counts = one.run === false ? null : await runOfOurs(one);
  return { map: { path, statementMap, fnMap, branchMap }, expected, counts };
}

const answers = [];
for (const [number, one] of JSON.parse(readFileSync(casesFile, "utf8")).entries()) {
  answers.push(await compare(one, number).catch((error) => ({ error: String(error) })));
}
process.stdout.write(JSON.stringify(answers));
