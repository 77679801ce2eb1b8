// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getWallet } from '#contract/wallet.ts';
import {
  cancelWithdrawal,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  type Withdrawal,
} from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { MethodList } from './method-list.tsx';
import { NeedsCard } from './needs-card.tsx';
import { useGetWithdrawal, useLatestWithdrawal } from './queries.ts';
import { WithdrawalHistory } from './withdrawal-history.tsx';
import { WithdrawalRequest } from './withdrawal-request.tsx';
import { WithdrawalTracker } from './withdrawal-tracker.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const withdrawal = (place: number, state: Withdrawal['state'] = 'inReview'): Withdrawal => ({
  ...{ id: `1KDVDWMC0SXVXC${place + 10}`, method: 'bank', amount: usdt(BigInt(place + 1) * 1_000_000n), fee: usdt(0n) },
  ...{ actualReceipt: usdt(1_000_000n), destination: '**** 4242', comment: '', state, reason: null, requestedAt: 0 },
  ...{
    reviewEndsAt: 0,
    sentAt: null,
    endedAt: null,
    approvalsNeeded: 0,
    approvals: 0,
    cancellable: state === 'inReview',
  },
});

const wallet = (hasBankCard: boolean, hasWithdrawalPassword: boolean) => ({
  ...{ authorization: usdt(3_000_000n), locked: usdt(0n), available: usdt(3_000_000n), incomeToday: usdt(0n) },
  ...{ hasBankCard, hasWithdrawalPassword, userId: '0000000000000001' },
});

/** A page of one withdrawal, as its own page shows it. */
function Shown({ id }: { readonly id: string }) {
  const { data } = useGetWithdrawal(id);
  return data ? <WithdrawalTracker withdrawal={data} /> : null;
}

function Latest({ wanted }: { readonly wanted: boolean }) {
  const { data } = useLatestWithdrawal(wanted);
  return data === null ? 'none' : (data?.id ?? 'waiting');
}

test('a withdrawal is cancelled after a question: kept, refused and said so, then cancelled, shown as that, and not again', async () => {
  const server = fakeServer();
  const one = withdrawal(0);
  server.answer(getWithdrawal, one);
  const mounted = mount(<Shown id={one.id} />);
  const { page, toast } = mounted;
  const { press } = handOn(mounted);
  await press('Cancel the withdrawal');
  expect(page.getByText(/^1\.000000 USDT come back/)).toBeTruthy();
  await press('Keep it');
  expect(page.queryByText('Cancel this withdrawal?')).toBeNull();
  expect(server.requestsTo(cancelWithdrawal)).toEqual([]);
  server.refuse(cancelWithdrawal, 'withdrawalNotCancellable', 'It has been sent');
  const confirm = async () => mounted.user.click(mounted.container.querySelectorAll('dialog button')[1] as Element);
  await press('Cancel the withdrawal');
  await confirm();
  expect(await page.findByText('It has been sent')).toBeTruthy();
  expect(page.getByText('Cancel this withdrawal?')).toBeTruthy();
  server.answer(cancelWithdrawal, { ...one, state: 'cancelled', cancellable: false });
  // What is shown next can only be what this call answers.
  server.hold(getWithdrawal, one);
  await confirm();
  await expect.poll(toast).toBe('Done');
  expect(page.queryByText('Cancel this withdrawal?')).toBeNull();
  expect(await page.findByText(/^You took it back/)).toBeTruthy();
  expect(page.queryByText('Cancel the withdrawal')).toBeNull();
  const sent = server.requestsTo(cancelWithdrawal);
  expect(sent.map(({ fields }) => fields)).toEqual([{ withdrawal: one.id }, { withdrawal: one.id }]);
  expect(sent[1]?.idempotencyKey).toMatch(/^\w{32}$/);
});

test('the history goes on from the last one shown, says where it failed, and that there is none', async () => {
  const server = fakeServer();
  server.refuse(listWithdrawals, 'internalError', 'Not now');
  const mounted = mount(<WithdrawalHistory />);
  const { page, container } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  expect(page.queryByText('No withdrawals yet')).toBeNull();
  const all = Array.from({ length: 21 }, (_, place) => withdrawal(place, 'done'));
  server.answerBy(listWithdrawals, ({ fields }) => (fields.before === all[19]?.id ? all.slice(20) : all.slice(0, 20)));
  await press('Try again');
  await press('Show earlier withdrawals');
  await expect.poll(() => container.querySelectorAll('a').length).toBe(21);
  expect(page.queryByText('Show earlier withdrawals')).toBeNull();
});

test('what is under way is read again and again until it is final, in the history and on its own page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  const pending = [withdrawal(0, 'done'), withdrawal(1, 'sent')];
  server.answer(listWithdrawals, pending);
  server.answerBy(getWithdrawal, () =>
    withdrawal(1, server.requestsTo(getWithdrawal).length > 1 ? 'refused' : 'inReview'),
  );
  const { page } = mount(
    <>
      <WithdrawalHistory />
      <Shown id={withdrawal(1).id} />
    </>,
  );
  await vi.advanceTimersByTimeAsync(100);
  expect(page.getByText(/until it is sent you can cancel/)).toBeTruthy();
  server.answer(listWithdrawals, [withdrawal(0, 'done'), withdrawal(1, 'done')]);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(page.queryByText('Sent')).toBeNull();
  expect(page.getByText(/^Not paid out/)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.requestsTo(listWithdrawals)).toHaveLength(2);
  expect(server.requestsTo(getWithdrawal)).toHaveLength(2);
  vi.useRealTimers();
});

test('while the stream is behind the form reads again what is available and what stands in the way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(stream, 'state').mockReturnValue('behind');
  const server = fakeServer();
  const quote = (available: bigint, blockers: readonly 'inReview'[]) => ({
    ...{ method: 'address' as const, available: usdt(available), quote: null, approvalAbove: usdt(10_000_000_000n) },
    ...{ reviewSeconds: 600, card: null, realName: null, blockers: [...blockers] },
  });
  server.answer(quoteWithdrawal, quote(1_000_000n, ['inReview']));
  const { page } = mount(<WithdrawalRequest method="address" onRequested={vi.fn()} />);
  await vi.advanceTimersByTimeAsync(100);
  expect(page.getByText(errorText('withdrawalInReview'))).toBeTruthy();
  server.answer(quoteWithdrawal, quote(5_000_000n, []));
  await vi.advanceTimersByTimeAsync(2_100);
  expect(page.getByText('Available to withdraw').parentElement?.textContent).toContain('5.000000');
  expect(page.queryByText(errorText('withdrawalInReview'))).toBeNull();
});

test('without a name in the address the newest withdrawal counts, and is asked for only then', async () => {
  const server = fakeServer();
  server.answer(listWithdrawals, [withdrawal(3), withdrawal(2)]);
  const { page, rerender, unmount } = mount(<Latest wanted={false} />);
  await Promise.resolve();
  expect(server.requests).toEqual([]);
  rerender(<Latest wanted />);
  expect(await page.findByText(withdrawal(3).id)).toBeTruthy();
  unmount();
  queryClient.clear();
  server.answer(listWithdrawals, []);
  expect(await mount(<Latest wanted />).page.findByText('none')).toBeTruthy();
});

test('each way out is gone to, or what it needs first is said; who presses before it is known waits for it', async () => {
  const server = fakeServer();
  const held = server.hold(getWallet, wallet(false, true));
  const mounted = mount(<MethodList />);
  const { page, went } = mounted;
  const { press } = handOn(mounted);
  await press(/^To an address/);
  expect(went).toEqual([]);
  held.release();
  await expect.poll(() => went).toEqual(['/tixian']);
  expect(server.requestsTo(getWallet)).toHaveLength(1);
  await press(/^To the bank card/);
  expect(page.getByText(errorText('cardUnset'))).toBeTruthy();
  expect(page.getByText(/An address needs no card/)).toBeTruthy();
  await press('Cancel');
  expect(went).toEqual(['/tixian']);
});

test('with both set the ways are gone to; a press that cannot know what is set says so', async () => {
  const server = fakeServer();
  server.refuse(getWallet, 'internalError', 'Not now');
  const mounted = mount(<MethodList />);
  const { went, toast } = mounted;
  const { press } = handOn(mounted);
  await expect.poll(() => server.requests.length).toBe(1);
  await press(/^To the bank card/);
  await expect.poll(toast).toBe('Not now');
  onlineManager.setOnline(false);
  server.loseConnection(getWallet);
  await press(/^To an address/);
  expect(server.requests).toHaveLength(2);
  onlineManager.setOnline(true);
  expect(went).toEqual([]);
  server.answer(getWallet, wallet(true, true));
  await press(/^To the bank card/);
  await expect.poll(() => went).toEqual(['/tixianbank']);
});

test('what a withdrawal needs is read again after a failure, and leads on once it is set', async () => {
  const server = fakeServer();
  server.refuse(getWallet, 'internalError', 'Not now');
  const mounted = mount(<NeedsCard />);
  const { page, went } = mounted;
  const { press, control } = handOn(mounted);
  expect(await page.findByText('Not now')).toBeTruthy();
  server.answer(getWallet, wallet(true, false));
  await press('Try again');
  expect(await page.findByText('3.000000')).toBeTruthy();
  expect(control(/^Bank card/).getAttribute('href')).toBe('/card');
  await press('Choose how to withdraw');
  expect(page.getByText(errorText('withdrawalPasswordUnset'))).toBeTruthy();
  await press('Set the password');
  expect(went).toEqual(['/bankPwd']);
});
