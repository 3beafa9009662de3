/* istanbul ignore next */
export const a = 1 || 2, f = () => 1;
/* istanbul ignore next */
export default function () { return 1 }
export /* istanbul ignore next */ function g() { return 1 }
export const h = /* istanbul ignore next */ () => 1 || 2;
/* istanbul ignore next */
export class C { m() {} }
export { a as b };
h();
