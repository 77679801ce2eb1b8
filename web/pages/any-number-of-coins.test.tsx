import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ChartCandle, getCandles, listMarkets, type MarketRow } from '#contract/market.ts';
import { equalWeightBasket } from '#core/market/basket.ts';
import { basketRows } from '#web/features/basket/basket-rows.ts';
import { CoinSheet } from '#web/features/market/coin-sheet.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Page as HomePage } from './home.tsx';
import { Page as HotMarketsPage } from './hot-markets.tsx';
import { Page as IndexBasketPage } from './index-basket.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const cards = 3;
const ranked = 10;
const hour = 3_600_000;

/** Coins as a recording of one's own has them: none of the shipped ones, names of any length, every second with a picture. */
const rowOf = (_: unknown, place: number): MarketRow => ({
  ...{
    coin: `C${'OIN'.repeat((place % 4) + 1)}`.slice(0, 10).padEnd(10, 'N') + String(place).padStart(2, '0'),
    quote: 'USDT',
  },
  ...{ last: 0.00000001 * (place + 1), lastAt: 30 * hour, hourlyCloses: [0.00000001], priceDecimals: 8 },
  ...{ changePercent: place - 3, iconPath: place % 2 === 0 ? '' : `/api/market/icon/${place}.svg` },
  ...{ high: 0.0000001, low: 0.00000001, value24h: 1_000 - place },
});

const candleOf = (openTime: number, close: number): ChartCandle => ({
  ...{ openTime, open: close, high: close, low: close, close, volume: 1, final: true, seam: false, isBreak: false },
});

test('the picker of coins says that they failed to load only where they did', () => {
  const sheet = <CoinSheet open onClose={() => undefined} chosen="ETH" onChoose={() => undefined} />;
  expect(wordsOf(sheet)).not.toContain('could not be loaded');
});

test('home says that there are no prices once the server has none, not while they are being read', () => {
  expect(wordsOf(<HomePage />)).not.toContain('There are no prices yet');
  answer(listMarkets, { id: '1', type: '0' }, []);
  expect(wordsOf(<HomePage />)).toContain('There are no prices yet');
});

function answerBasket(coins: readonly string[]): void {
  const columns = coins.map((_, place) => [candleOf(0, 1), candleOf(6 * hour, 1 + place / 100)]);
  const basket = equalWeightBasket(columns);
  const listed = basket && { ...basket, coins, rows: basketRows(basket, columns) };
  answer(getCandles, { name: coins.join(), time: '6h' }, listed as never, 'basket');
}

/** Icons, pictures and drawn ones alike. */
const iconsIn = (markup: string): number => (markup.match(/<img |<svg viewBox="0 0 28 28"/g) ?? []).length;

describe.each([1, 9, 40])('on a market of %i coins', (count) => {
  const rows = Array.from({ length: count }, rowOf);
  const coins = rows.map(({ coin }) => coin);
  const tradingLinks = coins.map((coin) => `/tab1?coin=${coin}`);
  const show = () => answer(listMarkets, { id: '1', type: '0' }, rows);
  const foreign = /\b(BTC|ETH|SOL|XRP)\b/;

  test('home shows up to three cards and ten rows, and no ranking without any row', () => {
    show();
    const links = linksOf(<HomePage />).filter((path) => path.startsWith('/tab1?coin='));
    expect(links).toEqual(tradingLinks.slice(0, cards + ranked));
    expect(iconsIn(markupOf(<HomePage />))).toBe(Math.max(0, links.length - cards));
    expect(wordsOf(<HomePage />).includes('Last Change')).toBe(count > cards);
    expect(wordsOf(<HomePage />)).not.toMatch(foreign);
  });

  test('the picker and the hot markets list all of them, each with its icon', () => {
    show();
    const sheet = <CoinSheet open onClose={() => undefined} chosen={coins[0] ?? ''} onChoose={() => undefined} />;
    expect(wordsOf(sheet).match(/C[A-Z]+\d+(?= \/USDT)/g)).toEqual(coins);
    expect(iconsIn(markupOf(sheet))).toBe(count);
    expect(linksOf(<HotMarketsPage />).filter((path) => path.startsWith('/tab1?'))).toEqual(tradingLinks);
    expect(iconsIn(markupOf(<HotMarketsPage />))).toBe(count);
    expect(wordsOf(<HotMarketsPage />)).not.toMatch(foreign);
  });

  test('the index counts them and names each with its share', () => {
    show();
    answerBasket(coins);
    const words = wordsOf(<IndexBasketPage />);
    expect(words.match(/C[A-Z]+\d{2}/g)).toEqual(coins);
    expect(markupOf(<IndexBasketPage />)).toContain(`Index of ${count} coin${count === 1 ? ':' : 's:'}`);
    expect(words).not.toMatch(foreign);
  });
});
