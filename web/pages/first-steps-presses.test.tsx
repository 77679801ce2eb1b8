// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type Deposit, getDeposit, listDepositChannels, listDeposits, requestDeposit } from '#contract/deposits.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getMember } from '#contract/profile.ts';
import { usdt } from '#core/money/amount.ts';
import { readTradingDraft } from '#web/features/plans/trading-choices.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { FirstSteps } from './first-steps.tsx';
import { asMember } from './member-page.fixture.ts';

const member: OutputOf<typeof getMember> = {
  ...{ username: 'newcomer7', weight: 0, authorization: usdt(0n), available: usdt(250_000_000n), locked: usdt(0n) },
  ...{ incomeToday: usdt(0n), incomeTotal: usdt(0n), rule: '', leverageUnlocked: 1, postings: 1, assistance: 0 },
  donated: 0,
};

let server: FakeServer;
asMember((opened) => {
  server = opened;
  server.answer(getMember, member);
});

function shown() {
  const mounted = mount(<FirstSteps />);
  return { ...mounted, ...handOn(mounted) };
}

test('a new member tries a plan, or goes on to the first one with its amount filled in', async () => {
  const { page, press, went } = shown();
  await press('Practise on the last hour');
  await press('Place your first plan');
  expect(went).toEqual(['/practice', '/tab1?coin=ETH&level=1&leverage=1&range=5m']);
  expect(readTradingDraft().amountText).toBe('100');
  expect(page.queryByText(/test funds|Get 1,000/i)).toBeNull();
});

test('who has nothing yet asks for test funds, and the plan is filled in meanwhile', async () => {
  server.answer(getMember, { ...member, available: usdt(0n) });
  server.answer(listDeposits, []);
  server.answer(listDepositChannels, [
    {
      ...{ id: 'sandbox', name: 'Sandbox', minimum: usdt(10_000_000n), maximum: usdt(5_000_000_000n) },
      ...{ confirmationsNeeded: 6, network: null, behindSince: null, paper: true },
    },
  ]);
  const deposit: Deposit = {
    ...{ id: '1KDVDWMC0SXVXC10', channel: 'sandbox', amount: usdt(1_000_000_000n), announced: null, reason: null },
    ...{ state: 'requested', confirmations: 0, confirmationsNeeded: 6, address: `0x${'0'.repeat(36)}dEaD` },
    ...{ transaction: null, image: null, requestedAt: 0, confirmedAt: null, reviewedAt: null },
  };
  server.answer(requestDeposit, deposit);
  server.answer(getDeposit, deposit);
  const { page, press, went } = shown();
  await press(/1,000/);
  await expect.poll(() => went).toEqual(['/tab1?coin=ETH&level=1&leverage=1&range=5m']);
  expect(server.requestsTo(requestDeposit).map(({ fields }) => fields)).toEqual([
    { channel: 'sandbox', amount: '1000.000000' },
  ]);
  expect(page.queryByText('Place your first plan')).toBeNull();
});

test('closed, the steps stay away in this tab; who has placed a plan is not shown them', async () => {
  const first = shown();
  await first.press('Close');
  expect(first.page.queryByText('Practise on the last hour')).toBeNull();
  first.unmount();
  const again = shown();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(again.container.querySelector('section')).toBeNull();
  again.unmount();
  sessionStorage.clear();
  for (const change of [{ locked: usdt(1n) }, { incomeTotal: usdt(-1n) }]) {
    queryClient.clear();
    server.answer(getMember, { ...member, ...change });
    const { container, unmount } = shown();
    await expect.poll(() => queryClient.getQueryData(readKey(getMember, {}))).toBeTruthy();
    expect(container.querySelector('section')).toBeNull();
    unmount();
  }
});
