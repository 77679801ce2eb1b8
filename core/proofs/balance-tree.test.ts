import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { points, type Usdt, usdt } from '#core/money/amount.ts';
import { memberOf, treeOf } from './balance-tree.fixture.ts';
import {
  emptyNodes,
  leafNode,
  nodesFromBytes,
  nodesToBytes,
  type OwnBalance,
  type PlacedPart,
  parentNode,
  rootOver,
  type SumNode,
  sumMax,
  type TreeVersion,
  verifyBalance,
  versionOf,
} from './balance-tree.ts';

const name = fc.stringMatching(/^[A-Za-z0-9]{6,20}$/);
const balance = fc.bigInt(0n, 10n ** 15n).map(usdt);
const count = fc.bigInt(0n, 10n ** 9n).map(points);
const version = fc.constantFrom<TreeVersion>(1, 2);
/** Of trees of both versions: all of a list with points, or none. */
const members = (minLength: number, maxLength: number, versions = version) =>
  fc
    .tuple(
      versions,
      fc.uniqueArray(fc.tuple(name, balance, fc.record({ assistance: count, promotion: count })), {
        minLength,
        maxLength,
        selector: ([username]) => username.toLowerCase(),
      }),
    )
    .map(([of, list]) => list.map(([username, owed, owned]) => memberOf(username, owed, of === 2 ? owned : undefined)));
/** A tree, and one member of it. */
const tree = members(1, 70).chain((list) => fc.tuple(fc.constant(list), fc.constantFrom(...list)));

const withPart = (own: OwnBalance, half: 0 | 1, changed: Partial<PlacedPart>): OwnBalance => ({
  ...own,
  parts: half === 0 ? [{ ...own.parts[0], ...changed }, own.parts[1]] : [own.parts[0], { ...own.parts[1], ...changed }],
});
const totalOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);
const half = fc.constantFrom(0 as const, 1 as const);

test('every member of a tree proves both parts, and the root is the sum of all balances', () => {
  fc.assert(
    fc.property(members(1, 40), (list) => {
      const { root, own } = treeOf(list);
      for (const { username } of list) {
        expect(verifyBalance(own(username), root)).toMatchObject({ isIncluded: true, faults: [] });
      }
      expect(root.node.sum).toBe(totalOf(list.map((one) => one.balance)));
      const sumOf = (kind: 'assistance' | 'promotion') => totalOf(list.map((one) => one.points?.[kind] ?? 0n));
      expect(root.node.points).toEqual(
        list[0]?.points && { assistance: sumOf('assistance'), promotion: sumOf('promotion') },
      );
    }),
    { numRuns: 30 },
  );
});

test('no node that a member is shown has both parts of anybody’s balance: all of one path are sums of one half', () => {
  fc.assert(
    fc.property(members(3, 40), (list) => {
      const { own } = treeOf(list);
      for (const { username } of list) {
        for (const which of [0, 1] as const) {
          const shown = own(username).parts[which].path.siblings;
          const others = list.filter((one) => one.username !== username).map(({ parts }) => parts[which].amount);
          expect(totalOf(shown.map(({ sum }) => sum))).toBe(totalOf(others));
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('a neighbour’s leaf is nobody’s balance', () => {
  const list = Array.from({ length: 64 }, (_, place) =>
    memberOf(`Member${place}`, usdt(BigInt(place + 1) * 50_000_000n)),
  );
  const { own } = treeOf(list);
  const balances = new Set<bigint>(list.map(({ balance: owed }) => owed));
  const neighbours = list.flatMap(({ username }) => own(username).parts.map(({ path }) => path.siblings[0]?.sum ?? 0n));
  expect(neighbours.filter((sum) => balances.has(sum))).toEqual([]);
});

test('hashes are those that the description gives, counted by another SHA-256', () => {
  const bytes = (...parts: readonly (string | bigint | number)[]) =>
    Buffer.concat(
      parts.map((part) => {
        if (typeof part === 'number') return Buffer.of(part);
        if (typeof part === 'string') return Buffer.from(part, 'latin1');
        const eight = Buffer.alloc(8);
        eight.writeBigUInt64BE(part);
        return eight;
      }),
    );
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest().toString('latin1');
  const salt = '\x07'.repeat(32);
  const part = (username: string, value: bigint) =>
    leafNode(username, { salt: Buffer.from(salt, 'latin1'), amount: usdt(value) });
  const named = (username: string, value: bigint) => hashOf(bytes(0, salt, value, username));
  const over = (left: string, leftSum: bigint, right: string, rightSum: bigint) =>
    hashOf(bytes(1, left, leftSum, right, rightSum));
  const empty = hashOf(bytes(2));
  const left = over(
    over(named('anna00', 5n), 5n, named('bert00', 7n), 7n),
    12n,
    over(named('carl00', 11n), 11n, empty, 0n),
    11n,
  );
  const right = over(
    over(named('carl00', 0n), 0n, named('anna00', 1n), 1n),
    1n,
    over(named('bert00', 2n), 2n, empty, 0n),
    2n,
  );
  const top = rootOver(
    [
      [part('Anna00', 5n), part('bert00', 7n), part('carl00', 11n)],
      [part('carl00', 0n), part('ANNA00', 1n), part('bert00', 2n)],
    ],
    1,
  );
  expect(Buffer.from(top.hash).toString('latin1')).toBe(over(left, 23n, right, 3n));
  expect(top.sum).toBe(26n);

  const owned = { assistance: points(3n), promotion: points(8n) };
  const pointed = leafNode('Anna00', { salt: Buffer.from(salt, 'latin1'), amount: usdt(5n), points: owned });
  const leaf = hashOf(bytes(3, salt, 5n, 3n, 8n, 'anna00'));
  const both = rootOver([[pointed], []], 2);
  expect(Buffer.from(both.hash).toString('latin1')).toBe(
    hashOf(bytes(4, leaf, 5n, 3n, 8n, hashOf(bytes(5)), 0n, 0n, 0n)),
  );
  expect(both).toMatchObject({ sum: 5n, points: owned });
});

test('points that were tampered with are found like USDT: in the balance, in a part, in a neighbour, in the total, one kind for the other', () => {
  const withPoints = members(2, 40, fc.constant(2 as const)).chain((list) =>
    fc.tuple(fc.constant(list), fc.constantFrom(...list)),
  );
  const kind = fc.constantFrom('assistance' as const, 'promotion' as const);
  fc.assert(
    fc.property(withPoints, half, kind, fc.bigInt(1n, 10n ** 6n), ([list, member], which, one, by) => {
      const { root, own } = treeOf(list);
      const mine = own(member.username);
      const owned = member.points ?? { assistance: points(0n), promotion: points(0n) };
      const more = (sums: typeof owned) => ({ ...sums, [one]: points(sums[one] + by) });
      const faultsOf = (changed: OwnBalance, against = root) => verifyBalance(changed, against).faults;
      expect(faultsOf({ ...mine, points: more(owned) })).toEqual(['parts']);
      expect(faultsOf({ ...mine, points: undefined })).toEqual(['parts']);
      const part = mine.parts[which];
      const partPoints = part.points ?? owned;
      expect(faultsOf(withPart(mine, which, { points: more(partPoints) }))).toEqual(['parts', 'root', 'total']);
      expect(faultsOf(withPart(mine, which, { points: { ...partPoints, [one]: points(-1n) } }))).toEqual(['malformed']);
      expect(faultsOf(withPart(mine, which, { points: undefined }))).toEqual(['malformed']);
      const swapped = { assistance: partPoints.promotion, promotion: partPoints.assistance };
      const isSame = swapped.assistance === swapped.promotion;
      expect(faultsOf(withPart(mine, which, { points: swapped })).includes('root')).toBe(!isSame);
      const [first = emptyNodes[2], ...rest] = part.path.siblings;
      const siblings = [{ ...first, points: more(first.points ?? owned) }, ...rest];
      expect(faultsOf(withPart(mine, which, { path: { ...part.path, siblings } }))).toEqual(
        expect.arrayContaining(['root', 'total']),
      );
      const total = { ...root.node, points: more(root.node.points ?? owned) };
      expect(faultsOf(mine, { ...root, node: total })).toEqual(['total']);
      // A tree of version 1 does not pass for one with points.
      const old = treeOf(list.map(({ username, balance: owed }) => memberOf(username, owed)));
      expect(verifyBalance(old.own(member.username), root).isIncluded).toBe(false);
      expect(verifyBalance(mine, old.root).isIncluded).toBe(false);
    }),
  );
});

test('a part that was tampered with is found: its amount, its name, its salt', () => {
  fc.assert(
    fc.property(tree, half, fc.bigInt(1n, 10n ** 6n), ([list, { username }], which, more) => {
      const { root, own } = treeOf(list);
      const mine = own(username);
      const { amount, salt } = mine.parts[which];
      const faultsOf = (changed: OwnBalance) => verifyBalance(changed, root).faults;
      expect(faultsOf(withPart(mine, which, { amount: usdt(amount + more) }))).toEqual(['parts', 'root', 'total']);
      expect(faultsOf({ ...mine, balance: usdt(mine.balance + more) })).toEqual(['parts']);
      expect(faultsOf({ ...mine, username: `${username}x` })).toEqual(['root']);
      expect(faultsOf(withPart(mine, which, { salt: salt.map((byte) => byte ^ 1) }))).toEqual(['root']);
      expect(faultsOf(withPart(mine, which, { amount: usdt(-1n) }))).toEqual(['malformed']);
      expect(faultsOf(withPart(mine, which, { salt: salt.slice(1) }))).toEqual(['malformed']);
    }),
  );
});

test('one leaf does not stand for both parts, not even where they are equal', () => {
  const { salt } = memberOf('member01', usdt(0n)).parts[0];
  const part = { salt, amount: usdt(5n) };
  const owed = { username: 'member01', balance: usdt(10n), parts: [part, part] as const };
  const other = memberOf('member02', usdt(4n));
  const whole = treeOf([owed, other]);
  expect(verifyBalance(whole.own('member01'), whole.root).isIncluded).toBe(true);
  // The right half owes this member nothing.
  const lacking = treeOf([{ ...owed, parts: [part, { salt, amount: usdt(0n) }] as const }, other]);
  const [left] = lacking.own('member01').parts;
  expect(verifyBalance({ ...owed, parts: [left, left] }, lacking.root).faults).toEqual(['root', 'total']);
});

test('a path that was tampered with is found: hashes, sums, sides, length', () => {
  const atLeastTwo = tree.filter(([list]) => list.length > 1);
  fc.assert(
    fc.property(atLeastTwo, half, fc.nat(), fc.nat(31), ([list, { username }], which, pick, byte) => {
      const { root, own } = treeOf(list);
      const mine = own(username);
      const { position, siblings } = mine.parts[which].path;
      const place = pick % siblings.length;
      const one = siblings[place] ?? emptyNodes[1];
      const faultsWith = (changed: Partial<PlacedPart['path']>) =>
        verifyBalance(withPart(mine, which, { path: { position, siblings, ...changed } }), root).faults;
      const withNode = (node: SumNode) => faultsWith({ siblings: siblings.with(place, node) });
      const flipped = one.hash.with(byte, (one.hash[byte] ?? 0) ^ 128);
      expect(withNode({ ...one, hash: flipped })).toContain('root');
      expect(withNode({ ...one, sum: usdt(one.sum + 1n) })).toEqual(expect.arrayContaining(['root', 'total']));
      expect(withNode({ ...one, sum: usdt(-1n) })).toEqual(['malformed']);
      expect(withNode({ ...one, sum: usdt(sumMax + 1n) })).toEqual(['malformed']);
      expect(withNode({ ...one, hash: one.hash.slice(1) })).toEqual(['malformed']);
      expect(faultsWith({ siblings: siblings.slice(1) })).toEqual(['path']);
      expect(faultsWith({ siblings: [...siblings, emptyNodes[versionOf(root.node)]] })).toEqual(['path']);
      expect(faultsWith({ position: list.length })).toEqual(['path']);
      expect(faultsWith({ position: -1 })).toEqual(['path']);
      // The other side on that level, as far as the tree has such a place.
      const other = position ^ (2 ** place);
      if (other < list.length) expect(faultsWith({ position: other })).toContain('root');
    }),
  );
});

test('a number of members that the tree does not have is found', () => {
  const names = ['member01', 'member02', 'member03', 'member04', 'member05'];
  const list = names.map((username) => memberOf(username, usdt(7n)));
  const { root, own } = treeOf(list);
  const faultsOf = (leafCount: number) =>
    names.flatMap((one) => verifyBalance(own(one), { ...root, leafCount }).faults);
  expect(faultsOf(5)).toEqual([]);
  // Another depth is found by all; the same depth by those beside the empty nodes.
  expect(faultsOf(4)).toEqual(names.map(() => 'path'));
  expect(new Set(faultsOf(8))).toEqual(new Set(['path']));
  const hidden = treeOf([...list, memberOf('member06', usdt(0n))]);
  const found = names.flatMap((one) => verifyBalance(hidden.own(one), { ...hidden.root, leafCount: 5 }).faults);
  expect(found).toContain('path');
});

test('a root that hides a balance, or states another total, is found', () => {
  fc.assert(
    fc.property(tree, fc.bigInt(1n, 10n ** 6n), ([list, member], less) => {
      const { root, own } = treeOf(list);
      const mine = own(member.username);
      const total = usdt(root.node.sum - less);
      expect(verifyBalance(mine, { ...root, node: { ...root.node, sum: total } }).faults).toEqual(['total']);
      const without = treeOf(list.filter((one) => one !== member)).root;
      expect(verifyBalance(mine, { ...without, leafCount: Math.max(1, without.leafCount) }).isIncluded).toBe(false);
    }),
  );
});

test('sums that are negative or overflow make no node', () => {
  const node = (sum: bigint): SumNode => ({ hash: emptyNodes[1].hash, sum: sum as Usdt });
  expect(() => parentNode(node(-1n), node(5n))).toThrow(RangeError);
  expect(() => parentNode(node(5n), node(-1n))).toThrow(RangeError);
  expect(() => parentNode(node(sumMax), node(1n))).toThrow(RangeError);
  expect(parentNode(node(sumMax), node(0n)).sum).toBe(sumMax);
});

test('nodes are kept as bytes and come back as they were', () => {
  fc.assert(
    fc.property(members(0, 20), (list) => {
      const nodes = list.map(({ username, parts }) => leafNode(username, parts[0]));
      expect(nodesFromBytes(nodesToBytes(nodes), versionOf(list[0] ?? {}))).toEqual(nodes);
    }),
  );
  expect(() => nodesFromBytes(new Uint8Array(41), 1)).toThrow(RangeError);
});
