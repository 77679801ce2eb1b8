import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type BalanceProof, getBalanceProof, type PublishedRoot } from '#contract/proofs.ts';
import { points, usdt } from '#core/money/amount.ts';
import { memberOf, treeOf } from '#core/proofs/balance-tree.fixture.ts';
import type { TreeVersion } from '#core/proofs/balance-tree.ts';
import { noPrevious, signRoot } from '#core/proofs/root-feed.ts';
import { altered, vector, verify } from './programs.fixture.ts';
import { hasPython } from './python.fixture.ts';

describe.skipIf(!hasPython)('the programs in Python that follow the rule page (needs python3)', () => {
  test('recompute the worked tree, and find a leaf, a node and an order that were altered', async () => {
    expect(await verify('verify_tree.py', vector('balance-tree.v1.json'))).toMatchObject({ status: 0 });
    expect(await verify('verify_tree.py', vector('balance-tree.v2.json'))).toMatchObject({ status: 0 });
    const tree = vector('balance-tree.v3.json');
    expect(await verify('verify_tree.py', tree)).toMatchObject({ status: 0 });
    for (const [path, value] of [
      [['members', 0, 'balance'], '5'],
      [['members', 3, 'parts', 0, 'amount'], '5'],
      [['members', 0, 'points', 'promotion'], '715'],
      [['members', 4, 'parts', 1, 'points', 'assistance'], '5'],
      [['halves', 0, 1, 0, 'points', 'promotion'], '5'],
      [['points', 'assistance'], '5'],
      [['halves', 1, 1, 0, 'sum'], '5'],
      [['paths', 2, 'parts', 0, 'neighbours', 1, 'sum'], '5'],
      [['paths', 2, 'parts', 1, 'position'], 4],
      [['statements', 0, 'digest'], '5'.repeat(64)],
      [['statements', 1, 'text'], JSON.parse(tree).statements[0].text],
    ] as const) {
      expect(await verify('verify_tree.py', altered(tree, path, value)), path.join('.')).toMatchObject({ status: 1 });
    }
  });

  test('find a member in a tree of any size by the answer that the member gets, and every lie in it', async () => {
    for (const size of [1, 3, 64, 100]) {
      expect(await verify('verify_tree.py', balanceAnswer(size, 1), 'Member1'), `${size} of version 1`).toMatchObject({
        status: 0,
      });
      expect(await verify('verify_tree.py', balanceAnswer(size), 'Member1'), `${size} members`).toMatchObject({
        status: 0,
      });
    }
    expect(await verify('verify_tree.py', vector('balance-proof.v3.json'), 'Member0001')).toMatchObject({ status: 0 });
    expect(await verify('verify_tree.py', vector('balance-proof.v3.json'), 'member0003')).toMatchObject({ status: 1 });
    const answer = balanceAnswer(13);
    expect(await verify('verify_tree.py', answer, 'Member2')).toMatchObject({ status: 1 });
    for (const [path, value, field] of [
      [['url', 'balance'], '999.000000', 'parts'],
      [['url', 'parts', 1, 'amount'], '999.000000', 'root'],
      [['url', 'published', 'total'], '1.000000', 'total'],
      [['url', 'published', 'members'], 200, 'parts[0].siblings'],
      [['url', 'published', 'members'], 16, 'digest'],
      [['url', 'published', 'at'], '2026-01-01T00:00:00.001Z', 'digest'],
      [['url', 'published', 'previous'], '1'.repeat(64), 'digest'],
      [['url', 'published', 'house', 0, 'balance'], '0.000000', 'house'],
      [['url', 'points', 'assistance'], 4, 'parts'],
      [['url', 'parts', 0, 'points', 'promotion'], 999, 'root'],
      [['url', 'published', 'points', 'promotion'], 1, 'total'],
      [['url', 'published', 'points', 'house', 0, 'balance'], 0, 'points'],
    ] as const) {
      const { status, said } = await verify('verify_tree.py', altered(JSON.stringify(answer), path, value), 'Member1');
      expect(said).toContain(`${field}: claimed`);
      expect(status).toBe(1);
    }
  });
});

/** The response of GET /api/proofs/balance to member 1 of so many. */
function balanceAnswer(size: number, version: TreeVersion = 2): object {
  const members = Array.from({ length: size }, (_, place) =>
    memberOf(
      `Member${place + 1}`,
      usdt(BigInt(place) * 1_234_567n + 7n),
      version === 1 ? undefined : { assistance: points(BigInt(place) + 3n), promotion: points(BigInt(place) * 716n) },
    ),
  );
  const { root, own } = treeOf(members);
  const { balance, points: owned, parts } = own('Member1');
  const sums = root.node.points;
  const house = sums && [{ account: 'sponsorPoints', balance: points(-sums.assistance - sums.promotion) }];
  const published = signRoot(
    {
      number: 1,
      at: Date.UTC(2026, 0, 1),
      members: size,
      root: bytesToHex(root.node.hash),
      total: root.node.sum,
      house: [{ account: 'rail', balance: usdt(-root.node.sum) }],
      ...(house && { points: { ...sums, house } }),
      previous: noPrevious,
    },
    new Uint8Array(32).fill(1),
  );
  const copied = parts.map(({ path, ...part }) => {
    return { ...part, path: { position: path.position, siblings: [...path.siblings] } };
  });
  return {
    status: true,
    url: z.encode(getBalanceProof.output, {
      published: published as PublishedRoot,
      balance,
      points: owned,
      parts: copied as unknown as BalanceProof['parts'],
    }),
  };
}
