// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getBankCard } from '#contract/bank-card.ts';
import { listDepositChannels } from '#contract/deposits.ts';
import { listProducts } from '#contract/financing.ts';
import { getWallet } from '#contract/wallet.ts';
import { usdt } from '#core/money/amount.ts';
import { BetConfirm } from '#web/features/rounds/bet-confirm.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { Navigation, type Page, useShown } from '#web/platform/navigation/navigation.tsx';
import { createNavigator } from '#web/platform/navigation/navigator.ts';
import { showToast, ToastRegion } from '#web/ui/feedback/toast.tsx';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { Page as DepositPage } from './deposit.tsx';
import { Page as EditCardPage } from './edit-card.tsx';
import { Page as ProductPage } from './funds.tsx';
import { asMember } from './member-page.fixture.ts';
import { Page as WithdrawPage } from './withdraw.tsx';

type Done = (...given: never[]) => void;

/** Forms whose answer comes when a test says so, also after they have gone. */
const form = vi.hoisted(() => ({ answered: null as ((...given: unknown[]) => void) | null }));
const waits = vi.hoisted(() => (given: Done) => {
  form.answered = given as typeof form.answered;
  return null;
});
vi.mock('#web/features/deposits/deposit-request.tsx', () => ({
  DepositRequest: (given: { onRequested: Done }) => waits(given.onRequested),
}));
vi.mock('#web/features/withdrawals/withdrawal-request.tsx', () => ({
  WithdrawalRequest: (given: { onRequested: Done }) => waits(given.onRequested),
}));
vi.mock('#web/features/bank-card/card-binding.tsx', () => ({
  CardBinding: (given: { onBound: Done }) => waits(given.onBound),
}));
vi.mock('#web/features/financing/subscription.tsx', () => ({
  Subscription: (given: { onSubscribed: Done }) => waits(given.onSubscribed),
}));

vi.mock('#web/features/rounds/keep-rounds.ts', () => ({ keepPlaced: async () => {} }));
vi.mock('#web/features/rounds/queries.ts', () => ({
  usePlaceOrder: (onPlaced: Done) => {
    waits(onPlaced);
    return { mutate: () => {}, isPending: false };
  },
}));

let server: FakeServer;
asMember((opened) => {
  server = opened;
  const channel = { id: 'sandbox', name: 'Sandbox', minimum: usdt(1n), maximum: usdt(5n), confirmationsNeeded: 6 };
  server.answer(listDepositChannels, [{ ...channel, network: null, behindSince: null, paper: true }]);
  const amounts = { authorization: usdt(0n), locked: usdt(0n), available: usdt(0n), incomeToday: usdt(0n) };
  server.answer(getBankCard, { card: null, replacement: null });
  server.answer(getWallet, { ...amounts, hasBankCard: false, hasWithdrawalPassword: true, userId: '1' });
  const terms = { days: 7, dailyRatePpm: 400, earlyExitKeepsPercent: 60, id: 'day7', open: true, coming: [] };
  const bounds = { minimum: usdt(10_000_000n), maximum: usdt(5_000_000_000n), capacity: usdt(4_000_000_000n) };
  server.answer(listProducts, [{ ...terms, ...bounds }]);
});

/** The page in an app whose other pages are empty, one of them slow to load. */
async function openedOn(Form: Page) {
  form.answered = null;
  const slow = Promise.withResolvers<Page>();
  const Empty: Page = () => null;
  const address = { pathname: '/form', search: '' };
  const navigator = createNavigator<Page>({
    destination: (path) => ({
      order: null,
      load: async () => (path === '/form' ? Form : path === '/slow' ? await slow.promise : Empty),
    }),
    notLoaded: Empty,
    history: { pushState: () => {}, replaceState: () => {}, state: null, back: () => {} },
    location: () => address,
    scroll: () => 0,
    scrollTo: () => {},
    change: (_, update) => act(update),
  });
  function Shown() {
    const Here = useShown()?.page ?? Empty;
    return <Here />;
  }
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <Navigation navigator={navigator}>
        <Shown />
        <ToastRegion />
      </Navigation>
    </QueryClientProvider>,
  );
  await navigator.follow();
  await expect.poll(() => form.answered).not.toBeNull();
  const path = () => navigator.shown()?.location.path;
  const answer = (...given: unknown[]) => act(async () => form.answered?.(...given));
  return { navigator, path, answer, container, arrive: () => slow.resolve(Empty) };
}

const nothing = { onRefused: () => {}, onClose: () => {}, warnings: () => null, outlook: null };
const bet = { category: 'big', amount: '5', follow: '', stopOnWin: false, lossLimit: '' } as never;
const BetPage: Page = () => <BetConfirm open={false} round={{ id: 7 } as never} form={bet} {...nothing} />;

const forms: readonly (readonly [string, Page, readonly unknown[], string])[] = [
  ['deposit', DepositPage, [{ id: 'D7' }, 'It is requested'], '/depositSuccess'],
  ['withdrawal', WithdrawPage, [{ id: 'W7' }, 'It is requested'], '/withdrawSuccess'],
  ['subscription', ProductPage, [{}, 'It is subscribed'], '/touzijilu'],
  ['bet', BetPage, [{ round: 7, follow: null }, 'It is placed'], '/myOrderInfo'],
  ['bank card', EditCardPage, ['It is bound'], '/card'],
];

test.each(forms)('the answer to a %s leads on from its form, and from no other page', async (_, Form, given, next) => {
  const here = await openedOn(Form);
  await here.answer(...given);
  await expect.poll(here.path).toBe(next);

  const left = await openedOn(Form);
  await act(() => left.navigator.go('/tab4'));
  act(() => showToast('Before'));
  await left.answer(...given);
  expect([left.path(), left.navigator.loading()]).toEqual(['/tab4', false]);
  // Nothing else says that it was taken.
  expect(left.container.textContent).toContain(given.at(-1));

  const leaving = await openedOn(Form);
  const gone = leaving.navigator.go('/slow');
  await leaving.answer(...given);
  leaving.arrive();
  await act(() => gone);
  expect([leaving.path(), leaving.navigator.loading()]).toEqual(['/slow', false]);
});
