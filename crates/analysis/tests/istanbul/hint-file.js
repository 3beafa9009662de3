const a = 1 || 2;
/* istanbul ignore file */
function f() { return a }
f();
