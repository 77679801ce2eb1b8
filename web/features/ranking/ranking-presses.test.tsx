// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { MarketRow } from '#contract/market.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { HotMarkets } from './hot-markets.tsx';
import { Ranking } from './ranking.tsx';
import { TopCards } from './top-cards.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Coins C1 to C15: the later the more traded, every second one fallen. */
const rows = Array.from({ length: 15 }, (_, place): MarketRow => {
  const number = place + 1;
  return {
    ...{ coin: `C${number}`, quote: 'USDT', last: 100.5 + number, lastAt: 0, hourlyCloses: [1, 2], priceDecimals: 2 },
    ...{ changePercent: number % 2 ? number : -number, iconPath: '', high: 1, low: 1, value24h: number * 1_000 },
  };
});

const coinsIn = (container: HTMLElement): (string | undefined)[] =>
  [...container.querySelectorAll('li a')].map((link) => link.getAttribute('href')?.replace('/tab1?coin=', ''));

test('the first three stand on top, the ten after them in the ranking, each with price and change, and leads to its chart', () => {
  const { container, rerender } = mount(<TopCards rows={rows} />);
  expect(coinsIn(container)).toEqual(['C1', 'C2', 'C3']);
  expect(container.querySelector('li')?.textContent).toMatch(/C1.*101\.50.*\+1\.00%/);
  expect(container.querySelectorAll('li')[1]?.textContent).toMatch(/C2.*102\.50.*−2\.00%/);
  rerender(<TopCards rows={rows.map((row) => ({ ...row, last: row.last + 1, changePercent: -3 }))} />);
  expect(container.querySelector('li')?.textContent).toMatch(/C1.*102\.50.*−3\.00%/);
  rerender(<TopCards rows={undefined} />);
  expect(container.querySelectorAll('li')).toHaveLength(3);
  expect(coinsIn(container)).toEqual([]);
  rerender(<Ranking rows={rows} />);
  expect(coinsIn(container)).toEqual(['C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13']);
  expect(container.querySelector('li')?.textContent).toMatch(/C4\/USDT.*104\.50.*−4\.00%/);
  expect(container.querySelector('li [class*=change] [class*=down]')?.textContent).toContain('−4.00%');
  rerender(<Ranking rows={undefined} />);
  expect(container.querySelectorAll('li')).toHaveLength(10);
  rerender(<Ranking rows={rows.slice(0, 3)} />);
  expect(container.textContent).toBe('');
});

test('a few rows flash every three seconds, and stop after 600 milliseconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { container } = mount(<Ranking rows={rows} />);
  const flashing = () => container.querySelectorAll('[class*=flash]').length;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(flashing()).toBe(0);
  await vi.advanceTimersByTimeAsync(600);
  await expect.poll(flashing).toBeGreaterThan(0);
  expect(flashing()).toBeLessThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(700);
  await expect.poll(flashing).toBe(0);
});

test('the market is ordered by what was traded, has risen or has fallen, as chosen; where none has, that is said', async () => {
  const { page, user, container, rerender } = mount(<HotMarkets rows={rows} />);
  expect(coinsIn(container).slice(0, 3)).toEqual(['C15', 'C14', 'C13']);
  await user.click(page.getByText('Rising'));
  expect(coinsIn(container).slice(0, 3)).toEqual(['C15', 'C13', 'C11']);
  await user.click(page.getByText('Falling'));
  expect(coinsIn(container).slice(0, 3)).toEqual(['C14', 'C12', 'C10']);
  rerender(<HotMarkets rows={rows.filter(({ changePercent }) => changePercent > 0)} />);
  expect(page.getByText('No coin has fallen in 24 hours')).toBeTruthy();
  await user.click(page.getByText('Rising'));
  rerender(<HotMarkets rows={[]} />);
  expect(page.getByText('No coin has risen in 24 hours')).toBeTruthy();
});
