// @vitest-environment happy-dom
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type BankCard, bindBankCard, getBankCard, keepBankCard } from '#contract/bank-card.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { listSecurityActs } from '#contract/security.ts';
import { getWallet } from '#contract/wallet.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { ownerQuestion } from '#web/platform/api/call-as-owner.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { BoundCard, WaitingCard } from './bound-card.tsx';
import { CardBinding } from './card-binding.tsx';
import { useGetBankCard, useHasWithdrawalPassword } from './queries.ts';

beforeAll(() => useLanguage('en'));

const at = (day: number): number => new Date(2026, 4, day, 10).getTime();
const card: BankCard = { masked: '**** 4242', bankName: 'Test Bank', nameOnCard: 'Ann Lee', boundAt: at(1) };
const other: BankCard = { ...card, masked: '**** 1111', bankName: 'Other Bank' };

/** What is bound, and what waits. */
function Cards() {
  const { data } = useGetBankCard();
  if (!data) return null;
  return (
    <>
      {data.card && <BoundCard card={data.card} />}
      {data.replacement && <WaitingCard card={data.replacement} />}
    </>
  );
}

function Binding() {
  return <CardBinding hasWithdrawalPassword={useHasWithdrawalPassword().data ?? false} onBound={() => undefined} />;
}

test('a card is checked, refused at its field, and bound with the login password; it is shown at once', async () => {
  const server = fakeServer();
  server.answer(getBankCard, { card: null, replacement: null });
  const onBound = vi.fn();
  const mounted = mount(
    <>
      <Cards />
      <CardBinding hasWithdrawalPassword onBound={onBound} />
    </>,
  );
  const { page } = mounted;
  const { press, control, fill, field } = handOn(mounted);
  expect(page.getByText(/^Your first card sets the real name/)).toBeTruthy();
  expect(page.getByText(/^Stored encrypted/)).toBeTruthy();
  await press('Save the card');
  for (const code of [
    'cardNameMissing',
    'cardNumberMissing',
    'bankNameMissing',
    'withdrawalPasswordMissing',
  ] as const) {
    expect(page.getByText(errorText(code)).getAttribute('role')).toBe('alert');
  }
  await fill('Name on the card', 'Ann Lee');
  await fill('Card number', '4242 4242 4242 4241');
  await fill('Bank', 'Test Bank');
  await fill('Withdrawal password', 'secret 1');
  await press('Save the card');
  expect(page.getByText(errorText('cardNumberInvalid')).id).toBe(field('Card number').getAttribute('aria-describedby'));
  expect(server.requestsTo(bindBankCard)).toEqual([]);
  await fill('Card number', '4242-4242 4242 4242');
  for (const [code, text] of [
    ['withdrawalPasswordWrong', 'Wrong, 4 attempts left'],
    ['withdrawalPasswordLocked', 'Locked for 15 seconds'],
  ] as const) {
    server.refuse(bindBankCard, code, text);
    await press('Save the card');
    const refusal = await page.findByText(text);
    expect(refusal.id).toBe(field('Withdrawal password').getAttribute('aria-describedby'));
  }
  server.refuse(bindBankCard, 'cardsOfDay', 'Enough cards for today');
  await press('Save the card');
  expect((await page.findByText('Enough cards for today')).id).toBe('');
  server.refuse(bindBankCard, 'loginPasswordNeeded', 'Your login password is needed');
  await press('Save the card');
  await expect.poll(() => ownerQuestion.snapshot()).not.toBeNull();
  expect(control('Save the card').getAttribute('aria-busy')).toBe('true');
  await press('Save the card');
  expect(server.requestsTo(bindBankCard)).toHaveLength(4);
  // Read before, each of them changes with the card.
  const before = [getWallet, getAccountInfo, quoteWithdrawal, listSecurityActs].map(({ path }) => [path, 'before']);
  for (const queryKey of before) queryClient.setQueryData(queryKey, 'read before');
  server.answer(bindBankCard, { card, replacement: null });
  await ownerQuestion.snapshot()?.attempt({ login: 'my login', factor: '123456' });
  await expect.poll(() => onBound.mock.calls).toEqual([['Done']]);
  expect((await page.findByLabelText('Bank card')).textContent).toMatch(/^Test Bank\*\*\*\* 4242/);
  expect(page.getByText('Ann Lee').parentElement?.textContent).toBe('Ann LeeBound May 1, 10:00');
  expect(server.requestsTo(getBankCard)).toHaveLength(1);
  expect(before.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, true]);
  expect(server.requestsTo(bindBankCard).at(-1)?.fields).toEqual({
    ...{ name: 'Ann Lee', number: '4242-4242 4242 4242', bank: 'Test Bank', password: 'secret 1' },
    ...{ login: 'my login', factor: '123456' },
  });
});

test('without a withdrawal password none is asked for; whether there is one is read anew once a card is bound', async () => {
  const server = fakeServer();
  const wallet = {
    ...{ authorization: usdt(0n), locked: usdt(0n), available: usdt(0n), incomeToday: usdt(0n), hasBankCard: false },
    ...{ hasWithdrawalPassword: false, userId: '0000000000000001' },
  };
  server.answer(getWallet, wallet);
  server.answer(bindBankCard, { card, replacement: null });
  const mounted = mount(<Binding />);
  const { page } = mounted;
  const { press, fill } = handOn(mounted);
  await fill('Name on the card', 'Ann Lee');
  await fill('Card number', '4242424242424242');
  await fill('Bank', 'Test Bank');
  expect(page.queryByLabelText('Withdrawal password')).toBeNull();
  server.answer(getWallet, { ...wallet, hasWithdrawalPassword: true });
  await press('Save the card');
  expect(await page.findByLabelText('Withdrawal password')).toBeTruthy();
  expect(server.requestsTo(bindBankCard)[0]?.fields).toEqual({
    ...{ name: 'Ann Lee', number: '4242424242424242', bank: 'Test Bank' },
  });
});

test('a replacement that waits says when it counts, and can be called off: refused, then gone', async () => {
  const server = fakeServer();
  server.answer(getBankCard, { card, replacement: { ...other, activeFrom: at(2) } });
  const mounted = mount(<Cards />);
  const { page, toast } = mounted;
  const { press } = handOn(mounted);
  expect(await page.findByText(/^\*\*\*\* 1111 takes its place at May 2, 10:00/)).toBeTruthy();
  server.refuse(keepBankCard, 'cardReplacementUnknown', 'Nothing waits');
  await press('Keep the old card');
  await expect.poll(toast).toBe('Nothing waits');
  expect(page.getByText(/takes its place/)).toBeTruthy();
  const held = server.hold(keepBankCard, { card, replacement: null });
  await press('Keep the old card');
  await press('Keep the old card');
  held.release();
  await expect.poll(toast).toBe('Done');
  expect(page.queryByText(/takes its place/)).toBeNull();
  expect(page.getByText('Test Bank')).toBeTruthy();
  expect(server.requestsTo(keepBankCard)).toHaveLength(2);
});

test('a replacement is no longer said to wait once its moment has come on an open page', async () => {
  vi.useFakeTimers({ now: at(2) - 1_800_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = fakeServer();
  server.answer(getBankCard, { card, replacement: { ...other, activeFrom: at(2) } });
  const { page } = mount(<Cards />);
  await expect.poll(() => page.queryByText(/^\*\*\*\* 1111 takes its place/)).not.toBeNull();
  // This phone's clock may be ahead of the server's.
  await vi.advanceTimersByTimeAsync(1_801_000);
  await expect.poll(() => server.requestsTo(getBankCard)).toHaveLength(2);
  expect(page.queryByText(/takes its place/)).not.toBeNull();
  server.answer(getBankCard, { card: other, replacement: null });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(server.requestsTo(getBankCard)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => page.queryByText(/takes its place/)).toBeNull();
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(server.requestsTo(getBankCard)).toHaveLength(3);
});
