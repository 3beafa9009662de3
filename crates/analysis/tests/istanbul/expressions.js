// Branches in expressions.
const t = true, f = false, u = undefined, z = null;
const r1 = t ? 1 : 2;
const r2 = f ? 1 : t ? 2 : 3;
const r3 = (t ? f : t) ? 'a' : ('b');
const r4 = t && f;
const r5 = t && f || u;
const r6 = (t || f) && (u || z) && t;
const r7 = u ?? z ?? 'value';
const r8 = (u ?? t) || f;
const r9 = t && (f || (t && u));
const r10 = !(t && f);
const r11 = t && [f || t, () => f && t];
const r12 = (t, f || t);
let l1, l2 = 1, l3 = 0;
l1 ??= t && 2;
l2 &&= f || 3;
l3 ||= 4;
const chain = z?.a.b?.(t && f) ?? 'none';
const called = ((x) => x || 0)(5);
const text = `a${t && 'b'}c${f ? 1 : `nested ${t || f}`}`;
const tagged = ((strings, ...values) => values)`x${t ? 1 : 2}`;
const arr = [t && 1, ...(f ? [1] : [2]), , (u || 3)];
const obj = { [t ? 'k' : 'j']: t && 1, ...(f || {}), method: t ? () => 1 : function () {}, short: t };
obj.method();
const inOp = 'k' in obj && delete obj.k;
const neg = -(t ? 1 : 2), typ = typeof (f || u);
const asg = (l1 = t ? 5 : 6);
const fn = t ? () => {} : function () {};
const or = f || function () { return 1 };
or();
(function iife() { return t && f })();
(() => t || f)();
!function () { return f || t }();
new (t && class { constructor() { this.x = t ? 1 : 2 } })();
const seq = (t ? 1 : 2, f ? 3 : 4);
t ? called : f;
t && called;
f || (t ? seq : 0);
(t) && (f) || (u);
(((t))) ? (((1))) : (((2)));
for (let i = t ? 0 : 1; i < 2 && t; i += t ? 1 : 2) { i || f }
if (t && f || t) { } else if (u ?? t) { }
while (f || (l3-- > 2 && t));
switch (t && 1) { case (f || 1): break; case t ? 2 : 3: }
const re = /a|b/.test('a') && 1;
async function waits() { const x = await (t && Promise.resolve(1)); return x ? await null || 2 : 3 }
waits();
function* yields() { const x = yield t && 1; return x ? yield* [] : (yield 2) || 3 }
[...yields()];
