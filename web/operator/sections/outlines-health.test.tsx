// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { getHealth, type HealthPoint, healthPointMs, scheduledJobs } from '#contract/health.ts';
import { componentIds, componentStates, getHome } from '#contract/home.ts';
import { getMarketStatus } from '#contract/market.ts';
import type { OutputOf } from '#contract/operation.ts';
import { operatorActs } from '#contract/operator-acts.ts';
import { getOperatorLogState, listOperatorActs } from '#contract/operators-log.ts';
import { operatorRoles } from '#contract/roles.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Health } from './health.tsx';
import { Log } from './log.tsx';
import { hashOf, may } from './samples-money.fixture.ts';

beforeAll(useConsoleInEnglish);

const measuredAt = may(1, 12);
const point: HealthPoint = {
  ...{ at: 0, nodes: 2, requests: 4_321, refusals: 432, failures: 21, p95Ms: 12_345, ledgerWaiting: 765 },
  ...{ ledgerBatches: 40, ledgerTransfers: 98_765, eventLoopMs: 34.5 },
};
const hour: HealthPoint[] = [
  {
    ...{ ...point, at: measuredAt - 3 * healthPointMs.hour, requests: 8_000, failures: 400, ledgerWaiting: 900 },
    ...{ ledgerBatches: 1, ledgerTransfers: 123_456, eventLoopMs: 99.4, p95Ms: 654, refusals: 4_000 },
  },
  { ...point, at: measuredAt - 2 * healthPointMs.hour },
  { ...point, at: measuredAt - healthPointMs.hour, requests: 0, ledgerBatches: 0, p95Ms: null, eventLoopMs: 0 },
];

const measured: OutputOf<typeof getHealth> = {
  ...{ measuredAt, nodes: 3, hour },
  day: [{ ...point, at: measuredAt - healthPointMs.day, requests: 77, p95Ms: 8, failures: 7, refusals: 0 }],
  slowest: [
    { operation: 'placePlan', calls: 1_234, slowestMeanMs: 12_345 },
    { operation: 'signIn', calls: 98_765, slowestMeanMs: 987.6 },
    { operation: 'getHome', calls: 1, slowestMeanMs: 0.4 },
  ],
  jobs: [
    ...scheduledJobs.map((name, place) => ({
      ...{ name, dueAt: may(9 - place, place, 2, 3), isOverdue: place % 2 === 1 },
    })),
    { name: 'of another version', dueAt: may(2, 3, 4, 5), isOverdue: true },
  ],
};

function running() {
  const server = operatorServer('support');
  server.answer(getHealth, measured);
  server.answer(getHome, {
    ...{ platform: null, settled: [] },
    uptime: {
      ...{ from: 0, measuredAt },
      components: componentIds.toReversed().map((id, place) => ({
        ...{ id, now: componentStates[place % componentStates.length] ?? 'up', checks: 1_440 + place, cells: [] },
        answered: [1, 0.98765, 0, null, 0.5, 0.99999][place] ?? null,
      })),
    },
  });
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'May', state: 'stale', ageMs: 90_000, lastPriceAt: 0, staleCoins: [] },
    ...{ now: 0, clockSpeed: 1, candleMinutes: 5, identity: null },
  });
  return server;
}

test('how the system runs, in the last hour and the last day', async () => {
  running();
  const desk = mountDesk(<Health />);
  await expect.poll(desk.words).toContain('Prices:');
  await expectOutline(desk.container);
  await desk.press('Last day');
  await expectOutline(desk.card('Load'));
});

test('how the system runs where nothing was measured yet, and where it is refused', async () => {
  const server = running();
  server.answer(getHealth, { ...measured, nodes: 0, hour: [], day: [], slowest: [], jobs: [] });
  server.refuse(getHome, 'fieldInvalid', 'No components');
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'May', state: 'live', ageMs: null, lastPriceAt: null, staleCoins: [] },
    ...{ now: 0, clockSpeed: 1, candleMinutes: 5, identity: null },
  });
  const desk = mountDesk(<Health />);
  await expect.poll(desk.words).toContain('Prices:');
  await expectOutline(desk.container);
});

const acts: OutputOf<typeof listOperatorActs> = [...operatorActs, 'somethingNew'].map((act, place) => ({
  ...{ id: String(900 - place), operator: `operator ${place % 7}`, act, reason: place % 4 === 0 ? '' : `why ${place}` },
  role: operatorRoles[place % operatorRoles.length] ?? 'owner',
  subject: [`member ${place}`, `chat ${place}`, `operator carl ${place}`, `withdrawal W${place}`][place % 4] ?? '',
  member: place % 4 === 2 ? null : String(1_111_222_233_330_000 + place),
  detail: (place % 3 === 0 ? {} : { until: `May ${place}`, by: 'phone' }) as Record<string, string>,
  at: may(1 + ((place * 11) % 28), place % 24, 3, 4),
  position: place < 2 ? null : String(2_000 - place),
  hash: place < 2 ? null : hashOf((place + 16).toString(16)),
}));

test('the log with every act, and with those of one kind', async () => {
  const server = operatorServer('auditor');
  server.answerBy(listOperatorActs, ({ fields }) => (fields.act ? acts.filter(({ act }) => act === fields.act) : acts));
  server.answer(getOperatorLogState, { position: '1234567', hash: hashOf('f0'), waiting: 2_345 });
  const desk = mountDesk(<Log />);
  await expect.poll(() => desk.facts('Hash')).toHaveLength(1);
  await expectOutline(desk.container);
  await desk.choose('Act', 'memberFrozen');
  await expect.poll(() => desk.rows('Log')).toHaveLength(1);
  await expectOutline(desk.card('Log'));
});

test('the log with nothing in it, and where it is refused', async () => {
  const server = operatorServer('owner');
  server.answer(listOperatorActs, []);
  server.refuse(getOperatorLogState, 'fieldInvalid', 'No chain');
  const desk = mountDesk(<Log />);
  await expectOutline(desk.container);
  server.refuse(listOperatorActs, 'operatorActUnknown', 'There is no such act');
  await desk.choose('Act', 'signedIn');
  await expect.poll(desk.alerts).toHaveLength(2);
  await expectOutline(desk.container);
});
