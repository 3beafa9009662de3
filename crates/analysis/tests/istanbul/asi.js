// No semicolons: nothing that is put in may join lines.
const a = 1
const b = [1, 2]
let c = a
;[c] = b
;(() => c)()
const f = () => a
const g = function () {
  return a
}
function h() {
  'use strict'
  return a
}
if (a) f()
else g()
for (const x of b) f()
while (c < 3) c++
do c-- 
while (c > 0)
var x = a
++c
a || b
`${a}`
label:
for (;;) {
  break label
}
switch (a) {
  case 1:
    f()
  case 2:
    g()
}
try { f() }
catch { g() }
class A {
  x = a
  y = () => a
  static z
  m() { return a || b }
}
new A().y()
let y
y = a
  ? b
  : c
throwing()
function throwing() { try { throw a
} catch (e) { return e } }
h()
