/** Direction of the page transition: with `forward` the next page enters from the right. */
export type Slide = 'forward' | 'back' | 'none';

/** How the next page is reached: followed from this one, or as an earlier or a later entry of the session history. */
export type Move = 'follow' | 'earlier' | 'later';

/** Pages whose orders begin with the same tens are one branch: a list and what is opened from it. */
const branchOf = (order: number): number => Math.floor(order / 10);

/** The sign-in and the pages with the bar at the bottom: everything else is to their right. */
const lastBranchOfHome = 1;

/**
 * The direction from one page to the next: by their order within a branch and towards home. What is followed into another branch leads
 * deeper, wherever it stands, and from there the history goes back.
 */
export function slideBetween(fromOrder: number | null, toOrder: number | null, move: Move = 'follow'): Slide {
  if (fromOrder === null || toOrder === null || fromOrder === toOrder) return 'none';
  const byOrder = toOrder > fromOrder ? 'forward' : 'back';
  if (branchOf(fromOrder) === branchOf(toOrder)) return byOrder;
  if (move !== 'follow') return move === 'later' ? 'forward' : 'back';
  return branchOf(toOrder) <= lastBranchOfHome ? byOrder : 'forward';
}
