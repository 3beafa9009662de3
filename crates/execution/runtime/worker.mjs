// The process that runs other people's code. Reads messages on descriptor 3 and answers on descriptor 4; their fields
// are those of the execution crate's `protocol.rs`.
//
//   init  loads the module under test once and answers `loaded` or `loadFailed`
//   run   runs a batch of cases and answers with a `case` for each and one `done`
//   exit  ends the process, as does the end of the input
//
// Everything is captured before the target is loaded: importing this file's own modules does that.

import { Batch, Known, enterWorld, loadInstance } from './batch.mjs';
import { Channel } from './channel.mjs';
import { afterTurn } from './drain.mjs';
import { guard, leave } from './guard.mjs';
import { Intrinsics } from './intrinsics.mjs';
import { jsonArray } from './json.mjs';
import { Members } from './members.mjs';
import { Observer } from './observe.mjs';
import { output } from './output.mjs';
import { list } from './primordials.mjs';
import { installRandom } from './random.mjs';
import { describeExports, findExports } from './reflect.mjs';
import { Registry } from './registry.mjs';
import { Tags } from './tags.mjs';
import { installTimers } from './timer-modules.mjs';
import { installClock } from './world.mjs';
import realFs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const realNow = performance.now.bind(performance);
const LOADING_WORLD = { now: 1_700_000_000_000, seed: 1, timeZone: 'UTC' };

const channel = new Channel(3, 4);
const registry = new Registry((request) => {
  channel.send(request);
  const reply = channel.receive();
  if (reply === null) leave(0);
  return reply;
});
const members = new Members(registry);
/** What all batches share. */
const context = {
  channel, registry, members, tags: new Tags(members), known: new Known(), intrinsics: null, exports: list(), fuel: null, budget: null,
};

function next() {
  const message = channel.receive();
  if (message === null || message.t === 'exit') leave(0);
  else if (message.t === 'init') initialise(message);
  else if (message.t === 'run') new Batch(context, message).run(again);
  else throw new Error(`unknown message: ${message.t}`);
}

function again() {
  afterTurn(next);
}

function initialise({ entry, fuel, budget }) {
  context.fuel = fuel;
  context.budget = budget;
  installWorld();
  context.intrinsics = new Intrinsics();
  context.intrinsics.watch(realFs);
  registry.onBuiltin = (module) => context.intrinsics.watch(module);
  enterWorld(LOADING_WORLD);
  const started = realNow();
  try {
    registry.loadEntry(entry);
  } catch (error) {
    return loadFailed({ why: 'threw', value: error });
  }
  return loadInstance(context, (instance, failure) => {
    const loadMs = realNow() - started;
    if (failure !== null) return loadFailed(failure);
    const fuelUsed = fuel.load - instance.fuel.n;
    // Whatever loading has left running gets its turn before things are taken as they are.
    return afterTurn(() => {
      loaded(instance, fuelUsed, loadMs);
      context.intrinsics.accept();
      instance.fuel.spend();
      guard.restore();
      again();
    });
  });
}

function installWorld() {
  installClock();
  installTimers();
  installRandom();
  output.install();
  guard.install();
  syncBuiltinESMExports();
}

function loaded(instance, fuelUsed, loadMs) {
  const { format } = registry.entry;
  const isEsm = format === 'esm' || format === 'native-esm';
  context.exports = findExports(instance.main, isEsm);
  const exports = describeExports(context.exports, members, context.tags);
  const hits = list();
  instance.eachHit((index) => {
    hits[hits.length] = index;
  });
  channel.send(
    `{"t":"loaded","fuelUsed":${fuelUsed},"hits":${jsonArray(hits)},"format":"${isEsm ? 'esm' : 'cjs'}","exports":${exports},"loadMs":${loadMs}}`,
  );
  channel.flush();
}

function loadFailed({ why, value }) {
  let thrown = 'null';
  if (why === 'threw') {
    const observer = new Observer(context.budget, () => -1);
    thrown = observer.finish(observer.thrown(value));
  }
  const code = why === 'exited' ? guard.exit.code : null;
  channel.send(`{"t":"loadFailed","why":"${why}","thrown":${thrown},"exitCode":${code}}`);
  channel.flush();
  again();
}

next();
