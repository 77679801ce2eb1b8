import { hexToBytes } from '@noble/hashes/utils.js';
import type { BalanceProof, BalanceTreeRoot } from '#contract/proofs.ts';
import { noUsdt, sum, toDecimal, type Usdt } from '#core/money/amount.ts';
import { verifyBalance } from '#core/proofs/balance-tree.ts';

/** A mismatch between the published value and this phone's, both in full. */
export interface BalanceProofDifference {
  readonly field: 'root' | 'total' | 'path' | 'published' | 'books';
  readonly claimed: string;
  readonly computed: string;
}

export interface BalanceCheck {
  readonly matches: boolean;
  readonly differences: readonly BalanceProofDifference[];
}

/**
 * Recomputes the root from the member's own name and balance and compares it with the published root, not the one that came with the proof;
 * then adds the house's accounts to what is owed: consistent books sum to zero.
 */
export function checkBalance(
  { published, salt, balance, position, siblings }: BalanceProof,
  username: string,
  roots: readonly BalanceTreeRoot[],
): BalanceCheck {
  const differences: BalanceProofDifference[] = [];
  const differ = (field: BalanceProofDifference['field'], claimed: string, computed: string) =>
    differences.push({ field, claimed, computed });
  const inPublic = roots.find(({ tree }) => tree === published.tree);
  const textOf = (root: BalanceTreeRoot | undefined) =>
    root ? [root.root, money(root.total), root.members, money(together(root))].join(', ') : '-';
  if (textOf(inPublic) !== textOf(published)) differ('published', textOf(inPublic), textOf(published));
  const root = inPublic ?? published;

  const { faults, computed } = verifyBalance(
    { salt: hexToBytes(salt), username, balance },
    { position, siblings: siblings.map((one) => ({ hash: hexToBytes(one.hash), sum: one.sum })) },
    { node: { hash: hexToBytes(root.root), sum: root.total }, leafCount: root.members },
  );
  for (const fault of faults) {
    if (fault === 'root') differ('root', root.root, computed ? hexOf(computed.hash) : '-');
    else if (fault === 'total') differ('total', money(root.total), computed ? money(computed.sum) : '-');
    else differ('path', `${root.members}`, `${position}, ${siblings.length}`);
  }
  if (together(root) !== noUsdt) differ('books', money(noUsdt), money(together(root)));
  return { matches: differences.length === 0, differences };
}

/** Sum of what is owed to members and the house's accounts. */
export function together({ total, house }: BalanceTreeRoot): Usdt {
  return sum('USDT', [total, houseSum(house)]);
}

export function houseSum(house: BalanceTreeRoot['house']): Usdt {
  return sum(
    'USDT',
    house.map(({ balance }) => balance),
  );
}

/** A hash shortened in the middle. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const money = (value: Usdt): string => toDecimal('USDT', value);

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
