// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { getLimits } from '#contract/limits.ts';
import { getMarketStatus } from '#contract/market.ts';
import { getQuota } from '#contract/plans-offer.ts';
import {
  getFairness,
  getRound,
  listCategories,
  listFairDays,
  listFollows,
  listOrders,
  listResults,
  listRounds,
} from '#contract/rounds.ts';
import { usdt } from '#core/money/amount.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { session } from '#web/platform/session/session.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { Page as FairnessPage } from './fairness.tsx';
import { Page as GamePage } from './game.tsx';
import { asMember } from './member-page.fixture.ts';
import { openedPage } from './opened-page.fixture.ts';
import { Page as RoundDetailPage } from './round-detail.tsx';
import { Page as RoundNumbersPage } from './round-numbers.tsx';
import { Page as RoundOrdersPage } from './round-orders.tsx';
import { Page as RoundsPage } from './rounds.tsx';
import { marketStatus, now } from './samples-market.fixture.ts';
import {
  drawnRound,
  fairness,
  follows,
  orders,
  results,
  rounds,
  running,
  runningRound,
  voidRound,
} from './samples-rounds.fixture.ts';

const offers = (
  [
    ['big', 500, 2, 300_000_000n],
    ['small', 500, 2, 250_000_000n],
    ['odd', 500, 2, 1_275_500_000n],
    ['even', 500, 2, 150_000_000n],
    ['extremeBig', 56, 1000 / 56, 44_500_000n],
    ['extremeSmall', 56, 1000 / 56, 33_250_000n],
  ] as const
).map(([id, wins, odds, maximum]) => {
  return { id, wins, odds, lost: 1 - wins / 1000, minimum: usdt(1_000_000n), maximum: usdt(maximum) };
});
const count = { since: now - 3_600_000, lost: usdt(4_000_000n), atRisk: usdt(2_000_000n), left: usdt(30_000_000n) };

let server: FakeServer;
asMember((opened) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  setProductClock({ now, clockSpeed: 0 });
  server = opened;
  server.answer(getMarketStatus, marketStatus);
  server.answer(listRounds, rounds);
  server.answer(listCategories, offers);
  server.answer(getQuota, {
    authorization: usdt(150_500_000n),
    locked: usdt(30_250_000n),
    available: usdt(120_250_000n),
  });
  server.answer(getLimits, {
    ...{ lossLimits: [{ period: 'day', amount: usdt(36_000_000n), next: null, count }], exclusion: null },
    ...{ now, timeZone: 'UTC' },
  });
  server.answer(listOrders, orders);
  server.answer(listFollows, follows);
  server.answer(listResults, results);
  server.answer(getRound, drawnRound);
  server.answer(getFairness, fairness);
  server.answer(listFairDays, fairness.days);
});
afterEach(() => void vi.useRealTimers());

test('the transaction center with rounds that are closed, drawn and void', async () => {
  await expectOutline(openedPage(<RoundsPage />, '/jiaoyizhongxin').container);
});

test('the transaction center before any round has ended', async () => {
  server.answer(listRounds, rounds.slice(0, 1));
  await expectOutline(openedPage(<RoundsPage />, '/jiaoyizhongxin').container);
});

test('the transaction center whose rounds are refused', async () => {
  server.refuse(listRounds, 'internalError', 'No rounds now');
  await expectOutline(openedPage(<RoundsPage />, '/jiaoyizhongxin').container);
});

test('the bet slip as it opens', async () => {
  await expectOutline(openedPage(<GamePage />, '/game').container);
});

test('the bet slip with wrong fields', async () => {
  const { container, press, fill } = openedPage(<GamePage />, '/game');
  await press('Review the bet');
  await expectOutline(container);
  await fill(/^Stake/, '0.5');
  await fill(/rounds/i, '0');
  await press('Review the bet');
  await expectOutline(container);
});

test('the bet slip of a follow above the own limit, and its review', async () => {
  const { container, press, fill } = openedPage(<GamePage />, '/game');
  await press(/^Extreme big/);
  await fill(/^Stake/, '12.5');
  await fill(/rounds/i, '4');
  await expectOutline(container);
  await press('Review the bet');
  await expectOutline(container);
});

test('the bet slip while the categories are refused', async () => {
  server.refuse(listCategories, 'internalError', 'No categories now');
  await expectOutline(openedPage(<GamePage />, '/game').container);
});

test('a round that was drawn, with the member’s bets in every state', async () => {
  await expectOutline(openedPage(<RoundDetailPage />, `/gameinfo?round=${running - 2}`).container);
});

test('a round that takes bets, without own ones', async () => {
  server.answer(getRound, runningRound);
  server.answer(listOrders, []);
  await expectOutline(openedPage(<RoundDetailPage />, `/gameinfo?round=${running}`).container);
});

test('a round that is closed and waits for its result', async () => {
  server.answer(getRound, {
    ...drawnRound,
    ...(rounds[1] as (typeof rounds)[0]),
    seed: null,
    isPaid: false,
    categories: [],
  });
  await expectOutline(openedPage(<RoundDetailPage />, `/gameinfo?round=${running - 1}`).container);
});

test('a void round whose beacon came late', async () => {
  server.answer(getRound, voidRound);
  server.refuse(listOrders, 'internalError', 'No bets now');
  await expectOutline(openedPage(<RoundDetailPage />, `/gameinfo?round=${running - 3}`).container);
});

test('a round that does not exist', async () => {
  server.refuse(getRound, 'roundUnknown', 'No such round');
  await expectOutline(openedPage(<RoundDetailPage />, '/gameinfo?round=7').container);
});

test('the numbers of the last rounds and their trends', async () => {
  await expectOutline(openedPage(<RoundNumbersPage />, '/haoma').container);
});

test('the numbers before any round has ended', async () => {
  server.answer(listResults, []);
  await expectOutline(openedPage(<RoundNumbersPage />, '/haoma').container);
});

test('the member’s bets in every state, and follows that run and that ended in every way', async () => {
  await expectOutline(openedPage(<RoundOrdersPage />, '/myOrderInfo').container);
});

test('one bet of the member', async () => {
  server.answer(listOrders, orders.slice(0, 1));
  await expectOutline(openedPage(<RoundOrdersPage />, '/myOrderInfo?order=BETW').container);
});

test('a member without bets and follows', async () => {
  server.answer(listOrders, []);
  server.answer(listFollows, []);
  await expectOutline(openedPage(<RoundOrdersPage />, '/myOrderInfo').container);
});

test('what was published of all rounds, to a member', async () => {
  await expectOutline(openedPage(<FairnessPage />, '/fairness').container);
});

test('what was published of one round, to a visitor', async () => {
  session.signOut();
  const { container, user, went } = openedPage(<FairnessPage />, `/fairness?round=${running - 2}`);
  await expectOutline(container);
  await user.click(container.querySelector('header > button') as Element);
  expect(went).toEqual(['/fairness']);
});

test('what was published, refused', async () => {
  server.refuse(getFairness, 'internalError', 'Nothing now');
  server.refuse(listFairDays, 'internalError', 'No days now');
  await expectOutline(openedPage(<FairnessPage />, '/fairness').container);
});
