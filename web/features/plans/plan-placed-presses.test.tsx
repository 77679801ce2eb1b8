// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getMarketStatus, type MarketStatus } from '#contract/market.ts';
import { getPlan, getPlanProof, type PlanDetail } from '#contract/plans-proof.ts';
import { usdt } from '#core/money/amount.ts';
import { AnswerRefused } from '#web/platform/api/answer-refused.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { formatFor } from '#web/platform/format/use-format.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { keptPlanOf } from './kept-plans.ts';
import { PlanPlaced } from './plan-placed.tsx';
import { detail, minutes, playedUntil, proof, recorded, replay } from './plan-proof.fixture.ts';
import type { Verification } from './plan-proof.ts';
import { RecordedDaysCard } from './recorded-days-card.tsx';
import type { SentPlan } from './sent-plan.ts';
import { ProofDownload, VerifyCard } from './verify-card.tsx';

const databases = memoryDatabases();
const { plan, terms } = detail;
const sent: SentPlan = { coin: plan.coin, amount: plan.amount, level: plan.level, terms };
const running: PlanDetail = { ...detail, settledAt: null, end: null, rounds: [], plan: { ...plan, status: 'pending' } };
const status: MarketStatus = {
  ...{
    source: 'replay',
    label: 'Recording',
    state: 'live',
    ageMs: 0,
    lastPriceAt: 0,
    staleCoins: [],
    now: playedUntil,
  },
  ...{ clockSpeed: 1, candleMinutes: 1, identity: null },
};

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  vi.useFakeTimers({ now: playedUntil + 60_000, toFake: ['Date'] });
  vi.stubGlobal('indexedDB', databases);
});
afterEach(() => {
  vi.useRealTimers();
  databases.forget();
});

const published = () => ({
  getMinutes: vi.fn(async () => minutes),
  getReplayDay: vi.fn(async (_: string, day: number) => ({ candles: recorded.get(day) ?? [] })),
});

function placingServer(first: PlanDetail) {
  const server = fakeServer();
  server.answer(getPlan, first);
  server.answer(getMarketStatus, status);
  server.answer(getPlanProof, proof);
  return server;
}

test('a placed plan is kept with its receipt, goes on with the stream, and once settled its result is verified against all that is known', async () => {
  const server = placingServer(running);
  const stream = fakeStream();
  const known = published();
  const onStakeAgain = vi.fn();
  const mounted = mount(<PlanPlaced {...{ plan, sent, onStakeAgain, published: known }} />);
  const { page, went, container } = mounted;
  const { press, control } = handOn(mounted);
  expect(document.activeElement).toBe(page.getByText('Plan placed'));
  expect(await page.findByText(/^This phone keeps what it sent and the receipt/)).toBeTruthy();
  const hash = detail.marketHash;
  expect(page.getByText(`${hash.slice(0, 8)}…${hash.slice(-8)}`)).toBeTruthy();
  expect(page.getByText('200.00').closest('li')?.textContent).toContain('USDT');
  const lastCloses = formatFor('en').dayTime(detail.startsAt + 12 * 300_000);
  expect(page.getByText('Last round closes').closest('li')?.textContent).toBe(`Last round closes${lastCloses}`);
  expect(control('See this plan').getAttribute('href')).toBe('/ordersDetail?id=8QK2');
  expect(container.querySelector('[role=alert]')).toBeNull();
  expect(page.queryByText('Income')).toBeNull();
  // A stream that is not live is replaced by polling.
  await stream.open();
  const kept = await keptPlanOf('8QK2');
  expect(kept).toMatchObject({ plan: { ...sent, plan: '8QK2', marketHash: hash }, clock: { product: playedUntil } });

  server.answer(getPlan, detail);
  await stream.send('plan', { id: '8QK2', status: 'success', income: plan.income, roundsDone: 12 });
  expect(await page.findByText('Verified on this phone')).toBeTruthy();
  expect(page.getByText('Income').closest('li')?.textContent).toMatch(/Income[+−]\d+\.\d{4} USDT/);
  expect(page.queryByText('Last round closes')).toBeNull();
  expect(page.queryByText('Verify again')).toBeNull();
  expect(page.getByText(/^The candles are those of the recorded days/)).toBeTruthy();
  expect(known.getMinutes).toHaveBeenCalledWith('ETH', proof.candles[0]?.[0]);
  expect(known.getReplayDay.mock.calls).toEqual([
    ['ETH', 4],
    ['ETH', 5],
  ]);
  await press('View History');
  await press('Staking Again');
  expect(went).toEqual(['/orders']);
  expect(onStakeAgain).toHaveBeenCalledOnce();
});

test('the market of a receipt is named in the language of the app', async () => {
  const market = { ...running.market.market, label: 'Binance perpetual futures, recorded May 2025' };
  placingServer({ ...running, market: { ...running.market, market } });
  const { page } = mount(<PlanPlaced {...{ plan, sent, onStakeAgain: () => undefined, published: published() }} />);
  expect((await page.findByText('Market')).closest('li')?.textContent).toBe('MarketBinance perpetuals, May 2025');
});

test('a receipt of something else than was sent, and a proof that differs from what was kept, are said with both values', async () => {
  const server = placingServer(running);
  const stream = fakeStream();
  const other = { ...sent, amount: usdt(199_000_000n) };
  const { page } = mount(<PlanPlaced {...{ plan, sent: other, onStakeAgain: vi.fn(), published: published() }} />);
  expect(await page.findByText(/^The server did not place what this phone sent/)).toBeTruthy();
  const compared = page.getByText('Sent by this phone').parentElement;
  expect(compared?.textContent).toBe('Sent by this phone199.000000Placed by the server200.000000');
  await page.findByText(/^This phone keeps what it sent/);
  server.answer(getPlan, detail);
  await stream.send('plan', { id: '8QK2', status: 'success', income: plan.income, roundsDone: 12 });
  expect(await page.findByText('It does not match')).toBeTruthy();
  expect(page.getByText('Kept on this phone at placing')).toBeTruthy();
});

test('days that are hidden once they have been played are a mismatch; before that they are named as not compared', async () => {
  const until = replay.startsAt + 6 * 86_400_000;
  const server = placingServer(detail);
  server.answer(getPlanProof, { ...proof, reveal: { state: 'hidden', until } });
  fakeStream();
  const placed = <PlanPlaced {...{ plan, sent, onStakeAgain: vi.fn(), published: published() }} />;
  const late = mount(placed);
  expect(await late.page.findByText('It does not match')).toBeTruthy();
  expect(late.page.getByText('When the days are revealed')).toBeTruthy();
  late.unmount();
  vi.setSystemTime(until - 60_000);
  expect(await mount(placed).page.findByText(/^The days of this plan are not revealed yet/)).toBeTruthy();
});

test('of a void plan without candles the minutes are asked for from its start on, page by page', async () => {
  const server = placingServer({ ...detail, end: 'void' });
  const claimed = { income: usdt(0n), end: 'void', shortfall: usdt(0n), results: [] } as const;
  server.answer(getPlanProof, { ...proof, candles: [], claimed: { ...claimed, results: [] } });
  fakeStream();
  const { startsAt } = detail;
  const getMinutes = vi.fn(async (_: string, next: number): Promise<typeof minutes> => {
    return next === startsAt ? [[startsAt + 60_000, 1, 1, 1, 1, 1]] : [];
  });
  const known = { ...published(), getMinutes };
  const { page } = mount(<PlanPlaced {...{ plan, sent, onStakeAgain: vi.fn(), published: known }} />);
  expect(await page.findByText('It does not match')).toBeTruthy();
  expect(getMinutes.mock.calls).toEqual([
    ['ETH', startsAt],
    ['ETH', startsAt + 60_001],
  ]);
});

test('minutes that could not be loaded are named as not compared; those that are no honest answer make no verification', async () => {
  placingServer(detail);
  fakeStream();
  const outcomes = [new Error('no connection'), new AnswerRefused('minutes from 0')];
  for (const error of outcomes) {
    const known = { ...published(), getMinutes: () => Promise.reject(error) };
    const placed = mount(<PlanPlaced {...{ plan, sent, onStakeAgain: vi.fn(), published: known }} />);
    const said =
      error === outcomes[0] ? /^The market’s minutes could not be loaded/ : /^This proof cannot be read.*from 0/;
    expect(await placed.page.findByText(said)).toBeTruthy();
    placed.unmount();
    queryClient.clear();
  }
});

test('what could not be kept is tried some more times, then said, and kept by a press', async () => {
  vi.useFakeTimers({ now: playedUntil, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const server = placingServer(running);
  fakeStream();
  server.loseConnection(getMarketStatus);
  const mounted = mount(<PlanPlaced {...{ plan, sent, onStakeAgain: vi.fn(), published: published() }} />);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(mounted.page.getByText(/^This phone is keeping/)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(mounted.page.getByText(/^This phone could not keep this plan/)).toBeTruthy();
  expect(server.requestsTo(getMarketStatus)).toHaveLength(5);
  vi.useRealTimers();
  server.answer(getMarketStatus, status);
  await handOn(mounted).press('Keep it again');
  expect(await mounted.page.findByText(/^This phone keeps what it sent and the receipt/)).toBeTruthy();
});

const verified: Verification = {
  ...{ matches: true, engine: 1, candles: 62, hash: `ab12${'0'.repeat(58)}ef`, resultHash: null, milliseconds: 0.2 },
  ...{ differences: [], notCompared: [], isRecorded: false, clockMovedMs: null },
};
const differences: Verification['differences'] = [
  { between: 'engine', field: 'claimed.income', claimed: '1.500000', found: '1.400000' },
];

test('a verification says what it came to and what was not compared; after a failure or a mismatch it is made again', async () => {
  const outcomes: (Verification | Error)[] = [
    new AnswerRefused('> 4 B'),
    new Error('no connection'),
    { ...verified, matches: false, differences, notCompared: ['kept'], clockMovedMs: 7_200_000 },
    { ...verified, notCompared: ['recordingHidden'] },
  ];
  const verify = vi.fn(async () => {
    const next = outcomes.shift();
    if (next instanceof Error || next === undefined) throw next;
    return next;
  });
  const mounted = mount(<VerifyCard id="8QK2" verify={verify} />);
  const { page, rerender } = mounted;
  const { press } = handOn(mounted);
  expect(page.getByText('Settling it again on this phone')).toBeTruthy();
  expect(page.getByText('Prove it')).toBeTruthy();
  expect((await page.findByText(/^This proof cannot be read.*> 4 B$/)).getAttribute('role')).toBe('alert');
  await press('Verify again');
  expect(await page.findByText('The proof could not be loaded')).toBeTruthy();
  await press('Verify again');
  expect(await page.findByText('It does not match')).toBeTruthy();
  expect(page.getByText(/Save the proof and contact us/)).toBeTruthy();
  expect(page.getByText('Claimed').parentElement?.textContent).toBe('Claimed1.500000Computed here1.400000');
  expect(page.getByText(/moved 120 minutes too far/)).toBeTruthy();
  expect(page.getByText(/^This phone keeps nothing of this plan/)).toBeTruthy();
  await press('Verify again');
  expect(await page.findByText('Verified on this phone')).toBeTruthy();
  expect(page.getByText('Engine 1 · 62 candles · hash ab12…ef matches · 1 ms')).toBeTruthy();
  const markOf = (words: string | RegExp) => page.getByText(words).querySelector('path')?.getAttribute('d');
  const markOfSame = markOf('Same result, to the last digit');
  expect(markOfSame).toBeTruthy();
  expect(page.getByText(/^The days of this plan are not revealed yet/)).toBeTruthy();
  expect(page.queryByText(/^The candles are those of the recorded days/)).toBeNull();
  expect(page.queryByText('Verify again')).toBeNull();
  expect(verify).toHaveBeenCalledTimes(4);

  const other = (id: string, change: Partial<Verification>) =>
    rerender(<VerifyCard key={id} id={id} verify={async () => ({ ...verified, ...change })} />);
  other('8QK3', { notCompared: ['market', 'keptReceipt'], milliseconds: 41.6, isRecorded: true });
  expect(await page.findByText('Recomputed, not all of it compared')).toBeTruthy();
  expect(markOf(/^These candles give the same result/)).not.toBe(markOfSame);
  expect(page.getByText(/· 42 ms$/)).toBeTruthy();
  expect(page.getByText(/^The candles are those of the recorded days/)).toBeTruthy();
  expect(page.queryByText('Same result, to the last digit')).toBeNull();
  expect(page.getByText(/^The market’s minutes could not be loaded/)).toBeTruthy();
  expect(page.getByText(/^This phone keeps what it sent, but not what the receipt said/)).toBeTruthy();
  other('8QK4', { notCompared: ['marketGone'], clockMovedMs: -7_200_000 });
  expect(await page.findByText('Nothing could be recomputed')).toBeTruthy();
  expect(page.getByText(/moved −120 minutes/).closest('[role=status]')).toBeTruthy();
  expect(page.getByText(/^The market of this plan is gone/)).toBeTruthy();
  expect(page.queryByText(/Engine 1/)).toBeNull();
  other('8QK5', { notCompared: ['recordingMissing', 'recordingElsewhere'] });
  expect(await page.findByText(/^The recorded days could not be loaded/)).toBeTruthy();
  expect(page.getByText(/now plays another replay than this plan ran on/)).toBeTruthy();
});

test('the proof is saved as the server wrote it, loaded anew each time; what is no proof is not saved; its days are shown', async () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ name: '', text: (file as Blob).text() });
    return 'blob:proof';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    Object.assign(saved.at(-1) ?? {}, { name: this.download });
  });
  const server = fakeServer();
  server.answer(getPlanProof, { ...proof, reveal: { state: 'hidden', until: replay.startsAt + 6 * 86_400_000 } });
  const mounted = mount(
    <>
      <ProofDownload id="8QK2" />
      <RecordedDaysCard plan="8QK2" />
    </>,
  );
  const { page, toast } = mounted;
  const { press } = handOn(mounted);
  expect(server.requests).toEqual([]);
  expect(page.queryByText('Recorded days')).toBeNull();
  await press('Download the proof');
  expect(await page.findByText(/^Which recorded day this was is revealed once it has been played/)).toBeTruthy();
  server.answer(getPlanProof, proof);
  await press('Download the proof');
  expect(await page.findByText(/^This phone drew them from the published key/)).toBeTruthy();
  expect(page.getAllByText(/^\d{4}-\d\d-\d\d, prices × /)).toHaveLength(2);
  server.answer(getPlanProof, { ...proof, reveal: { state: 'elsewhere' } });
  await press('Download the proof');
  expect(await page.findByText(/^The server now publishes another replay/)).toBeTruthy();
  const { reveal } = proof;
  if (reveal?.state !== 'revealed') throw new Error('the days of this test are revealed');
  server.answer(getPlanProof, { ...proof, reveal: { ...reveal, key: '0'.repeat(64) } });
  await press('Download the proof');
  expect((await page.findByText(/does not lead to the commitment/)).getAttribute('role')).toBe('alert');
  expect(saved.map(({ name }) => name)).toEqual(Array(4).fill('clearlot-plan-8QK2.json'));
  expect(JSON.parse((await saved[1]?.text) ?? '')).toMatchObject({ plan: '8QK2', amount: '200.000000' });
  server.loseConnection(getPlanProof);
  await press('Download the proof');
  await expect.poll(toast).toBe('The proof could not be loaded');
  expect(saved).toHaveLength(4);
  vi.restoreAllMocks();
});
