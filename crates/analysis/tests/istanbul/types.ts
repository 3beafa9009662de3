// TypeScript: what has a run-time meaning and what has not.
type Alias = string | number;
interface Shape { area(): number; readonly name?: string }
declare const ambient: number;
declare function external(x: number): void;
declare namespace Ambient { const x: number; function f(): void }
declare global { interface Window { x: number } }
enum Colour { Red, Green = 'green' as any, Blue = Red ? 3 : 4 }
const enum Fast { A = 1, B = A << 1 }
namespace Inner { export const x = 1; export const f = () => x; const hidden = () => x; export function g(): number { return hidden() || f() } if (x) g() }
function overloaded(x: string): string;
function overloaded(x: number): number;
function overloaded(x: any): any { return x || 0 }
overloaded(1);
abstract class Abstract<T = {}> implements Shape {
  abstract name: string;
  abstract area(): number;
  declare later: number;
  field: number = 1;
  optional?: string;
  definite!: string;
  static readonly shared: Alias = 'x';
  constructor(private a: number, public readonly b: string = 'b', protected c = a ? 1 : 2) { this.field = a }
  method<U>(this: Abstract<T>, x: U, y?: number, z: number = 3): U | undefined { return y ? x : undefined }
  get acc(): number { return this.a }
  over(x: string): void;
  over(x: any): void { x || this.c }
  arrow = <T,>(x: T): T => x;
}
class Concrete extends Abstract<string> { name = 'n'; area() { return 1 } override over(x: any) { super.over(x) } }
const made = new Concrete(1);
made.method(1); made.over('x'); made.arrow(1); made.area(); made.acc;
const asserted = (made as any) as Concrete, angled = <any>made, nonNull = made! && made!.b;
const satisfied = { a: 1 } satisfies Record<string, number>;
const typedFn = ((x: number) => x) as (x: number) => number;
const generic = <T extends object>(x: T): x is T => !!x;
function isString(x: unknown): asserts x is string { if (typeof x !== 'string') throw new Error() }
let definite!: number;
const tuple: [a: number, b?: string] = [1];
const cond: Alias extends string ? 1 : 2 = 2;
const optional = made?.b ?? 'none';
typedFn(1); generic({}); Inner.g(); isString('x');
for (const [k, v] of Object.entries(satisfied) as [string, number][]) k && v;
const instantiated = generic<object>;
export type { Alias };
export { made, type Shape };
export const picked: Alias = Colour.Red || Fast.A;
abstract class Empty { }
let unique: unique symbol | undefined;
