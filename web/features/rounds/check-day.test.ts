import { expect, test } from 'vitest';
import {
  dayTranscriptOf,
  installedOn,
  isFixtureSigned,
  seedsOfDay,
  transcriptOf,
} from '#core/fairness/transcript.fixture.ts';
import { verifyDay } from '#core/fairness/verify-day.ts';
import { checkedDay, type KnownOfDay } from './check-day.ts';

const verdict = { matches: true, differences: [], paid: 287, void: 1 };
const rounds = [transcriptOf(5_990_400), transcriptOf(5_990_401)];
const day = {
  ...{ day: 20_800, tip: 'tip of the day', chain: 2, commitment: 'commitment of chain 2', firstDay: 20_366 },
  ...{ drawCommitment: 'commitment of the draws', key: 'key of the day', rounds },
};
const beforeDay = day.day * 86_400_000 - 1;
const known: KnownOfDay = {
  day: day.day,
  tip: day.tip,
  drawCommitment: day.drawCommitment,
  key: day.key,
  keptDigests: new Map(rounds.map(({ closing, digest }) => [closing.round, digest])),
  keptTip: day.tip,
  keptChains: new Map([
    [1, { commitment: 'commitment of chain 1', firstDay: 20_000, at: beforeDay }],
    [2, { commitment: day.commitment, firstDay: day.firstDay, at: beforeDay }],
  ]),
};
const fieldsOf = (given: typeof day, changed: Partial<KnownOfDay> = {}) =>
  checkedDay(given, { ...known, ...changed }, verdict).differences.map(({ field }) => field);

test('a day is held against what is shown of it, and against the tip and the commitment of its own chain that were kept', () => {
  expect(checkedDay(day, known, verdict)).toEqual({ differences: [], paid: 287, void: 1, open: [] });
  expect(fieldsOf(day, { day: 20_801 })).toEqual(['day']);
  expect(fieldsOf(day, { tip: 'another tip' })).toEqual(['tip']);
  expect(fieldsOf(day, { drawCommitment: 'another one' })).toEqual(['drawCommitment']);
  expect(fieldsOf(day, { key: 'another key' })).toEqual(['key']);
  expect(fieldsOf(day, { key: null, keptDigests: new Map() })).toEqual([]);
  expect(fieldsOf(day, { keptDigests: new Map([[5_990_401, 'another digest']]) })).toEqual(['rounds[1].kept.digest']);
  expect(fieldsOf(day, { keptTip: 'another tip' })).toEqual(['kept.tip']);
  expect(fieldsOf({ ...day, commitment: 'commitment of chain 1' })).toEqual(['kept.commitment']);
  expect(fieldsOf({ ...day, firstDay: 20_367 })).toEqual(['kept.firstDay']);
});

test('a day of a chain in whose place another one is by then, by what was kept, is found', () => {
  expect(fieldsOf({ ...day, chain: 1, commitment: 'commitment of chain 1', firstDay: 20_000 })).toEqual(['kept.chain']);
  const later = { commitment: 'commitment of chain 3', firstDay: day.day + 1, at: beforeDay };
  expect(fieldsOf(day, { keptChains: new Map([...known.keptChains, [3, later]]) })).toEqual([]);
  expect(fieldsOf(day, { keptChains: new Map([...known.keptChains, [3, { ...later, firstDay: day.day }]]) })).toEqual([
    'kept.chain',
  ]);
});

test('a chain that came to this phone only on the day, was never kept, or kept without its time, is said to be no evidence', () => {
  const opened = (kept: KnownOfDay['keptChains']) => {
    const { differences, open } = checkedDay(day, { ...known, keptChains: kept }, verdict);
    return [differences.length, ...open];
  };
  const { commitment, firstDay } = day;
  expect(opened(new Map([[2, { commitment, firstDay, at: beforeDay }]]))).toEqual([0]);
  expect(opened(new Map([[2, { commitment, firstDay, at: beforeDay + 1 }]]))).toEqual([0, 'keptChain']);
  expect(opened(new Map([[2, { commitment }]]))).toEqual([0, 'keptChain']);
  expect(opened(new Map([[1, { commitment: 'commitment of chain 1', firstDay: 20_000, at: beforeDay }]]))).toEqual([
    0,
    'keptChain',
  ]);
});

test('the first chain has no number in a transcript, and differences of the recomputed day are kept', () => {
  const { chain: _second, ...first } = { ...day, commitment: 'commitment of chain 1', firstDay: 20_000 };
  const only = { ...known, keptChains: new Map([...known.keptChains].slice(0, 1)) };
  expect(checkedDay(first, only, verdict).differences).toEqual([]);
  expect(checkedDay({ ...first, commitment: 'x' }, only, verdict).differences).toMatchObject([
    { field: 'kept.commitment', claimed: 'commitment of chain 1', computed: 'x' },
  ]);
  const wrong = { field: 'key', claimed: 'a', computed: 'b' };
  const checked = checkedDay(day, { ...known, keptTip: null }, { ...verdict, differences: [wrong] });
  expect(checked).toMatchObject({ differences: [wrong], open: ['keptTip'] });
});

test('a day with the key of another day of its chain, whose first day is said to be another one then, is found', () => {
  const genuine = dayTranscriptOf(installedOn + 3);
  const seeds = seedsOfDay(installedOn + 1);
  const { tip, drawCommitment } = seeds;
  const { key } = dayTranscriptOf(installedOn + 1);
  const rounds = genuine.rounds.map(({ closing: { round } }) => transcriptOf(round, { seeds, orders: [] }));
  const forged = { ...genuine, firstDay: installedOn + 2, key, tip, drawCommitment, rounds };
  const verdict = verifyDay(forged, isFixtureSigned);
  expect(verdict.matches).toBe(true);
  const { commitment, firstDay } = genuine;
  const keptChains = new Map([[1, { commitment, firstDay, at: 0 }]]);
  const shown = { ...{ day: forged.day, tip, drawCommitment, key, keptTip: tip }, keptDigests: new Map(), keptChains };
  expect(checkedDay(forged, shown, verdict).differences.map(({ field }) => field)).toEqual(['kept.firstDay']);
});
