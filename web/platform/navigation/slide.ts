/** Direction of the page transition: with `forward` the next page enters from the right. */
export type Slide = 'forward' | 'back' | 'none';

/** The direction from one page to the next, by their order. */
export function slideBetween(fromOrder: number | null, toOrder: number | null): Slide {
  if (fromOrder === null || toOrder === null || fromOrder === toOrder) return 'none';
  return toOrder > fromOrder ? 'forward' : 'back';
}
