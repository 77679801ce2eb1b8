import { expect, test } from 'vitest';
import type { Draw } from '#contract/draws.ts';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor, prizesText, prizeTable, tableOf } from '#core/draws/prizes.ts';
import type { DrawTranscript } from '#core/draws/verify.ts';
import { drawCommitmentOf } from '#core/fairness/day-seeds.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { checkDraws, type ShownDraw } from './check-draws.ts';
import { stepOf } from './check-steps.ts';
import type { KeptDay } from './kept-draws.ts';

const seed = new Uint8Array(32).fill(7);
const clientSeed = '00112233445566778899aabbccddeeff';
const day = 20_779;
const shares = [1_000_000_000n, 100_000_000n, 10_000_000n, 2_000_000n].map((amount, place) => ({
  amount: usdt(amount),
  numbers: [5, 100, 2_000, 50_000][place] ?? 0,
}));
const otherPrizes = tableOf(2, shares);

function genuine(count: number, username = 'Member0001', own = clientSeed) {
  const numberOf = drawerOf(seed);
  const entries = Array.from({ length: count }, (_, place) => {
    const number = numberOf({ username, clientSeed: own, entry: place + 1 });
    const prize = prizeFor(number, prizeTable);
    return { entry: place + 1, clientSeed: own, number, prize: prize?.id ?? null, amount: prize?.amount ?? noUsdt };
  });
  const commitment = drawCommitmentOf(seed);
  const transcript: DrawTranscript = {
    ...{ version: 1, day, commitment, seed: Buffer.from(seed).toString('hex'), username, entries },
    prizes: prizeTable,
  };
  const kept: KeptDay = {
    day,
    commitment,
    prizes: prizesText(prizeTable),
    entries: entries.map(({ entry, number }) => ({ entry, clientSeed: own, number })),
  };
  const last = entries.at(-1);
  if (!last) throw new Error('there is no entry');
  const draw: Draw = { ...last, id: 'D1', day, kind: 'donated', drawnAt: 0 };
  const shown: ShownDraw = { username, draw, commitment, prizes: prizeTable };
  return { transcript, kept, shown };
}

test('a genuine transcript matches, with and without what the phone kept', () => {
  const { transcript, kept, shown } = genuine(3);
  expect(checkDraws(transcript, shown, kept)).toEqual({ differences: [], wasKept: true });
  expect(checkDraws(transcript, shown, null)).toEqual({ differences: [], wasKept: false });
  expect(checkDraws(transcript, { ...shown, username: 'MEMBER0001' }, kept).differences).toEqual([]);
});

test('each part that is exchanged is found at its step, even where the transcript is genuine by itself', () => {
  const { transcript, kept, shown } = genuine(3);
  const other = genuine(3, 'Member0002');
  const otherSeed = genuine(3, 'Member0001', 'f'.repeat(32));
  const [first, second] = transcript.entries;
  const cases: readonly (readonly [DrawTranscript, ShownDraw, KeptDay | null, string])[] = [
    [{ ...transcript, day: day + 1 }, shown, kept, 'day'],
    [other.transcript, shown, kept, 'username'],
    [transcript, { ...shown, commitment: 'a'.repeat(64) }, kept, 'commitment'],
    [{ ...transcript, prizes: otherPrizes }, shown, null, 'prizes'],
    [{ ...transcript, prizes: otherPrizes }, { ...shown, prizes: otherPrizes }, kept, 'kept.prizes'],
    [{ ...transcript, seed: 'b'.repeat(64) }, shown, kept, 'seed'],
    [{ ...transcript, entries: first && second ? [first, second] : [] }, shown, kept, 'entries[2].number'],
    [{ ...transcript, entries: first && second ? [first, second] : [] }, shown, null, 'entries[2].number'],
    [otherSeed.transcript, shown, null, 'entries[2].clientSeed'],
    [otherSeed.transcript, otherSeed.shown, kept, 'kept.entries[0].clientSeed'],
    [transcript, shown, { ...kept, commitment: 'c'.repeat(64) }, 'kept.commitment'],
    [transcript, { ...shown, draw: { ...shown.draw, number: shown.draw.number + 1 } }, kept, 'entries[2].number'],
    [transcript, { ...shown, draw: { ...shown.draw, prize: 'first' } }, kept, 'entries[2].prize'],
    [transcript, { ...shown, draw: { ...shown.draw, amount: usdt(5n) } }, kept, 'entries[2].amount'],
  ];
  for (const [tampered, seen, own, field] of cases) {
    const found = checkDraws(tampered, seen, own).differences.map((one) => one.field);
    expect(found, field).toContain(field);
  }
  // An entry that was left out at the end, with the page's own draw still there: only the phone's copy shows it.
  const withLess = { ...transcript, entries: transcript.entries.slice(0, 2) };
  const earlier = genuine(2).shown;
  expect(checkDraws(withLess, earlier, null).differences).toEqual([]);
  expect(checkDraws(withLess, earlier, kept).differences.map((one) => stepOf(one.field))).toEqual(['kept', 'kept']);
});

test('a field belongs to its step', () => {
  expect(['kept.commitment', 'commitment', 'version', 'entries[0].prize', 'username'].map(stepOf)).toEqual([
    'kept',
    'seed',
    'seed',
    'entries',
    'entries',
  ]);
});
