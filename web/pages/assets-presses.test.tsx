// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type Deposit, listDeposits } from '#contract/deposits.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getMember } from '#contract/profile.ts';
import { usdt } from '#core/money/amount.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page } from './assets.tsx';
import { asMember } from './member-page.fixture.ts';

const member: OutputOf<typeof getMember> = {
  ...{ username: 'newcomer7', weight: 40, authorization: usdt(3_500_000n), available: usdt(2_250_000n) },
  ...{ locked: usdt(1_250_000n), incomeToday: usdt(0n), incomeTotal: usdt(0n), postings: 12, leverageUnlocked: 5 },
  ...{ assistance: 0, donated: 0, rule: '' },
};
const deposit: Deposit = {
  ...{ id: '1KDVDWMC0SXVXC10', channel: 'sandbox', amount: usdt(5_000_000n), announced: null, state: 'requested' },
  ...{ reason: null, confirmations: 0, confirmationsNeeded: 6, transaction: null, image: null, requestedAt: 0 },
  ...{ address: '0x1234567890abcdef', confirmedAt: null, reviewedAt: null },
};

let server: FakeServer;
asMember((opened) => {
  server = opened;
});

function shown() {
  const mounted = mount(<Page />, { path: '/tab4' });
  return { ...mounted, ...handOn(mounted) };
}

test('the score leads to what earns the first points, with the last address of a deposit, which is asked for only then', async () => {
  server.answer(getMember, member);
  server.answer(listDeposits, [deposit]);
  const { page, press, went, container } = shown();
  expect(await page.findByText('40')).toBeTruthy();
  expect(page.getByLabelText('Signed in as newcomer7').textContent).toBe('…wcomer7');
  expect(page.queryByRole('dialog')).toBeNull();
  expect(server.requestsTo(listDeposits)).toEqual([]);
  await press(/^Account weight score/);
  await expect.poll(() => page.getByRole('dialog').textContent).toContain('0x1234…cdef');
  expect(container.querySelector('dialog[open]')?.textContent).toContain('40 of 100 points');
  await press('To deposits');
  expect(went).toEqual(['/deposits']);
  await press('Close');
  expect(page.queryByRole('dialog')).toBeNull();
});

test('what the score is can be read, and closed', async () => {
  server.answer(getMember, member);
  const { page, press } = shown();
  await press('What is the weight score?');
  expect(page.getByRole('dialog').textContent).toContain('About the weight score');
  expect(server.requestsTo(listDeposits)).toEqual([]);
  await press('Close');
  expect(page.queryByRole('dialog')).toBeNull();
});

test('figures that cannot be read are said in their place, and read again', async () => {
  server.refuse(getMember, 'internalError', 'Not now');
  const { page, press } = shown();
  expect(await page.findByText('Not now')).toBeTruthy();
  expect(page.queryByText('Account weight score')).toBeNull();
  server.answer(getMember, member);
  await press('Try again');
  expect(await page.findByText('Account weight score')).toBeTruthy();
  expect(page.queryByText('Not now')).toBeNull();
});
