// Exports of every form; imports too.
import { basename, join as joined } from 'node:path';
import * as util from 'node:util';
import os from 'node:os';
import 'node:path';
export const one = 1, two = () => 2;
export let three = function () { return basename('/a/b') }, { four = 4 } = {};
export var five;
export function six(x = joined('a', 'b')) { return x }
export async function seven() { await null }
export function* eight() { yield 1 }
export class Nine { field = () => 1; m() { return util.inspect(1) || os } }
const ten = 10, eleven = 11;
export { ten, eleven as 'string name', ten as twelve };
export { sep, delimiter as limit } from 'node:path';
export * from 'node:util';
export * as everything from 'node:os';
export default class { static x = 1; m() { return 1 } }
two(); three(); six(); six(1); seven(); [...eight()]; new Nine().m(); new Nine().field();
const shadow = (basename) => basename, o = { basename, util };
shadow(1) || o.basename;
if (import.meta.url) { await null }
for await (const x of [1]) x && two()
const loaded = await import('node:path');
basename('x')
joined('x')
