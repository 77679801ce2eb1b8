import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { categories } from '#core/rounds/categories.ts';
import {
  dayTranscriptSchema,
  drawTranscriptSchema,
  malformedField,
  orderProofSchema,
  ordersPageSchema,
} from './transcripts.ts';

const hash = 'ab'.repeat(32);
const perCategory = (each: object) => Object.fromEntries(categories.map((category) => [category, { ...each }]));

const order = { id: '7', category: 'big', stake: '1.000000', salt: hash };
const closing = {
  ...{ round: 5, tip: hash, root: hash, beacon: { kind: 'drand', chain: hash, round: 9 } },
  orders: perCategory({ count: 0, stake: '0.000000' }),
};
const result = { value: hash, hmac: hash, digits: [1, 2, 3], sum: 6, winners: ['small'] };
const round = {
  ...{ version: 1, closing, digest: hash, seed: hash, status: 'paid', result, lateResult: null, orders: [order] },
  beacon: { kind: 'drand', round: 9, signature: 'ab'.repeat(48) },
  payments: perCategory({ paid: '0.000000', charity: '0.000000' }),
};
const day = {
  ...{ version: 1, commitment: hash, firstDay: 1, day: 2, key: hash, tip: hash, drawCommitment: hash, rounds: [round] },
};
const proof = { order, path: { position: 0, siblings: [hash] }, closing, digest: hash };
const prizes = { version: 1, numbers: 10, prizes: [{ id: 'first', amount: '1.000000', from: 0, to: 4 }] };
const entry = { entry: 1, clientSeed: 'ab'.repeat(16), number: 5, prize: null, amount: '0.000000' };
const draws = {
  ...{ version: 1, day: 2, commitment: hash, seed: hash, username: 'zoe12345', prizes, entries: [entry] },
};

/** The paths of all objects in a file, the file itself first. */
function objectsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, each]) => objectsIn(each, [...path, name]));
  return Array.isArray(value) ? inside : [[...path], ...inside];
}

/** A copy with one field more in the object at a path. */
function withMore(file: object, path: readonly string[]): object {
  const copy = structuredClone(file);
  const place = path.reduce<object>((at, name) => at[name as never], copy);
  Object.assign(place, { looksVerified: true });
  return copy;
}

test.each([
  ['day', dayTranscriptSchema, day],
  ['order', orderProofSchema, proof],
  ['draws', drawTranscriptSchema, draws],
] as const)('a file of a %s has no field that nobody verifies, wherever it stands', (_, schema, file) => {
  expect(z.safeDecode(schema as z.ZodMiniType, file)).toMatchObject({ success: true });
  const places = objectsIn(file);
  expect(places.length).toBeGreaterThan(3);
  for (const path of places) {
    const { error } = z.safeDecode(schema as z.ZodMiniType, withMore(file, path));
    const field = [...path, 'looksVerified'].join('.');
    expect(malformedField(error?.issues ?? []), field).toEqual({ field, isUnknown: true });
  }
});

test('a day has up to 288 rounds, a page of orders up to 2,000', () => {
  const accepts = (schema: z.ZodMiniType, file: object) => z.safeDecode(schema, file).success;
  const rounds = (count: number) => ({ ...day, rounds: Array.from({ length: count }, () => round) });
  expect([288, 289].map((count) => accepts(dayTranscriptSchema, rounds(count)))).toEqual([true, false]);
  const page = (count: number) => ({
    version: 1,
    round: 5,
    from: 0,
    count,
    leaves: Array.from({ length: count }, () => order),
  });
  expect([2_000, 2_001].map((count) => accepts(ordersPageSchema, page(count)))).toEqual([true, false]);
});
