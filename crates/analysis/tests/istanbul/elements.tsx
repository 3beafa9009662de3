const h = (tag: any, props: any, ...children: any[]) => ({ tag, props, children });
type Props = { on?: boolean; render?: (x: number) => unknown };
export function View({ on = false, render = (x) => x || 1 }: Props) {
  return <div title={on ? 'on' : undefined}>{on && render(1)}</div>;
}
View({}); View({ on: true });
const G = <T,>(x: T) => x && <b>{x as any}</b>;
G(1);
