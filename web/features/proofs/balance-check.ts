import { hexToBytes } from '@noble/hashes/utils.js';
import type { BalanceProof, PublishedRoot } from '#contract/proofs.ts';
import { noUsdt, sum, toDecimal, type Usdt } from '#core/money/amount.ts';
import { verifyBalance } from '#core/proofs/balance-tree.ts';
import type { FeedFault } from '#core/proofs/root-feed.ts';
import { balanceAt, type OwnRecords, type Span } from './own-records.ts';

/** A mismatch between the published value and this phone's, both in full. */
export interface BalanceProofDifference {
  readonly field: FeedFault['kind'] | 'root' | 'total' | 'path' | 'parts' | 'published' | 'records' | 'leftOut';
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
  /** The member's own records back to before the newest root. */
  readonly own: OwnRecords;
  /** The moment of the tree. */
  readonly span: Span;
}

/**
 * Recomputes the root from the member's own name and balance and compares it with the published root, not the one that came with the proof;
 * then holds the balance against the member's own records at that moment, and the roots against those that this phone has seen.
 */
export function checkBalance(proof: BalanceProof, { username, roots, faults, own, span }: Evidence): BalanceCheck {
  const { published, balance, parts } = proof;
  const differences: BalanceProofDifference[] = [];
  const differ = (field: BalanceProofDifference['field'], claimed: string, computed: string) =>
    differences.push({ field, claimed, computed });
  const inPublic = roots.find(({ number }) => number === published.number);
  if (inPublic?.digest !== published.digest) differ('published', inPublic?.digest ?? '-', published.digest);
  const root = inPublic ?? published;

  const { faults: found, computed } = verifyBalance(
    { username, balance, parts },
    { node: { hash: hexToBytes(root.root), sum: root.total }, leafCount: root.members },
  );
  const together = sum('USDT', [parts[0].amount, parts[1].amount]);
  for (const fault of found) {
    if (fault === 'root') differ('root', root.root, computed ? hexOf(computed.hash) : '-');
    else if (fault === 'total') differ('total', money(root.total), computed ? money(computed.sum) : '-');
    else if (fault === 'parts') differ('parts', money(balance), money(together));
    else
      differ(
        'path',
        `${root.members}`,
        parts.map(({ path }) => `${path.position}, ${path.siblings.length}`).join('; '),
      );
  }
  const { possible, broken } = balanceAt(own, span);
  if (broken) differ('records', broken.stated, broken.follows);
  if (!possible.includes(balance)) differ('records', money(balance), possible.map(money).join(' / '));
  return checkOf([...differences, ...faults.map(differenceOf)]);
}

/** The same for a member whom the server refuses a proof, as one who joined after the tree: true only where no record is older. */
export function checkLeftOut({ faults, own, span }: Pick<Evidence, 'faults' | 'own' | 'span'>): BalanceCheck {
  const differences = faults.map(differenceOf);
  if (own.olderAt === null) return checkOf(differences);
  const owed = balanceAt(own, span).possible.map(money).join(' / ');
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

const money = (value: Usdt): string => toDecimal('USDT', value);

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
