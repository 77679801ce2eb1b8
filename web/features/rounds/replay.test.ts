import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { roundTranscriptSchema } from '#contract/transcripts.ts';
import { installedOn, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { compareKnown, malformedFieldOf, replaySteps, stepOf } from './replay.ts';

const round = (installedOn + 1) * roundsPerDay + 5;
const transcript = transcriptOf(round);
const shown = {
  id: transcript.closing.round,
  tip: transcript.closing.tip,
  digest: transcript.digest,
  orderRoot: transcript.closing.root,
  seed: transcript.seed,
  digits: transcript.result ? ([...transcript.result.digits] as [number, number, number]) : null,
};

test('a transcript of the round that the page shows, with the digest that the phone kept, differs in nothing', () => {
  expect(compareKnown(transcript, shown, transcript.digest)).toEqual([]);
  expect(compareKnown(transcript, shown, null)).toEqual([]);
});

test('a transcript of another round, or with another digest than the phone kept, is found', () => {
  const other = transcriptOf(round + 1);
  const fields = compareKnown(other, shown, transcript.digest).map(({ field }) => field);
  expect(fields).toEqual(expect.arrayContaining(['closing.round', 'digest', 'kept.digest', 'seed']));
  expect(compareKnown(transcript, shown, '0'.repeat(64)).map(({ field }) => field)).toEqual(['kept.digest']);
});

test('each difference belongs to the step that it breaks', () => {
  expect(new Set(replaySteps.filter((step) => stepOf(step === 'closing' ? 'digest' : step) === step))).toEqual(
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
