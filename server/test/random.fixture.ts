/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** From 0 to below 1. */
    next,
    chance: (share: number): boolean => next() < share,
    of<One>(list: readonly One[]): One {
      return list[Math.floor(next() * list.length)] as One;
    },
  };
}
