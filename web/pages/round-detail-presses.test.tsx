// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getMarketStatus, type MarketStatus } from '#contract/market.ts';
import type { Order, RoundDetail } from '#contract/round-records.ts';
import { getRound, getTranscript, listOrders, listRounds } from '#contract/rounds.ts';
import { reportVerification } from '#contract/tasks.ts';
import { installedOn, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { usdt } from '#core/money/amount.ts';
import { roundResultHash } from '#core/rewards/result-hash.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { workersOfPage } from '#web/features/rounds/replay-worker.fixture.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { Page } from './round-detail.tsx';

const databases = memoryDatabases();
const round = (installedOn + 1) * roundsPerDay + 5;
const genuine = transcriptOf(round);
const { closing, digest, seed, result } = genuine;
const detail: RoundDetail = {
  ...{ ...timesOf(round), id: round, state: 'drawn', digits: (result?.digits ?? null) as RoundDetail['digits'] },
  ...{ orders: 23, staked: usdt(0n), lateDigits: null, tip: closing.tip, place: 5, orderRoot: closing.root, digest },
  ...{ beaconKind: 'market', seed, isPaid: true, closedAt: null, beaconFrom: null, categories: [] },
};
const bet: Order = {
  ...{ id: 'BET1', round, category: 'big', amount: usdt(5_000_000n), salt: 'ab'.repeat(32), state: 'lost' },
  ...{ income: usdt(-5_000_000n), charity: usdt(0n), placedAt: 0, follow: null },
};
const status: MarketStatus = {
  ...{ source: 'replay', label: 'Recording', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [] },
  ...{ now: detail.resultAt + 60_000, clockSpeed: 1, candleMinutes: 1, identity: null },
};

beforeAll(() => useLanguage('en'));
let server: FakeServer;
beforeEach(() => {
  vi.stubGlobal('indexedDB', databases);
  vi.stubGlobal('Worker', workersOfPage().Worker);
  fakeStream();
  session.signIn('newcomer7');
  server = fakeServer();
  server.answer(getMarketStatus, status);
  server.answer(getRound, detail);
  server.answer(listOrders, [bet]);
  server.answer(getTranscript, genuine);
  server.answer(reportVerification, { isNew: true });
});
afterEach(() => {
  session.signOut();
  databases.forget();
});

function shown(path: string) {
  const mounted = mount(<Page />, { path });
  return { ...mounted, ...handOn(mounted), words: () => mounted.container.textContent ?? '' };
}
const reported = () => server.requestsTo(reportVerification).map(({ fields }) => fields);

test('a round that comes out the same is reported with what was recomputed; one that differs is not', async () => {
  const wrong = transcriptOf(round + 1);
  server.answer(getTranscript, { ...genuine, seed: wrong.seed });
  const { press, words } = shown(`/gameinfo?round=${round}`);
  await press('Replay on this phone');
  await expect.poll(words).toContain('The transcript does not match');
  expect(reported()).toEqual([]);
  server.answer(getTranscript, genuine);
  await press('Replay on this phone');
  await expect.poll(words).toContain('Same result, to the last digit');
  if (seed === null || result === null) throw new Error('the round of this test was drawn');
  const computed = roundResultHash({ round, digest, seed, ...result });
  await expect.poll(reported).toEqual([{ round: String(round), computed }]);
});

test.each(['live', 'stale'] as const)(
  'a round of a replay whose prices are %s is held against the recorded day',
  async (state) => {
    const identity = {
      ...{ recording: 'ab'.repeat(32), recordedDays: 6, recordedFrom: 0, recordedTo: 0, commitment: 'cd'.repeat(32) },
      ...{ startsAt: detail.resultAt - 3_600_000, day: 0, played: null, beaconCoins: [] },
    };
    server.answer(getMarketStatus, { ...status, state, identity });
    const { press, words } = shown(`/gameinfo?round=${round}`);
    await expect.poll(() => server.requestsTo(getMarketStatus).length).toBe(1);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    await press('Replay on this phone');
    await expect.poll(words).toContain('the candles can be compared with the recorded day as well');
  },
);

test('without a number the newest round that has ended is shown, with the member’s own bets on it, and stays', async () => {
  const listed = (id: number, state: 'betting' | 'closed' | 'drawn') => {
    return { ...timesOf(id), id, state, digits: state === 'drawn' ? detail.digits : null, orders: null, staked: null };
  };
  const rounds = [listed(round + 2, 'betting'), listed(round + 1, 'closed'), listed(round, 'drawn')];
  server.answer(listRounds, rounds);
  const { page, control } = shown('/gameinfo');
  expect(await page.findByText(`Round ${round}`)).toBeTruthy();
  await expect.poll(() => control('Ask customer service about this').getAttribute('href')).toContain('order.BET1');
  expect(server.requestsTo(getRound).map(({ path }) => path)).toEqual([expect.stringContaining(String(round))]);
  expect(server.requestsTo(listOrders)[0]?.fields).toEqual({ round: String(round) });
});
