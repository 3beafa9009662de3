// Classes: members, fields, blocks, keys.
const key = 'computed';
class Base {
  constructor(x = 1) { this.x = x }
  method() { return super.toString && 1 }
  static make() { return new this() }
  get value() { return this.x }
  set value(v) { this.x = v }
  async later() { return 1 }
  *items() { yield 1 }
  async *more() { yield 1 }
  [key]() { return 1 }
  ['other' + 1] = 1;
  'quoted name'() { }
  42() { }
}
class Derived extends Base {
  plain;
  field = 1
  fn = () => this.field;
  func = function () { return 1 };
  cls = class { };
  cond = this.field ? 1 : 2;
  [key + 'Field'] = () => 1;
  static [key + 'Static'] = () => 1;
  static shared = Base.name || 'none';
  static sharedFn = () => 1;
  'quoted' = () => 1;
  7 = () => 7;
  #secret = 1;
  #hidden = () => this.#secret;
  static #count = 0;
  static { Derived.#count++; const local = () => 1; if (local()) { this.ready = true } }
  static {}
  constructor() { super(); this.made = true; this.#priv(); Derived.#sp() }
  #priv() { return this.#secret ? 1 : 2 }
  static #sp() { return 1 }
  get #acc() { return 1 }
  has(o) { return #secret in o && this.#acc }
  static async *gen() { }
}
const d = new Derived();
d.fn(); d.func(); d.method(); d.value = d.value; d.has(d); d.has({}); d[key](); d.quoted(); d[7]();
Base.make(); Derived.sharedFn(); Derived[key + 'Static'](); d[key + 'Field']();
const Anonymous = class { m() { } };
const Named = class Inner extends (d ? Base : Object) { };
class FromCall extends (() => Base)() { }
class FromNull extends null { }
new Anonymous().m(); new Named(); new FromCall();
const mixed = { Klass: class { }, fn: class extends Base { constructor() { super(2) } } };
new mixed.fn();
class Name { static name = 'own' }
