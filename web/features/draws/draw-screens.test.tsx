import { afterEach, beforeAll, expect, test } from 'vitest';
import { listDraws, type OwnDay } from '#contract/draws.ts';
import { prizeTable } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answerPage, linksOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { DrawList } from './draw-list.tsx';
import { DrawStage } from './draw-stage.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

test('each draw shows its entry, its six digits and what it won, and leads to its proof', () => {
  const drawn = {
    ...{ id: '1KDVDWMC0SXVXCS8', day: 20_574, entry: 2, number: 42, prize: 'third', amount: usdt(5_000_000n) },
    ...{ kind: 'checkedIn', drawnAt: new Date(2026, 4, 1, 10).getTime() },
  };
  answerPage(listDraws, {}, [
    drawn,
    { ...drawn, id: '1KDVDWMC0SXVXCS9', entry: 1, number: 999_999, prize: null, amount: usdt(0n) },
  ] as never);
  const words = wordsOf(<DrawList />);
  expect(words).toMatch(/2.*000042 .*\+5\.00 USDT .*May 1, 10:00 .*999999/);
  expect(words.slice(words.indexOf('999999'))).not.toContain('USDT');
  expect(linksOf(<DrawList />)).toEqual(['/tab2?draw=1KDVDWMC0SXVXCS8', '/tab2?draw=1KDVDWMC0SXVXCS9']);
  answerPage(listDraws, {}, []);
  expect(wordsOf(<DrawList />)).not.toContain('000042');
});

test('the hash of the day’s seed stands on the stage before anything is drawn, with its day', () => {
  const day: OwnDay = {
    prizes: prizeTable,
    published: { day: 20_574, commitment: 'ab'.repeat(32), publishedAt: Date.UTC(2026, 3, 30) },
    ...{ isOpen: true, excludedUntil: null, clientSeed: null, next: 1, entries: [], endsAt: Date.UTC(2026, 4, 2) },
  };
  expect(wordsOf(<DrawStage day={day} notice={null} />)).toMatch(/2026-05-01 UTC.*(ab){32}/);
  expect(wordsOf(<DrawStage day={{ ...day, published: null }} notice={null} />)).not.toContain('2026-05-01 UTC');
});
