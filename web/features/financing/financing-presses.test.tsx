// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
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
import { errorText } from '#web/platform/i18n/text.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Earnings } from './earnings.tsx';
import { HoldingList } from './holding-list.tsx';
import { Introduction } from './introduction.tsx';
import { at, product, quoteOf, terms } from './product.fixture.ts';
import { ProductFacts } from './product-facts.tsx';
import { ProductList } from './product-list.tsx';
import { Subscription } from './subscription.tsx';

beforeAll(() => useLanguage('en'));

const holdingOf = (place: number, changes: Partial<Holding> = {}): Holding => ({
  ...{ ...terms, id: `1KDVDWMC0SXVXC${place + 10}`, product: 'day7', amount: usdt(1_000_000_000n), state: 'running' },
  ...{ subscribedAt: at(1), maturesAt: at(8), endedAt: null, daysEarned: 3, interest: usdt(600_000n) },
  interestAtMaturity: usdt(2_800_000n),
  ...changes,
});

test('a subscription shows what it pays before it is bought, is checked, refused, and bought once at the rate that was read', async () => {
  const server = fakeServer();
  server.answerBy(quoteFinancing, ({ fields }) =>
    quoteOf(usdt(BigInt(Math.round(Number(fields.amount) * 1e6))), Number(fields.amount) < 4_000),
  );
  server.answer(listProducts, [product]);
  const onSubscribed = vi.fn();
  const mounted = mount(<Subscription product={product} onSubscribed={onSubscribed} />);
  const { page, container, user } = mounted;
  const { press, control, fill, field } = handOn(mounted);
  expect(await page.findByText('Interest of 1,000.00 USDT, by the day you redeem')).toBeTruthy();
  expect(page.getByText(/all of the principal and 60% of the interest/)).toBeTruthy();
  await press('Subscribe');
  expect(page.getByText(errorText('amountMissing')).id).toBe(field('Amount').getAttribute('aria-describedby'));
  await fill('Amount', '9');
  expect(page.queryByText(errorText('amountMissing'))).toBeNull();
  expect(page.getByText('10 to 5,000 USDT')).toBeTruthy();
  await fill('Amount', '4500');
  expect(await page.findByText(/^The funds set aside do not cover/)).toBeTruthy();
  const slow = server.hold(quoteFinancing, quoteOf(usdt(300_000_000n)));
  await fill('Amount', '300');
  await expect.poll(() => server.requestsTo(quoteFinancing).at(-1)?.fields.amount).toBe('300.000000');
  expect(page.queryByText(/^What .* pays$/)).toBeNull();
  expect(page.getByText(/by the day you redeem/).closest('[aria-busy]')).toBeTruthy();
  expect(control('Subscribe').getAttribute('aria-busy')).toBe('true');
  await press('Subscribe');
  await user.type(field('Amount'), '{Enter}');
  expect(server.requestsTo(subscribe)).toEqual([]);
  slow.release();
  server.answer(quoteFinancing, quoteOf(usdt(200_000_000n)));
  await fill('Amount', '200');
  expect(await page.findByText('Interest of 200.00 USDT, by the day you redeem')).toBeTruthy();
  expect(page.queryByText(/^The funds set aside do not cover/)).toBeNull();
  expect(page.getByText(/by the day you redeem/).closest('[aria-busy]')).toBeNull();
  expect(page.getByText('Interest at maturity').parentElement?.textContent).toContain('0.560000 USDT');
  expect(page.getByText('Paid at maturity').parentElement?.textContent).toContain('200.560000 USDT');
  expect(page.getByText('Matures').parentElement?.textContent).toContain('May 8, 10:00');
  expect(container.querySelectorAll('tbody tr')).toHaveLength(quoteOf(usdt(1n)).payoffs.length);
  const bars = [...container.querySelectorAll<HTMLElement>('[role=img] span')].map(({ style }) => style.height);
  expect([bars[0], bars.at(-1)]).toEqual(['2%', '100%']);
  expect(container.querySelectorAll('[role=img] [class*=maturity]')).toHaveLength(1);
  const quoted = new Set(server.requestsTo(quoteFinancing).map(({ fields }) => fields.amount));
  expect([...quoted]).toEqual(['1000.000000', '4500.000000', '300.000000', '200.000000']);

  server.refuse(subscribe, 'insufficientFunds', 'You have 12 USDT');
  await press('Subscribe');
  expect((await page.findByText('You have 12 USDT')).id).toBe(field('Amount').getAttribute('aria-describedby'));
  server.refuse(subscribe, 'productRateChanged', 'The rate is another one now');
  const read = server.requestsTo(quoteFinancing).length;
  await press('Subscribe');
  expect((await page.findByText('The rate is another one now')).id).toBe('');
  await expect.poll(() => server.requestsTo(quoteFinancing).length).toBe(read + 1);
  server.loseConnection(subscribe);
  await press('Subscribe');
  expect(await page.findByText('No answer came. Press again: it is never bought twice.')).toBeTruthy();
  const bought = holdingOf(0);
  const held = server.hold(subscribe, bought);
  await press('Subscribe');
  expect(control('Subscribe').getAttribute('aria-busy')).toBe('true');
  await press('Subscribe');
  held.release();
  await expect.poll(() => onSubscribed.mock.calls).toEqual([[bought, 'Done']]);
  const sent = server.requestsTo(subscribe);
  expect(sent.map(({ fields }) => fields)).toEqual(
    Array(4).fill({ product: 'day7', amount: '200.000000', rate: '400' }),
  );
  expect(sent[2]?.idempotencyKey).toBe(sent[3]?.idempotencyKey);
  expect(sent[1]?.idempotencyKey).not.toBe(sent[2]?.idempotencyKey);
});

test('nothing is bought whose payoff could not be read: a press reads it again', async () => {
  const server = fakeServer();
  server.refuse(quoteFinancing, 'tooManyRequests', 'No quote now');
  server.answer(subscribe, holdingOf(0));
  const mounted = mount(<Subscription product={product} onSubscribed={vi.fn()} />);
  const { press, fill } = handOn(mounted);
  await fill('Amount', '20');
  expect(await mounted.page.findByText('No quote now')).toBeTruthy();
  const asked = server.requestsTo(quoteFinancing).length;
  server.answer(quoteFinancing, quoteOf(usdt(20_000_000n)));
  await press('Subscribe');
  await expect.poll(() => server.requestsTo(quoteFinancing).length).toBe(asked + 1);
  expect(await mounted.page.findByText('Interest of 20.00 USDT, by the day you redeem')).toBeTruthy();
  expect(server.requestsTo(subscribe)).toEqual([]);
  await press('Subscribe');
  await expect.poll(() => server.requestsTo(subscribe).length).toBe(1);
});

test('a closed product cannot be pressed; a quote that failed is tried again; a rate that changed is read again where it is listed', async () => {
  const server = fakeServer();
  server.refuse(quoteFinancing, 'internalError', 'No quote now');
  const mounted = mount(<Subscription product={{ ...product, open: false }} onSubscribed={vi.fn()} />);
  const { page } = mounted;
  const { press, control, fill } = handOn(mounted);
  expect(await page.findByText('No quote now')).toBeTruthy();
  expect((control('Subscribe') as HTMLButtonElement).disabled).toBe(true);
  server.answer(quoteFinancing, quoteOf(usdt(1_000_000_000n)));
  await press('Try again');
  expect(await page.findByText('What 1,000.00 USDT pays')).toBeTruthy();
  server.answer(listProducts, [product]);
  server.refuse(subscribe, 'productRateChanged', 'The rate is another one now');
  mounted.rerender(
    <>
      <ProductList />
      <Subscription product={product} onSubscribed={vi.fn()} />
    </>,
  );
  await page.findByText('7-day term');
  server.answer(listProducts, [{ ...product, dailyRatePpm: 300, open: false }]);
  server.answer(quoteFinancing, quoteOf(usdt(20_000_000n)));
  await fill('Amount', '20');
  await page.findByText('Interest of 20.00 USDT, by the day you redeem');
  await press('Subscribe');
  expect(await page.findByText('0.0300%')).toBeTruthy();
  expect(page.getByText('Closed')).toBeTruthy();
});

test('a holding is taken out early after a question that says what it pays; it is read again afterwards', async () => {
  const server = fakeServer();
  const one = holdingOf(0);
  server.answer(listHoldings, [one]);
  const mounted = mount(<HoldingList only={null} links={(id) => <i>links of {id}</i>} />);
  const { page, container, user, toast } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText(`links of ${one.id}`)).toBeTruthy();
  await press('Redeem early');
  expect(page.getByText(/1,000\.000000.*0\.600000.*2\.800000/)).toBeTruthy();
  await press('Keep it');
  expect(page.queryByText('Redeem it now?')).toBeNull();
  expect(server.requestsTo(redeem)).toEqual([]);
  const confirm = () => user.click(container.querySelectorAll('dialog button')[1] as Element);
  await press('Redeem early');
  server.refuse(redeem, 'holdingMatured', 'It has ended already');
  await confirm();
  expect(await page.findByText('It has ended already')).toBeTruthy();
  const over = holdingOf(0, { state: 'redeemed', endedAt: at(4) });
  server.answer(redeem, over);
  server.answer(listHoldings, [over]);
  await confirm();
  await expect.poll(toast).toBe('Done');
  expect(await page.findByText('Interest paid')).toBeTruthy();
  expect(page.queryByText('Redeem early')).toBeNull();
  const sent = server.requestsTo(redeem);
  expect(sent.map(({ fields }) => fields)).toEqual(Array(2).fill({ holding: one.id }));
  expect(sent[1]?.idempotencyKey).toMatch(/^\w{32}$/);
});

test('holdings are listed by state, older ones after the last, and one alone with a way to all of them', async () => {
  const server = fakeServer();
  const all = Array.from({ length: 21 }, (_, place) => holdingOf(place, { state: 'matured', endedAt: at(8) }));
  server.answerBy(listHoldings, ({ fields }) => {
    if (fields.holding !== undefined) return all.slice(4, 5);
    if (fields.status === 'running') return [];
    return fields.before === all[19]?.id ? all.slice(20) : all.slice(0, 20);
  });
  const list = (only: string | null) => <HoldingList key={only} only={only} links={(id) => <i>links of {id}</i>} />;
  const mounted = mount(list(null));
  const { page, went, toast } = mounted;
  const { press, control } = handOn(mounted);
  await press('Show earlier ones');
  await expect.poll(() => page.queryAllByText(/^links of/).length).toBe(21);
  await press('Running');
  expect(await page.findByText('Nothing here yet')).toBeTruthy();
  expect(control('Running').getAttribute('aria-pressed')).toBe('true');
  await press('Products');
  expect(went).toEqual(['/fund']);
  mounted.rerender(list(all[4]?.id ?? ''));
  expect(await page.findByText(`links of ${all[4]?.id}`)).toBeTruthy();
  expect(page.queryByText('Running')).toBeNull();
  expect(control('Show all').getAttribute('href')).toBe('/touzijilu');
  expect(server.requestsTo(listHoldings).map(({ fields }) => fields)).toEqual([
    ...[{}, { before: all[19]?.id }, { status: 'running' }, { holding: all[4]?.id }],
  ]);
  server.refuse(listHoldings, 'internalError', 'Not now');
  mounted.rerender(list(all[5]?.id ?? ''));
  await expect.poll(toast).toBe('Not now');
});

test('what runs is read again every ten seconds; earnings without a principal when another day begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.answer(listHoldings, [holdingOf(0), holdingOf(1, { state: 'matured' })]);
  const part = { today: usdt(0n), total: usdt(0n) };
  const log = { plans: part, financing: part, rounds: part, reserved: usdt(0n), payouts: [] };
  server.answer(getFinancingLog, { ...log, invested: usdt(1_000_000n) });
  mount(
    <>
      <HoldingList only={null} links={() => null} />
      <Earnings />
    </>,
  );
  await vi.advanceTimersByTimeAsync(500);
  server.answer(listHoldings, [holdingOf(1, { state: 'matured' })]);
  server.answer(getFinancingLog, { ...log, invested: usdt(0n) });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.requestsTo(listHoldings)).toHaveLength(2);
  expect(server.requestsTo(getFinancingLog)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(server.requestsTo(getFinancingLog).length).toBeGreaterThan(2);
  vi.useRealTimers();
});

test('one that runs among the earlier ones is read again, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  const all = Array.from({ length: 21 }, (_, place) => holdingOf(place, place < 20 ? { state: 'matured' } : {}));
  server.answerBy(listHoldings, ({ fields }) => (fields.before ? all.slice(20) : all.slice(0, 20)));
  const { page } = mount(<HoldingList only={null} links={() => null} />);
  await vi.advanceTimersByTimeAsync(500);
  act(() => page.getByText('Show earlier ones').click());
  await vi.advanceTimersByTimeAsync(500);
  expect(server.requestsTo(listHoldings)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(server.requestsTo(listHoldings)).toHaveLength(4);
  vi.useRealTimers();
});

test('the newest payouts are listed with what they brought, and without one the way to the products is', async () => {
  const server = fakeServer();
  const part = { today: usdt(0n), total: usdt(0n) };
  const log = { plans: part, financing: part, rounds: part, reserved: usdt(0n), invested: usdt(0n) };
  server.refuse(getFinancingLog, 'internalError', 'Not now');
  const mounted = mount(<Earnings />);
  const { page, went } = mounted;
  const { press, control } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  server.answer(getFinancingLog, { ...log, payouts: [] });
  await press('Try again');
  await press('Products');
  expect(went).toEqual(['/fund']);
  mounted.unmount();
  server.answer(getFinancingLog, { ...log, payouts: [holdingOf(0, { state: 'matured', days: 30, endedAt: at(8) })] });
  queryClient.clear();
  mount(<Earnings />);
  const row = (await page.findByText('30-day term')).closest('li');
  expect(row?.textContent).toBe('30-day termMatured\u00a0· May 8, 10:00+0.600000');
  expect(() => control('Products')).toThrow();
});

test('a product’s facts stand in their places, with what is decided for later and that it is closed', () => {
  const coming = [
    { from: at(2), dailyRatePpm: 150, minimum: usdt(5_000_000n), maximum: usdt(9_000_000n), isOpen: false },
  ];
  const { page, rerender, container } = mount(<ProductFacts product={product}>what to do</ProductFacts>);
  expect(container.textContent).toMatch(
    /7-day termInterest a day0\.0400%Days7Interest at maturity0\.2800%Minimum10\.00 USDTMaximum5,000\.00 USDTInterest kept on early exit60%Still open for4,000\.00 USDT.*what to do$/,
  );
  expect(page.queryByText(/It takes no new subscriptions|Decided for later/)).toBeNull();
  rerender(<ProductFacts product={{ ...product, open: false, coming }} inList />);
  expect(page.getByText(/It takes no new subscriptions/)).toBeTruthy();
  expect(page.getByText(/^From May 2, 2026, 10:00:00: 0\.0150% a day, 5\.00 to 9\.00 USDT, Closed$/)).toBeTruthy();
  rerender(<Introduction />);
  expect(container.querySelectorAll('h2')).toHaveLength(6);
});
