import { afterEach, beforeAll, expect, test } from 'vitest';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { listComingLevels } from '#contract/weight.ts';
import { usdt } from '#core/money/amount.ts';
import { levelsAt } from '#core/plans/levels.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { TradingLevels } from './trading-levels.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();

test('the picker of levels says what is decided of them for later, and nothing where nothing is', () => {
  const levels = levelsAt(at(1)) as unknown as readonly LevelOffer[];
  const ignore = () => undefined;
  const picker = <TradingLevels open levels={levels} chosenId={1} leverage={3} onClose={ignore} onChoose={ignore} />;
  expect(wordsOf(picker)).not.toContain('Decided for later');
  expect(markupOf(picker)).toContain('aria-pressed="true"');
  const amounts = { amountMin: usdt(50_000_000n), amountMax: usdt(2_000_000_000n) };
  answer(listComingLevels, {}, [{ from: at(20), level: 2, isOpen: true, weightMin: 1_400, ...amounts }]);
  expect(wordsOf(picker)).toMatch(
    /Decided for later Plans that run by then keep their terms\. From May 1, 2026, 20:00:00, level 2: weight score from 1,400, 50\.00 to 2,000\.00 USDT/,
  );
});
