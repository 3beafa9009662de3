#!/usr/bin/env node
// What only sloppy scripts may do.
var o = { x: 1 };
with (o) x++;
with (o) { x++; }
if (o) function inIf() { return 1 }
inIf();
label: function labelled() {}
labelled();
lbl: var named = () => 1;
named();
for (var legacy = 0 in { a: 1 }) { legacy; }
exports.this = this === exports;
if (o.x > 100) return;
return
