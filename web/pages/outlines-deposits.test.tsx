// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  type Deposit,
  depositFromWallet,
  getDeposit,
  listDepositChannels,
  listDeposits,
  requestDeposit,
} from '#contract/deposits.ts';
import { getLimits } from '#contract/limits.ts';
import type { DepositChannel } from '#web/features/deposits/deposit-form.ts';
import { DepositHistory } from '#web/features/deposits/deposit-history.tsx';
import { DepositTracker } from '#web/features/deposits/deposit-tracker.tsx';
import { ProofPicker } from '#web/features/deposits/proof-picker.tsx';
import { TestFunds } from '#web/features/deposits/test-funds.tsx';
import type { Proof } from '#web/features/deposits/use-proof.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as DepositPage } from './deposit.tsx';
import { Page as DepositedPage } from './deposit-success.tsx';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime, momentOf } from './money-moments.fixture.ts';
import { Page as RechargePage } from './recharge.tsx';
import { behind, chain, depositOf, deposits, sandbox } from './samples-deposits.fixture.ts';

const unlimited = { lossLimits: [], exclusion: null, now: momentOf(0), timeZone: 'Asia/Bangkok' };

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  server = opened;
  server.answer(listDepositChannels, [chain, sandbox, behind]);
  server.answer(listDeposits, deposits);
  server.answer(getLimits, unlimited);
});

test('the ways to recharge, one of which does not answer', async () => {
  await expectOutline(mount(<RechargePage />, { path: '/recharge' }).container);
});

test('no way to recharge, and none that can be read', async () => {
  server.answer(listDepositChannels, []);
  const { container, unmount } = mount(<RechargePage />, { path: '/recharge' });
  await expectOutline(container);
  unmount();
  await expectOutline(mount(<DepositPage />, { path: '/deposit' }).container);
});

test('the deposits that cannot be read, and the form without a connection', async () => {
  server.loseConnection(listDepositChannels);
  server.refuse(listDeposits, 'internalError', 'Not now');
  await expectOutline(mount(<DepositPage />, { path: '/deposit' }).container);
});

test('the page of deposits of a visitor, and while it is read', () => {
  server.hold(listDepositChannels, []);
  server.hold(listDeposits, []);
  const { container, rerender } = mount(<DepositPage />, { path: '/deposits' });
  expect(outlineOf(container)).toMatchSnapshot();
  session.signOut();
  rerender(<DepositPage key="visitor" />);
  expect(outlineOf(container)).toMatchSnapshot();
});

test('the form of a deposit in the sandbox, with deposits of each state', async () => {
  await expectOutline(mount(<DepositPage />, { path: '/deposit?channel=sandbox' }).container);
});

test('the form of a deposit on a chain that does not answer, of a member who is excluded and has no deposit', async () => {
  server.answer(listDeposits, []);
  server.answer(getLimits, {
    ...unlimited,
    exclusion: { beganAt: momentOf(30), endsAt: momentOf(-60), liftsAt: momentOf(-9) },
  });
  await expectOutline(mount(<DepositPage />, { path: '/deposit?channel=holesky' }).container);
});

test('a deposit that is filled in wrongly, then rightly, and refused', async () => {
  server.answer(listDeposits, []);
  const mounted = mount(<DepositPage />, { path: '/deposit?channel=sandbox' });
  const { press, fill } = handOn(mounted);
  const { container } = mounted;
  const submit = /^Get test funds$/;
  await press(submit);
  for (const amount of ['-3', '10.499999', '1500.250001']) {
    await expectOutline(container);
    await fill('Amount', amount);
    await press(submit);
  }
  await expectOutline(container);
  await press('1,000');
  server.refuse(requestDeposit, 'depositsOfDay', 'Enough for today');
  await press(submit);
  await expect.poll(() => outlineOf(container)).toContain('Enough for today');
  await expectOutline(container);
  server.refuse(requestDeposit, 'depositTooLarge', 'Too large');
  await press(submit);
  await expect.poll(() => outlineOf(container)).toContain('Too large');
  await expectOutline(container);
});

test('a transaction of the own wallet that is written wrongly, unknown, and lost on the way', async () => {
  server.answer(listDeposits, []);
  const mounted = mount(<DepositPage />, { path: '/deposit?channel=sepolia' });
  const { press, fill } = handOn(mounted);
  const { container } = mounted;
  const submit = 'Find the transfer';
  await press(submit);
  await expectOutline(container);
  await fill(/^Transaction/, '0x12');
  await press(submit);
  await expectOutline(container);
  await fill(/^Transaction/, `0x${'9a'.repeat(32)}`);
  server.refuse(depositFromWallet, 'transactionPending', 'Not mined yet');
  await press(submit);
  await expect.poll(() => outlineOf(container)).toContain('Not mined yet');
  await expectOutline(container);
  server.loseConnection(depositFromWallet);
  await press(submit);
  await expect.poll(() => outlineOf(container)).toContain('cannot be reached');
  await expectOutline(container);
});

test('the image of a payment at each step', async () => {
  const steps: readonly Proof[] = [
    { step: 'none' },
    { step: 'preparing' },
    { step: 'sending', preview: 'blob:a', share: 0.4 },
    { step: 'sent', preview: 'blob:b', id: '1KDVDWMC0SXVXCSA', redrawn: true },
    { step: 'sent', preview: 'blob:c', id: '1KDVDWMC0SXVXCSB', redrawn: false },
    { step: 'failed', preview: 'blob:d', problem: new ApiFailure('unreachable'), again: true },
    { step: 'failed', preview: null, problem: { code: 'imageUnknown', values: {} }, again: false },
  ];
  const nothing = async () => undefined;
  const choice = { choose: nothing, sendAgain: nothing, remove: () => undefined, refuse: () => undefined };
  await expectOutline(
    mount(
      steps.map((proof, place) => (
        <ProofPicker
          key={String(place)}
          choice={{ ...choice, proof }}
          error={place % 3 === 1 ? `Error ${place}` : null}
        />
      )),
    ).container,
  );
});

test('a deposit in each state, refused for each reason', async () => {
  const { container, page } = mount(
    deposits.map((deposit) => (
      <DepositTracker
        key={deposit.id}
        deposit={deposit}
        channel={deposit.channel === 'sandbox' ? sandbox : { ...chain, behindSince: behind.behindSince }}
      />
    )),
  );
  await expect.poll(() => page.queryAllByLabelText('QR code of the address')).toHaveLength(4);
  await expectOutline(container);
});

test('deposits whose channel is still read', async () => {
  const { container, page } = mount(
    [depositOf(1), depositOf(2, { state: 'rejected', reason: 'belowMinimum' })].map((deposit) => (
      <DepositTracker key={deposit.id} deposit={deposit} channel={undefined} />
    )),
  );
  await page.findByLabelText('QR code of the address');
  await expectOutline(container);
});

for (const [what, place, changes] of [
  ['that waits for its transfer', 11, {}],
  ['that has been seen, with its proof', 9, {}],
  ['that is credited', 2, {}],
  ['whose proof is invalid', 7, {}],
] as const) {
  test(`the page of a deposit ${what}`, async () => {
    const deposit = deposits.find(({ id }) => id === depositOf(place).id) as Deposit;
    server.answer(getDeposit, { ...deposit, ...changes });
    const { container, page } = mount(<DepositedPage />, { path: `/depositSuccess?deposit=${deposit.id}` });
    if (deposit.confirmedAt === null && deposit.reason === null) await page.findByLabelText('QR code of the address');
    await expectOutline(container);
  });
}

test('the page of a deposit of a member without one, while it is read, and refused', async () => {
  const held = server.hold(listDeposits, []);
  const { container, unmount } = mount(<DepositedPage />, { path: '/depositSuccess' });
  expect(outlineOf(container)).toMatchSnapshot();
  held.release();
  await expectOutline(container);
  unmount();
  server.refuse(getDeposit, 'internalError', 'Not now');
  await expectOutline(mount(<DepositedPage />, { path: '/depositSuccess?deposit=1KDVDWMC0SXVXC10' }).container);
});

test('deposits of which there are more', async () => {
  const many = Array.from({ length: 20 }, (_, place) => depositOf((place * 7) % 20, { image: '1KDVDWMC0SXVXCSA' }));
  server.answer(listDeposits, many);
  await expectOutline(mount(<DepositHistory />).container);
});

test('test funds that can be asked for, are on their way, are credited, and come from a chain alone', async () => {
  const states: readonly [channels: DepositChannel[], newest: Deposit | undefined][] = [
    [[chain, sandbox], deposits[4]],
    [[sandbox], deposits[2]],
    [[sandbox], deposits[0]],
    [[{ ...sandbox, maximum: sandbox.minimum }], deposits[11]],
    [[chain], undefined],
  ];
  for (const [channels, newest] of states) {
    server.answer(listDepositChannels, channels);
    server.answer(listDeposits, newest ? [newest] : []);
    if (newest) server.answer(getDeposit, newest);
    const { container, unmount } = mount(<TestFunds />);
    await expectOutline(container);
    unmount();
    queryClient.clear();
  }
});
