import path = require('node:path');
const f = (x: string = 'a') => path.basename(x) || x;
f();
export = f;
