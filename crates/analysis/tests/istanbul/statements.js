'use strict';
// Every statement, with and without blocks.
var log = [];
let a = 1, b, c = a + 1;
const { d, e: [g] } = { d: 1, e: [2] };
;
if (a) log.push('then');
if (!a) log.push('no'); else log.push('else');
if (a === 2) log.push(1); else if (a === 3) log.push(2); else if (a === 1) { log.push(3); } else log.push(4);
if (a) { log.push('block') } else { log.push('never') }
if (a) if (b) log.push('x'); else log.push('inner else')
if (a) {} else {}
if (a);
if (a) var declaredInIf = function () {}; else var other = 1;
for (var i = 0; i < 3; i++) log.push(i);
for (var j = 0, k = 3; j < k; j++, k--) { log.push(j); }
for (;;) { break; }
for (let i = 0; i < 2; i++);
for (var key in { x: 1, y: 2 }) log.push(key);
for (const key in { x: 1 }) { if (key === 'x') continue; log.push(key); }
for (const item of [1, 2, 3]) log.push(item)
for (const [p, q = 5] of [[1], [2, 3]]) { log.push(p, q) }
while (a < 4) a++;
while (a < 6) { a++ }
do a--; while (a > 3)
do { a-- } while (a > 1); log.push('same line')
outer: for (let i = 0; i < 3; i++) {
  inner: for (let j = 0; j < 3; j++) {
    if (j === 1) continue outer;
    if (i === 2) break outer;
    log.push(i, j)
  }
}
block: { log.push('in block'); if (log.length) break block; log.push('unreached') }
one: two: while (true) { break one; }
label: log.push('labelled expression')
if (a) nested: for (const x of [1]) { continue nested; }
switch (a) {
  case 0: log.push('zero'); break;
  case 1:
    log.push('one')
  case 2: { log.push('two through'); break }
  case 3:
  default: log.push('default')
}
switch (log.length) { default: case 1: }
switch (a) { }
switch (1) { case 1: const f = () => {}; let v = 3; label: v++; function hoisted() {} }
try { log.push('try'); throw new Error('x') } catch (error) { log.push(error.message) } finally { log.push('finally') }
try { log.push('ok') } catch { log.push('not here') }
try { } finally { }
try { throw { code: 1 } } catch ({ code, more = 'default' }) { log.push(code, more) }
debugger;
{ let scoped = 1; log.push(scoped) }
{}
function early(x) {
  if (x) return
  return x
}
early(1); early(0);
function thrower() { throw log }
try { thrower() } catch (_) {}
log.push(1), log.push(2);
var f1 = function () {}, f2 = () => {}, f3 = class {}, n1 = 3
for (var f4 = function () {}, n = 0; n < 1; n++) { var f5 = () => n; f5() }
