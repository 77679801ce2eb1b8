import { hexToBytes } from '@noble/hashes/utils.js';
import type { BalanceProof, PublishedRoot } from '#contract/proofs.ts';
import { noUsdt, sum, toDecimal, type Usdt, usdt } from '#core/money/amount.ts';
import { type PointSums, partsTogether, verifyBalance } from '#core/proofs/balance-tree.ts';
import type { FeedFault } from '#core/proofs/root-feed.ts';
import type { Span } from '#web/platform/snapshot-span.ts';
import { type KeptBalance, keptDifference } from './kept-balance.ts';
import { balanceAt, type OwnRecords, type summedAccounts, sumsOfLeaf } from './own-records.ts';

/** A mismatch between the published value and this phone's, both in full. */
export interface BalanceProofDifference {
  readonly field:
    | FeedFault['kind']
    | 'root'
    | 'total'
    | 'path'
    | 'parts'
    | 'published'
    | 'records'
    | 'leftOut'
    | 'kept';
  readonly claimed: string;
  readonly computed: string;
}

export interface BalanceCheck {
  readonly matches: boolean;
  readonly differences: readonly BalanceProofDifference[];
}

/** What a member's balance is held against. */
export interface Evidence {
  readonly username: string;
  /** The published roots, oldest first. */
  readonly roots: readonly PublishedRoot[];
  /** What is wrong with them. */
  readonly faults: readonly FeedFault[];
  /** The member's own records back to before the newest root, and to the kept balance. */
  readonly own: OwnRecords;
  /** What this phone kept of the accounts when everything matched; null where it kept nothing. */
  readonly kept: KeptBalance | null;
  /** The moment of the tree. */
  readonly span: Span;
  /** Number of the newest root that was published when the proof was asked for; 0 where that is not known. */
  readonly newest?: number;
}

/**
 * Recomputes the root from the member's own name and balance and compares it with the published root, not the one that came with the proof, and not an older one;
 * then holds the balance against the member's own records at that moment, and the roots against those that this phone has seen.
 */
export function checkBalance(
  proof: BalanceProof,
  { username, roots, faults, own, kept, span, newest = 0 }: Evidence,
): BalanceCheck {
  const { published, balance, points, parts } = proof;
  const differences: BalanceProofDifference[] = [];
  const differ = (field: BalanceProofDifference['field'], claimed: string, computed: string) =>
    differences.push({ field, claimed, computed });
  const inPublic = roots.find(({ number }) => number === published.number);
  if (inPublic?.digest !== published.digest) differ('published', inPublic?.digest ?? '-', published.digest);
  if (published.number < newest) differ('published', `${newest}`, `${published.number}`);
  const root = inPublic ?? published;

  const { faults: found, computed } = verifyBalance(
    { username, balance, points, parts },
    { node: { hash: hexToBytes(root.root), sum: root.total, points: root.points }, leafCount: root.members },
  );
  const owed = { sum: balance, points };
  const differEach = (field: BalanceProofDifference['field'], claimed: Owed, computed: Owed | null) => {
    for (const of of sumsOfLeaf) {
      const [claim, found] = [sumText(claimed, of), computed ? sumText(computed, of) : '-'];
      if (claim !== found) differ(field, claim, found);
    }
  };
  for (const fault of found) {
    if (fault === 'root') differ('root', root.root, computed ? hexOf(computed.hash) : '-');
    else if (fault === 'total') differEach('total', { sum: root.total, points: root.points }, computed);
    else if (fault === 'parts') differEach('parts', owed, partsTogether(parts));
    else
      differ(
        'path',
        `${root.members}`,
        parts.map(({ path }) => `${path.position}, ${path.siblings.length}`).join('; '),
      );
  }
  for (const of of sumsOfLeaf) {
    const { possible, broken } = balanceAt(own, span, of);
    if (broken) differ('records', broken.stated, broken.follows);
    const claimed = sumText(owed, of);
    const recorded = possible.map((value) => textOf(of, value));
    if (claimed !== '-' && !recorded.includes(claimed)) differ('records', claimed, recorded.join(' / '));
  }
  return checkOf([...differences, ...differencesToKept(own, kept), ...faults.map(differenceOf)]);
}

type Owed = { readonly sum: bigint; readonly points?: PointSums | undefined };
type SumOfLeaf = keyof typeof summedAccounts;

/** A sum as it is shown, of points with their name; `-` where the tree has none of it. */
function sumText({ sum: together, points }: Owed, of: SumOfLeaf): string {
  const value = of === 'usdt' ? together : points?.[of];
  return value === undefined ? '-' : textOf(of, value);
}

const textOf = (of: SumOfLeaf, value: bigint): string => (of === 'usdt' ? money(value) : `${of} ${value}`);

function differencesToKept(own: OwnRecords, kept: KeptBalance | null): BalanceProofDifference[] {
  const difference = kept && keptDifference(own, kept);
  return difference ? [{ field: 'kept', ...difference }] : [];
}

/** The same for a member whom the server refuses a proof, as one who joined after the tree: true only where no record is older. */
export function checkLeftOut({ faults, own, kept, span }: Omit<Evidence, 'username' | 'roots'>): BalanceCheck {
  const differences = [...differencesToKept(own, kept), ...faults.map(differenceOf)];
  if (own.olderAt === null) return checkOf(differences);
  const owed = balanceAt(own, span, 'usdt').possible.map(money).join(' / ');
  const computed = `${new Date(own.olderAt).toISOString()}, ${owed}`;
  return checkOf([{ field: 'leftOut', claimed: '-', computed }, ...differences]);
}

const checkOf = (differences: readonly BalanceProofDifference[]): BalanceCheck => {
  return { matches: differences.length === 0, differences };
};

/** A fault of the published roots as a difference. */
export function differenceOf({ kind, claimed, expected }: FeedFault): BalanceProofDifference {
  return { field: kind, claimed, computed: expected };
}

export function houseSum(house: PublishedRoot['house']): Usdt {
  return house.reduce((together, { balance }) => sum('USDT', [together, balance]), noUsdt);
}

/** A hash shortened in the middle. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const money = (value: bigint): string => toDecimal('USDT', usdt(value));

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
