// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { type ChartCandle, getCandles, listMarkets, type MarketRow } from '#contract/market.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { BasketCard } from './basket-card.tsx';
import { BasketTexts } from './basket-texts.tsx';
import { PartsCard } from './parts-card.tsx';
import { useBasket } from './queries.ts';

const load = vi.hoisted(() => ({ fails: false, rows: [] as readonly { close: number; volume: number }[] }));

vi.mock('#web/ui/chart/load-chart.ts', () => ({
  loadChart: async () => {
    if (load.fails) throw new Error('no chart');
    return {
      ChartView: class {
        constructor(_: unknown, content: typeof load) {
          load.rows = content.rows;
        }
        show(): void {}
        remove(): void {}
      },
    };
  },
}));

beforeAll(() => useLanguage('en'));

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const candles = (...closes: number[]): ChartCandle[] =>
  closes.map((close, place) => ({
    ...{ openTime: at(6 * place), open: close, high: close, low: close, close, volume: 2, final: true },
    ...{ seam: false, isBreak: false },
  }));
const row = (coin: string): MarketRow => ({ coin, quote: 'USDT', hourlyCloses: [], last: 1, lastAt: 0 }) as never;

/** What the page of the basket shows. */
function Basket() {
  const { data, isError } = useBasket();
  if (isError) return <p>it failed</p>;
  if (data === undefined) return <p>it loads</p>;
  if (data === null) return <p>too few candles</p>;
  return (
    <>
      <BasketCard basket={data} />
      <PartsCard basket={data} />
    </>
  );
}

const marketRow = (coin: string) => ({
  ...row(coin),
  ...{ priceDecimals: 2, changePercent: 0, iconPath: '/icons/eth.svg', high: 1, low: 1, value24h: 1 },
});

function marketServer() {
  const server = fakeServer();
  server.answer(listMarkets, ['ETH', 'BTC'].map(marketRow) as never);
  server.answerBy(getCandles, ({ path }) => (path.includes('ETH') ? candles(10, 20, 30) : candles(100, 100, 50)));
  return server;
}

test('the index is of all listed coins: its value, its change since the start, and each coin’s share and change', async () => {
  const server = marketServer();
  const { page, container } = mount(<Basket />);
  expect(page.getByText('it loads')).toBeTruthy();
  expect(await page.findByLabelText('Index of 2 coins: 175.00 now, +75.00% since the start')).toBeTruthy();
  expect(page.getByText('175.00')).toBeTruthy();
  expect(page.getByText('May 1, 00:00').getAttribute('datetime')).toBe(new Date(at(0)).toISOString());
  const parts = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(parts).toEqual(['ETH85.71%+200.00%', 'BTC14.29%−50.00%']);
  expect(server.requestsTo(getCandles).map(({ path }) => path.includes('6h'))).toEqual([true, true]);
  await expect.poll(() => load.rows.map(({ close }) => close)).toEqual([100, 150, 175]);
  expect(load.rows[0]?.volume).toBe(2 * 10 + 2 * 100);
});

test('a coin that is listed anew belongs to the index as soon as it is known', async () => {
  const server = marketServer();
  const { page, container } = mount(<Basket />);
  expect(await page.findByLabelText(/Index of 2 coins/)).toBeTruthy();
  server.answer(listMarkets, ['ETH', 'BTC', 'XRP'].map(marketRow) as never);
  await queryClient.invalidateQueries({ queryKey: readKey(listMarkets, { id: '1', type: '0' }) });
  expect(await page.findByLabelText(/Index of 3 coins/)).toBeTruthy();
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent?.slice(0, 3))).toContain('XRP');
});

test('with the candles of one coin missing there is no index; with too few there is none either', async () => {
  const server = marketServer();
  server.refuse(getCandles, 'internalError', 'Not now');
  const { page, unmount } = mount(<Basket />);
  expect(await page.findByText('it failed')).toBeTruthy();
  unmount();
  server.answer(getCandles, candles(10));
  queryClient.clear();
  const again = mount(<Basket />);
  expect(await again.page.findByText('too few candles')).toBeTruthy();
});

test('a chart that cannot be loaded says so and is tried again; the texts say that nothing of it is sold', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  load.fails = true;
  load.rows = [];
  marketServer();
  const mounted = mount(
    <>
      <Basket />
      <BasketTexts />
    </>,
  );
  expect(await mounted.page.findByText('The chart could not be loaded')).toBeTruthy();
  expect(mounted.page.getByText('Nothing to buy')).toBeTruthy();
  expect(mounted.page.getByText(/cannot be bought/)).toBeTruthy();
  load.fails = false;
  await handOn(mounted).press('Try again');
  await expect.poll(() => load.rows.length).toBe(3);
  expect(mounted.page.queryByText('The chart could not be loaded')).toBeNull();
  quiet.mockRestore();
});
