import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import type { BalanceProof, BalanceTreeRoot } from '#contract/proofs.ts';
import { usdt } from '#core/money/amount.ts';
import { leafNode, levelsOf, siblingsOf, topOf } from '#core/proofs/balance-tree.ts';
import { checkBalance } from './balance-check.ts';

const members = ['member01', 'member02', 'member03'].map((username, index) => ({
  username,
  salt: new Uint8Array(32).fill(index + 1),
  balance: usdt(BigInt(index + 1) * 1_500_000n),
}));
const levels = levelsOf(members.map(leafNode));
const top = topOf(levels);
const root: BalanceTreeRoot = {
  tree: '7',
  at: Date.UTC(2026, 10, 21, 14),
  root: bytesToHex(top.hash),
  members: 3,
  total: top.sum,
  house: [
    { account: 'rail', balance: usdt(-9_500_000n) },
    { account: 'market', balance: usdt(500_000n) },
  ],
};
const proof: BalanceProof = {
  published: root,
  salt: '02'.repeat(32),
  balance: usdt(3_000_000n),
  position: 1,
  siblings: siblingsOf(levels, 1).map(({ hash, sum }) => ({ hash: bytesToHex(hash), sum })),
};

const fieldsOf = (changed: Partial<BalanceProof>, roots: BalanceTreeRoot[] = [root], username = 'member02') =>
  checkBalance({ ...proof, ...changed }, username, roots).differences.map(({ field }) => field);

test('a balance that is in the public root matches, whatever the letter case of the name', () => {
  expect(checkBalance(proof, 'Member02', [root])).toEqual({ matches: true, differences: [] });
});

test('the leaf of somebody else does not pass for the member’s own', () => {
  expect(fieldsOf({}, [root], 'member03')).toEqual(['root']);
});

test('another balance is a difference with both values in full', () => {
  const { matches, differences } = checkBalance({ ...proof, balance: usdt(2_999_999n) }, 'member02', [root]);
  expect(matches).toBe(false);
  expect(differences.map(({ field }) => field)).toEqual(['root', 'total']);
  expect(differences[1]).toEqual({ field: 'total', claimed: '9.000000', computed: '8.999999' });
});

test('a root that differs from the public one is detected', () => {
  expect(fieldsOf({}, [])).toEqual(['published']);
  expect(fieldsOf({}, [{ ...root, root: 'ab'.repeat(32) }])).toEqual(['published', 'root']);
});

test('house accounts that do not match what is owed are detected', () => {
  const short = { ...root, house: root.house.slice(0, 1) };
  expect(checkBalance({ ...proof, published: short }, 'member02', [short]).differences).toEqual([
    { field: 'books', claimed: '0.000000', computed: '-0.500000' },
  ]);
});

test('a path of the wrong length is a difference', () => {
  expect(checkBalance({ ...proof, siblings: proof.siblings.slice(1) }, 'member02', [root]).differences).toEqual([
    { field: 'path', claimed: '3', computed: '1, 1' },
  ]);
});
