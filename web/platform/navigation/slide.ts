/** Which way the screens move: `forward` brings the next one in from the right. */
export type Slide = 'forward' | 'back' | 'none';

/** Screens stand in a row by their order; the direction is where the next one stands. */
export function slideBetween(fromOrder: number | null, toOrder: number | null): Slide {
  if (fromOrder === null || toOrder === null || fromOrder === toOrder) return 'none';
  return toOrder > fromOrder ? 'forward' : 'back';
}
