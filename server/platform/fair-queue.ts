/** A queue in which each group has its turn: one item of a group, then one of the next. Operations take constant time. */
export class FairQueue<Item> {
  readonly #groups = new Map<string, Set<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(group: string, item: Item): void {
    const items = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, items);
    if (items.has(item)) return;
    items.add(item);
    this.#size += 1;
  }

  remove(group: string, item: Item): void {
    const items = this.#groups.get(group);
    if (items?.delete(item)) this.#size -= 1;
    if (items?.size === 0) this.#groups.delete(group);
  }

  /** Removes and returns the next item. */
  take(): Item | undefined {
    const [next] = this.#groups;
    if (next === undefined) return undefined;
    const [group, items] = next;
    const [item] = items;
    this.#groups.delete(group);
    if (item === undefined) return undefined;
    items.delete(item);
    this.#size -= 1;
    if (items.size > 0) this.#groups.set(group, items);
    return item;
  }

  /** Removes and returns the items of a group. */
  takeAll(group: string): Item[] {
    const items = [...(this.#groups.get(group) ?? [])];
    this.#groups.delete(group);
    this.#size -= items.length;
    return items;
  }
}
