import { productClockSpeed } from './product-clock.ts';

/** A span of product time in ms, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Wall time within which a movement decided before a snapshot may be committed after it. */
const commitMs = 10_000;
/** Bound of the same in product time: an accelerated clock stretches it no further. */
const spanMsMax = 7_200_000;

/** The moment of a snapshot, as wide as a commit may take. */
export function spanAround(at: number): Span {
  const width = Math.min(spanMsMax, commitMs * Math.max(1, productClockSpeed()));
  return { from: at - width, to: at + width };
}
