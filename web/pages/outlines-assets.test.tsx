// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { listDepositChannels, listDeposits } from '#contract/deposits.ts';
import { listMarkets } from '#contract/market.ts';
import { getMember } from '#contract/profile.ts';
import { usdt } from '#core/money/amount.ts';
import { tabStorage } from '#web/platform/session/storage.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as AssetsPage } from './assets.tsx';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime } from './money-moments.fixture.ts';
import { deposits, sandbox } from './samples-deposits.fixture.ts';
import { member } from './samples-wallet.fixture.ts';

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  tabStorage.removeItem('firstSteps');
  server = opened;
  server.answer(getMember, member);
  server.answer(listMarkets, []);
  server.answer(listDepositChannels, [sandbox]);
  server.answer(listDeposits, deposits);
});

/** With the parts that are loaded after the figures. */
async function shownAssets() {
  const mounted = mount(<AssetsPage />, { path: '/tab4' });
  await expect.poll(() => outlineOf(mounted.container)).toMatch(/cannot be reached/);
  return mounted;
}

test('the assets of a member with a loss today and gains altogether', async () => {
  await expectOutline((await shownAssets()).container);
});

test('the assets of a member with gains today and losses altogether, without any point', async () => {
  server.answer(getMember, {
    ...{ ...member, weight: 0, postings: 1, incomeToday: usdt(1_250_599n), incomeTotal: usdt(-7_000_123n) },
  });
  await expectOutline((await shownAssets()).container);
});

test('the assets of a new member, with the first steps, which can be closed', async () => {
  const zero = usdt(0n);
  const figures = { authorization: zero, available: zero, locked: zero, incomeToday: zero, incomeTotal: zero };
  server.answer(getMember, { ...member, ...figures, weight: 0, postings: 0 });
  server.answer(listDeposits, []);
  const mounted = await shownAssets();
  await mounted.page.findByText('Get 1,000 test USDT');
  await expectOutline(mounted.container);
  await handOn(mounted).press('Close');
  await expectOutline(mounted.container);
});

test('the first steps of a member who has funds and no plan', async () => {
  server.answer(getMember, { ...member, locked: usdt(0n), incomeTotal: usdt(0n) });
  const mounted = await shownAssets();
  await expect.poll(() => outlineOf(mounted.container)).toContain('[h2] First steps');
  await expectOutline(mounted.container);
});

test('the assets while they are read, and those that the server refuses', async () => {
  server.hold(getMember, member);
  const reading = await shownAssets();
  expect(outlineOf(reading.container)).toMatchSnapshot();
  reading.unmount();
  server.refuse(getMember, 'internalError', 'Not now');
  await expectOutline((await shownAssets()).container);
});

test('what the weight is, how an account is activated, the languages, and signing out', async () => {
  const mounted = await shownAssets();
  const { press } = handOn(mounted);
  const opened = () => [...mounted.container.querySelectorAll('dialog[open]')].map((one) => outlineOf(one)).join('\n');
  await press('What is the weight score?');
  expect(opened()).toMatchSnapshot();
  await press('Understood');
  await press('Account weight score');
  await expect.poll(opened).toContain('0x');
  expect(opened()).toMatchSnapshot();
  await mounted.user.click(mounted.container.querySelector('dialog[open] [aria-label=Close]') as Element);
  await press('Language and appearance');
  expect(opened()).toMatchSnapshot();
  await mounted.user.click(mounted.container.querySelector('dialog[open] [aria-label=Close]') as Element);
  await press('Sign out');
  expect(opened()).toMatchSnapshot();
});

test('the activation of a member without a deposit', async () => {
  server.answer(getMember, { ...member, weight: 45 });
  server.answer(listDeposits, []);
  const mounted = await shownAssets();
  await handOn(mounted).press('Account weight score');
  await expectOutline(mounted.container.querySelector('dialog[open]') as Element);
});
