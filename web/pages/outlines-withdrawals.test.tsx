// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { getWallet } from '#contract/wallet.ts';
import {
  cancelWithdrawal,
  getPayoutTimes,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  requestWithdrawal,
} from '#contract/withdrawals.ts';
import { parseAmount, usdt } from '#core/money/amount.ts';
import { WithdrawalHistory } from '#web/features/withdrawals/withdrawal-history.tsx';
import { WithdrawalTracker } from '#web/features/withdrawals/withdrawal-tracker.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as CashPage } from './cash.tsx';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime } from './money-moments.fixture.ts';
import { wallet } from './samples-wallet.fixture.ts';
import {
  largeQuote,
  openQuote,
  payoutTimes,
  type Quote,
  quoteCard,
  withdrawalOf,
  withdrawals,
} from './samples-withdrawals.fixture.ts';
import { Page as WithdrawPage } from './withdraw.tsx';
import { Page as GatePage } from './withdraw-gate.tsx';
import { Page as WithdrawnPage } from './withdraw-success.tsx';

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  server = opened;
  server.answer(getWallet, wallet);
  server.answer(getPayoutTimes, payoutTimes);
  server.answer(listWithdrawals, withdrawals);
  server.answerBy(quoteWithdrawal, ({ fields }): Quote => {
    const method = fields.method === 'address' ? 'address' : 'bank';
    const amount = parseAmount('USDT', fields.amount ?? '');
    if (amount === null || largeQuote.quote === null) return { ...openQuote, method };
    return { ...largeQuote, method, quote: { ...largeQuote.quote, amount } };
  });
});

test('the way to a withdrawal of a member with card and password, and withdrawals of each state', async () => {
  await expectOutline(mount(<GatePage />, { path: '/txmoney' }).container);
});

test('the way to a withdrawal of a member without card and password, of whom none was paid out yet', async () => {
  server.answer(getWallet, { ...wallet, hasBankCard: false, hasWithdrawalPassword: false, available: usdt(0n) });
  server.answer(getPayoutTimes, { count: 0, medianSeconds: null, percentile95Seconds: null });
  server.answer(listWithdrawals, []);
  const mounted = mount(<GatePage />, { path: '/txmoney' });
  await expectOutline(mounted.container);
  await handOn(mounted).press('Choose how to withdraw');
  await expectOutline(mounted.container);
});

test('the way to a withdrawal while it is read, and without an answer', async () => {
  const held = server.hold(getWallet, wallet);
  server.refuse(listWithdrawals, 'internalError', 'No list now');
  const { container, unmount } = mount(<GatePage />, { path: '/txmoney' });
  expect(outlineOf(container)).toMatchSnapshot();
  held.release();
  unmount();
  queryClient.clear();
  server.refuse(getWallet, 'internalError', 'Not now');
  await expectOutline(mount(<GatePage />, { path: '/txmoney' }).container);
});

test('the ways to withdraw, and what each needs first', async () => {
  const mounted = mount(<CashPage />, { path: '/cash' });
  await expectOutline(mounted.container);
  mounted.unmount();
  queryClient.clear();
  server.answer(getWallet, { ...wallet, hasBankCard: false, hasWithdrawalPassword: false });
  for (const way of [/^To the bank card/, /^To an address/]) {
    const needing = mount(<CashPage />, { path: '/cash' });
    await handOn(needing).press(way);
    await expect.poll(() => outlineOf(needing.container)).toContain('[dialog open');
    await expectOutline(needing.container);
    needing.unmount();
  }
});

test('the withdrawal of a visitor, and while it is read', () => {
  server.hold(quoteWithdrawal, openQuote);
  server.hold(listWithdrawals, []);
  server.hold(getPayoutTimes, payoutTimes);
  const { container, rerender } = mount(<WithdrawPage />, { path: '/withdraw' });
  expect(outlineOf(container)).toMatchSnapshot();
  session.signOut();
  rerender(<WithdrawPage key="visitor" />);
  expect(outlineOf(container)).toMatchSnapshot();
});

test('a withdrawal by each way, before anything is typed', async () => {
  const mounted = mount(<WithdrawPage />, { path: '/withdraw' });
  await expectOutline(mounted.container);
  await handOn(mounted).press(/^Address/);
  await expectOutline(mounted.container);
});

test('a withdrawal that cannot be quoted', async () => {
  server.refuse(quoteWithdrawal, 'internalError', 'Not now');
  await expectOutline(mount(<WithdrawPage method="bank" />, { path: '/tixianbank' }).container);
});

test('a withdrawal that everything stands against', async () => {
  server.answer(quoteWithdrawal, {
    ...openQuote,
    card: { ...quoteCard, nameOnCard: 'BEN LEE', nameMatches: false },
    blockers: ['nameMismatch', 'accountFrozen', 'insufficientFunds', 'inReview'],
  });
  await expectOutline(mount(<WithdrawPage method="bank" />, { path: '/tixianbank' }).container);
});

test('a withdrawal of a member without a name, a card or a password', async () => {
  server.answer(quoteWithdrawal, { ...openQuote, realName: null });
  const nameless = mount(<WithdrawPage method="bank" />, { path: '/tixianbank' });
  await expectOutline(nameless.container);
  nameless.unmount();
  queryClient.clear();
  const missing: Quote['blockers'][] = [['withdrawalPasswordUnset', 'cardUnset'], ['cardUnset']];
  for (const blockers of missing) {
    server.answer(quoteWithdrawal, { ...openQuote, card: null, blockers });
    const needing = mount(<WithdrawPage method="bank" />, { path: '/tixianbank' });
    await handOn(needing).press('Withdraw');
    await expectOutline(needing.container);
    needing.unmount();
    queryClient.clear();
  }
});

test('a withdrawal to an address that is filled in wrongly, then rightly, refused, and lost on the way', async () => {
  const mounted = mount(<WithdrawPage method="address" />, { path: '/tixian' });
  const { press, fill } = handOn(mounted);
  const { container } = mounted;
  await press('Withdraw');
  await expectOutline(container);
  await fill('Address', '0x52908400098527886e0f7030069857d2e4169EE7');
  await fill('Amount', '1.2345678');
  await fill(/^Withdrawal password/, 'p'.repeat(65));
  await press('Withdraw');
  await expectOutline(container);
  await fill('Address', '0x52908400098527886E0F7030069857D2E4169EE7');
  await press('All');
  await expect.poll(() => server.requestsTo(quoteWithdrawal).at(-1)?.fields.amount).toBe('10000.078901');
  await fill(/^Withdrawal password/, 'secret-7');
  await fill(/^Comment/, 'For the summer');
  await expectOutline(container);
  for (const [code, words] of [
    ['withdrawalPasswordWrong', 'Wrong, four tries left'],
    ['withdrawalInReview', 'One is in review'],
  ] as const) {
    server.refuse(requestWithdrawal, code, words);
    await press('Withdraw');
    await expect.poll(() => outlineOf(container)).toContain(words);
    await expectOutline(container);
  }
  server.loseConnection(requestWithdrawal);
  await press('Withdraw');
  await expect.poll(() => outlineOf(container)).not.toContain('One is in review');
  await expectOutline(container);
});

test('a withdrawal in each state, refused for each reason', async () => {
  await expectOutline(
    mount(withdrawals.map((withdrawal) => <WithdrawalTracker key={withdrawal.id} withdrawal={withdrawal} />)).container,
  );
});

test('the page of a withdrawal that can be cancelled, asked for and refused', async () => {
  server.answer(getWithdrawal, withdrawalOf(2, { state: 'inReview', cancellable: true }));
  const mounted = mount(<WithdrawnPage />, { path: `/withdrawSuccess?withdrawal=${withdrawalOf(2).id}` });
  const { press } = handOn(mounted);
  await expectOutline(mounted.container);
  await press(/^Cancel/);
  await expectOutline(mounted.container);
  server.refuse(cancelWithdrawal, 'withdrawalNotCancellable', 'Too late');
  const buttons = [...mounted.container.querySelectorAll<HTMLElement>('dialog[open] button')];
  await mounted.user.click(buttons.find((one) => /cancel/i.test(one.textContent)) as HTMLElement);
  await expect.poll(() => outlineOf(mounted.container)).toContain('Too late');
  await expectOutline(mounted.container);
});

test('the page of a withdrawal of a member without one, while it is read, and refused', async () => {
  const held = server.hold(listWithdrawals, []);
  const { container, unmount } = mount(<WithdrawnPage />, { path: '/withdrawSuccess' });
  expect(outlineOf(container)).toMatchSnapshot();
  held.release();
  await expectOutline(container);
  unmount();
  server.refuse(getWithdrawal, 'internalError', 'Not now');
  await expectOutline(mount(<WithdrawnPage />, { path: '/withdrawSuccess?withdrawal=1KDVDWMC0SXVXD12' }).container);
});

test('withdrawals of which there are more', async () => {
  server.answer(
    listWithdrawals,
    Array.from({ length: 20 }, (_, place) => withdrawalOf((place * 7) % 20)),
  );
  await expectOutline(mount(<WithdrawalHistory />).container);
});
