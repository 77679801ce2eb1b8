import { afterEach, beforeAll, expect, test } from 'vitest';
import { getFinancingLog, type Holding, listHoldings, listProducts, type Product } from '#contract/financing.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, answerPage, linksOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Earnings } from './earnings.tsx';
import { FinancingWays } from './financing-ways.tsx';
import { HoldingCard } from './holding-card.tsx';
import { HoldingList } from './holding-list.tsx';
import { ProductFacts } from './product-facts.tsx';
import { ProductList } from './product-list.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (day: number): number => new Date(2026, 4, day, 10).getTime();
const holding: Holding = {
  ...{ id: '1KDVDWMC0SXVXCS8', product: 'day7', days: 7, dailyRatePpm: 400, earlyExitPercent: 50 },
  ...{ amount: usdt(1_000_000_000n), state: 'running', subscribedAt: at(1), maturesAt: at(8), endedAt: null },
  ...{ daysEarned: 3, interest: usdt(600_000n), interestAtMaturity: usdt(2_800_000n) },
} as never;

test('each product is listed with its rates and those to come, whether it is open, and leads to its page', () => {
  const product = (id: string, days: number, open: boolean): Product =>
    ({ id, days, dailyRatePpm: 400, open, coming: open ? [coming] : [] }) as never;
  const bounds = { minimum: usdt(5_000_000n), maximum: usdt(900_000_000n) };
  const coming = { from: at(2), dailyRatePpm: 150, ...bounds, isOpen: true };
  answer(listProducts, {}, [product('day7', 7, true), product('day30', 30, false)]);
  expect(wordsOf(<ProductList />)).toContain(
    '7-day term Interest a day 0.0400% Interest at maturity 0.2800% From May 2, 2026, 10:00:00: 0.0150% a day, 5.00 to 900.00 USDT, Open Open 30-day term Interest a day 0.0400% Interest at maturity 1.2000% Closed',
  );
  expect(linksOf(<ProductList />)).toEqual(['/funds?product=day7', '/funds?product=day30']);
});

test('the least amount of a product is shown with all its decimals, what is still open never above what it is', () => {
  const uneven = { minimum: usdt(10_125_000n), maximum: usdt(500_000_000n), capacity: usdt(123_456_789n) };
  const product = { ...{ id: 'day7', days: 7, dailyRatePpm: 400, open: true, coming: [] }, ...uneven } as never;
  expect(wordsOf(<ProductFacts product={product} />)).toMatch(
    /Minimum 10\.125000 USDT Maximum 500\.00 USDT .*Still open for 123\.45 USDT/,
  );
});

test('financing leads to all products, but not from their own page', () => {
  expect(linksOf(<FinancingWays />)[0]).toBe('/moreProject');
  expect(linksOf(<FinancingWays inAllProducts />)).toEqual(linksOf(<FinancingWays />).slice(1));
});

test('a running holding shows what leaving now would pay and what maturity pays; one that has ended what it paid and when', () => {
  const running = wordsOf(<HoldingCard holding={holding} links={null} />);
  expect(running).toContain('7-day term Running Principal 1,000.000000 USDT Interest if redeemed now 0.600000 USDT');
  expect(running).toContain('Subscribed May 1, 10:00 Matures May 8, 10:00 Full days so far 3 of 7');
  expect(running).toContain('Interest at maturity 2.800000 USDT');
  expect(running).toContain('Redeem early');
  const ended = { ...holding, state: 'redeemed', endedAt: at(4) } as const;
  const over = wordsOf(<HoldingCard holding={ended} links={null} />);
  expect(over).toContain('Redeemed Principal');
  expect(over).toContain('Interest paid 0.600000 USDT');
  expect(over).toContain('Paid out May 4, 10:00');
  expect(over).not.toContain('Redeem early');
});

test('the list has each holding with its links, or says that there is none', () => {
  answerPage(listHoldings, {}, [holding]);
  const list = <HoldingList only={null} links={(id) => <span>links of {id}</span>} />;
  expect(wordsOf(list)).toContain('links of 1KDVDWMC0SXVXCS8');
  answerPage(listHoldings, {}, []);
  expect(wordsOf(list)).toContain('Each subscription is listed here with what it has earned.');
});

test('earnings of plans, financing and rounds stand in their places, and their sum is of all time', () => {
  const part = (today: bigint, total: bigint) => ({ today: usdt(today), total: usdt(total) });
  answer(getFinancingLog, {}, {
    ...{ plans: part(-1_000_000n, 5_000_000n), financing: part(2_000_000n, 3_000_000n), rounds: part(0n, -4_000_000n) },
    ...{ invested: usdt(7_000_000n), reserved: usdt(8_000_000n), payouts: [] },
  } as never);
  const words = wordsOf(<Earnings />);
  expect(words).toContain('Total Income +4.000000 USDT Plans, today −1.000000 Plans, ever +5.000000');
  expect(words).toContain('Financing, today +2.000000 Financing, ever +3.000000');
  expect(words).toContain('Rounds, today 0.000000 Rounds, ever −4.000000');
  expect(words).toContain('Running principal 7.000000 Interest set aside 8.000000');
  expect(linksOf(<Earnings />)).toEqual(expect.arrayContaining(['/orders', '/touzijilu']));
});
