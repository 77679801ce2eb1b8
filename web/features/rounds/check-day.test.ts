import { expect, test } from 'vitest';
import { transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { checkedDay, type KnownOfDay } from './check-day.ts';

const verdict = { matches: true, differences: [], paid: 287, void: 1 };
const rounds = [transcriptOf(5_990_400), transcriptOf(5_990_401)];
const day = {
  ...{ day: 20_800, tip: 'tip of the day', chain: 2, commitment: 'commitment of chain 2' },
  ...{ drawCommitment: 'commitment of the draws', key: 'key of the day', rounds },
};
const known: KnownOfDay = {
  day: day.day,
  tip: day.tip,
  drawCommitment: day.drawCommitment,
  key: day.key,
  keptDigests: new Map(rounds.map(({ closing, digest }) => [closing.round, digest])),
  keptTip: day.tip,
  keptChains: new Map([
    [1, 'commitment of chain 1'],
    [2, day.commitment],
  ]),
};
const fieldsOf = (given: typeof day, changed: Partial<KnownOfDay> = {}) =>
  checkedDay(given, { ...known, ...changed }, verdict).differences.map(({ field }) => field);

test('a day is held against what is shown of it, and against the tip and the commitment of its own chain that were kept', () => {
  expect(checkedDay(day, known, verdict)).toEqual({ differences: [], paid: 287, void: 1, wasKept: true });
  expect(fieldsOf(day, { day: 20_801 })).toEqual(['day']);
  expect(fieldsOf(day, { tip: 'another tip' })).toEqual(['tip']);
  expect(fieldsOf(day, { drawCommitment: 'another one' })).toEqual(['drawCommitment']);
  expect(fieldsOf(day, { key: 'another key' })).toEqual(['key']);
  expect(fieldsOf(day, { key: null, keptDigests: new Map() })).toEqual([]);
  expect(fieldsOf(day, { keptDigests: new Map([[5_990_401, 'another digest']]) })).toEqual(['rounds[1].kept.digest']);
  expect(fieldsOf(day, { keptTip: 'another tip' })).toEqual(['kept.tip']);
  expect(fieldsOf({ ...day, commitment: 'commitment of chain 1' })).toEqual(['kept.commitment']);
  expect(fieldsOf(day, { keptChains: new Map([[1, 'commitment of chain 1']]) })).toEqual([]);
});

test('the first chain has no number in a transcript, and differences of the recomputed day are kept', () => {
  const { chain: _second, ...first } = { ...day, commitment: 'commitment of chain 1' };
  expect(checkedDay(first, known, verdict).differences).toEqual([]);
  expect(checkedDay({ ...first, commitment: 'x' }, known, verdict).differences).toMatchObject([
    { field: 'kept.commitment', claimed: 'commitment of chain 1', computed: 'x' },
  ]);
  const wrong = { field: 'key', claimed: 'a', computed: 'b' };
  const checked = checkedDay(day, { ...known, keptTip: null }, { ...verdict, differences: [wrong] });
  expect(checked).toMatchObject({ differences: [wrong], wasKept: false });
});
