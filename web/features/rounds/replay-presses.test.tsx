// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RoundDetail } from '#contract/round-records.ts';
import { getRoundOrders, getTranscript } from '#contract/rounds.ts';
import { installedOn, ordersOf, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { usdt } from '#core/money/amount.ts';
import { dayOf, roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { keepDigest, keepOrders, keepTip } from './kept-rounds.ts';
import type { PublishedMarket } from './market-candles.ts';
import type { Replay } from './replay.ts';
import { ReplayCard } from './replay-card.tsx';
import { workersOfPage } from './replay-worker.fixture.ts';

beforeAll(() => useLanguage('en'));

const round = (installedOn + 1) * roundsPerDay + 5;
const genuine = transcriptOf(round);
const databases = memoryDatabases();

/** As the page shows the round of a transcript. */
const detailOf = ({ closing, digest, seed, result }: RoundTranscript): RoundDetail => ({
  ...{ ...timesOf(round), id: round, state: 'drawn', digits: (result?.digits ?? null) as RoundDetail['digits'] },
  ...{ orders: 23, staked: usdt(0n), lateDigits: null, tip: closing.tip, place: 5, orderRoot: closing.root, digest },
  ...{ beaconKind: 'market', seed, isPaid: true, closedAt: null, beaconFrom: null, categories: [] },
});

const silent: PublishedMarket = {
  identity: null,
  candlesAt: () => Promise.reject(new Error('no market')),
  recordedDay: () => Promise.reject(new Error('there is none')),
};
const candles = genuine.beacon?.kind === 'market' ? genuine.beacon.candles : [];

let workers: ReturnType<typeof workersOfPage>['workers'];

beforeEach(() => {
  vi.stubGlobal('indexedDB', databases);
  const page = workersOfPage();
  workers = page.workers;
  vi.stubGlobal('Worker', page.Worker);
});
afterEach(() => databases.forget());

function opened(transcript: RoundTranscript, detail = detailOf(genuine), market: PublishedMarket = silent) {
  const server = fakeServer();
  server.answer(getTranscript, transcript);
  const onReplayed = vi.fn();
  const mounted = mount(<ReplayCard {...{ detail, market, onReplayed }} />);
  const press = (name: string) => mounted.user.click(mounted.page.getByRole('button', { name }));
  return { server, onReplayed, press, ...mounted, words: () => mounted.container.textContent };
}

test('a genuine round comes out the same; what this phone did not keep and the market did not give is said', async () => {
  const { server, onReplayed, press, words, page } = opened(genuine);
  expect(words()).toContain('without trusting the server');
  await press('Replay on this phone');
  await expect.poll(words).toContain('Same result, to the last digit');
  expect(words()).toMatch(/keeps no tip of this day.*was not open when the round closed.*market gave no candles/);
  expect(words()).toContain(`${genuine.result?.hmac} → ${genuine.result?.digits.join(' ')}`);
  expect(words()).toMatch(/digit ?\d+ ms/);
  expect(words()).not.toMatch(/kept the same|published\.|too many bets|Load every/);
  expect(page.queryByRole('alert')).toBeNull();
  expect(workers.made.map(({ isEnded }) => isEnded)).toEqual([true]);
  expect(onReplayed.mock.calls).toEqual([[detailOf(genuine), expect.objectContaining({ differences: [] })]]);
  const replayed: readonly Replay[] = onReplayed.mock.calls.map(([, replay]) => replay);
  for (const { steps, open } of replayed) {
    // A step is compared, or left open.
    expect(open).toContain('market');
    expect(steps.filter((step) => (open as readonly string[]).includes(step))).toEqual([]);
  }
  expect(server.requestsTo(getTranscript).map(({ path }) => path)).toEqual([`/rounds/transcript/${round}`]);
});

test('what this phone kept and the market published is held against the transcript, each as a step of its own', async () => {
  await keepTip(dayOf(round), genuine.closing.tip);
  await keepDigest(round, genuine.digest, timesOf(round).closesAt);
  const market = { ...silent, candlesAt: async () => candles };
  const { press, words } = opened(genuine, detailOf(genuine), market);
  await press('Replay on this phone');
  await expect.poll(words).toContain('Same result, to the last digit');
  expect(words()).toMatch(/kept the same tip.*kept the same digest at closing.*those that the market has published/);
  expect(words()).not.toMatch(/recorded day|keeps no tip|was not open|gave no candles/);
});

test('another seed than the page has shown, and another digest than was kept, are found, with both values', async () => {
  const other = transcriptOf(round + 1);
  await keepDigest(round, 'ab'.repeat(32), timesOf(round).resultAt);
  const { press, words, page } = opened({ ...genuine, seed: other.seed });
  await press('Replay on this phone');
  await expect.poll(words).toContain('The transcript does not match');
  expect(words()).toContain(`Published${genuine.seed}Computed here${other.seed}`);
  expect(words()).toContain(`kept.digestPublished${'ab'.repeat(32)}Computed here${genuine.digest}`);
  expect(words()).toContain('reached this phone only when the beacon could be known');
  expect(page.getByRole('alert')).toBeTruthy();
  const [found, complaints] = [words(), vi.spyOn(console, 'error')];
  await press('Replay on this phone');
  await expect.poll(() => workers.made.filter(({ isEnded }) => isEnded).length).toBe(2);
  await expect.poll(() => words()?.replace(/\d+ ms/, '')).toBe(found?.replace(/\d+ ms/, ''));
  expect(complaints).not.toHaveBeenCalled();
});

test('bets that the file does not list are loaded on demand, page by page, and make the root then', async () => {
  const orders = ordersOf(round, 23);
  const page = { version: 1, round, from: 0, count: 23 } as const;
  const { server, press, words, page: screen } = opened({ ...genuine, orders: null });
  await press('Replay on this phone');
  await expect.poll(words).toContain('There are too many bets for the file');
  const held: { release(): void }[] = [];
  server.answerBy(getRoundOrders, () => {
    held.push(server.hold(getRoundOrders, { ...page, from: 12, leaves: orders.slice(12) }));
    return { ...page, leaves: orders.slice(0, 12) };
  });
  await press('Load every bet and recompute');
  const loaded = await screen.findByText('12 of 23 bets loaded');
  expect(loaded.closest('[role=status]')).not.toBeNull();
  held[0]?.release();
  await expect.poll(words).toMatch(/^(?!.*too many bets).*Same result, to the last digit/);
  expect(words()).not.toMatch(/Load every|bets loaded/);
  expect(server.requestsTo(getRoundOrders).map(({ path }) => path.split('/').at(-1))).toEqual(['0', '12']);
  expect(workers.made.at(-1)?.received.map(({ kind }) => kind)).toEqual(['orders', 'orders', 'round']);

  server.answer(getRoundOrders, { ...page, leaves: orders.slice(0, 22), count: 22 });
  await press('Replay on this phone');
  await expect.poll(words).toContain('too many bets');
  await press('Load every bet and recompute');
  await expect.poll(words).toContain('The transcript does not match');
});

test('a bet that was placed on this phone and stands in no list of the round is found, listed in the file or by pages', async () => {
  const [first] = ordersOf(round, 23);
  if (!first) throw new Error('the round of this test has orders');
  const { category, stake, salt } = first;
  const placed = { round, category, amount: stake, salt, placedAt: 0, follow: null };
  const bet = { ...placed, state: 'pending' as const, income: usdt(0n), charity: usdt(0n) };
  await keepOrders([{ ...bet, id: 'BET1' }]);
  const sound = opened(genuine);
  await sound.press('Replay on this phone');
  await expect.poll(sound.words).toContain('Same result, to the last digit');
  sound.unmount();

  await keepOrders([{ ...bet, id: 'BET2', salt: 'ef'.repeat(32) }]);
  const { press, words, unmount } = opened(genuine);
  await press('Replay on this phone');
  await expect.poll(words).toContain('The transcript does not match');
  expect(words()).toMatch(/orders\.BET2Published—Computed here\w+ \d+\.\d{6}/);
  expect(words()).not.toContain('orders.BET1');
  unmount();

  const unlisted = opened({ ...genuine, orders: null });
  unlisted.server.answer(getRoundOrders, { version: 1, round, from: 0, count: 23, leaves: ordersOf(round, 23) });
  await unlisted.press('Replay on this phone');
  await expect.poll(unlisted.words).toContain('There are too many bets for the file');
  expect(unlisted.words()).toContain('Same result');
  await unlisted.press('Load every bet and recompute');
  await expect.poll(unlisted.words).toContain('orders.BET2');
  expect(unlisted.words()).not.toContain('orders.BET1');
});

test('a round without bets has none to load', async () => {
  const empty = transcriptOf(round, { orders: [] });
  const { press, words } = opened({ ...empty, orders: null }, detailOf(empty));
  await press('Replay on this phone');
  await expect.poll(words).toContain('Same result, to the last digit');
  expect(words()).not.toContain('too many bets');
});

test('a transcript that is refused, is malformed, or that the worker fails on is said as such, and can be tried again', async () => {
  const { server, press, words, page, onReplayed } = opened(genuine);
  server.refuse(getTranscript, 'roundRunning', 'The round is running');
  await press('Replay on this phone');
  await expect.poll(words).toContain('The replay could not be run: The round is running');
  expect(server.requestsTo(getTranscript)).toHaveLength(1);
  server.answer(getTranscript, genuine);
  workers.answerBy = () => {
    throw new Error('out of memory');
  };
  await press('Replay on this phone');
  await expect.poll(words).not.toContain('The round is running');
  expect(page.getByRole('alert').textContent).toMatch(/^The replay could not be run: ./);
  expect(workers.made.map(({ isEnded }) => isEnded)).toEqual([true]);
  expect(onReplayed).not.toHaveBeenCalled();
  workers.answerBy = null;
  await press('Replay on this phone');
  await expect.poll(words).toContain('Same result, to the last digit');
  expect(page.queryByRole('alert')).toBeNull();
});

test('a round that is not paid yet can be neither replayed nor saved', async () => {
  const { server, press, words } = opened(genuine, { ...detailOf(genuine), isPaid: false });
  expect(words()).toContain('When the round has ended and is paid');
  await press('Replay on this phone');
  await press('Save the transcript');
  expect(server.requests).toEqual([]);
});
