// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { placePlan } from '#contract/plans.ts';
import { getQuota, listLevels, quotePlan } from '#contract/plans-offer.ts';
import { getMember } from '#contract/profile.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { session } from '#web/platform/session/session.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { used, useLanguage } from '#web/ui/shown.fixture.tsx';
import { Desk, first, levels, loadSheets, member, placed, tradingServer } from './plan-desk.fixture.tsx';
import type { PlacedPlan } from './plan-form.ts';
import { levelOf, quoteAt } from './plan-presses.fixture.ts';
import { storeTradingDraft } from './trading-choices.ts';
import type { PlanMarket } from './use-plan-desk.ts';
import { useTradingChoices } from './use-trading-choices.ts';

beforeAll(async () => {
  await useLanguage('en');
  await loadSheets();
});
beforeEach(() => {
  sessionStorage.clear();
  session.signIn('satoshi7');
});

test('a plan is chosen step by step: what is missing is marked, what is locked says why, and what is shown is sent once', async () => {
  const server = tradingServer();
  sessionStorage.setItem('trading', 'other88 ?coin=SOL 77');
  const results: PlacedPlan[] = [];
  const mounted = mount(<Desk onPlaced={(plan) => results.push(plan)} />);
  const { page, toast, container } = mounted;
  const { press, control, fill, field } = handOn(mounted);
  await page.findByText(/^Level 1$/);
  expect(page.getByText('Step 2 of 3')).toBeTruthy();
  expect(container.querySelector('[aria-invalid]')).toBeNull();
  await press('Determine the plan');
  await expect.poll(toast).toBe(errorText('amountMissing'));
  expect(page.queryByText('Place this plan?')).toBeNull();
  const alerts = [...container.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
  expect(alerts).toEqual([errorText('leverageMissing'), errorText('amountMissing')]);
  expect(server.requestsTo(quotePlan)).toEqual([]);

  expect(container.querySelector('dl')?.textContent).toBe(
    'Authorization Quota150.00Lock limit30.00Available Quota120.00',
  );
  await press('2Leverage multiplierChoose');
  await press('Close');
  expect(page.queryByText(/unlocked up to 3X/)).toBeNull();
  await press('2Leverage multiplierChoose');
  expect(page.getByText(/unlocked up to 3X/)).toBeTruthy();
  expect(control('5X, locked').querySelector('svg')).toBeTruthy();
  expect(control('3X').querySelector('svg')).toBeNull();
  await press('4X, locked');
  await expect.poll(toast).toBe(errorText('leverageLocked'));
  expect(page.getByText(/unlocked up to 3X/)).toBeTruthy();
  await press('3X');
  expect(page.queryByText(/unlocked up to 3X/)).toBeNull();
  expect(control('Leverage multiplier3X')).toBeTruthy();
  expect(page.getByText('Step 3 of 3')).toBeTruthy();
  await expect
    .poll(() => server.requestsTo(quotePlan).map(({ fields }) => fields))
    .toEqual([{ id: '1', coin: 'ETH', multiple: '3' }]);
  expect(server.requestsTo(listLevels).map(({ fields }) => fields)).toEqual([
    { coin: 'ETH' },
    { coin: 'ETH', multiple: '3' },
  ]);
  expect(await page.findByText('You never lose more than this')).toBeTruthy();

  await fill(/Planned amount/, '5');
  expect(page.getByText('Enter 10 to 500 USDT')).toBeTruthy();
  await fill(/Planned amount/, '130.5');
  expect(page.getByText('You have 120.00 USDT available')).toBeTruthy();
  expect(page.getByText('Planned amount').textContent).toBe('3Planned amount');
  await fill(/Planned amount/, 'much');
  expect(field(/Planned amount/).value).toBe('');
  expect(['50', '100', 'Max 120'].map((words) => control(words).tagName)).toEqual(['BUTTON', 'BUTTON', 'BUTTON']);
  await press('Max 120');
  expect(field(/Planned amount/).value).toBe('120.00');
  expect(page.getByText('Planned amount').textContent).toBe('Planned amount');
  expect(page.queryByText(/^Step/)).toBeNull();
  expect(sessionStorage.getItem('trading')).toMatch(/ 120\.00$/);

  await press(/^Level 1/);
  await press('Close');
  expect(page.queryByText('Plan levels')).toBeNull();
  await press(/^Level 1/);
  for (const [name, reason] of [
    [/^Level 3/, errorText('levelLockedByWeight', { weight: '4,500' })],
    [/^Level 4/, errorText('levelLockedByBalance', { amount: '900' })],
  ] as const) {
    await press(name);
    await expect.poll(toast).toBe(reason);
  }
  const slow = server.hold(quotePlan, quoteAt(3));
  await press(/^Level 2/);
  expect(page.queryByText('Plan levels')).toBeNull();
  await expect
    .poll(() => container.querySelector('[aria-busy=true]')?.textContent)
    .toContain('You never lose more than');
  slow.release();
  await expect.poll(() => container.querySelector('[aria-busy=true]')).toBeNull();
  expect(await page.findByText(/^Level 2$/)).toBeTruthy();
  await expect.poll(() => server.requestsTo(quotePlan).at(-1)?.fields.id).toBe('2');

  await press('Determine the plan');
  expect(page.getByText('Place this plan?')).toBeTruthy();
  expect(page.getByText('120.00 USDT · 3X')).toBeTruthy();
  expect(page.getByText('a warning')).toBeTruthy();
  expect(page.getAllByText('−3.60').length).toBeGreaterThan(0);
  await press('Not yet');
  expect(page.queryByText('Place this plan?')).toBeNull();
  await press('Determine the plan');
  await press('Close');
  expect(page.queryByText('Place this plan?')).toBeNull();
  await press('Determine the plan');
  server.loseConnection(placePlan);
  await press('Place the plan');
  await expect.poll(toast).toBe('No answer came. Press again: the plan is never placed twice.');
  expect(page.getByText('Place this plan?')).toBeTruthy();
  const held = server.hold(placePlan, placed);
  // A double tap, both of it before the page can say that it sends.
  const place = control('Place the plan');
  act(() => {
    place.click();
    place.click();
  });
  await press('Placing the plan');
  held.release();
  await press('Again');
  expect(toast()).toBe('Done');
  const sent = server.requestsTo(placePlan);
  expect(sent.map(({ fields }) => fields)).toEqual(
    Array(2).fill({ id: '2', coin: 'ETH', multiple: '3', price: '120.000000' }),
  );
  expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
  const { terms } = quoteAt(3);
  expect(results).toEqual([{ plan: placed, sent: { coin: 'ETH', amount: usdt(120_000_000n), level: 2, terms } }]);
  expect(field(/Planned amount/).value).toBe('');
});

test('a refused plan closes the question and says why; another coin is quoted anew', async () => {
  const server = tradingServer();
  server.refuse(placePlan, 'selfExcluded', 'You have paused plans');
  sessionStorage.setItem('trading', 'satoshi7  75.');
  const mounted = mount(<Desk choices={{ ...first, levelId: 2, leverage: 2 }} />);
  const { page, toast, went } = mounted;
  const { press, field } = handOn(mounted);
  expect(await page.findByText(/^Level 2$/)).toBeTruthy();
  expect(field(/Planned amount/).value).toBe('75.');
  await press(/Select trading area/);
  expect(await page.findByText('SOL/USDT')).toBeTruthy();
  await expect.poll(() => server.requestsTo(quotePlan).at(-1)?.fields).toEqual({ id: '2', coin: 'SOL', multiple: '2' });
  await press('Determine the plan');
  await press('Place the plan');
  await expect.poll(toast).toBe('You have paused plans');
  expect(page.queryByText('Place this plan?')).toBeNull();
  expect(server.requestsTo(placePlan)[0]?.fields).toEqual({ id: '2', coin: 'SOL', multiple: '2', price: '75.000000' });
  expect(sessionStorage.getItem('trading')).toBe('satoshi7 ?coin=SOL&level=2&leverage=2&range=5m 75.');
  await press('Order Record');
  expect(went).toEqual(['/orders']);
});

test('a plan is confirmed by its own quote alone: that of the choice before is left out until then, and none is placed without it', async () => {
  const server = tradingServer();
  sessionStorage.setItem('trading', 'satoshi7  75');
  const mounted = mount(<Desk choices={{ ...first, levelId: 2, leverage: 2 }} />);
  const { page } = mounted;
  const { press } = handOn(mounted);
  const quotes = () => page.queryAllByText('You never lose more than this').length;
  await expect.poll(quotes).toBe(1);
  const slow = server.hold(quotePlan, quoteAt(2));
  await press(/Select trading area/);
  await press('Determine the plan');
  expect(page.getByText('Place this plan?')).toBeTruthy();
  expect(quotes()).toBe(1);
  await press('Place the plan');
  expect(server.requestsTo(placePlan)).toEqual([]);
  slow.release();
  await expect.poll(quotes).toBe(2);
  await press('Place the plan');
  await expect.poll(() => server.requestsTo(placePlan).length).toBe(1);
});

test('a level whose offer changed on the open screen is read again once a plan was refused for it', async () => {
  const server = tradingServer();
  sessionStorage.setItem('trading', 'satoshi7  20');
  const mounted = mount(<Desk choices={{ ...first, levelId: 1, leverage: 2 }} />);
  const { page, toast } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText('10–500')).toBeTruthy();
  server.answer(listLevels, [levelOf(1, { amountMin: usdt(50_000_000n) })]);
  server.refuse(placePlan, 'amountOutsideQuota', 'Enter 50 to 500 USDT');
  await press('Determine the plan');
  await press('Place the plan');
  await expect.poll(toast).toBe('Enter 50 to 500 USDT');
  expect(await page.findByText('50–500')).toBeTruthy();
});

test('a leverage that is no longer unlocked is left out, a locked level and a market that stands still speak against a plan', async () => {
  const server = tradingServer();
  server.answer(getMember, member(1) as never);
  sessionStorage.setItem('trading', 'satoshi7  60');
  const stale: PlanMarket = { state: 'stale', standsSince: productNow() - 180_000 };
  const mounted = mount(<Desk choices={{ ...first, levelId: 3, leverage: 3 }} isListed={false} market={stale} />);
  const { page, toast, container } = mounted;
  const { press } = handOn(mounted);
  const words = errorText('marketStale', { age: '3m' });
  await expect.poll(() => container.querySelector('p[role=status]')?.textContent).toBe(words);
  await expect.poll(() => page.queryByText(/^2?3X$/)).toBeNull();
  expect(
    page.getByText('Choose a leverage to see how this plan would have ended from every start so far.'),
  ).toBeTruthy();
  await press('Determine the plan');
  await expect.poll(toast).toBe(words);
  expect(sessionStorage.getItem('trading')).toBe('satoshi7  60');
  mounted.rerender(<Desk key="live" choices={{ ...first, levelId: 3, leverage: 1 }} />);
  const lock = errorText('levelLockedByWeight', { weight: '4,500' });
  await expect.poll(() => container.querySelector('p[role=status]')?.textContent).toBe(lock);
  await press('Determine the plan');
  await expect.poll(toast).toBe(lock);
  expect(page.queryByText('Place this plan?')).toBeNull();
});

test('what could not be loaded says so in its place, and each can be tried again', async () => {
  const server = tradingServer();
  for (const operation of [getQuota, listLevels, quotePlan]) server.refuse(operation, 'internalError', 'Not now');
  const mounted = mount(<Desk choices={{ ...first, levelId: 1, leverage: 2 }} />);
  const { page, container, user } = mounted;
  expect(await page.findByText('The plan levels could not be loaded')).toBeTruthy();
  expect(page.getAllByText(/^This could not be loaded/).length).toBeGreaterThan(0);
  expect(page.queryByText('free funds')).toBeNull();
  server.answer(getQuota, { authorization: usdt(0n), locked: usdt(0n), available: usdt(0n) });
  server.answer(listLevels, levels);
  const again = () => page.getAllByText('Try again');
  await user.click(again()[1] as Element);
  expect(await page.findByText('The range of outcomes could not be loaded')).toBeTruthy();
  await user.click(again()[0] as Element);
  expect(await page.findByText(/Test funds are free. free funds/)).toBeTruthy();
  server.answer(quotePlan, quoteAt(2));
  await user.click(again().at(-1) as Element);
  expect(await page.findByText('You never lose more than this')).toBeTruthy();
  expect(container.querySelector('fieldset')).toBeNull();
});

test('without levels the quote says that it could not be loaded, also where one of another coin was shown before', async () => {
  const server = tradingServer();
  const mounted = mount(<Desk choices={{ ...first, leverage: 2 }} />);
  const { page, container, user } = mounted;
  expect(await page.findByText('You never lose more than this')).toBeTruthy();
  server.refuse(listLevels, 'internalError', 'Not now');
  await handOn(mounted).press(/Select trading area/);
  expect(await page.findByText('The range of outcomes could not be loaded')).toBeTruthy();
  expect(page.queryByText('You never lose more than this')).toBeNull();
  expect(container.querySelector('[aria-busy=true]')).toBeNull();
  server.answer(listLevels, levels);
  await user.click(page.getAllByText('Try again').at(-1) as Element);
  expect(await page.findByText('You never lose more than this')).toBeTruthy();
  await expect.poll(() => server.requestsTo(quotePlan).at(-1)?.fields).toEqual({ id: '1', coin: 'SOL', multiple: '2' });

  queryClient.clear();
  server.refuse(listLevels, 'internalError', 'Not now');
  mounted.rerender(<Desk key="first" choices={{ ...first, leverage: 2 }} />);
  expect(await page.findByText('The range of outcomes could not be loaded')).toBeTruthy();
});

test('the coin of the tab’s last visit is chosen where the address names none, and the first one where neither does', () => {
  const coin = () => used(() => useTradingChoices('SOL')).choices.coin;
  expect(coin()).toBe('SOL');
  storeTradingDraft({ search: '?coin=BTC', amountText: '' });
  expect(coin()).toBe('BTC');
  storeTradingDraft({ search: '', amountText: '' });
});

test('an amount stays in its field as the language or the keyboard writes it, and is kept as the number that is meant', async () => {
  await useLanguage('vnf');
  tradingServer();
  const { fill, field } = handOn(mount(<Desk choices={{ ...first, levelId: 2, leverage: 2 }} />));
  const amount = /^\d*Số tiền kế hoạch$/;
  for (const [typed, meant] of [
    ['75,5', '75.5'],
    ['１００', '100'],
    [',5', '0.5'],
  ] as const) {
    await fill(amount, typed);
    expect(field(amount).value).toBe(typed);
    expect(sessionStorage.getItem('trading')?.split(' ').at(-1)).toBe(meant);
  }
  await fill(amount, 'x');
  expect(field(amount).value).toBe('');
  await useLanguage('en');
});
