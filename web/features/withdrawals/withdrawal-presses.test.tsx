// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { quoteWithdrawal, requestWithdrawal, type Withdrawal } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { ownerQuestion } from '#web/platform/api/call-as-owner.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { type FakeServer, fakeServer, type Mounted, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { useGetWithdrawal } from './queries.ts';
import type { WithdrawalQuote } from './quote-lines.tsx';
import { WithdrawalRequest } from './withdrawal-request.tsx';

beforeEach(() => useLanguage('en'));

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const withdrawal: Withdrawal = {
  ...{ id: '1KDVDWMC0SXVXCS8', method: 'address', amount: usdt(9_250_000n), fee: usdt(10_000n) },
  ...{ actualReceipt: usdt(9_250_000n), destination: address, comment: 'rent', state: 'inReview', reason: null },
  ...{ requestedAt: 0, reviewEndsAt: 0, sentAt: null, endedAt: null, approvalsNeeded: 0, approvals: 0 },
  cancellable: true,
};
const quote = (amount: bigint): WithdrawalQuote => ({
  ...{ method: 'address', available: usdt(9_250_000n), approvalAbove: usdt(10_000_000_000n), reviewSeconds: 600 },
  quote:
    amount === 0n
      ? null
      : { amount: usdt(amount), fee: usdt(10_000n), actualReceipt: usdt(amount), approvalsNeeded: 0 },
  ...{ card: null, realName: null, blockers: [] },
});

function Shown() {
  return useGetWithdrawal(withdrawal.id).data?.destination ?? 'waiting';
}

/** Quotes what it is asked for. */
function quotingServer(others: Partial<WithdrawalQuote> = {}) {
  const server = fakeServer();
  quotesOf(server, others);
  return server;
}

const quotesOf = (server: FakeServer, others: Partial<WithdrawalQuote> = {}): void =>
  server.answerBy(quoteWithdrawal, ({ fields }) => ({
    ...quote(BigInt(Math.round(Number(fields.amount ?? 0) * 1e6))),
    ...others,
  }));

/** Once the figures are those of the amount. */
const quoted = ({ page }: Pick<Mounted, 'page'>) =>
  expect.poll(() => page.getByRole('button', { name: 'Withdraw' }).getAttribute('aria-busy')).toBeNull();

test('a withdrawal to an address is checked here, quoted, refused, and sent once under one key after a lost answer', async () => {
  const server = quotingServer();
  const onRequested = vi.fn();
  const mounted = mount(<WithdrawalRequest method="address" onRequested={onRequested} />);
  const { page, user } = mounted;
  const { press, control, fill, field } = handOn(mounted);
  await press('Withdraw');
  for (const code of ['amountMissing', 'addressMissing', 'withdrawalPasswordMissing'] as const) {
    expect(page.getByText(errorText(code)).getAttribute('role')).toBe('alert');
  }
  expect(document.activeElement).toBe(field('Address'));
  await fill('Address', address.toLowerCase());
  await fill('Amount', '1.2');
  expect(page.queryByText(errorText('amountMissing'))).toBeNull();
  await expect.poll(() => page.getByText('Actual receipt').parentElement?.textContent).toContain('1.200000');
  expect(server.requestsTo(quoteWithdrawal).map(({ fields }) => fields)).toEqual([
    { method: 'address' },
    { method: 'address', amount: '1.200000' },
  ]);
  const slow = server.hold(quoteWithdrawal, quote(9_250_000n));
  await press('All');
  await expect.poll(() => server.requestsTo(quoteWithdrawal).at(-1)?.fields.amount).toBe('9.250000');
  expect(field('Amount').value).toBe('9.250000');
  slow.release();
  await expect.poll(() => page.getByText('Actual receipt').parentElement?.textContent).toContain('9.250000');
  await fill('Withdrawal password', 'secret 1');
  await fill('Comment', 'rent');
  await press('Withdraw');
  expect(page.getByText(errorText('addressInvalid'))).toBeTruthy();
  expect(server.requestsTo(requestWithdrawal)).toEqual([]);
  await fill('Address', address);

  server.refuse(requestWithdrawal, 'withdrawalPasswordWrong', 'Wrong, 4 attempts left');
  await press('Withdraw');
  const refusal = await page.findByText('Wrong, 4 attempts left');
  expect(refusal.id).toBe(field('Withdrawal password').getAttribute('aria-describedby'));
  // The focus follows once the refusal is drawn.
  await expect.poll(() => document.activeElement).toBe(field('Withdrawal password'));
  server.refuse(requestWithdrawal, 'withdrawalInReview', 'Another one is in review');
  await press('Withdraw');
  expect(await page.findByText('Another one is in review')).toBeTruthy();
  server.loseConnection(requestWithdrawal);
  await press('Withdraw');
  expect(await page.findByText('No answer came. Press again: it is never withdrawn twice.')).toBeTruthy();
  const held = server.hold(requestWithdrawal, withdrawal);
  await press('Withdraw');
  await expect.poll(() => control('Withdraw').getAttribute('aria-busy')).toBe('true');
  await press('Withdraw');
  await user.type(field('Comment'), '{Enter}');
  held.release();
  await expect.poll(() => onRequested.mock.calls.length).toBe(1);
  expect(onRequested.mock.calls[0]?.[0]).toEqual(withdrawal);
  const sent = server.requestsTo(requestWithdrawal);
  expect(sent).toHaveLength(4);
  for (const { fields } of sent) {
    expect(fields).toEqual({ method: 'address', amount: '9.250000', address, password: 'secret 1', comment: 'rent' });
  }
  const keys = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[2]).toBe(keys[3]);
  expect(new Set(keys).size).toBe(3);
});

test('an amount with a decimal comma is quoted as it is typed, where the language writes one', async () => {
  await useLanguage('vnf');
  const server = quotingServer();
  const { page, ...mounted } = mount(<WithdrawalRequest method="address" onRequested={() => undefined} />);
  await page.findByLabelText('Số tiền');
  await handOn({ page, ...mounted }).fill('Số tiền', '1,25');
  await expect.poll(() => server.requestsTo(quoteWithdrawal).at(-1)?.fields.amount).toBe('1.250000');
});

test('to an address that is new, the owner is asked for the login password; what is requested is known to its own page', async () => {
  const server = quotingServer();
  server.refuse(requestWithdrawal, 'loginPasswordNeeded', 'Your login password is needed');
  const mounted = mount(<WithdrawalRequest method="address" onRequested={() => mounted.rerender(<Shown />)} />);
  const { press, fill } = handOn(mounted);
  await mounted.page.findByLabelText('Address');
  await fill('Address', address);
  await fill('Amount', '2');
  await fill('Withdrawal password', 'secret 1');
  await quoted(mounted);
  await press('Withdraw');
  await expect.poll(() => ownerQuestion.snapshot()).not.toBeNull();
  server.answer(requestWithdrawal, withdrawal);
  await ownerQuestion.snapshot()?.attempt({ login: 'my login', factor: undefined });
  expect(await mounted.page.findByText(address)).toBeTruthy();
  expect(server.requestsTo(requestWithdrawal).at(-1)?.fields).toMatchObject({ login: 'my login', address });
});

test('while the quote of another amount comes, no figure of the one before is shown, and nothing is sent', async () => {
  const server = quotingServer();
  server.answer(requestWithdrawal, withdrawal);
  const mounted = mount(<WithdrawalRequest method="address" onRequested={() => undefined} />);
  const { page, user } = mounted;
  const { press, fill, control, field } = handOn(mounted);
  await page.findByLabelText('Address');
  const receipt = () => page.getByText('Actual receipt').parentElement?.textContent;
  await fill('Address', address);
  await fill('Withdrawal password', 'secret 1');
  await fill('Amount', '1.2');
  await expect.poll(receipt).toContain('1.200000');
  const slow = server.hold(quoteWithdrawal, quote(1_250_000n));
  await user.type(field('Amount'), '5');
  expect(receipt()).not.toContain('1.2');
  expect(page.getByText('Fee').parentElement?.textContent).not.toContain('0.01');
  expect(control('Withdraw').getAttribute('aria-busy')).toBe('true');
  await press('Withdraw');
  await user.type(field('Amount'), '{Enter}');
  expect(server.requestsTo(requestWithdrawal)).toEqual([]);
  slow.release();
  await expect.poll(receipt).toContain('1.250000');
  await press('Withdraw');
  await expect
    .poll(() => server.requestsTo(requestWithdrawal).map(({ fields }) => fields.amount))
    .toEqual(['1.250000']);
});

test('what must be set up first is said instead of sent, and each way out leads there', async () => {
  const server = fakeServer();
  server.answer(quoteWithdrawal, { ...quote(0n), method: 'bank', blockers: ['inReview', 'cardUnset'] });
  const mounted = mount(<WithdrawalRequest method="bank" onRequested={() => undefined} />);
  const { page, went, rerender } = mounted;
  const { press } = handOn(mounted);
  await press('Withdraw');
  expect(page.getByText(errorText('cardUnset'))).toBeTruthy();
  expect(page.queryByLabelText('Address')).toBeNull();
  await press('Cancel');
  expect(page.queryByText(errorText('cardUnset'))).toBeNull();
  for (const way of ['Set up a bank card', 'Withdraw to an address']) {
    await press('Withdraw');
    await press(way);
    expect(page.queryByText(errorText('cardUnset'))).toBeNull();
  }
  expect(went).toEqual(['/editbank', '/tixian']);
  server.answer(quoteWithdrawal, { ...quote(0n), blockers: ['withdrawalPasswordUnset'] });
  rerender(<WithdrawalRequest key="address" method="address" onRequested={() => undefined} />);
  await press('Withdraw');
  expect(page.getByText(errorText('withdrawalPasswordUnset'))).toBeTruthy();
  expect(page.queryByText('Withdraw to an address')).toBeNull();
  await press('Set the password');
  expect(went).toEqual(['/editbank', '/tixian', '/bankPwd']);
  expect(server.requestsTo(requestWithdrawal)).toEqual([]);
});

test('to the card goes no address; without a quote there is no form, and a retry brings it', async () => {
  const server = fakeServer();
  server.refuse(quoteWithdrawal, 'internalError', 'Not now');
  server.answer(requestWithdrawal, withdrawal);
  const mounted = mount(<WithdrawalRequest method="bank" onRequested={() => undefined} />);
  const { page } = mounted;
  const { press, fill, control } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  expect(page.queryByLabelText('Amount')).toBeNull();
  const card = { id: 'C1', masked: '**** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', nameMatches: true };
  quotesOf(server, { method: 'bank', card });
  await press('Try again');
  await page.findByText(/\*\*\*\* 4242/);
  expect(control(/\*\*\*\* 4242/).getAttribute('href')).toBe('/card');
  await fill('Amount', '3');
  await fill('Withdrawal password', 'secret 1');
  await quoted(mounted);
  await press('Withdraw');
  await expect.poll(() => server.requestsTo(requestWithdrawal).length).toBe(1);
  expect(server.requestsTo(requestWithdrawal)[0]?.fields).toEqual({
    ...{ method: 'bank', amount: '3.000000', password: 'secret 1', card: 'C1' },
  });
});

test('a quote that does not come for what is typed takes no field from under the keyboard, and nothing is sent without it', async () => {
  const server = quotingServer();
  const mounted = mount(<WithdrawalRequest method="address" onRequested={() => undefined} />);
  const { page } = mounted;
  const { fill, field, press } = handOn(mounted);
  await page.findByLabelText('Amount');
  const typed = field('Amount');
  server.refuse(quoteWithdrawal, 'tooManyRequests', 'Try again in 3 s');
  await fill('Amount', '1.2');
  expect(await page.findByText('Try again in 3 s')).toBeTruthy();
  expect([field('Amount'), document.activeElement]).toEqual([typed, typed]);
  expect(page.queryByText('Actual receipt')).toBeNull();
  server.answer(requestWithdrawal, withdrawal);
  await fill('Address', address);
  await fill('Withdrawal password', 'secret 1');
  const asked = server.requestsTo(quoteWithdrawal).length;
  await press('Withdraw');
  await expect.poll(() => server.requestsTo(quoteWithdrawal).length).toBe(asked + 1);
  expect(server.requestsTo(requestWithdrawal)).toEqual([]);
  quotesOf(server);
  await press('Try again');
  await expect.poll(() => page.getByText('Actual receipt').parentElement?.textContent).toContain('1.200000');
  expect(page.queryByText('Try again in 3 s')).toBeNull();
  await press('Withdraw');
  await expect.poll(() => server.requestsTo(requestWithdrawal).length).toBe(1);
});

test('a card that was replaced while the form was open is paid nothing unseen: the new one is shown, and asked for by the next press', async () => {
  const card = { id: 'C1', masked: '**** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', nameMatches: true };
  const server = quotingServer({ method: 'bank', card });
  server.refuse(requestWithdrawal, 'cardChanged', 'Another card by now');
  const mounted = mount(<WithdrawalRequest method="bank" onRequested={() => undefined} />);
  const { page } = mounted;
  const { press, fill } = handOn(mounted);
  await page.findByText(/\*\*\*\* 4242/);
  await fill('Amount', '3');
  await fill('Withdrawal password', 'secret 1');
  await quoted(mounted);
  server.answer(quoteWithdrawal, {
    ...quote(3_000_000n),
    method: 'bank',
    card: { ...card, id: 'C2', masked: '**** 1881' },
  });
  await press('Withdraw');
  expect(await page.findByText('Another card by now')).toBeTruthy();
  expect(await page.findByText(/\*\*\*\* 1881/)).toBeTruthy();
  await press('Withdraw');
  await expect.poll(() => server.requestsTo(requestWithdrawal).map(({ fields }) => fields.card)).toEqual(['C1', 'C2']);
});

test('who changes the way out sees nothing of the other one’s cost meanwhile', async () => {
  const server = quotingServer();
  const { page, container, rerender } = mount(<WithdrawalRequest method="address" onRequested={() => undefined} />);
  await page.findByText('Actual receipt');
  const held = server.hold(quoteWithdrawal, { ...quote(0n), method: 'bank', available: usdt(3_000_000n) });
  rerender(<WithdrawalRequest method="bank" onRequested={() => undefined} />);
  await expect.poll(() => server.requestsTo(quoteWithdrawal).at(-1)?.fields.method).toBe('bank');
  expect(page.queryByText('Actual receipt')).toBeNull();
  held.release();
  await expect.poll(() => container.textContent).toContain('3.000000');
});

test('what would refuse a withdrawal is said before it is requested, and each reason leads to what resolves it', async () => {
  const server = fakeServer();
  const card = { id: 'C1', masked: '**** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', nameMatches: false };
  server.answer(quoteWithdrawal, {
    ...{ ...quote(0n), method: 'bank', card, realName: 'Bob Ray' },
    blockers: ['nameMismatch', 'accountFrozen', 'inReview'],
  });
  const mounted = mount(<WithdrawalRequest method="bank" onRequested={() => undefined} />);
  const { press } = handOn(mounted);
  for (const name of ['Correct the profile', 'To the Security Center', 'See it']) await press(name);
  expect(mounted.went).toEqual(['/user_edit', '/securityCenter', '/withdrawSuccess']);
  for (const code of ['accountFrozen', 'withdrawalInReview'] as const) {
    expect(mounted.page.getByText(errorText(code))).toBeTruthy();
  }
});
