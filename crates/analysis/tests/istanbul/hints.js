/* a comment */ /* istanbul ignore next */ // another
function ignored(x) { return x ? 1 : 2 }
function counted(x) {
  /* istanbul ignore if */
  if (x) { return x && 1 } else { return 2 }
}
function other(x) {
  // istanbul ignore else
  if (x) return 1;
  // istanbul ignore else: because
  if (!x) { return 2 } else { return x || 3 }
}
function chain(x) {
  if (x === 1) return 1;
  else /* istanbul ignore if */ if (x === 2) return 2;
  /* istanbul ignore next */
  else if (x === 3) return 3;
  else return 4;
}
const a = /* istanbul ignore next */ 1 ? 2 : 3;
const b = a ? /* istanbul ignore next */ 1 : 2;
const c = a ? /* istanbul ignore next */ 1 : /* istanbul ignore next */ 2;
const c2 = a ? 5 : 6;
const d = a || /* istanbul ignore next */ b || c;
const e = a || /* istanbul ignore next */ (b && c);
const e2 = a || /* istanbul ignore next */ b && c || d;
const f = /* istanbul ignore next */ () => a && b;
const g = /* istanbul ignore next */ a && b;
const g2 = (/* istanbul ignore next */ a && b);
const /* istanbul ignore next */ h = a ? 1 : 2, i = a ? 1 : 2;
/* istanbul ignore next */
const j = a ? 1 : 2, k = () => a;
/* istanbul ignore next */
class Skipped { m() { return 1 } f = 1 }
class Kept {
  /* istanbul ignore next */
  m() { return 1 }
  n() { return 2 }
  /* istanbul ignore next */
  f = a ? 1 : 2;
  g = /* istanbul ignore next */ a ? 1 : 2;
  h = /* istanbul ignore next */ () => a ? 1 : 2;
}
switch (a) {
  /* istanbul ignore next */
  case 1: a || b; break;
  case 2: break;
  // istanbul ignore next
  default: break;
}
/* istanbul ignore next */
switch (a) { case 1: break; default: break }
const o = {
  /* istanbul ignore next */
  m() { return 1 },
  /* istanbul ignore next */
  p: function () { return 1 },
  q: /* istanbul ignore next */ function () { return 1 },
  r: /* istanbul ignore next */ a || b,
};
function defaults(x = /* istanbul ignore next */ a || 1, /* istanbul ignore next */ y = a || 1) { return x || y }
const { /* istanbul ignore next */ z = 1, w = 2 } = {};
try { a() } catch /* istanbul ignore next */ { a || b }
try { a() } catch (_) /* istanbul ignore next */ { a || b } finally /* istanbul ignore next */ { a || b }
if (a) /* istanbul ignore next */ b;
if (a) /* istanbul ignore next */ { b || c } else /* istanbul ignore next */ c;
for (const x of [1]) /* istanbul ignore next */ x || a;
while (/* istanbul ignore next */ a && !a);
call(/* istanbul ignore next */ function () { return 1 }, /* istanbul ignore next */ () => 2, /* istanbul ignore next */ a || b);
function call(...args) { return /* istanbul ignore next */ args || a }
const body = () => /* istanbul ignore next */ a || b;
function inner() /* istanbul ignore next */ { return a || b }
/** istanbul ignore next */
if (a) b;
/* istanbul ignore nextish */
if (a) b;
lab: /* istanbul ignore next */ for (;;) { break }
/* istanbul ignore next */ lab2: for (;;) { break }
/* istanbul ignore next */ a || b;
a || b; /* istanbul ignore next */
a && b;
counted(1); counted(0); other(0); other(1); chain(1); chain(3); chain(4); body(); inner(); defaults(); new Kept();
class Extended extends /* istanbul ignore next */ (a ? Kept : Skipped) { }
class Extended2 extends (/* istanbul ignore next */ a ? Kept : Skipped) { }
/* istanbul ignore if */ if (a) b; else c || a;
const p1 = a || /* istanbul ignore next */ ((b && c)) || (/* istanbul ignore next */ b) || ( /* istanbul ignore next */ (c));
const p2 = a ? /* istanbul ignore next */ (b) : ((/* istanbul ignore next */ c));
function p3() { return /* istanbul ignore next */ a || b, c || a }
call /* istanbul ignore next */ (a || b);
call(/* istanbul ignore next */ (a || b));
if /* istanbul ignore next */ (a || b) { }
const p4 = /* istanbul ignore next */ (a || b);
const p5 = /* istanbul ignore next */ (() => a || b), p6 = [/* istanbul ignore next */ (() => a || b)];
p3();
