import type { Disbursement } from '#contract/donations.ts';
import type { PublishedRoot } from '#contract/proofs.ts';
import type { Asset } from '#core/money/amount.ts';
import { faultsOfRoot } from '#core/proofs/root-feed.ts';
import type { Span } from '#web/platform/snapshot-span.ts';
import type { ReceivedBy } from './kept-received.ts';

/** The charity's accounts in one asset, in minor units. */
export interface CharityColumns {
  readonly received: bigint;
  readonly disbursed: bigint;
  readonly unspent: bigint;
}

/** What this phone computed of the charity from a published root and all receipts. */
export interface CharityCheck {
  readonly root: Pick<PublishedRoot, 'number' | 'at'>;
  /** By the root's accounts of the house; points are null where the root has none. */
  readonly columns: { readonly USDT: CharityColumns; readonly PTS: CharityColumns | null };
  /** What the receipts up to the root add up to. */
  readonly listed: Readonly<Record<Asset, bigint>>;
  /** Whether the root is signed and balances, and its accounts say what the receipts add up to. */
  readonly matches: boolean;
  /** Where one root has less received than an earlier one, which nothing that is listed can explain; null where none has. */
  readonly fall: ReceivedFall | null;
}

/** What the charity had received by an earlier root, and by a later one, which says less. */
interface ReceivedFall {
  readonly asset: Asset;
  readonly earlier: { readonly number: number; readonly received: bigint };
  readonly later: { readonly number: number; readonly received: bigint };
}

/** The roots to look at, newest first, and what this phone kept of an earlier one. */
export interface SeenRoots {
  readonly roots: readonly [PublishedRoot, ...PublishedRoot[]];
  readonly kept: ReceivedBy | null;
}

/**
 * Holds all disbursements, newest first, against what the newest published root says the charity has spent; one within the span of the
 * root's snapshot may be part of it or not. And holds the roots against each other: what was received only ever grows.
 */
export function checkCharity(
  { roots, kept }: SeenRoots,
  disbursements: readonly Disbursement[],
  span: Span,
): CharityCheck {
  const [root] = roots;
  const columns = columnsOfRoot(root);
  const isListed = (asset: Asset): boolean => {
    const spent = columns[asset]?.disbursed;
    return spent === undefined || possibleSums(disbursements, asset, span).includes(spent);
  };
  const until = { from: root.at, to: root.at };
  return {
    root,
    columns,
    listed: {
      USDT: possibleSums(disbursements, 'USDT', until).at(-1) ?? 0n,
      PTS: possibleSums(disbursements, 'PTS', until).at(-1) ?? 0n,
    },
    matches: faultsOfRoot(root).length === 0 && isListed('USDT') && isListed('PTS'),
    fall: fallIn([...roots.map(receivedBy), ...(kept ? [kept] : [])]),
  };
}

/** Whether received is disbursed and unspent together, which the server counts apart from each other. */
export const addsUp = ({ received, disbursed, unspent }: CharityColumns): boolean => received === disbursed + unspent;

/** What the charity had received by a root. */
export function receivedBy(root: PublishedRoot): ReceivedBy {
  const { USDT, PTS } = columnsOfRoot(root);
  return { number: root.number, received: { USDT: USDT.received, PTS: PTS?.received ?? null } };
}

function fallIn(seen: readonly ReceivedBy[]): ReceivedFall | null {
  const inOrder = seen.toSorted((one, other) => one.number - other.number);
  for (const asset of ['USDT', 'PTS'] as const) {
    const sums = inOrder.flatMap(({ number, received }) => {
      const sum = received[asset];
      return sum === null ? [] : [{ number, received: sum }];
    });
    for (const [place, later] of sums.entries()) {
      const earlier = sums[place - 1];
      if (earlier && later.received < earlier.received) return { asset, earlier, later };
    }
  }
  return null;
}

function columnsOfRoot(root: PublishedRoot): CharityCheck['columns'] {
  return {
    USDT: columnsIn(root.house, 'charity', 'charitySpent'),
    PTS: root.points ? columnsIn(root.points.house, 'charityPoints', 'charityPointsSpent') : null,
  };
}

/** Whether the disbursements add up to what the charity's columns say was disbursed: one that was made since they were read is missing. */
export function isWhole(
  disbursements: readonly Disbursement[],
  { points, usdt }: Readonly<Record<'points' | 'usdt', { readonly disbursed: bigint }>>,
): boolean {
  const sums: Record<Asset, bigint> = { PTS: 0n, USDT: 0n };
  for (const { asset, amount } of disbursements) sums[asset] += amount;
  return sums.PTS === points.disbursed && sums.USDT === usdt.disbursed;
}

function columnsIn(
  house: readonly { readonly account: string; readonly balance: bigint }[],
  unspentIn: string,
  spentIn: string,
): CharityColumns {
  const balanceOf = (name: string): bigint => house.find(({ account }) => account === name)?.balance ?? 0n;
  const [unspent, disbursed] = [balanceOf(unspentIn), balanceOf(spentIn)];
  return { received: unspent + disbursed, disbursed, unspent };
}

/** The sum of all disbursements before the span, and that after each one within it, in their order. */
function possibleSums(disbursements: readonly Disbursement[], asset: Asset, { from, to }: Span): bigint[] {
  const inOrder = disbursements.filter((one) => one.asset === asset && one.at <= to).toReversed();
  let sum = 0n;
  const sums: bigint[] = [];
  for (const { at, amount } of inOrder) {
    if (at >= from) sums.push(sum);
    sum += amount;
  }
  return [...sums, sum];
}
