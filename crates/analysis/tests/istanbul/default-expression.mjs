const t = 1;
export default t && { a: t ? 1 : 2, f() { return 1 } }
