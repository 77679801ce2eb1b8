import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { points, usdt } from '#core/money/amount.ts';
import { feedOf } from './root-feed.fixture.ts';
import { checkFeed, type FeedFault, isSigned, noPrevious, type SignedRoot, statementText } from './root-feed.ts';

const feed = feedOf(6);
const at = (place: number, list: readonly SignedRoot[] = feed): SignedRoot => {
  const root = list.at(place);
  if (!root) throw new RangeError(`no root at ${place}`);
  return root;
};
const kinds = (roots: readonly SignedRoot[], seen: readonly SignedRoot[] = []) =>
  checkFeed(roots, seen).map(({ kind, number }) => `${kind} ${number}`);

test('a feed from its first root on is sound, as is its end behind roots that were seen', () => {
  expect(checkFeed(feed, [])).toEqual([]);
  expect(checkFeed(feed.slice(2), feed.slice(0, 2))).toEqual([]);
  expect(checkFeed(feed.slice(3), feed)).toEqual([]);
  expect(checkFeed([], [])).toEqual([]);
  expect(at(0).previous).toBe(noPrevious);
});

test('the text is that of the rule page, hashed and signed as another program does', () => {
  const root = at(1);
  const text = statementText(root);
  expect(text).toBe(
    `clearlot balances 3\nnumber 2\nat 2026-11-21T15:00:00.000Z\nmembers 4\nroot ${root.root}\ntotal 3.500000\n` +
      `house rail -9.500000\nhouse market 6.000000\nassistance 120\npromotion 30\npoints sponsorPoints -150\n` +
      `log 2 ${root.log?.head}\nprevious ${at(0).digest}\nkey ${root.key}\n`,
  );
  const [old] = feedOf(1, { from: 1, sponsorPoints: null });
  expect(old && statementText(old)).toBe(
    `clearlot balances 1\nnumber 1\nat 2026-11-21T14:00:00.000Z\nmembers 4\nroot ${old?.root}\ntotal 3.500000\n` +
      `house rail -9.500000\nhouse market 6.000000\nprevious ${noPrevious}\nkey ${root.key}\n`,
  );
  const [second] = feedOf(1, { from: 1, acts: null });
  expect(second && statementText(second)).toBe(
    `clearlot balances 2\nnumber 1\nat 2026-11-21T14:00:00.000Z\nmembers 4\nroot ${old?.root}\ntotal 3.500000\n` +
      `house rail -9.500000\nhouse market 6.000000\nassistance 120\npromotion 30\npoints sponsorPoints -150\n` +
      `previous ${noPrevious}\nkey ${root.key}\n`,
  );
  expect(createHash('sha256').update(text).digest('hex')).toBe(root.digest);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(root.key, 'hex')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(text), key, Buffer.from(root.signature, 'hex'))).toBe(true);
});

test('every field of a root is part of what is hashed and signed', () => {
  const root = at(2);
  const other = at(4);
  const changed: { [Field in keyof Omit<Required<SignedRoot>, 'digest' | 'signature'>]: SignedRoot[Field] } = {
    number: root.number + 10,
    at: root.at + 1,
    members: 8,
    root: other.root,
    total: usdt(root.total + 1n),
    house: root.house.toReversed(),
    points: { assistance: points(30n), promotion: points(120n), house: root.points?.house ?? [] },
    log: { acts: 3, head: other.root },
    previous: other.previous,
    key: 'ab'.repeat(32),
  };
  for (const field of Object.keys(root).filter((name) => name !== 'digest' && name !== 'signature')) {
    const forged = { ...root, ...Object.fromEntries([[field, changed[field as keyof typeof changed]]]) };
    expect(kinds([forged]), field).toEqual(
      expect.arrayContaining([`digest ${forged.number}`, `signature ${forged.number}`]),
    );
    expect(isSigned(forged), field).toBe(false);
  }
  expect(kinds([{ ...root, digest: other.digest }])).toEqual(['digest 3']);
  expect(kinds([{ ...root, signature: other.signature }])).toEqual(['signature 3']);
  expect(kinds([{ ...root, signature: 'zz' }])).toEqual(['signature 3']);
});

test('a root that does not follow the one before it is found: a gap, another predecessor, an earlier time, another key', () => {
  expect(kinds([at(0), at(2)])).toEqual(['chain 3', 'chain 3']);
  expect(kinds([at(1), at(3)], [at(0)])).toContain('chain 4');
  const strange = feedOf(6, { from: 3, members: 8 });
  expect(kinds([...feed.slice(0, 3), ...strange.slice(4)])).toContain('chain 5');
  expect(kinds(feedOf(3, { from: 2, hourMs: 0 }))).toEqual(['chain 2', 'chain 3']);
  expect(kinds(feedOf(3, { from: 3, key: 9 }))).toEqual(['key 3']);
  expect(kinds([{ ...at(0), previous: at(3).digest }])).toContain('chain 1');
});

test('books that do not come to zero are found although they are signed', () => {
  expect(checkFeed(feedOf(2, { from: 2, rail: -1n }), [])).toMatchObject([
    { kind: 'books', number: 2, claimed: '9.499999' },
  ]);
});

test('a fork is found with both digests: rewritten, shortened, continued otherwise', () => {
  const other = feedOf(6, { from: 4, members: 8 });
  const [first] = checkFeed(other.slice(2), feed) as [FeedFault];
  expect(first).toEqual({ kind: 'fork', number: 4, claimed: at(3, other).digest, expected: at(3).digest });
  expect(kinds(other.slice(2), feed)).toEqual(['fork 4', 'fork 5', 'fork 6']);
  expect(kinds(feed.slice(0, 4), feed)).toEqual(['withdrawn 5', 'withdrawn 6']);
  expect(kinds([], feed.slice(0, 1))).toEqual(['withdrawn 1']);
  expect(kinds(feed.slice(5), feed)).toEqual([]);
  // Nothing is compared but the root before the first one: the chain alone finds it.
  expect(kinds(other.slice(4), [at(3)])).toEqual(['chain 5']);
});

test('points of members and house that do not come to zero are found, and a statement without points after one with them', () => {
  expect(kinds(feedOf(4, { from: 3, sponsorPoints: -149n }))).toEqual(['books 3', 'books 4']);
  const withoutPoints = feedOf(4, { from: 3, sponsorPoints: null });
  expect(kinds(withoutPoints)).toEqual(['chain 3']);
  // The other way round a feed begins to have points.
  const upgraded = feedOf(2, { from: 1, sponsorPoints: null });
  expect(kinds(upgraded)).toEqual([]);
});

test('a log of operators that grows shorter, or has another head at the same length, is found; one that is left out as well', () => {
  expect(kinds(feedOf(4, { from: 3, acts: 1 }))).toEqual(['log 3']);
  expect(kinds(feedOf(4, { from: 3, acts: 2 }))).toEqual(['log 3']);
  expect(kinds(feedOf(4, { from: 3, acts: 7 }))).toEqual([]);
  expect(kinds(feedOf(4, { from: 3, acts: null }))).toEqual(['chain 3']);
  expect(checkFeed(feedOf(3, { from: 3, acts: null }), [])).toMatchObject([
    { claimed: 'version 2', expected: 'version 3' },
  ]);
});

test('before the first root there are 64 zeros, and a key that verifies anything signs nothing', () => {
  expect(noPrevious).toBe('0000000000000000000000000000000000000000000000000000000000000000');
  // The neutral point: by the looser rule of ZIP 215 this signature fits every text.
  const neutral = `01${'00'.repeat(31)}`;
  expect(isSigned({ ...at(1), key: neutral, signature: `${neutral}${'00'.repeat(32)}` })).toBe(false);
});
