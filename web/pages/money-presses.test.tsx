// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type BankCard, getBankCard } from '#contract/bank-card.ts';
import { type Deposit, getDeposit, listDepositChannels, listDeposits } from '#contract/deposits.ts';
import { listProducts, type Product } from '#contract/financing.ts';
import { getAccountRecord, getWallet } from '#contract/wallet.ts';
import { listMovements } from '#contract/wallet-movements.ts';
import { getWithdrawal, listWithdrawals, type Withdrawal } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import type { DepositChannel } from '#web/features/deposits/deposit-form.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import type { Page } from '#web/platform/navigation/navigation.tsx';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as BillPage } from './bill-record.tsx';
import { Page as CardPage } from './card.tsx';
import { Page as DepositPage } from './deposit.tsx';
import { Page as DepositedPage } from './deposit-success.tsx';
import { Page as EditCardPage } from './edit-card.tsx';
import { Page as ProductPage } from './funds.tsx';
import { asMember } from './member-page.fixture.ts';
import { Page as MorePage } from './more-products.tsx';
import { Page as RecordsPage } from './records.tsx';
import { Page as WalletPage } from './wallet.tsx';
import { Page as WithdrawPage } from './withdraw.tsx';
import { Page as WithdrawnPage } from './withdraw-success.tsx';

let server: FakeServer;
asMember((opened) => {
  server = opened;
});

function shown(Shown: Page, path: string) {
  const mounted = mount(<Shown />, { path });
  const words = () => mounted.container.querySelector('main')?.textContent ?? '';
  const has = (label: string) =>
    [...mounted.container.querySelectorAll('button, a')].some((one) => one.textContent === label);
  return { ...mounted, ...handOn(mounted), words, has };
}

const token = '0x000000000000000000000000000000000000dEaD';
const sandbox: DepositChannel = {
  ...{ id: 'sandbox', name: 'Sandbox', minimum: usdt(10_000_000n), maximum: usdt(500_000_000n) },
  ...{ confirmationsNeeded: 6, network: null, behindSince: null, paper: true },
};
const chain = { ...sandbox, id: 'evm', name: 'Test network', network: { name: 'Sepolia', chainId: 11_155_111, token } };
const deposit: Deposit = {
  ...{ id: '1KDVDWMC0SXVXC10', channel: 'evm', amount: usdt(5_000_000n), announced: null, state: 'requested' },
  ...{ reason: null, confirmations: 0, confirmationsNeeded: 6, address: token, transaction: null, image: null },
  ...{ requestedAt: 0, confirmedAt: null, reviewedAt: null },
};

test('a visitor is told to sign in before a deposit, a withdrawal and the records, and comes back to each', async () => {
  session.signOut();
  for (const [Shown, path, words, label] of [
    [DepositPage, '/deposits', /sign in/i, 'Sign in'],
    [WithdrawPage, '/withdraw', /sign in/i, 'Sign in'],
    [RecordsPage, '/financial', /sign in/i, 'Sign in'],
  ] as const) {
    const { press, went, words: said, unmount } = shown(Shown, path);
    expect(said()).toMatch(words);
    await press(label);
    expect(went.map((to) => decodeURIComponent(to))).toEqual([expect.stringMatching(`^/login\\?.*${path}$`)]);
    unmount();
  }
  expect([listDeposits, listWithdrawals, listMovements, listDepositChannels].flatMap(server.requestsTo)).toEqual([]);
});

test('without a channel the deposit page says so', async () => {
  server.answer(listDepositChannels, []);
  const { page } = shown(DepositPage, '/deposit');
  expect(await page.findByText('No deposit channel is open')).toBeTruthy();
});

test('a deposit of a chain is found from the wallet and proved, as long as that is of use; a credited one leads to trading', async () => {
  server.answer(listDepositChannels, [sandbox, chain]);
  const seen = deposit.confirmations + 1;
  for (const [changes, expected] of [
    [{}, [true, true, false]],
    [{ state: 'seen', confirmations: seen }, [false, true, false]],
    [{ image: '1KDVDWMC0SXVXCSA' }, [true, false, false]],
    [{ channel: 'sandbox' }, [false, false, false]],
    [{ state: 'confirmed', confirmedAt: 0 }, [false, false, true]],
    [{ state: 'rejected', reason: 'notReceived' }, [false, false, false]],
  ] as [Partial<Deposit>, boolean[]][]) {
    server.answer(getDeposit, { ...deposit, ...changes });
    const { has, page, unmount, control } = shown(DepositedPage, `/depositSuccess?deposit=${deposit.id}`);
    await expect.poll(() => has('See Assets')).toBe(true);
    const parts = () => [has('Find the transfer'), page.queryByText('Choose an image') !== null, has('Place a plan')];
    await expect.poll(() => [changes, parts()]).toEqual([changes, expected]);
    expect(control(/Ask/).getAttribute('href')).toContain(deposit.id);
    unmount();
    queryClient.clear();
  }
  expect(server.requestsTo(listDeposits)).toEqual([]);
});

test('without an address the newest deposit is shown; who has none is led to the form; a failure is tried again', async () => {
  server.answer(listDepositChannels, [sandbox]);
  server.refuse(listDeposits, 'internalError', 'Not now');
  const done: Deposit = { ...deposit, channel: 'sandbox', state: 'confirmed', confirmedAt: 0 };
  server.answer(getDeposit, done);
  const newest = shown(DepositedPage, '/depositSuccess');
  expect(await newest.page.findByText('Not now')).toBeTruthy();
  server.answer(listDeposits, [done, { ...done, id: '1KDVDWMC0SXVXC11' }]);
  await newest.press('Try again');
  await newest.press('Place a plan');
  await newest.press('See Assets');
  expect(newest.went).toEqual(['/tab1', '/tab4']);
  expect(server.requestsTo(getDeposit).every(({ path }) => path.includes(deposit.id))).toBe(true);
  newest.unmount();
  queryClient.clear();
  server.answer(listDeposits, []);
  const none = shown(DepositedPage, '/depositSuccess');
  expect(await none.page.findByText('There is no deposit to show')).toBeTruthy();
  await none.press('To deposits');
  expect(none.went).toEqual(['/deposits']);
  none.unmount();
  queryClient.clear();
  server.refuse(getDeposit, 'internalError', 'Not found now');
  const named = shown(DepositedPage, `/depositSuccess?deposit=${deposit.id}`);
  expect(await named.page.findByText('Not found now')).toBeTruthy();
  server.answer(getDeposit, done);
  await named.press('Try again');
  await expect.poll(() => named.has('Place a plan')).toBe(true);
});

const withdrawal: Withdrawal = {
  ...{ id: '1KDVDWMC0SXVXCS8', method: 'address', amount: usdt(2_500_000n), fee: usdt(10_000n) },
  ...{ actualReceipt: usdt(2_500_000n), destination: token, comment: '', state: 'done', reason: null },
  ...{ requestedAt: 0, reviewEndsAt: 0, sentAt: 0, endedAt: 0, approvalsNeeded: 0, approvals: 0, cancellable: false },
};

test('the withdrawal of the address is shown, else the newest; who has none is led back; a failure is tried again', async () => {
  server.answer(getWithdrawal, withdrawal);
  const named = shown(WithdrawnPage, `/withdrawSuccess?withdrawal=${withdrawal.id}`);
  await named.press('All withdrawals');
  expect(named.went).toEqual(['/txmoney']);
  expect(named.control(/Ask/).getAttribute('href')).toContain(withdrawal.id);
  expect(server.requestsTo(listWithdrawals)).toEqual([]);
  named.unmount();
  queryClient.clear();
  server.refuse(listWithdrawals, 'internalError', 'Not now');
  const newest = shown(WithdrawnPage, '/withdrawSuccess');
  expect(await newest.page.findByText('Not now')).toBeTruthy();
  server.answer(listWithdrawals, [withdrawal]);
  await newest.press('Try again');
  await expect.poll(() => newest.has('All withdrawals')).toBe(true);
  newest.unmount();
  queryClient.clear();
  server.answer(listWithdrawals, []);
  const none = shown(WithdrawnPage, '/withdrawSuccess');
  expect(await none.page.findByText('There is no withdrawal to show')).toBeTruthy();
  await none.press('Withdraw');
  expect(none.went).toEqual(['/txmoney']);
  none.unmount();
  queryClient.clear();
  server.refuse(getWithdrawal, 'internalError', 'Not found now');
  const failed = shown(WithdrawnPage, `/withdrawSuccess?withdrawal=${withdrawal.id}`);
  expect(await failed.page.findByText('Not found now')).toBeTruthy();
  server.answer(getWithdrawal, withdrawal);
  await failed.press('Try again');
  await expect.poll(() => failed.has('All withdrawals')).toBe(true);
});

const wallet = {
  ...{ authorization: usdt(5_000_000n), locked: usdt(0n), available: usdt(5_000_000n), incomeToday: usdt(0n) },
  ...{ hasBankCard: true, hasWithdrawalPassword: true, userId: '1111222233334444' },
};
const card: BankCard = { masked: '**** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', boundAt: 0 };

test('without a card the page leads to binding one; with one it can be replaced, and one that waits is shown', async () => {
  server.answer(getBankCard, { card: null, replacement: null });
  const none = shown(CardPage, '/card');
  expect(await none.page.findByText('No bank card yet')).toBeTruthy();
  await none.press('Bind a bank card');
  none.unmount();
  queryClient.clear();
  server.answer(getBankCard, { card, replacement: null });
  const bound = shown(CardPage, '/card');
  await bound.press('Replace the card');
  expect([none.went, bound.went]).toEqual([['/editbank'], ['/editbank']]);
  expect(bound.page.queryByText('New card waiting')).toBeNull();
  bound.unmount();
  queryClient.clear();
  server.answer(getBankCard, { card, replacement: { ...card, masked: '**** 1111', activeFrom: 0 } });
  expect(await shown(CardPage, '/card').page.findByText('New card waiting')).toBeTruthy();
});

test('a first card is bound, another replaces it after a wait, for which the withdrawal password must be set; failures are tried again', async () => {
  const wait = /^A replacement takes effect after 24 hours/;
  server.refuse(getBankCard, 'internalError', 'Not now');
  server.answerBy(getWallet, () => ({ ...wallet, hasWithdrawalPassword: false }));
  const first = shown(EditCardPage, '/editbank');
  expect(await first.page.findByText('Not now')).toBeTruthy();
  server.answer(getBankCard, { card: null, replacement: null });
  await first.press('Try again');
  expect(await first.page.findByLabelText('Card number')).toBeTruthy();
  expect(first.page.getByRole('heading', { level: 1 }).textContent).toBe('Bind a bank card');
  expect(first.page.queryByText(wait)).toBeNull();
  first.unmount();
  queryClient.clear();
  server.answer(getBankCard, { card, replacement: null });
  const unset = shown(EditCardPage, '/editbank');
  await expect.poll(() => unset.has('Set the password')).toBe(true);
  await unset.press('Set the password');
  expect(unset.went).toEqual(['/bankPwd']);
  expect(unset.page.queryByLabelText('Card number')).toBeNull();
  unset.unmount();
  queryClient.clear();
  server.answerBy(getWallet, () => ({ ...wallet, hasWithdrawalPassword: true }));
  const next = shown(EditCardPage, '/editbank');
  expect(await next.page.findByText(wait)).toBeTruthy();
  expect(next.page.getByLabelText('Card number')).toBeTruthy();
  expect(next.page.getByRole('heading', { level: 1 }).textContent).toBe('Replace the card');
});

test('a bill that is not one’s own leads to the records, and a failure is tried again', async () => {
  server.refuse(getAccountRecord, 'recordUnknown', 'Unknown');
  const unknown = shown(BillPage, '/billRecord?transfer=7');
  expect(await unknown.page.findByText('This record does not exist, or it is not yours.')).toBeTruthy();
  await unknown.press('Financial Records');
  expect([unknown.went, unknown.replaced]).toEqual([['/account'], ['/account']]);
  unknown.unmount();
  queryClient.clear();
  server.refuse(getAccountRecord, 'internalError', 'Not now');
  const failed = shown(BillPage, '/billRecord?transfer=7');
  expect(await failed.page.findByText('Not now')).toBeTruthy();
  server.refuse(getAccountRecord, 'recordUnknown', 'Unknown');
  await failed.press('Try again');
  expect(await failed.page.findByText('This record does not exist, or it is not yours.')).toBeTruthy();
});

test('an id in the address that no record can have is said to be unknown, and leads to the list', async () => {
  for (const [Shown, path, words, list] of [
    [BillPage, '/billRecord?transfer=abc', 'This record does not exist, or it is not yours.', '/account'],
    [DepositedPage, '/depositSuccess?deposit=', 'There is no deposit to show', '/deposits'],
    [WithdrawnPage, '/withdrawSuccess?withdrawal=a/b', 'There is no withdrawal to show', '/txmoney'],
  ] as const) {
    const { page, user, went, unmount } = shown(Shown, path);
    expect(await page.findByText(words)).toBeTruthy();
    await user.click(page.getAllByRole('button').at(-1) as Element);
    expect(went).toEqual([list]);
    unmount();
  }
});

test('the records of an address are those of its asset', async () => {
  server.answer(listMovements, []);
  for (const [path, asset] of [
    ['/account?asset=PTS', 'PTS'],
    ['/account', 'USDT'],
    ['/account?asset=BTC', 'USDT'],
  ] as const) {
    const { unmount } = shown(RecordsPage, path);
    await expect.poll(() => server.requestsTo(listMovements).at(-1)?.fields.asset).toBe(asset);
    unmount();
    queryClient.clear();
  }
});

test('a wallet that cannot be read says so, shortly over the page too, and is read again', async () => {
  server.refuse(getWallet, 'internalError', 'Not now');
  const { page, press, toast } = shown(WalletPage, '/wallet');
  expect((await page.findAllByText('Not now')).length).toBeGreaterThan(0);
  await expect.poll(toast).toBe('Not now');
  server.answer(getWallet, wallet);
  await press('Try again');
  await expect.poll(() => page.queryByText('Try again')).toBeNull();
});

const product: Product = {
  ...{ days: 7, dailyRatePpm: 400, earlyExitKeepsPercent: 60, id: 'day7', open: true, coming: [] },
  ...{ minimum: usdt(10_000_000n), maximum: usdt(5_000_000_000n), capacity: usdt(4_000_000_000n) },
};

test('the product of the address is shown, the seven-day one without, and what does not exist leads to the list', async () => {
  server.answer(listProducts, [{ ...product, id: 'day30', days: 30 }, product]);
  for (const [path, days] of [
    ['/funds', '7'],
    ['/funds?product=day30', '30'],
  ] as const) {
    const { words, unmount } = shown(ProductPage, path);
    await expect.poll(words).toMatch(new RegExp(`\\b${days}[- ]day`));
    unmount();
  }
  const { press, page, went } = shown(ProductPage, '/funds?product=day9');
  expect(await page.findByText('This product does not exist')).toBeTruthy();
  await press('Products');
  expect(went).toEqual(['/fund']);
});

test('the product that is chosen among all of them is the one that is shown next', async () => {
  server.answer(listProducts, [product, { ...product, id: 'day30', days: 30 }]);
  const all = shown(MorePage, '/moreProject');
  await all.press('See the 30-day term');
  const [to = ''] = all.went;
  all.unmount();
  await expect.poll(shown(ProductPage, to).words).toMatch(/\b30[- ]day/);
});
