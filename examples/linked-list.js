// A doubly linked list, with a mistake or two for Kiskadee to find.

export class Node {
  constructor(value) {
    this.value = value;
    this.prev = null;
    this.next = null;
  }
}

export class LinkedList {
  #length = 0;

  constructor() {
    this.first = null;
    this.last = null;
  }

  get length() {
    return this.#length;
  }

  append(node) {
    if (this.first === null) {
      this.first = node;
      this.last = node;
    } else {
      node.prev = this.last;
      this.last.next = node;
      this.last = node;
    }
    this.#length += 1;
    return this;
  }

  insertBefore(node, added) {
    added.prev = node.prev;
    added.next = node;
    if (node === this.first) {
      this.first = added;
    } else {
      node.prev.next = added;
    }
    node.prev = added;
    this.#length += 1;
  }

  remove(node) {
    if (!this.has(node)) return false;
    if (node.prev) node.prev.next = node.next;
    else this.first = node.next;
    if (node.next) node.next.prev = node.prev;
    else this.last = node.prev;
    node.prev = null;
    node.next = null;
    this.#length -= 1;
    return true;
  }

  has(node) {
    for (let current = this.first; current; current = current.next) {
      if (current === node) return true;
    }
    return false;
  }

  at(index) {
    if (index < 0 || index >= this.#length) return null;
    let current = this.first;
    for (let i = 0; i < index; i++) current = current.next;
    return current;
  }

  toArray() {
    return [...this];
  }

  *[Symbol.iterator]() {
    for (let current = this.first; current; current = current.next) yield current.value;
  }

  static from(values) {
    const list = new LinkedList();
    for (const value of values) list.append(new Node(value));
    return list;
  }
}
