// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  getFinancingLog,
  type Holding,
  listHoldings,
  listProducts,
  quoteFinancing,
  redeem,
  subscribe,
} from '#contract/financing.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as EarningsPage } from './earnings.tsx';
import { Page as FundPage } from './fund.tsx';
import { Page as ProductPage } from './funds.tsx';
import { Page as HoldingsPage } from './holdings.tsx';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime } from './money-moments.fixture.ts';
import { Page as MorePage } from './more-products.tsx';
import { Page as IntroductionPage } from './product-introduction.tsx';
import { holdings, log, products, quoteOf, week } from './samples-financing.fixture.ts';

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  server = opened;
  server.answer(listProducts, products);
  server.answer(getFinancingLog, log);
  server.answerBy(listHoldings, ({ fields: { status = '', holding = '' } }) =>
    holdings.filter(({ id, state }) => ['', state].includes(status) && ['', id].includes(holding)),
  );
  server.answerBy(quoteFinancing, ({ fields }) =>
    quoteOf(usdt(BigInt((fields.amount ?? '').replace('.', ''))), fields.amount !== '4900.000001'),
  );
});

test('the products, open and closed, with what is decided of them', async () => {
  await expectOutline(mount(<FundPage />, { path: '/fund' }).container);
});

test('all products with their details', async () => {
  await expectOutline(mount(<MorePage />, { path: '/moreProject' }).container);
});

test('how financing works', async () => {
  await expectOutline(mount(<IntroductionPage />, { path: '/chanpingjieshao' }).container);
});

test('the pages of products while they are read, and refused', async () => {
  server.hold(listProducts, []);
  server.hold(getFinancingLog, log);
  server.hold(listHoldings, []);
  for (const Page of [FundPage, MorePage, ProductPage, EarningsPage, HoldingsPage]) {
    const { container, unmount } = mount(<Page />, { path: '/fund' });
    expect(outlineOf(container)).toMatchSnapshot();
    unmount();
    queryClient.clear();
  }
  server.refuse(listProducts, 'internalError', 'Not now');
  for (const Page of [FundPage, MorePage, ProductPage]) {
    const { container, unmount } = mount(<Page />, { path: '/fund' });
    await expectOutline(container);
    unmount();
    queryClient.clear();
  }
});

test('a product that does not exist, and one that is closed', async () => {
  const missing = mount(<ProductPage />, { path: '/funds?product=day9' });
  await expectOutline(missing.container);
  missing.unmount();
  server.answer(quoteFinancing, { ...quoteOf(usdt(1_000_000_000n)), product: 'day90' });
  await expectOutline(mount(<ProductPage />, { path: '/funds?product=day90' }).container);
});

test('the seven-day product, its example, an amount out of its bounds, and those that the funds cover or do not', async () => {
  const mounted = mount(<ProductPage />, { path: '/funds' });
  const { press, fill } = handOn(mounted);
  const { container } = mounted;
  await expectOutline(container);
  await press('Subscribe');
  await expectOutline(container);
  await fill('Amount', '1.2345678');
  await press('Subscribe');
  await expectOutline(container);
  for (const amount of ['1234.567891', '4900.000001']) {
    await fill('Amount', amount);
    await expect.poll(() => server.requestsTo(quoteFinancing).at(-1)?.fields.amount).toBe(amount);
    await expectOutline(container);
  }
});

test('a subscription that is refused, of which the rate has changed, and that is lost on the way', async () => {
  server.answer(listProducts, [{ ...week, coming: [] }]);
  const mounted = mount(<ProductPage />, { path: '/funds' });
  const { press, fill } = handOn(mounted);
  await expect.poll(() => outlineOf(mounted.container)).toContain('Subscribe');
  await fill('Amount', '200');
  for (const [code, words] of [
    ['insufficientFunds', 'Not enough'],
    ['productRateChanged', 'The rate has changed'],
    ['accountFrozen', 'The account is frozen'],
  ] as const) {
    server.refuse(subscribe, code, words);
    await press('Subscribe');
    await expect.poll(() => outlineOf(mounted.container)).toContain(words);
    await expectOutline(mounted.container);
  }
  server.loseConnection(subscribe);
  await press('Subscribe');
  await expect.poll(() => outlineOf(mounted.container)).not.toContain('The account is frozen');
  await expectOutline(mounted.container);
});

test('holdings of each state, and those of one state alone', async () => {
  const mounted = mount(<HoldingsPage />, { path: '/touzijilu' });
  await expectOutline(mounted.container);
  for (const [label, status] of [
    ['Running', 'running'],
    ['Matured', 'matured'],
    ['Redeemed', 'redeemed'],
  ] as const) {
    const segments = [...mounted.container.querySelectorAll<HTMLElement>('fieldset button')];
    await mounted.user.click(segments.find((one) => one.textContent === label) as HTMLElement);
    await expect.poll(() => server.requestsTo(listHoldings).at(-1)?.fields.status).toBe(status);
    await expectOutline(mounted.container);
  }
});

test('the holding of the address, whose early exit is asked for and refused', async () => {
  server.refuse(redeem, 'holdingMatured', 'It has matured');
  const mounted = mount(<HoldingsPage />, { path: `/touzijilu?holding=${holdings[0]?.id}` });
  await handOn(mounted).press(/^Redeem/);
  await expectOutline(mounted.container);
  const buttons = [...mounted.container.querySelectorAll<HTMLElement>('dialog[open] button')];
  await mounted.user.click(buttons.find((one) => /^Redeem/.test(one.textContent)) as HTMLElement);
  await expect.poll(() => outlineOf(mounted.container)).toContain('It has matured');
  await expectOutline(mounted.container);
});

test('no holdings, none that can be read, and more than a page', async () => {
  const twenty = Array.from({ length: 20 }, (_, place) => ({
    ...(holdings[place % 4] as Holding),
    id: `1KDVDWMC0SXVX${100 + place}`,
  }));
  server.answer(listHoldings, twenty);
  const many = mount(<HoldingsPage />, { path: '/touzijilu' });
  await expect.poll(() => outlineOf(many.container)).toContain('[button] Show earlier ones');
  many.unmount();
  queryClient.clear();
  server.answer(listHoldings, []);
  const none = mount(<HoldingsPage />, { path: '/touzijilu' });
  await expectOutline(none.container);
  none.unmount();
  queryClient.clear();
  server.refuse(listHoldings, 'internalError', 'Not now');
  await expectOutline(mount(<HoldingsPage />, { path: '/touzijilu' }).container);
});

test('earnings with a loss today, and holdings that were paid', async () => {
  await expectOutline(mount(<EarningsPage />, { path: '/profit' }).container);
});

test('earnings of a member who has none, and those that cannot be read', async () => {
  const none = { today: usdt(0n), total: usdt(0n) };
  const zero = { invested: usdt(0n), reserved: usdt(0n), plans: none, financing: none, rounds: none, payouts: [] };
  server.answer(getFinancingLog, zero);
  const { container, unmount } = mount(<EarningsPage />, { path: '/profit' });
  await expectOutline(container);
  unmount();
  queryClient.clear();
  server.loseConnection(getFinancingLog);
  await expectOutline(mount(<EarningsPage />, { path: '/profit' }).container);
});
