import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { roundTranscriptSchema } from '#contract/transcripts.ts';
import { installedOn, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { usdt } from '#core/money/amount.ts';
import { categories } from '#core/rounds/categories.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import {
  compareKnown,
  compareListed,
  type KeptOfRound,
  malformedFieldOf,
  openOf,
  replaySteps,
  stepOf,
} from './replay.ts';

const round = (installedOn + 1) * roundsPerDay + 5;
const transcript = transcriptOf(round);
const shown = {
  id: transcript.closing.round,
  tip: transcript.closing.tip,
  digest: transcript.digest,
  orderRoot: transcript.closing.root,
  seed: transcript.seed,
  digits: transcript.result ? ([...transcript.result.digits] as [number, number, number]) : null,
  state: 'drawn' as const,
  lateDigits: null,
  categories: categories.map((category) => {
    const { count, stake } = transcript.closing.orders[category];
    return { category, orders: count, staked: stake, ...transcript.payments[category] };
  }),
};

const kept = (digest: string | null, tip: string | null = null, at = 0): KeptOfRound => ({
  tip,
  digest: digest === null ? null : { round, digest, at },
});

test('a transcript of the round that the page shows, with the tip and the digest that the phone kept, differs in nothing', () => {
  expect(compareKnown(transcript, shown, kept(transcript.digest, transcript.closing.tip))).toEqual([]);
  expect(compareKnown(transcript, shown, kept(null))).toEqual([]);
});

test('a transcript of another round, or with another tip or digest than the phone kept, is found', () => {
  const other = transcriptOf(round + 1);
  const fields = compareKnown(other, shown, kept(transcript.digest)).map(({ field }) => field);
  expect(fields).toEqual(expect.arrayContaining(['closing.round', 'digest', 'kept.digest', 'seed']));
  const nothing = '0'.repeat(64);
  expect(compareKnown(transcript, shown, kept(nothing)).map(({ field }) => field)).toEqual(['kept.digest']);
  expect(compareKnown(transcript, shown, kept(null, nothing)).map(({ field }) => field)).toEqual(['kept.tip']);
});

test('a void round that the page shows with other late digits than its transcript has is found', () => {
  const late = transcriptOf(round, { status: 'void' });
  const [first = 0, second = 0, third = 0] = late.lateResult?.digits ?? [];
  const void_ = { ...shown, state: 'void' as const, digits: null, categories: [] };
  expect(compareKnown(late, { ...void_, lateDigits: [first, second, third] }, kept(null))).toEqual([]);
  const fields = compareKnown(late, { ...void_, lateDigits: [first, second, (third + 1) % 10] }, kept(null));
  expect(fields.map(({ field }) => field)).toEqual(['lateResult.digits']);
});

test('a round that the page shows as void and its transcript as paid, or with other sums, is found', () => {
  const fieldsOf = (change: Partial<Omit<typeof shown, 'state'>> & { readonly state?: 'void' }) =>
    compareKnown(transcript, { ...shown, ...change }, kept(transcript.digest)).map(({ field }) => field);
  expect(fieldsOf({ state: 'void', digits: null })).toEqual(['status']);
  const with_ = (change: Partial<(typeof shown.categories)[number]>) =>
    shown.categories.map((one) => (one.category === 'odd' ? { ...one, ...change } : one));
  expect(fieldsOf({ categories: with_({ orders: 9_999 }) })).toEqual(['closing.orders.odd.count']);
  expect(fieldsOf({ categories: with_({ staked: usdt(1n) }) })).toEqual(['closing.orders.odd.stake']);
  expect(fieldsOf({ categories: with_({ paid: usdt(1n) }) })).toEqual(['payments.odd.paid']);
  expect(fieldsOf({ categories: with_({ charity: usdt(1n) }) })).toEqual(['payments.odd.charity']);
  expect(stepOf('status')).toBe('result');
});

test('what the phone did not keep is said, and so is a digest that came when the beacon could be known', () => {
  const beaconFrom = timesOf(round).resultAt;
  expect(openOf(kept(null), beaconFrom)).toEqual(['keptTip', 'keptDigest']);
  expect(openOf(kept(transcript.digest, transcript.closing.tip, beaconFrom - 1), beaconFrom)).toEqual([]);
  expect(openOf(kept(transcript.digest, transcript.closing.tip, beaconFrom), beaconFrom)).toEqual(['keptLate']);
});

const firstFieldOf: Partial<Record<string, string>> = {
  closing: 'digest',
  keptTip: 'kept.tip',
  keptDigest: 'kept.digest',
  market: 'market.BTC',
  recording: 'recording.BTC',
};

test('each difference belongs to the step that it breaks', () => {
  expect(new Set(replaySteps.filter((step) => stepOf(firstFieldOf[step] ?? step) === step))).toEqual(
    new Set(replaySteps),
  );
  const tampered = { ...transcript, seed: 'ab'.repeat(32) };
  const steps = verifyRound(tampered, () => true).differences.map(({ field }) => stepOf(field));
  expect(new Set(steps)).toEqual(
    new Set(['seed', 'result', 'payments'].filter((step) => steps.includes(step as never))),
  );
  expect(steps).toContain('seed');
  expect(stepOf('closing.beacon.coins')).toBe('beacon');
  expect(stepOf('closing.orders.big.count')).toBe('orders');
  expect(stepOf('closing.tip')).toBe('closing');
});

test('a loaded transcript that is malformed says in which field; another error names none', () => {
  const decoded = z.safeDecode(roundTranscriptSchema, { version: 1, closing: { round: 'soon' } } as never);
  const unreadable = new ApiFailure('unreadable', decoded.error);
  expect(malformedFieldOf(unreadable)).toBe('closing.round');
  expect(malformedFieldOf(new ApiFailure('unreadable', new SyntaxError('no JSON')))).toBeNull();
  expect(malformedFieldOf(new ApiFailure('timeout', decoded.error))).toBeNull();
});

test('two bets that this phone kept are two of the list: one with the salt of the other stands for it no more', () => {
  const [leaf] = transcript.orders ?? [];
  if (!leaf) throw new Error('the fixture has orders');
  const { category, stake: amount, salt } = leaf;
  const listed = new Map([[salt, leaf]]);
  const own = { id: 'A', round, category, amount, salt };
  expect(compareListed([own], listed)).toEqual([]);
  expect(compareListed([own, { ...own, id: 'B' }], listed).map(({ field, claimed }) => `${field} ${claimed}`)).toEqual([
    'orders.B —',
  ]);
});
