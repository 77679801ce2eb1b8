// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listDepositChannels, listDeposits } from '#contract/deposits.ts';
import { getLimits } from '#contract/limits.ts';
import { getCandles, getMarketStatus, listMarkets } from '#contract/market.ts';
import { placePlan } from '#contract/plans.ts';
import { getMaxLeverage, getQuota, listLevels, quotePlan } from '#contract/plans-offer.ts';
import { getPlan } from '#contract/plans-proof.ts';
import { getMember } from '#contract/profile.ts';
import { listComingLevels } from '#contract/weight.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import { openedPage } from './opened-page.fixture.ts';
import { memberFigures } from './samples-home.fixture.ts';
import { candlesOf, marketRows, marketStatus, now, staleStatus } from './samples-market.fixture.ts';
import { levels, plans, quoteWith, runningPlan } from './samples-plans.fixture.ts';
import { Page } from './trading.tsx';

vi.mock('#web/ui/chart/candle-chart.tsx', () => import('./drawn-chart.fixture.tsx'));

const chosen = '/tab1?coin=ETH&level=1&leverage=3&range=5m';
const databases = memoryDatabases();
const count = { since: now - 3_600_000, lost: usdt(4_000_000n), atRisk: usdt(2_000_000n), left: usdt(3_000_000n) };

let server: FakeServer;
asMember((opened) => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  setProductClock({ now, clockSpeed: 0 });
  server = opened;
  server.answer(listMarkets, [...marketRows]);
  server.answer(getMarketStatus, marketStatus);
  server.answer(getCandles, candlesOf(48));
  server.answer(listLevels, levels);
  server.answer(getQuota, {
    authorization: usdt(1_150_500_000n),
    locked: usdt(30_250_000n),
    available: usdt(1_120_250_000n),
  });
  server.answer(getMaxLeverage, 5);
  server.answer(getMember, memberFigures);
  server.answerBy(quotePlan, ({ fields }) => quoteWith(Number(fields.multiple)));
  server.answer(listComingLevels, [
    {
      from: now + 7_200_000,
      level: 2,
      isOpen: true,
      weightMin: 1_400,
      amountMin: usdt(60_000_000n),
      amountMax: usdt(2_500_000_000n),
    },
    {
      from: now + 9_200_000,
      level: 4,
      isOpen: false,
      weightMin: 5_100,
      amountMin: usdt(910_000_000n),
      amountMax: usdt(5_100_000_000n),
    },
  ]);
  server.answer(getLimits, {
    ...{ lossLimits: [{ period: 'day', amount: usdt(9_000_000n), next: null, count }], exclusion: null },
    ...{ now, timeZone: 'UTC' },
  });
  server.answer(listDepositChannels, []);
  server.answer(listDeposits, []);
});
beforeEach(() => void vi.stubGlobal('indexedDB', databases));

let isWarm = false;
/** The sheets whose code the page fetches once it has settled are there from the first test on. */
beforeEach(async () => {
  if (isWarm) return;
  const fetching = mount(<Page />, { path: chosen });
  const sheets = () => {
    const { container, unmount } = mount(<Page />, { path: chosen });
    const { length } = container.querySelectorAll('dialog');
    unmount();
    return length;
  };
  await expect.poll(sheets, { interval: 200 }).toBe(4);
  fetching.unmount();
  queryClient.clear();
  sessionStorage.clear();
  isWarm = true;
});
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
});

const opened = (path: string) => openedPage(<Page />, path);

test('the trading screen as a new member meets it', async () => {
  const { container, shown } = opened('/tab1');
  await shown('recognise');
  await expectOutline(container);
});

test('the trading screen with a measured plan above an own limit, then its confirmation, then the placed plan', async () => {
  server.answer(placePlan, {
    ...(plans[4] as (typeof plans)[0]),
    coin: 'ETH',
    leverage: 3,
    level: 1,
    amount: usdt(125_500_000n),
  });
  server.answer(getPlan, { ...runningPlan, rounds: [], startsAt: now - (now % 300_000) + 300_000 });
  const { container, shown, fill, press } = opened(chosen);
  await shown('recognise');
  await shown('Just holding ETH');
  await fill(/Planned amount/, '125.5');
  await expectOutline(container);
  await press('Determine the plan');
  await shown('Place this plan?');
  await shown('would be refused');
  await expectOutline(container);
  await press('Place the plan');
  await shown('Plan placed');
  await shown('as it was bound at placing');
  await expectOutline(container);
});

test('the trading screen with nothing filled in', async () => {
  const { container, shown, press } = opened('/tab1?coin=SOL&range=1h');
  await shown('recognise');
  await press('Determine the plan');
  await expectOutline(container);
});

test('the sheet of levels, with what is decided of them for later', async () => {
  const { container, shown, press } = opened(chosen);
  await shown('recognise');
  await press(/^Level 1|Change the level|All levels/);
  await shown('Decided for later');
  await expectOutline(container);
});

test('the trading screen without funds, on an exchange whose prices stand still', async () => {
  server.answer(getMarketStatus, staleStatus);
  server.answer(getQuota, { authorization: usdt(30_250_000n), locked: usdt(30_250_000n), available: usdt(0n) });
  const { container, shown } = opened('/tab1?coin=BTC&level=2&leverage=1&range=');
  await shown('Reversion');
  await expectOutline(container);
});

test('the trading screen whose levels, quotas and quote are refused', async () => {
  for (const one of [listLevels, getQuota, quotePlan, getCandles]) server.refuse(one, 'internalError', 'Not now');
  const { container, shown } = opened(chosen);
  await shown('recognise');
  await expectOutline(container);
});

test('the trading screen of a coin that the market does not have', async () => {
  const { container, shown, press } = opened('/tab1?coin=NOPE');
  await shown('trading area');
  await press('Select trading area');
  await expectOutline(container);
});
