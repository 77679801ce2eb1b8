// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { getBankCard } from '#contract/bank-card.ts';
import { listDepositChannels } from '#contract/deposits.ts';
import { listProducts } from '#contract/financing.ts';
import { signOut } from '#contract/identity.ts';
import { getWallet } from '#contract/wallet.ts';
import { usdt } from '#core/money/amount.ts';
import type { Page } from '#web/platform/navigation/navigation.tsx';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as AssetsPage } from './assets.tsx';
import { Page as DepositPage } from './deposit.tsx';
import { Page as EditCardPage } from './edit-card.tsx';
import { Page as ProductPage } from './funds.tsx';
import { asMember } from './member-page.fixture.ts';
import { Page as WithdrawPage } from './withdraw.tsx';

type Done = (...given: unknown[]) => void;

/** Forms that are done at a press: what a page does then is the subject. Their own tests fill them in. */
const done = vi.hoisted(() => (given: Done, ...values: unknown[]) => (
  <button type="button" onClick={() => given(...values)}>
    done
  </button>
));
vi.mock('#web/features/deposits/deposit-request.tsx', () => ({
  DepositRequest: (given: { onRequested: Done; first: string | null }) => (
    <>
      {given.first}
      {done(given.onRequested, { id: 'D7' })}
    </>
  ),
}));
vi.mock('#web/features/withdrawals/withdrawal-request.tsx', () => ({
  WithdrawalRequest: (given: { onRequested: Done }) => done(given.onRequested, { id: 'W7' }, 'It is requested'),
}));
vi.mock('#web/features/bank-card/card-binding.tsx', () => ({
  CardBinding: (given: { onBound: Done }) => done(given.onBound, 'It is bound'),
}));
vi.mock('#web/features/financing/subscription.tsx', () => ({
  Subscription: (given: { onSubscribed: Done }) => done(given.onSubscribed, {}, 'It is subscribed'),
}));

let server: FakeServer;
asMember((opened) => {
  server = opened;
});

function shown(Shown: Page, path = '/') {
  const mounted = mount(<Shown />, { path });
  return { ...mounted, ...handOn(mounted) };
}

test('a deposit that was requested is shown, and the form can be come back to', async () => {
  const channel = { id: 'sandbox', name: 'Sandbox', minimum: usdt(1n), maximum: usdt(5n), confirmationsNeeded: 6 };
  server.answer(listDepositChannels, [{ ...channel, network: null, behindSince: null, paper: true }]);
  const { press, page, went, replaced } = shown(DepositPage, '/deposit?channel=evm');
  await press('done');
  expect(page.getByText('evm')).toBeTruthy();
  expect([went, replaced]).toEqual([['/depositSuccess?deposit=D7'], []]);
});

test('a withdrawal that was requested takes the place of its form, and the server’s words are shown', async () => {
  const { press, toast, went, replaced } = shown(WithdrawPage);
  await press('done');
  expect(toast()).toBe('It is requested');
  expect([went, replaced]).toEqual([['/withdrawSuccess?withdrawal=W7'], ['/withdrawSuccess?withdrawal=W7']]);
});

test('a card that was bound takes the place of its form', async () => {
  const amounts = { authorization: usdt(0n), locked: usdt(0n), available: usdt(0n), incomeToday: usdt(0n) };
  server.answer(getBankCard, { card: null, replacement: null });
  server.answer(getWallet, { ...amounts, hasBankCard: false, hasWithdrawalPassword: true, userId: '1' });
  const { press, toast, went, replaced } = shown(EditCardPage);
  await press('done');
  expect(toast()).toBe('It is bound');
  expect([went, replaced]).toEqual([['/card'], ['/card']]);
});

test('after a subscription the holdings are shown', async () => {
  const terms = { days: 7, dailyRatePpm: 400, earlyExitKeepsPercent: 60, id: 'day7', open: true, coming: [] };
  const bounds = { minimum: usdt(10_000_000n), maximum: usdt(5_000_000_000n), capacity: usdt(4_000_000_000n) };
  server.answer(listProducts, [{ ...terms, ...bounds }]);
  const { press, toast, went, replaced } = shown(ProductPage);
  await press('done');
  expect(toast()).toBe('It is subscribed');
  expect([went, replaced]).toEqual([['/touzijilu'], []]);
});

test('who signs out on the assets page does not come back to it', async () => {
  server.answer(signOut, {});
  const { press, page, user, replaced } = shown(AssetsPage, '/tab4');
  await press('Sign out');
  await user.click(page.getAllByText('Sign out').at(-1) as Element);
  await expect.poll(() => replaced).toEqual(['/login']);
});
