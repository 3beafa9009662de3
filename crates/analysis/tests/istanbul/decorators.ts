function dec(label?: string) { return (target: any, key?: any, desc?: any): any => { label && key } }
const param = (target: any, key: any, index: number) => { index || key };
@dec('class')
class Decorated {
  @dec() field = 1;
  @dec('x') @dec(1 ? 'a' : 'b') method(@param x?: number) { return x }
  @dec()
  static shared = () => 1;
  @dec() get acc() { return 1 }
  constructor(@param y = 2) { }
}
new Decorated().method();
/* istanbul ignore next */
@dec() class Ignored { m() { } }
export { Decorated }
