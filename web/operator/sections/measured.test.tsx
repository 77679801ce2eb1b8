import { afterEach, beforeAll, expect, test } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { getReplyTimes } from '#contract/support.ts';
import { getChatRatings } from '#contract/support-inbox.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { chooseConsoleLocale } from '../locale.ts';
import { Health } from './health.tsx';
import { MeasuredService } from './measured-service.tsx';

beforeAll(async () => {
  await useLanguage('en');
  await chooseConsoleLocale('en');
});
afterEach(() => queryClient.clear());

const measuredAt = Date.UTC(2026, 4, 1, 12);

test('errors are shares of the requests of their minute, and where none came nothing is measured', () => {
  const point = {
    ...{ nodes: 1, requests: 400, refusals: 30, failures: 1, p95Ms: 10, ledgerWaiting: 0, ledgerBatches: 1 },
    ...{ ledgerTransfers: 3, eventLoopMs: 1 },
  };
  const quiet = { ...point, at: measuredAt - 60_000, requests: 0, refusals: 0, failures: 0 };
  const hour = [{ ...point, at: measuredAt - 120_000 }, quiet];
  answer(getHealth, {}, { measuredAt, nodes: 1, hour, day: [], slowest: [], jobs: [] });
  const words = wordsOf(<Health />);
  expect(words).toContain('Share of requests that failed newest 0.25% · most 0.25%');
  expect(words).toContain('Share of requests that were refused newest 7.50% · most 7.50%');
});

test('only no failure is a share of nothing, and only all are a share of all', () => {
  const point = {
    ...{ nodes: 1, requests: 1_000_000, refusals: 999_999, failures: 1, p95Ms: 10, ledgerWaiting: 0, ledgerBatches: 1 },
    ...{ ledgerTransfers: 3, eventLoopMs: 1 },
  };
  const hour = [
    { ...point, at: measuredAt - 120_000, refusals: point.requests, failures: 0 },
    { ...point, at: measuredAt - 60_000 },
  ];
  answer(getHealth, {}, { measuredAt, nodes: 1, hour, day: [], slowest: [], jobs: [] });
  const words = wordsOf(<Health />);
  expect(words).toContain('Share of requests that failed newest 0.01% · most 0.01%');
  expect(words).toContain('Share of requests that were refused newest 99.99% · most 100.00%');
});

test('a job that should have run is said to be overdue, one that is still to come is not', () => {
  const jobs = [
    { name: 'trial balance', dueAt: measuredAt - 60_000, isOverdue: true },
    { name: 'unused images', dueAt: measuredAt + 60_000, isOverdue: false },
  ];
  answer(getHealth, {}, { measuredAt, nodes: 1, hour: [], day: [], slowest: [], jobs });
  const states = [...markupOf(<Health />).matchAll(/>(Overdue|On time)</g)].map(([, state]) => state);
  expect(states).toEqual(['Overdue', 'On time']);
});

test('ratings stand as counts and shares: of what ended, and of what was rated', () => {
  const times = { count: 40, medianSeconds: 90, percentile95Seconds: 600, unanswered: 2, waiting: 0 };
  answer(getReplyTimes, {}, times);
  answer(getChatRatings, {}, { ended: 20, stars: [1, 0, 1, 3, 5] });
  const words = wordsOf(<MeasuredService />);
  expect(words).toMatch(/Replies 40 .*Closed without an answer to the last message 2/);
  expect(words).toContain('Conversations that ended 20 Rated by the member 10 · 50%');
  expect(words).toContain('5 of 5 5 · 50% 4 of 5 3 · 30% 3 of 5 1 · 10% 2 of 5 0 · 0% 1 of 5 1 · 10%');
  answer(getChatRatings, {}, { ended: 1_000, stars: [1, 0, 0, 0, 998] });
  const uneven = wordsOf(<MeasuredService />);
  expect(uneven).toContain('Rated by the member 999 · 99%');
  expect(uneven).toContain('5 of 5 998 · 99% 4 of 5 0 · 0% 3 of 5 0 · 0% 2 of 5 0 · 0% 1 of 5 1 · 1%');
  answer(getChatRatings, {}, { ended: 0, stars: [0, 0, 0, 0, 0] });
  expect(wordsOf(<MeasuredService />)).toContain('Rated by the member 0 5 of 5 0 4 of 5 0');
});
