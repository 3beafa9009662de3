const h = (tag, props, ...children) => ({ tag, props, children });
const Fragment = 'fragment';
const List = ({ items = [], wide }) => <ul className={wide ? 'wide' : 'narrow'} {...(wide && { a: 1 })}>
  {items.length > 0 && items.map((item) => <li key={item} onClick={() => item || 1}>{item ? item : 'none'}</li>)}
  <>text {wide || 'no'} && not a branch</>
</ul>;
List({ items: [1, 0], wide: true });
List({});
const el = <List />;
