import type { Disbursement } from '#contract/donations.ts';
import type { PublishedRoot } from '#contract/proofs.ts';
import type { Asset } from '#core/money/amount.ts';
import { faultsOfRoot } from '#core/proofs/root-feed.ts';
import type { Span } from '#web/platform/snapshot-span.ts';

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
}

/**
 * Holds all disbursements, newest first, against what a published root says the charity has spent. One within the span of the root's
 * snapshot may be part of it or not.
 */
export function checkCharity(root: PublishedRoot, disbursements: readonly Disbursement[], span: Span): CharityCheck {
  const columns = {
    USDT: columnsIn(root.house, 'charity', 'charitySpent'),
    PTS: root.points ? columnsIn(root.points.house, 'charityPoints', 'charityPointsSpent') : null,
  };
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
