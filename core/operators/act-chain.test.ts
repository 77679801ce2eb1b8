import { expect, test } from 'vitest';
import { type ChainedAct, emptyLog, follow, hashOfAct, noActBefore } from './act-chain.ts';

const act: ChainedAct = {
  position: 1n,
  id: 7n,
  operator: 'anna',
  role: 'owner',
  act: 'memberFrozen',
  subject: 'member 17',
  memberId: 17n,
  reason: 'asked by telephone',
  detail: '{"until":"1"}',
  at: 1_000,
};

test('every field of an act, and the hash before it, is in its hash', () => {
  const hash = hashOfAct(noActBefore, act);
  const changes: Partial<ChainedAct>[] = [
    { position: 2n },
    { id: 8n },
    { operator: 'bert' },
    { role: 'finance' },
    { act: 'memberUnfrozen' },
    { subject: 'member 18' },
    { memberId: null },
    { memberId: 18n },
    { reason: 'asked' },
    { detail: '{}' },
    { at: 1_001 },
  ];
  const hashes = changes.map((change) => hashOfAct(noActBefore, { ...act, ...change }));
  expect(new Set([hash, hashOfAct(hash, act), ...hashes]).size).toBe(changes.length + 2);
  expect(hashOfAct(noActBefore, act)).toBe(hash);
});

test('an act that is left out, or has another hash, is named', () => {
  const hash = hashOfAct(noActBefore, act);
  expect(follow(emptyLog, act, hash)).toEqual({ head: { position: 1n, hash }, fault: null });
  expect(follow(emptyLog, act, noActBefore).fault).toMatchObject({ kind: 'hash', position: 1n, expected: hash });
  expect(follow(emptyLog, { ...act, position: 2n }, hash).fault).toMatchObject({ kind: 'gap', position: 1n });
  // A second act at a place that is taken, chained to the first one as it should be.
  expect(follow({ position: 1n, hash }, act, hashOfAct(hash, act)).fault).toMatchObject({ kind: 'gap', position: 2n });
});
