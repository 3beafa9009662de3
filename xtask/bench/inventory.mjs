// A class with state, errors and an accessor. `audit` has a branch that nothing reaches.

export class Inventory {
  #items = new Map();

  constructor(limit = 100) {
    this.limit = limit;
  }

  get count() {
    let sum = 0;
    for (const quantity of this.#items.values()) sum += quantity;
    return sum;
  }

  add(name, quantity = 1) {
    if (!Number.isInteger(quantity) || quantity < 1) throw new RangeError('quantity has to be positive');
    if (this.count + quantity > this.limit) return false;
    this.#items.set(name, (this.#items.get(name) ?? 0) + quantity);
    return true;
  }

  take(name, quantity = 1) {
    const there = this.#items.get(name) ?? 0;
    if (there < quantity) return 0;
    if (there === quantity) this.#items.delete(name);
    else this.#items.set(name, there - quantity);
    return quantity;
  }

  has(name) {
    return this.#items.has(name);
  }

  merge(other) {
    for (const [name, quantity] of other) this.add(name, quantity);
    return this;
  }

  report() {
    return [...this.#items].map(([name, quantity]) => `${name}: ${quantity}`).join('\n');
  }

  *[Symbol.iterator]() {
    yield* this.#items;
  }

  audit() {
    if (this.count < 0) return 'never';
    return this.count > this.limit ? 'over' : 'fine';
  }
}

export function parse(text) {
  const inventory = new Inventory();
  for (const line of String(text).split('\n')) {
    const match = /^(\w+): (\d+)$/.exec(line.trim());
    if (match) inventory.add(match[1], Number(match[2]));
  }
  return inventory;
}
