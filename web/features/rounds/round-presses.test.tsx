// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Follow, Order, Round, RoundDetail } from '#contract/round-records.ts';
import { cancelFollow, getRound, listFollows, listOrders, listRounds } from '#contract/rounds.ts';
import { usdt } from '#core/money/amount.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { FollowList } from './follow-list.tsx';
import type { PublishedMarket } from './market-candles.ts';
import { OrderList } from './order-list.tsx';
import { useListRounds } from './queries.ts';
import { RoundList } from './round-list.tsx';
import { RoundView } from './round-view.tsx';
import { RoundsMenu } from './rounds-menu.tsx';
import { Countdown, RunningRound } from './running-round.tsx';
import { TrendsView } from './trends-view.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.useRealTimers());

const id = 5_000_000;
const hash = 'ab'.repeat(32);
const detail: RoundDetail = {
  ...{ ...timesOf(id), id, state: 'drawn', digits: [1, 2, 3], orders: 3, staked: usdt(9_000_000n), lateDigits: null },
  ...{ tip: 'aa'.repeat(32), place: 7, orderRoot: 'bb'.repeat(32), digest: 'cc'.repeat(32), beaconKind: 'drand' },
  ...{ seed: 'dd'.repeat(32), isPaid: true, closedAt: 0, beaconFrom: timesOf(id).resultAt, categories: [] },
};
const market: PublishedMarket = {
  identity: null,
  candlesAt: async () => [],
  recordedDay: () => Promise.reject(new Error('there is none')),
};
const view = (
  <RoundView round={id} listPath="/fairness" market={market} bets={({ orders }) => <p>own of {orders}</p>} />
);

test('a round shows what each category was paid, its hashes and what the page adds; one that is unknown leads back to the list', async () => {
  const server = fakeServer();
  const sums = { orders: 2, staked: usdt(8_000_000n), paid: usdt(7_999_200n), charity: usdt(800n) };
  const categories: RoundDetail['categories'] = [
    { category: 'big', ...sums },
    { category: 'odd', ...sums, orders: 1, paid: null, charity: null },
    { category: 'even', ...sums, orders: 0 },
  ];
  server.answer(getRound, { ...detail, categories });
  const { page, container, user, went, unmount } = mount(view);
  await page.findByText('own of 3');
  expect(container.textContent).toMatch(/Drawn.*123.*Sum 6.*own of 3.*Replay on this phone/);
  expect(container.textContent).toMatch(/Big.*Bets2Staked.*8\.00.*Paid out.*7\.999200.*charity.*0\.000800.*Odd.*Bets1/);
  expect(container.textContent?.split('Paid out')).toHaveLength(2);
  expect(container.textContent).not.toMatch(/Even|No bets|No numbers|no result by|Not published/);
  expect(container.textContent).toMatch(/Tip.*(aa){32}Root.*(bb){32}Digest.*(cc){32}Seed.*(dd){32}.*drand/);
  expect(server.requestsTo(getRound).map(({ path }) => path)).toEqual([`/rounds/detail/${id}`]);
  unmount();
  queryClient.clear();
  server.answer(getRound, { ...detail, categories: categories.slice(2) });
  const empty = mount(view);
  await expect.poll(() => empty.container.textContent).toContain('Bets and payments in sumNumbers computed');
  expect(empty.container.textContent).toContain('No bets yet');
  empty.unmount();

  const other = fakeServer();
  other.refuse(getRound, 'roundUnknown', 'no such round');
  const unknown = mount(<RoundView round={7} listPath="/fairness" market={market} />);
  expect(await page.findByText('There is no such round')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Earlier rounds' }));
  expect([unknown.went, unknown.replaced]).toEqual([['/fairness'], ['/fairness']]);
  expect(went).toEqual([]);
});

test('a round that cannot be read says so and is read again; before closing it counts down and has no hashes', async () => {
  const server = fakeServer();
  setProductClock({ now: timesOf(id).opensAt, clockSpeed: 0 });
  server.refuse(getRound, 'internalError', 'Something failed');
  const { page, container, user } = mount(view);
  expect(await page.findByText('Something failed')).toBeTruthy();
  server.answer(getRound, {
    ...{ ...detail, state: 'betting', digits: null, orders: null, staked: null, isPaid: false, closedAt: null },
    ...{ orderRoot: null, digest: null, seed: null, beaconFrom: null },
  });
  await user.click(page.getByRole('button'));
  await page.findByText(/Open for bets/);
  expect(container.textContent).toMatch(/Bets close in4:00/);
  expect(container.textContent?.split('Not published yet')).toHaveLength(4);
  expect(container.textContent).not.toMatch(/Bets and payments in sum|Jul 14/);
});

test('a round that is drawn is read every second until all are paid, and then no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.answer(getRound, { ...detail, isPaid: false });
  const { page } = mount(view);
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => page.queryByText(/When the round has ended and is paid/)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(server.requestsTo(getRound)).toHaveLength(3);
  server.answer(getRound, { ...detail, state: 'void', digits: null, isPaid: false });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.requestsTo(getRound)).toHaveLength(5);
  server.answer(getRound, detail);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(page.getByText(/without trusting the server/)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.requestsTo(getRound)).toHaveLength(6);
});

test('a running round is read every three seconds while the stream is behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const state = vi.spyOn(stream, 'state').mockReturnValue('behind');
  const server = fakeServer();
  server.answer(getRound, { ...detail, state: 'betting', digits: null, seed: null, isPaid: false });
  mount(view);
  await vi.advanceTimersByTimeAsync(100);
  await vi.advanceTimersByTimeAsync(6_100);
  expect(server.requestsTo(getRound)).toHaveLength(3);
  state.mockRestore();
});

function Rounds() {
  return <RoundList list={useListRounds()} />;
}

test('earlier rounds come by pages, after the last one that is shown; a list that cannot be read is read again', async () => {
  const server = fakeServer();
  server.refuse(listRounds, 'internalError', 'Something failed');
  const { page, user, container } = mount(<Rounds />);
  await page.findByText('Something failed');
  const rounds = Array.from({ length: 21 }, (_, place): Round => {
    const of = id - place;
    return { ...timesOf(of), id: of, state: 'drawn', digits: [1, 2, 3], orders: null, staked: null };
  });
  server.answerBy(listRounds, ({ fields }) => (fields.before ? rounds.slice(20) : rounds.slice(0, 20)));
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => container.textContent).toContain('Show more');
  await user.click(page.getByText('Show more'));
  await expect.poll(() => container.textContent).toContain(`Round ${id - 20}`);
  expect(container.querySelectorAll('li')).toHaveLength(21);
  expect(container.textContent).not.toMatch(/Show more|Staked/);
  expect(server.requestsTo(listRounds).at(-1)?.fields).toEqual({ before: String(id - 19) });
});

const bet: Order = {
  ...{ id: 'BET1', round: id, category: 'odd', amount: usdt(5_000_000n), state: 'lost', income: usdt(-5_000_000n) },
  ...{ charity: usdt(0n), placedAt: 0, follow: null, salt: hash },
};

test('of one bet alone the page leads to all; without any it leads to the game; a failure is said as a toast', async () => {
  const server = fakeServer();
  server.answer(listOrders, [bet]);
  const one = mount(<OrderList only="BET1" />);
  await one.page.findByText('Lost');
  expect(one.container.textContent).toMatch(/Staked 5\.00.*−5\.0000/);
  expect(one.container.textContent).not.toMatch(/charity|Follows/i);
  expect(server.requestsTo(listOrders)[0]?.fields).toEqual({ order: 'BET1' });
  expect(one.page.getByText('Show all').getAttribute('href')).toBe('/myOrderInfo');
  one.unmount();

  server.answer(listOrders, []);
  const none = mount(<OrderList only={null} />);
  await none.user.click(await none.page.findByRole('button', { name: 'Place a bet' }));
  expect(none.went).toEqual(['/game']);
  expect(none.page.queryByText('Show all')).toBeNull();
  expect(server.requestsTo(listOrders).at(-1)?.fields).toEqual({});
  none.unmount();

  server.refuse(listOrders, 'orderUnknown', 'No such bet');
  const { toast } = mount(<OrderList only="BET2" />);
  await expect.poll(toast).toBe('No such bet');
});

const follow: Follow = {
  ...{ id: 'FOLLOW1', category: 'odd', amount: usdt(5_000_000n), rounds: 6, placed: 2, stopOnWin: false },
  ...{ lossLimit: null, income: usdt(0n), reserved: usdt(20_000_000n), end: null, placedAt: 0 },
};

test('the rest of a follow is cancelled once, that of the card that was pressed, and the list is read again', async () => {
  const server = fakeServer();
  server.answer(listFollows, [{ ...follow, id: 'FOLLOW0', reserved: usdt(1n), category: 'even' }, follow]);
  const { page, user, toast, container } = mount(<FollowList />);
  const cancel = async () =>
    user.click((await page.findAllByText('Cancel the remaining rounds')).at(-1) as HTMLElement);
  server.refuse(cancelFollow, 'followEnded', 'It has ended already');
  await cancel();
  await expect.poll(toast).toBe('It has ended already');
  expect(container.textContent).toMatch(/20\.00 USDT return to your available quota/);
  const held = server.hold(cancelFollow, { ...follow, end: 'cancelled', reserved: usdt(0n) });
  await cancel();
  await cancel();
  server.answer(listFollows, [{ ...follow, end: 'cancelled', reserved: usdt(0n) }]);
  held.release();
  await page.findByText('Cancelled');
  expect(toast()).toBe('Done');
  expect(page.queryByText('Cancel the remaining rounds')).toBeNull();
  const [refused, sent, ...more] = server.requestsTo(cancelFollow);
  expect(sent?.fields).toEqual({ follow: 'FOLLOW1' });
  expect(sent?.idempotencyKey).toMatch(/^[\w-]{8,}$/);
  expect(sent?.idempotencyKey).not.toBe(refused?.idempotencyKey);
  expect(more).toEqual([]);
});

test('trends count the rounds of the range that is chosen: categories with their band, streaks, waves and digits', async () => {
  const results = Array.from({ length: 600 }, (_, place): [number, string | null] => {
    return [id - place, place < 100 ? '000' : place === 100 ? null : '997'];
  });
  const { page, user, container } = mount(<TrendsView results={results} />);
  const words = () => container.textContent ?? '';
  expect(words()).toContain('100 results, counted on this phone');
  expect(words()).toContain('where 95% of fair series end up');
  expect(words()).toMatch(/Big0 40–60outside the band.*Even100 40–60outside the band.*Triple100 /);
  expect(words()).toMatch(/Rounds since the last win.*Bignone in this range.*Small0/);
  expect(container.querySelectorAll('ol li')).toHaveLength(100);
  expect(container.querySelector('ol li')?.getAttribute('title')).toBe('No wave');
  await user.click(page.getByText('500'));
  expect(words()).toContain('499 results, counted on this phone');
  expect(words()).toMatch(/Big100Small0/);
  expect(words()).toMatch(/Digits drawn0300 .*7399 .*9798 /);
  await user.click(page.getByText('2,000'));
  expect(words()).toContain('599 results');
  expect(container.querySelectorAll('ol li')).toHaveLength(100);
});

test('a fair share is within its band, a wave has its name, and without results there is none to show', () => {
  const results = Array.from({ length: 20 }, (_, place): [number, string] => [id - place, place % 2 ? '001' : '990']);
  const { container, page, rerender } = mount(<TrendsView results={results} />);
  expect(container.textContent).toMatch(/Big10 6–14within the band/);
  expect([...container.querySelectorAll('ol li')].slice(0, 2).map((wave) => wave.textContent)).toEqual([
    'Red wave',
    'Green wave',
  ]);
  rerender(<TrendsView results={[]} />);
  expect(page.getByText('No round has ended yet')).toBeTruthy();
  expect(container.textContent).not.toContain('Digits drawn');
});

test('the countdown goes on by itself; the menu leads to every page of rounds but the one that is open', async () => {
  const round: Round = { ...timesOf(id), id, state: 'betting', digits: null, orders: null, staked: null };
  setProductClock({ now: round.closesAt - 400, clockSpeed: 0 });
  const { container, rerender, page } = mount(<RunningRound round={round}>more</RunningRound>);
  expect(container.textContent).toBe('Round 5000000Open for betsBets close in0:01more');
  expect(container.querySelector('[role=timer]')?.textContent).toBe('0:01');
  setProductClock({ now: round.closesAt, clockSpeed: 1 });
  await expect.poll(() => container.textContent).toMatch(/Waiting for the resultResult in(1:00|0:5\d)more/);
  rerender(<Countdown round={{ ...round, state: 'drawn' }} />);
  expect(container.textContent).toBe('');
  rerender(<RoundsMenu here="/haoma" />);
  const links = () => page.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links()).toEqual([
    ['Place a bet', '/game'],
    ['My bets', '/myOrderInfo'],
    ['Fairness', '/fairness'],
  ]);
});
