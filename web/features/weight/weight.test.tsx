import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listLevels } from '#contract/plans-offer.ts';
import { listComingLevels, listWeightEntries } from '#contract/weight.ts';
import { usdt } from '#core/money/amount.ts';
import { levelsAt } from '#core/plans/levels.ts';
import { rewardKinds, rewards } from '#core/rewards/rules.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, answerPage, linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { ComingLevels } from './coming-levels.tsx';
import { EarningTable } from './earning-table.tsx';
import { EntryList } from './entry-list.tsx';
import { WeightLadder } from './weight-ladder.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();

test('each entry shows its points, its time and the score after it, and leads to what it was for', () => {
  const kinds = ['planSettled', 'depositConfirmed', 'withdrawalPasswordSet', 'cardBound', 'checkedIn', 'redEnvelope'];
  const entries = kinds.map((kind, index) => ({
    ...{
      id: `${kind}.R${index}`,
      kind,
      reference: `R${index}`,
      points: 10 + index,
      rule: 1 + index,
      score: 1_250 - index,
      at: at(20 - index),
    },
  }));
  answerPage(listWeightEntries, {}, { score: 1_250, entries } as never);
  const words = wordsOf(<EntryList />);
  expect(words).toMatch(
    /May 1, 20:00 · [^+]*1,250[^+]*version 1 [^+]*\+10 .*May 1, 19:00 · [^+]*1,249[^+]*version 2 [^+]*\+11 /,
  );
  expect(linksOf(<EntryList />)).toEqual([
    ...['/ordersDetail?id=R0', '/depositSuccess?deposit=R1', '/bankPwd', '/card', '/homeTab', '/hongbao'],
  ]);
});

test('what earns points is the table that the server credits by', () => {
  const words = wordsOf(<EarningTable />);
  const values = [...words.matchAll(/\+([\d,]+)/g)].map(([, text = '']) => Number(text.replace(',', '')));
  expect(values).toEqual(rewardKinds.map((kind) => rewards[kind].weight));
  expect(words).toMatch(
    /card, first bound Once .*check-in Each time .*red envelope Each time, up to 1,000 points in all/,
  );
});

test('the score stands among what it unlocks, and says what comes next', () => {
  answerPage(listWeightEntries, {}, { score: 499, entries: [] } as never);
  answer(listLevels, {}, levelsAt(at(1)) as never);
  expect(wordsOf(<WeightLadder />)).toMatch(/ 499 1 more point.* opens? level 2 .*You are here 100 Level 2/);
  const rungs = markupOf(<WeightLadder />).match(/<li class="[^"]*rung[^"]*"[^>]*>/g) ?? [];
  const reached = rungs.map((rung) => rung.includes('reached'));
  expect(reached.lastIndexOf(true)).toBe(reached.indexOf(false) - 1);
  expect(rungs.findIndex((rung) => rung.includes('aria-current="step"'))).toBe(reached.lastIndexOf(true));
});

test('what is decided of the levels stands with its moment, and nothing where nothing is', () => {
  expect(wordsOf(<ComingLevels />)).toBe('');
  const amounts = { amountMin: usdt(50_000_000n), amountMax: usdt(2_000_000_000n) };
  answer(listComingLevels, {}, [
    { from: at(20), level: 2, isOpen: true, weightMin: 1_400, ...amounts },
    { from: at(21), level: 3, isOpen: false, weightMin: 2_000, ...amounts },
  ]);
  const words = wordsOf(<ComingLevels />);
  expect(words).toContain('From May 1, 2026, 20:00:00, level 2: weight score from 1,400, 50.00 to 2,000.00 USDT');
  expect(words).toContain('From May 1, 2026, 21:00:00, level 3: closed to new plans');
});
