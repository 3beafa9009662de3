const value: number = 1;
exports.f = (x?: number) => x ?? value;
exports.f();
