// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getCandles, getMarketStatus } from '#contract/market.ts';
import type { Plan } from '#contract/plan-record.ts';
import { listPlans } from '#contract/plans.ts';
import { getQuota, listLevels } from '#contract/plans-offer.ts';
import { getPlan, type PlanDetail } from '#contract/plans-proof.ts';
import { usdt } from '#core/money/amount.ts';
import { session } from '#web/platform/session/session.ts';
import { VisibleAtOnce } from '#web/ui/layout/list-end.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { BoundMarketCard } from './bound-market.tsx';
import { LevelSheet } from './level-sheet.tsx';
import { LevelsTable } from './levels-table.tsx';
import { PlanHead } from './plan-head.tsx';
import { PlanList } from './plan-list.tsx';
import { levelOf } from './plan-presses.fixture.ts';
import { candles, detail, from, terms } from './plan-proof.fixture.ts';
import { choosePlan } from './practice/choose-plan.ts';
import { PracticeChoices } from './practice/practice-choices.tsx';
import { useGetQuota } from './queries/offer.ts';
import { usePractice } from './queries/practice.ts';
import { useGetPlan } from './queries/records.ts';
import { useTradingChoices } from './use-trading-choices.ts';

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  sessionStorage.clear();
  session.signIn('satoshi7');
});

const identity = {
  ...{ recording: 'a'.repeat(64), recordedDays: 90, recordedFrom: from, recordedTo: from, commitment: 'b'.repeat(64) },
  ...{ startsAt: from, day: 1, played: null, beaconCoins: ['ETH'] },
};

const candlesOfEth = getCandles.path.replace('{name}', 'ETH').replace('{time}', '5m');

const planOf = (place: number): Plan => ({
  ...{ id: `PLAN${place}`, coin: 'ETH', level: 1, leverage: 3, amount: usdt(100_000_000n), strategy: 'trend-1' },
  ...{ status: 'pending', income: usdt(0n), roundsDone: place, roundsTotal: 30, placedAt: 0 },
});

function PlanState() {
  useGetQuota();
  return useGetPlan('8QK2').data?.settledAt === null ? 'it runs' : 'it is settled';
}

const practised = levelOf(1, { rounds: terms.rounds });

function PracticeShown({ leverage }: { readonly leverage: number | null }) {
  const practice = usePractice('ETH', leverage === null ? null : { level: practised, leverage });
  return <p>{practice.data ? `${practice.data.detail.plan.leverage} times` : `nothing ${practice.error ?? ''}`}</p>;
}

function Choices() {
  const { choices, choose } = useTradingChoices('SOL');
  return (
    <button type="button" onClick={() => choose({ leverage: 4 })}>
      {`${choices.coin} ${choices.range} ${choices.levelId} ${choices.leverage}`}
    </button>
  );
}

// First, before another test has opened the stream.
test('a stream that stays silent is replaced by polling, for a plan only while it runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  fakeStream();
  const running: PlanDetail = { ...detail, settledAt: null };
  server.answerBy(getPlan, () => (server.requestsTo(getPlan).length < 3 ? running : detail));
  server.answer(listPlans, [planOf(1)]);
  server.answer(getQuota, { authorization: usdt(0n), locked: usdt(0n), available: usdt(0n) });
  const { page } = mount(
    <>
      <p>
        <PlanState />
      </p>
      <PlanList />
    </>,
  );
  await vi.advanceTimersByTimeAsync(100);
  expect(page.getByText('it runs')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(13_000);
  expect(page.getByText('it is settled')).toBeTruthy();
  const [ofPlan, ofList] = [server.requestsTo(getPlan).length, server.requestsTo(listPlans).length];
  await vi.advanceTimersByTimeAsync(6_000);
  expect(server.requestsTo(getPlan)).toHaveLength(ofPlan);
  expect(server.requestsTo(getQuota).length).toBeGreaterThan(2);
  expect(server.requestsTo(listPlans).length).toBeGreaterThan(ofList);
  vi.useRealTimers();
});

test('the order record loads older plans as its end is reached, and goes on with the stream', async () => {
  vi.stubGlobal('IntersectionObserver', VisibleAtOnce);
  const server = fakeServer();
  const stream = fakeStream();
  const all = Array.from({ length: 22 }, (_, place) => planOf(place));
  server.answerBy(listPlans, ({ fields }) => (fields.before === 'PLAN19' ? all.slice(20) : all.slice(0, 20)));
  const { page, container } = mount(<PlanList />);
  expect(page.getByText('Amounts and income from your postings')).toBeTruthy();
  expect(await page.findByText('No older plans')).toBeTruthy();
  expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(
    all.map(({ id }) => `/ordersDetail?id=${id}`),
  );
  expect(server.requestsTo(listPlans).map(({ fields }) => fields)).toEqual([{}, { before: 'PLAN19' }]);
  await stream.send('plan', { id: 'PLAN21', status: 'success', income: usdt(-1_500_000n), roundsDone: 30 });
  expect((await page.findByText('30/30')).closest('a')?.getAttribute('href')).toBe('/ordersDetail?id=PLAN21');
  expect(page.getByText('30/30').closest('a')?.textContent).toMatch(/Investment success.*Income−1\.5000/);
  expect(page.queryByText('21/30')).toBeNull();
  expect(page.getByText('20/30').closest('a')?.textContent).toMatch(/Pending earnings.*Income so far/);
});

test('a record that could not be loaded says why, is tried again, and an empty one leads to the first plan', async () => {
  const server = fakeServer();
  fakeStream();
  server.refuse(listPlans, 'internalError', 'Not now');
  const mounted = mount(<PlanList />);
  const { page, toast, went } = mounted;
  const { press } = handOn(mounted);
  await expect.poll(toast).toBe('Not now');
  server.answer(listPlans, []);
  await press('Try again');
  await press('Place a plan');
  expect(page.getByText('No plans yet')).toBeTruthy();
  expect(went).toEqual(['/tab1']);
});

test('without a connection the record says so in its own words', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = fakeServer();
  fakeStream();
  server.loseConnection(listPlans);
  const { toast } = mount(<PlanList />);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(toast()).toBe('The order record could not be loaded');
  vi.useRealTimers();
});

test('a running plan says when its next result comes, and once that is long overdue which candle it waits for', async () => {
  vi.useFakeTimers({ now: from + 60_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const running: PlanDetail = {
    ...{ ...detail, settledAt: null, end: null, startsAt: from, rounds: [] },
    plan: { ...detail.plan, status: 'pending', roundsDone: 0 },
  };
  const { page, rerender } = mount(<PlanHead detail={running} />);
  expect(page.getByText(/^Next round result at/)).toBeTruthy();
  expect(page.getByText(/^Last round closes/)).toBeTruthy();
  // A result may take as long as a candle.
  await vi.advanceTimersByTimeAsync(8 * 60_000);
  expect(page.getByText(/^Next round result at/)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  await expect.poll(() => page.queryByText(/^Your plan waits for its first candle/)).toBeTruthy();
  expect(page.queryByText(/^Last round closes/)).toBeNull();
  const rounds = detail.rounds.slice(0, 1).map((round) => ({ ...round, openTime: from }));
  rerender(<PlanHead detail={{ ...running, rounds, plan: { ...running.plan, roundsDone: 1 } }} />);
  expect(page.getByText(/^Next round result at/)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await expect.poll(() => page.queryByText(/^No newer candle has come yet/)).toBeTruthy();
  expect(page.queryByText(/first candle/)).toBeNull();
  vi.useRealTimers();
});

test('the table of levels is that of the coin, with what each asks and bounds, and can be loaded again', async () => {
  const server = fakeServer();
  server.refuse(listLevels, 'internalError', 'Not now');
  const mounted = mount(<LevelsTable coin="SOL" />);
  const { page, container } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  server.answer(listLevels, [levelOf(1), levelOf(2, { maximumProfit: 0.075, maximumLoss: 0.04 })]);
  await press('Try again');
  await page.findByText('Level 2');
  const rows = [...container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['Level 1score from 010–500+5%−3%', 'Level 2score from 50010–500+7.50%−4%']);
  expect(server.requestsTo(listLevels)[1]?.fields).toEqual({ coin: 'SOL' });
});

test('the picker of levels counts the pairs that lost once all are measured, marks the chosen one, and closes', async () => {
  const measured = { pairs: 25, pairsLosing: 20, pairsLosingWithoutFees: 5 };
  const onClose = vi.fn();
  const pick = (levels: Parameters<typeof LevelSheet>[0]['levels']) => (
    <LevelSheet {...{ open: true, levels, chosenId: 2, leverage: 3, onClose, onChoose: vi.fn(), coming: 'soon' }} />
  );
  const mounted = mount(pick([levelOf(1, measured), levelOf(2)]));
  const { page, container, rerender } = mounted;
  expect(page.queryByText(/^On all coins/)).toBeNull();
  expect(page.getByText('soon')).toBeTruthy();
  rerender(pick([levelOf(1, measured), levelOf(2, { ...measured, pairsLosing: 19, weightMax: null })]));
  expect(page.getByText(/^On all coins, 39 of 50 pairs .* without their fees 10 would have/)).toBeTruthy();
  expect(container.querySelector('[aria-pressed=true]')?.textContent).toMatch(
    /^Level 2score from 500.*10–500.*\+5%.*−3%/,
  );
  expect(container.querySelectorAll('[aria-pressed=true]')).toHaveLength(1);
  await handOn(mounted).press('Close');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a practice takes any level and leverage that there is; one that the level does not take becomes the most that it does', async () => {
  const levels = [levelOf(1, { leverageMax: 2 }), levelOf(2, { lockedBy: 'weight', leverageMax: 9 })];
  const [low, high] = levels as [(typeof levels)[0], (typeof levels)[0]];
  const onChoose = vi.fn();
  const onOpenCoins = vi.fn();
  const choices = (choice: { level: typeof low; leverage: number }) => (
    <PracticeChoices {...{ coin: 'SOL', levels, choice, onChoose, onOpenCoins }} />
  );
  const mounted = mount(choices({ level: high, leverage: 9 }));
  const { press, control } = handOn(mounted);
  expect(['1X', '5X', '9X'].map((words) => control(words).getAttribute('aria-pressed'))).toEqual([
    ...['false', 'false', 'true'],
  ]);
  await press('5X');
  await press('1');
  await press(/SOL\/USDT/);
  mounted.rerender(choices({ level: low, leverage: 1 }));
  expect(mounted.page.getAllByText(/^\dX$/).map(({ textContent }) => textContent)).toEqual(['1X', '2X']);
  await press('2');
  expect(onChoose.mock.calls).toEqual([
    [{ level: high, leverage: 5 }],
    [{ level: low, leverage: 2 }],
    [{ level: high, leverage: 1 }],
  ]);
  expect(onOpenCoins).toHaveBeenCalledOnce();
  expect(choosePlan({ coin: 'SOL', levelId: 2, leverage: 5 }, '25')).toBe('/tab1?coin=SOL&level=2&leverage=5&range=5m');
  expect(sessionStorage.getItem('trading')).toBe('satoshi7 ?coin=SOL&level=2&leverage=5&range=5m 25');
});

test('a practice runs on the candles of its level, once for each choice, and not before one is made', async () => {
  const server = fakeServer();
  server.answer(
    getCandles,
    candles.map((candle) => ({ ...candle, final: true, seam: false, isBreak: false })) as never,
  );
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'Recording', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], now: 0 },
    ...{ clockSpeed: 1, candleMinutes: 1, identity },
  });
  const { page, rerender } = mount(<PracticeShown leverage={null} />);
  expect(server.requests).toEqual([]);
  rerender(<PracticeShown leverage={2} />);
  expect(await page.findByText('2 times')).toBeTruthy();
  rerender(<PracticeShown leverage={3} />);
  expect(await page.findByText('3 times')).toBeTruthy();
  expect(server.requestsTo(getCandles).map(({ path }) => path)).toEqual(Array(2).fill(candlesOfEth));
});

test('the choices of the trading screen are those of its address, then of the visit before, then the first coin', async () => {
  const mounted = mount(<Choices />, { path: '/tab1' });
  const { went, page } = mounted;
  expect(page.getByText('SOL 5m null null')).toBeTruthy();
  expect(went).toEqual(['?coin=SOL&range=5m']);
  await handOn(mounted).press('SOL 5m null null');
  expect(went.at(-1)).toBe('?coin=SOL&leverage=4&range=5m');
  expect(sessionStorage.getItem('trading')).toBe('satoshi7 ?coin=SOL&leverage=4&range=5m ');
  mounted.unmount();
  expect(mount(<Choices />, { path: '/tab1?level=2' }).page.getByText('SOL 5m 2 4')).toBeTruthy();
});

test('the market that a plan was bound to is folded away, with every value in full', () => {
  const { page, container, rerender } = mount(<BoundMarketCard detail={detail} />);
  const { market } = detail.market;
  if (market.source !== 'replay') throw new Error('the plan of this test ran on a replay');
  const linesOf = () => [...container.querySelectorAll('dl > div')].map((line) => line.textContent ?? '');
  expect(linesOf().slice(0, 2)).toEqual([
    `Name of the market${market.label}`,
    `Days of the recording${market.recordedDays}`,
  ]);
  expect(linesOf()).toContain(`Candles known at placing${detail.market.lookback.rows}`);
  for (const hash of [detail.marketHash, market.recording, market.commitment, detail.market.lookback.hash]) {
    expect(page.getByText(hash)).toBeTruthy();
  }
  const exchange = {
    source: 'exchange',
    label: 'Binance',
    exchange: 'binanceusdm',
    instrument: 'ETH/USDT:USDT',
  } as const;
  rerender(<BoundMarketCard detail={{ ...detail, market: { ...detail.market, market: exchange } }} />);
  expect(linesOf().slice(0, 3)).toEqual([
    'Name of the marketBinance',
    'Exchangebinanceusdm',
    'InstrumentETH/USDT:USDT',
  ]);
  expect(page.queryByText(market.recording)).toBeNull();
});

test('a session that is over is no failure of the list: the page is left for the sign-in', async () => {
  const server = fakeServer();
  server.endSession(listPlans);
  const { page, toast } = mount(<PlanList />);
  expect(await page.findByText('Try again')).toBeTruthy();
  expect(toast()).toBe('');
});
