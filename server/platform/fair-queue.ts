/** A queue in which each group has its turn: one item of a group, then one of the next. Operations take constant time where nothing else is said. */
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

  /** Removes and returns the next item of the groups whose first may be taken. Takes one step more for each group whose first may not. */
  take(mayTake: (item: Item) => boolean = () => true): Item | undefined {
    for (const [group, items] of this.#groups) {
      const [item] = items;
      if (item === undefined || !mayTake(item)) continue;
      this.#groups.delete(group);
      items.delete(item);
      this.#size -= 1;
      if (items.size > 0) this.#groups.set(group, items);
      return item;
    }
    return undefined;
  }

  /** Removes and returns the next items of a group. */
  takeOf(group: string, most: number): Item[] {
    const items = [...(this.#groups.get(group) ?? [])].slice(0, most);
    for (const item of items) this.remove(group, item);
    return items;
  }

  /** The group that has the most items, if one of these may make room for one more of the given group. Takes as many steps as there are groups. */
  crowdBeside(group: string): string | null {
    let crowd: string | null = null;
    // Making room leaves the crowd with no fewer than the given group then has.
    let most = (this.#groups.get(group)?.size ?? 0) + 1;
    for (const [other, { size }] of this.#groups) {
      if (size <= most) continue;
      most = size;
      crowd = other;
    }
    return crowd;
  }

  /** Removes and returns the newest item of a group. */
  takeNewest(group: string): Item | undefined {
    const newest = [...(this.#groups.get(group) ?? [])].at(-1);
    if (newest !== undefined) this.remove(group, newest);
    return newest;
  }
}
