// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { listNotices, listTips } from '#contract/content.ts';
import { type Deposit, depositFromWallet, getDeposit, listDepositChannels } from '#contract/deposits.ts';
import { type Holding, listHoldings } from '#contract/financing.ts';
import { getLimits } from '#contract/limits.ts';
import { getMarketStatus } from '#contract/market.ts';
import { listNotifications } from '#contract/notifications.ts';
import { getQuota } from '#contract/plans-offer.ts';
import type { Order } from '#contract/round-records.ts';
import { listCategories, listFollows, listOrders, listRounds } from '#contract/rounds.ts';
import { listTasks } from '#contract/tasks.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { pathOfEntry } from '#web/features/content/help-groups.ts';
import { Navigation, type Page } from '#web/platform/navigation/navigation.tsx';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { staysAt } from '#web/ui/shown.fixture.tsx';
import { Page as CashPage } from './cash.tsx';
import { Page as DepositedPage } from './deposit-success.tsx';
import { Page as GamePage } from './game.tsx';
import { Page as HoldingsPage } from './holdings.tsx';
import { asMember } from './member-page.fixture.ts';
import { Page as NoticesPage } from './notices.tsx';
import { Page as EnvelopePage } from './red-envelope.tsx';
import { Page as OrdersPage } from './round-orders.tsx';
import { Page as TipsPage } from './tips.tsx';
import { Page as WithdrawPage } from './withdraw.tsx';

const round = {
  ...timesOf(5_000_000),
  id: 5_000_000,
  state: 'betting',
  digits: null,
  orders: null,
  staked: null,
} as const;
const bet: Order = {
  ...{ id: '1KDVDWMC0SXVXCS8', round: round.id, category: 'big', amount: usdt(5_000_000n), salt: 'ab'.repeat(32) },
  ...{ state: 'pending', income: usdt(0n), charity: usdt(0n), placedAt: 0, follow: null },
};

let server: FakeServer;
asMember((opened) => {
  server = opened;
  server.answer(listRounds, [round]);
  server.answer(getMarketStatus, {
    ...{ source: 'replay', label: 'Recording', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [] },
    ...{ now: round.closesAt - 60_000, clockSpeed: 0, candleMinutes: 1, identity: null },
  });
});

function shown(Shown: Page, path: string) {
  const mounted = mount(<Shown />, { path });
  return { ...mounted, ...handOn(mounted) };
}

test('before a bet stands what the member’s limits leave of its worst case', async () => {
  const bounds = { minimum: usdt(1_000_000n), maximum: usdt(300_000_000n) };
  server.answer(listCategories, [{ id: 'big', wins: 500, odds: 2, lost: 0.5, ...bounds }]);
  server.answer(getQuota, { authorization: usdt(9_000_000n), locked: usdt(0n), available: usdt(9_000_000n) });
  const count = { since: 0, lost: usdt(0n), atRisk: usdt(0n), left: usdt(2_000_000n) };
  server.answer(getLimits, {
    ...{ lossLimits: [{ period: 'day', amount: usdt(2_000_000n), next: null, count }], exclusion: null },
    ...{ now: 0, timeZone: 'UTC' },
  });
  const { page, fill, press } = shown(GamePage, '/game');
  await page.findByText('Review the bet');
  await fill('Stake per round', '3');
  await press('Review the bet');
  expect(await page.findByText(/could lose 3\.00 USDT, which is more/)).toBeTruthy();
});

test('the bet of the address is shown alone, and any holding can be asked about as what it is', async () => {
  server.answer(listOrders, [bet]);
  server.answer(listFollows, []);
  const orders = shown(OrdersPage, `/myOrderInfo?order=${bet.id}`);
  await expect.poll(() => server.requestsTo(listOrders).map(({ fields }) => fields)).toEqual([{ order: bet.id }]);
  expect(await orders.page.findByText(/Big · Round 5000000|Big · Round 5,000,000/)).toBeTruthy();
  orders.unmount();
  const holding: Holding = {
    ...{ id: '1KDVDWMC0SXVXC10', product: 'day7', days: 7, dailyRatePpm: 200, earlyExitKeepsPercent: 50 },
    ...{ amount: usdt(1_000_000n), state: 'running', subscribedAt: 0, maturesAt: 1, endedAt: null, daysEarned: 0 },
    ...{ interest: usdt(0n), interestAtMaturity: usdt(1_400n) },
  };
  server.answer(listHoldings, [holding]);
  const holdings = shown(HoldingsPage, '/touzijilu');
  const ask = () => holdings.control('Ask customer service about this').getAttribute('href');
  await expect.poll(ask).toBe(`/service?about=holding.${holding.id}`);
});

test('a transfer that was found leads to its own deposit, where that is another one', async () => {
  const address = `0x${'0'.repeat(36)}dEaD`;
  const deposit: Deposit = {
    ...{ id: '1KDVDWMC0SXVXC10', channel: 'evm', amount: usdt(5_000_000n), announced: null, state: 'requested' },
    ...{ reason: null, confirmations: 0, confirmationsNeeded: 6, address, transaction: null, image: null },
    ...{ requestedAt: 0, confirmedAt: null, reviewedAt: null },
  };
  const network = { name: 'Sepolia', chainId: 11_155_111, token: address };
  server.answer(listDepositChannels, [
    {
      ...{ id: 'evm', name: 'Test network', minimum: usdt(1n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 },
      ...{ network, behindSince: null, paper: true },
    },
  ]);
  server.answer(getDeposit, deposit);
  const { page, press, fill, went } = shown(DepositedPage, `/depositSuccess?deposit=${deposit.id}`);
  await page.findByText('Find the transfer');
  await fill('Transaction hash', `0x${'ab'.repeat(32)}`);
  server.answer(depositFromWallet, deposit);
  await press('Find the transfer');
  await expect.poll(() => server.requestsTo(depositFromWallet).length).toBe(1);
  server.answer(depositFromWallet, { ...deposit, id: '1KDVDWMC0SXVXC20' });
  await press('Find the transfer');
  await expect.poll(() => went).toEqual(['/depositSuccess?deposit=1KDVDWMC0SXVXC20']);
});

test('a notice of the address stands before the member’s own notifications', async () => {
  const text = { kind: 'paragraph' as const, text: ['What it says'] };
  const notice = { id: '0000000000000007', title: 'A notice', blocks: [text], publishedAt: 0, read: true };
  server.answer(listNotices, { notices: [notice], unread: 0 });
  server.answer(listNotifications, {
    notifications: [
      { id: 't7', kind: 'planSettled', reference: '8QK2', amount: usdt(1n), at: 0, read: true, quiet: false },
    ],
    ...{ unread: 0, newest: '7.', next: null },
  });
  const wanted = shown(NoticesPage, `/Notifications?id=${notice.id}`);
  expect(await wanted.page.findByText('What it says')).toBeTruthy();
  wanted.unmount();
  const own = shown(NoticesPage, '/Notifications');
  await expect.poll(() => own.control('For you').getAttribute('aria-pressed')).toBe('true');
  expect(own.page.queryByText('A notice')).toBeNull();
});

test('a visitor who follows a link from one notice to another sees that one opened', async () => {
  session.signOut();
  const noticeOf = (id: string) => ({
    ...{ id, title: `Notice ${id}`, publishedAt: 0, read: false },
    blocks: [{ kind: 'paragraph' as const, text: [`What ${id} says`] }],
  });
  const ids = ['0000000000000007', '0000000000000008'];
  server.answer(listNotices, { notices: ids.map(noticeOf), unread: 0 });
  const at = (id: string | undefined) => (
    <Navigation navigator={staysAt(`/Notifications?id=${id}`)}>
      <NoticesPage />
    </Navigation>
  );
  const { page, rerender } = mount(at(ids[0]));
  expect(await page.findByText(`What ${ids[0]} says`)).toBeTruthy();
  rerender(at(ids[1]));
  expect(await page.findByText(`What ${ids[1]} says`)).toBeTruthy();
});

test('a link to one tip opens the tips at that one', async () => {
  const tipOf = (id: string) => ({ id, title: `Tip ${id}`, blocks: [], updatedAt: 0 });
  server.answer(listTips, ['first', 'second', 'third'].map(tipOf));
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { page } = shown(TipsPage, pathOfEntry({ kind: 'tip', id: 'second' }));
  await page.findByText('Tip third');
  await expect.poll(() => scrolled.mock.contexts.map((each) => (each as Element).textContent)).toEqual(['Tip second']);
  scrolled.mockRestore();
});

test('the envelope says what it has given of the weight score', async () => {
  server.answer(listTasks, {
    ...{ day: '2026-05-01', endsAt: 0, promotion: 1_432, weight: 30, before: [] },
    tasks: [{ task: 'checkedIn', points: 100, state: 'done' }],
  });
  const { page } = shown(EnvelopePage, '/hongbao');
  expect(await page.findByText('30 of 1,000 points')).toBeTruthy();
});

test('the page of withdrawal methods says that withdrawals pay no real money', async () => {
  const { page } = shown(CashPage, '/cash');
  expect(await page.findByText(/^Withdrawals pay test USDT/)).toBeTruthy();
  expect(page.queryByText('Test funds only')).toBeNull();
});

test('both ways of a withdrawal can be chosen on one page, each with what is typed for it alone', async () => {
  server.answerBy(quoteWithdrawal, ({ fields: { method } }) => ({
    ...{
      method: method === 'bank' ? ('bank' as const) : ('address' as const),
      available: usdt(0n),
      approvalAbove: usdt(0n),
    },
    ...{ reviewSeconds: 600, quote: null, card: null, realName: null, blockers: [] },
  }));
  const both = shown(WithdrawPage, '/withdraw');
  const asked = () => server.requestsTo(quoteWithdrawal).map(({ fields }) => fields.method);
  await expect.poll(asked).toContain('bank');
  expect(asked()).not.toContain('address');
  await both.page.findByLabelText('Amount');
  await both.fill('Amount', '3');
  await both.press('Address');
  await expect.poll(asked).toContain('address');
  await both.page.findByLabelText('Address');
  expect(both.field('Amount').value).toBe('');
});
