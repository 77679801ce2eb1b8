// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { getHealth, type HealthPoint, healthPointMs } from '#contract/health.ts';
import { getHome } from '#contract/home.ts';
import { getMarketStatus } from '#contract/market.ts';
import chip from '#web/ui/layout/chip.module.css';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Health } from './health.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

const measuredAt = Date.UTC(2026, 4, 1, 12);
const point: HealthPoint = {
  ...{ at: 0, nodes: 2, requests: 400, refusals: 40, failures: 1, p95Ms: 12_400, ledgerWaiting: 7 },
  ...{ ledgerBatches: 4, ledgerTransfers: 9, eventLoopMs: 3.4 },
};
const hour = [
  { ...point, at: measuredAt - 2 * healthPointMs.hour, requests: 800, ledgerBatches: 0, p95Ms: null },
  { ...point, at: measuredAt - healthPointMs.hour },
];

function running() {
  const server = operatorServer('auditor');
  server.answer(getHealth, {
    ...{ measuredAt, nodes: 1_200, hour, day: [{ ...point, at: measuredAt - healthPointMs.day, requests: 5 }] },
    slowest: [{ operation: 'placePlan', calls: 1_200, slowestMeanMs: 12_400 }],
    jobs: [
      { name: 'trial balance', dueAt: measuredAt, isOverdue: false },
      { name: 'of another version', dueAt: measuredAt, isOverdue: true },
    ],
  });
  return server;
}

const charts = (page: ReturnType<typeof mountDesk>) =>
  [...page.container.querySelectorAll('figure')].map((one) => ({
    title: one.querySelector('figcaption')?.textContent,
    bars: [...one.querySelectorAll('rect')].map((bar) =>
      [bar.getAttribute('x'), bar.getAttribute('height')].map(Number),
    ),
    slots: one.querySelector('svg')?.getAttribute('viewBox'),
    ends: [...(one.lastElementChild?.children ?? [])].map((end) => end.textContent),
  }));

test('each chart shows its own figure over the span that is chosen, the highest bar the most', async () => {
  running();
  const page = mountDesk(<Health />);
  await expect.poll(() => charts(page).length).toBe(8);
  const [requests, response, failures, , waiting, batch, transfers, loop] = charts(page);
  expect(requests).toEqual({
    title: 'Requestsnewest 400 · most 800',
    bars: [
      [58, 60],
      [59, 30.5],
    ],
    slots: '0 0 60 60',
    ends: ['08:30', '09:30'],
  });
  expect(response?.title).toContain('newest 12s · most 12s');
  expect(response?.bars).toHaveLength(1);
  expect(failures?.title).toContain('newest 0.25% · most 0.25%');
  expect(waiting?.title).toContain('newest 7 · most 7');
  expect(batch?.title).toContain('newest 2.25 · most 2.25');
  expect(transfers?.title).toContain('newest 9 · most 9');
  expect(loop?.title).toContain('newest 3 ms · most 3 ms');
  expect(page.words()).toContain('Processes measuring: 1,200');
  expect(page.words()).toContain('Each bar covers 1 min');
  await page.press('Last day');
  expect(charts(page)[0]).toMatchObject({ title: 'Requestsnewest 5 · most 5', ends: ['09:30', '09:30'] });
  expect(page.words()).toContain(`Each bar covers ${healthPointMs.day / 60_000} min`);
});

test('the slowest calls and the jobs stand with what is due', async () => {
  running();
  const page = mountDesk(<Health />);
  await expect.poll(() => page.rows('Slowest calls of the last hour')).toEqual([['placePlan', '1,200', '12s']]);
  expect(page.rows('Background jobs').map(([name, , state]) => [name, state])).toEqual([
    ['Trial balance', 'On time'],
    ['of another version', 'Overdue'],
  ]);
  const chips = [...page.container.querySelectorAll('section[aria-label="Background jobs"] td span')];
  expect(chips.map(({ className }) => className.split(' ')[1])).toEqual([chip.plain, chip.danger]);
});

test('the parts of the platform and the prices stand as members see them', async () => {
  const server = running();
  const component = { id: 'market' as const, now: 'down' as const, checks: 1_440, answered: 0.9875, cells: [] };
  server.answer(getHome, {
    ...{ platform: null, settled: [] },
    uptime: {
      ...{ from: 0, measuredAt },
      components: [
        component,
        { ...component, id: 'ledger', now: 'up', answered: null },
        { ...component, id: 'deposits', answered: 0 },
        { ...component, id: 'stream', answered: 0.99999 },
      ],
    },
  });
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'May', state: 'stale', ageMs: 90_000, lastPriceAt: 0, staleCoins: [] },
    ...{ now: 0, clockSpeed: 1, candleMinutes: 5, identity: null },
  });
  const page = mountDesk(<Health />);
  await expect.poll(page.words).toContain('Prices: stale · 1m');
  await expect
    .poll(() => page.rows('Components'))
    .toEqual([
      ['Market prices', 'Down', '1,440', '98.75%'],
      ['Ledger', 'Works', '1,440', 'Not measured yet'],
      ['Deposits', 'Down', '1,440', '0.00%'],
      ['Live updates', 'Down', '1,440', '99.99%'],
    ]);
});
