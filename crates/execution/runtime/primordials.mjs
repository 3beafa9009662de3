// Built-ins as they were before any code under test could touch them.
//
// Everything else in this folder works with these and with syntax that looks nothing up: no `for…of`, no spread, no
// array destructuring, no methods of shared prototypes. What is created here for internal use has prototypes that the
// target cannot reach, so that `Object.prototype.value = …` or a setter for `0` does not reach us either.

const { bind, call } = Function.prototype;

/** Turns a method into a function that takes its receiver first. */
export const uncurry = bind.bind(call);

/** The getter of an accessor property, taking its receiver first. */
export const getterOf = (object, key) => uncurry(Object.getOwnPropertyDescriptor(object, key).get);

export const {
  create: ObjectCreate,
  defineProperty: ObjectDefineProperty,
  freeze: ObjectFreeze,
  getOwnPropertyDescriptor: ObjectGetOwnPropertyDescriptor,
  getOwnPropertyNames: ObjectGetOwnPropertyNames,
  getPrototypeOf: ObjectGetPrototypeOf,
  is: ObjectIs,
  isExtensible: ObjectIsExtensible,
  keys: ObjectKeys,
  preventExtensions: ObjectPreventExtensions,
  setPrototypeOf: ObjectSetPrototypeOf,
} = Object;

export const {
  apply: ReflectApply,
  construct: ReflectConstruct,
  defineProperty: ReflectDefineProperty,
  deleteProperty: ReflectDeleteProperty,
  ownKeys: ReflectOwnKeys,
} = Reflect;

export const { parse: JSONParse, stringify: JSONStringify } = JSON;
export const { isArray: ArrayIsArray } = Array;
export const { isInteger: NumberIsInteger, isFinite: NumberIsFinite } = Number;
export const { floor: MathFloor, imul: MathImul, max: MathMax, min: MathMin, trunc: MathTrunc } = Math;
export const { keyFor: SymbolKeyFor } = Symbol;

export const SafeError = Error;
export const SafePromise = Promise;
export const SafeUint8Array = Uint8Array;
export const SafeUint32Array = Uint32Array;
export const SafeDate = Date;
export const SafeFunction = Function;
export const AsyncFunction = (async () => {}).constructor;
export const ObjectPrototype = Object.prototype;
export const FunctionPrototype = Function.prototype;
export const ArrayPrototype = Array.prototype;
export const ErrorPrototype = Error.prototype;
export const RangeErrorPrototype = RangeError.prototype;
export const PromisePrototype = Promise.prototype;

export const ObjectHasOwn = uncurry(Object.prototype.hasOwnProperty);
export const FunctionToString = uncurry(Function.prototype.toString);
export const ArraySort = uncurry(Array.prototype.sort);
export const RegExpExec = uncurry(RegExp.prototype.exec);
export const StringIndexOf = uncurry(String.prototype.indexOf);
export const StringLastIndexOf = uncurry(String.prototype.lastIndexOf);
export const StringSlice = uncurry(String.prototype.slice);
export const StringStartsWith = uncurry(String.prototype.startsWith);
export const StringEndsWith = uncurry(String.prototype.endsWith);
export const StringIncludes = uncurry(String.prototype.includes);
export const StringCharCodeAt = uncurry(String.prototype.charCodeAt);
export const StringIsWellFormed = uncurry(String.prototype.isWellFormed);
export const StringToWellFormed = uncurry(String.prototype.toWellFormed);
export const StringTrim = uncurry(String.prototype.trim);
export const NumberToString = uncurry(Number.prototype.toString);
export const BigIntToString = uncurry(BigInt.prototype.toString);
export const DateGetTime = uncurry(Date.prototype.getTime);
export const DateToString = uncurry(Date.prototype.toString);
export const MapForEach = uncurry(Map.prototype.forEach);
export const SetForEach = uncurry(Set.prototype.forEach);
export const MapSize = getterOf(Map.prototype, 'size');
export const SetSize = getterOf(Set.prototype, 'size');
export const SymbolDescription = getterOf(Symbol.prototype, 'description');
export const ArrayBufferByteLength = getterOf(ArrayBuffer.prototype, 'byteLength');

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
export const TypedArrayLength = getterOf(TypedArrayPrototype, 'length');
export const TypedArrayByteLength = getterOf(TypedArrayPrototype, 'byteLength');
export const TypedArrayByteOffset = getterOf(TypedArrayPrototype, 'byteOffset');
export const TypedArrayBuffer = getterOf(TypedArrayPrototype, 'buffer');
export const TypedArrayFill = uncurry(TypedArrayPrototype.fill);
export const TypedArraySet = uncurry(TypedArrayPrototype.set);
export const DataViewByteLength = getterOf(DataView.prototype, 'byteLength');
export const DataViewByteOffset = getterOf(DataView.prototype, 'byteOffset');
export const DataViewBuffer = getterOf(DataView.prototype, 'buffer');

/** Methods that unwrap a boxed primitive, by `typeof` what is inside. */
export const unboxers = ObjectFreeze({
  __proto__: null,
  boolean: uncurry(Boolean.prototype.valueOf),
  number: uncurry(Number.prototype.valueOf),
  string: uncurry(String.prototype.valueOf),
  symbol: uncurry(Symbol.prototype.valueOf),
  bigint: uncurry(BigInt.prototype.valueOf),
});

// Looked up one by one: the `flags` getter itself reads properties that the target may have redefined.
const flagLetters = ['d', 'g', 'i', 'm', 's', 'u', 'v', 'y'];
const flagGetters = ['hasIndices', 'global', 'ignoreCase', 'multiline', 'dotAll', 'unicode', 'unicodeSets', 'sticky'].map(
  (name) => (name in RegExp.prototype ? getterOf(RegExp.prototype, name) : () => false),
);
export const RegExpSource = getterOf(RegExp.prototype, 'source');
/** The flags of a regular expression, from its internals. */
export function regExpFlags(regExp) {
  let flags = '';
  for (let i = 0; i < flagLetters.length; i++) {
    if (flagGetters[i](regExp)) flags += flagLetters[i];
  }
  return flags;
}

/** The well-known symbols, by symbol. */
export const wellKnownSymbols = (() => {
  const names = new Map();
  for (const name of Object.getOwnPropertyNames(Symbol)) {
    if (typeof Symbol[name] === 'symbol') names.set(Symbol[name], name);
  }
  const get = uncurry(Map.prototype.get);
  return { __proto__: null, nameOf: (symbol) => get(names, symbol) };
})();

/** A subclass whose methods are its own: `map.get` then cannot be redefined through `Map.prototype`. */
function isolate(Class) {
  for (const key of Reflect.ownKeys(Object.getPrototypeOf(Class.prototype))) {
    if (key === 'constructor') continue;
    const descriptor = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Class.prototype), key);
    Object.defineProperty(Class.prototype, key, descriptor);
  }
  Object.setPrototypeOf(Class.prototype, null);
  Object.freeze(Class.prototype);
  return Class;
}
// Constructors are written out: V8's implicit ones spread their arguments, by way of the array iterator.
export const SafeMap = isolate(class extends Map { constructor() { super(); } });
export const SafeSet = isolate(class extends Set { constructor() { super(); } });
export const SafeWeakMap = isolate(class extends WeakMap { constructor() { super(); } });
export const SafeWeakSet = isolate(class extends WeakSet { constructor() { super(); } });

/** An array for internal use: adding to it consults no prototype. Append with `items[items.length] = item`. */
export function list() {
  return ObjectSetPrototypeOf([], null);
}

/** An own property's descriptor that inherits nothing, so that what is not in it is undefined. */
export function descriptorOf(object, key) {
  const descriptor = ObjectGetOwnPropertyDescriptor(object, key);
  return descriptor === undefined ? undefined : ObjectSetPrototypeOf(descriptor, null);
}

/** A property descriptor for a plain value; nothing inherited can turn it into an accessor. */
export function valueDescriptor(value, enumerable, writable, configurable) {
  return { __proto__: null, value, enumerable, writable, configurable };
}

/** A property descriptor for a getter. */
export function getterDescriptor(get, enumerable, configurable) {
  return { __proto__: null, get, set: undefined, enumerable, configurable };
}

const then = uncurry(Promise.prototype.then);
/**
 * Hears what becomes of a native promise without running code of others. `then` asks the promise for its
 * `constructor`; an own `undefined` there, for as long as the call lasts, answers that with the built-in one. Returns
 * false where a promise cannot be asked this way because it is frozen.
 */
export function listenTo(promise, fulfilled, rejected) {
  const own = descriptorOf(promise, 'constructor');
  const cover = valueDescriptor(undefined, false, true, true);
  if (own !== undefined && !own.configurable) return false;
  if (!ReflectDefineProperty(promise, 'constructor', cover)) return false;
  then(promise, fulfilled, rejected);
  if (own === undefined) {
    ReflectDeleteProperty(promise, 'constructor');
  } else {
    ReflectDefineProperty(promise, 'constructor', own);
  }
  return true;
}
