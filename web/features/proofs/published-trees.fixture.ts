import { bytesToHex } from '@noble/hashes/utils.js';
import type { BalanceProof, PublishedRoot } from '#contract/proofs.ts';
import { points, usdt } from '#core/money/amount.ts';
import { type Member, memberOf, treeOf } from '#core/proofs/balance-tree.fixture.ts';
import { noPrevious, signRoot } from '#core/proofs/root-feed.ts';
import type { KeptRoots } from '#web/platform/kept-roots.ts';
import { followFeed } from './root-feed.ts';

export const at = Date.UTC(2026, 10, 21, 14);
export const hourMs = 3_600_000;
export const pointsOf = (many: number) => ({ assistance: points(BigInt(many) * 10n), promotion: points(BigInt(many)) });
export const members = ['member01', 'member02', 'member03', 'member04', 'member05'].map((username, index) =>
  memberOf(username, usdt(BigInt(index + 1) * 1_500_000_000n), pointsOf(index + 1)),
);

interface Lie {
  readonly members?: number;
  readonly at?: number;
  readonly total?: bigint;
  readonly house?: PublishedRoot['house'];
  readonly points?: PublishedRoot['points'];
}

/** A tree published under a number after another root, signed; `lie` changes what the statement says of it. */
export function publish(list: readonly Member[], before: PublishedRoot | null = null, lie: Lie = {}) {
  const tree = treeOf(list);
  const total = usdt(lie.total ?? tree.root.node.sum);
  const house = [{ account: 'rail' as const, balance: usdt(-total) }];
  const owned = tree.root.node.points;
  const published = owned && {
    ...owned,
    house: [{ account: 'sponsorPoints' as const, balance: points(-owned.assistance - owned.promotion) }],
  };
  const number = (before?.number ?? 0) + 1;
  const statement = {
    number,
    at: lie.at ?? at + number * hourMs,
    members: lie.members ?? list.length,
    root: bytesToHex(tree.root.node.hash),
    total,
    house: lie.house ?? house,
    points: lie.points ?? published,
    previous: before?.digest ?? noPrevious,
  };
  const root: PublishedRoot = { ...signRoot(statement, new Uint8Array(32).fill(7)), ...statement };
  const proofOf = (username: string): BalanceProof => {
    const { balance, points: mine, parts } = tree.own(username);
    const copied = parts.map(({ path, ...part }) => ({
      ...part,
      path: { position: path.position, siblings: [...path.siblings] },
    }));
    return { published: root, balance, points: mine, parts: copied as unknown as BalanceProof['parts'] };
  };
  return { root, proofOf };
}

export const honest = publish(members);

export function storeOf(
  roots: readonly PublishedRoot[] | null,
): KeptRoots & { kept(): readonly PublishedRoot[] | null } {
  let kept = roots;
  return {
    read: async () => kept,
    update: async (change) => {
      if (kept === null) return false;
      kept = change(kept);
      return true;
    },
    kept: () => kept,
  };
}

/** What one phone sees of a feed, given the roots that it has kept. */
export const follow = (roots: readonly PublishedRoot[], store: KeptRoots) =>
  followFeed(
    async (after) => (after === undefined ? roots.toReversed() : roots.filter(({ number }) => number > after)),
    store,
  );
export const faultsOf = async (roots: readonly PublishedRoot[], kept: readonly PublishedRoot[]) =>
  (await follow(roots, storeOf(kept))).faults.map(({ kind }) => kind);
