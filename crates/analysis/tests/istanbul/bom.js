const a = 1 || 2; // byte order mark
const f = () => a; f()
