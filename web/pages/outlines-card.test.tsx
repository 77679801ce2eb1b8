// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { bindBankCard, getBankCard } from '#contract/bank-card.ts';
import { getWallet } from '#contract/wallet.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as CardPage } from './card.tsx';
import { Page as EditCardPage } from './edit-card.tsx';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime } from './money-moments.fixture.ts';
import { wallet } from './samples-wallet.fixture.ts';
import { card, nextCard } from './samples-withdrawals.fixture.ts';

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  server = opened;
  server.answer(getWallet, wallet);
  server.answer(getBankCard, { card, replacement: null });
});

test('the card, and the one that waits to take its place', async () => {
  server.answer(getBankCard, { card, replacement: nextCard });
  await expectOutline(mount(<CardPage />, { path: '/card' }).container);
});

test('the card alone', async () => {
  await expectOutline(mount(<CardPage />, { path: '/card' }).container);
});

test('no card, while it is read and afterwards', async () => {
  const held = server.hold(getBankCard, { card: null, replacement: null });
  const { container } = mount(<CardPage />, { path: '/card' });
  expect(outlineOf(container)).toMatchSnapshot();
  held.release();
  await expectOutline(container);
});

test('the card that the server refuses to show, and the form without it', async () => {
  server.refuse(getBankCard, 'internalError', 'Not now');
  const { container, rerender } = mount(<CardPage />, { path: '/card' });
  await expectOutline(container);
  rerender(<EditCardPage />);
  await expectOutline(container);
});

test('the form of a first card, of a member without a withdrawal password', async () => {
  server.answer(getBankCard, { card: null, replacement: null });
  server.answer(getWallet, { ...wallet, hasWithdrawalPassword: false });
  const { container } = mount(<EditCardPage />, { path: '/editbank' });
  expect(outlineOf(container)).toMatchSnapshot();
  await expectOutline(container);
});

test('another card, of a member without a withdrawal password', async () => {
  server.answer(getWallet, { ...wallet, hasWithdrawalPassword: false });
  await expectOutline(mount(<EditCardPage />, { path: '/editbank' }).container);
});

test('another card that is filled in wrongly, then rightly, refused, and lost on the way', async () => {
  const mounted = mount(<EditCardPage />, { path: '/editbank' });
  const { press, fill } = handOn(mounted);
  const { container } = mounted;
  await press(/^Save/);
  await expectOutline(container);
  await fill(/^Name on the card/, '7');
  await fill(/^Card number/, '4242 4242 4242 4241');
  await fill(/^Bank/, '*');
  await press(/^Save/);
  await expectOutline(container);
  await fill(/^Name on the card/, 'Ann Lee');
  await fill(/^Card number/, '4242 4242 4242 4242');
  await fill(/^Bank/, 'Test Bank');
  await fill(/^Withdrawal password/, 'secret-7');
  await expectOutline(container);
  for (const [code, words] of [
    ['bankNameInvalid', 'No such bank'],
    ['cardsOfDay', 'Enough cards for today'],
  ] as const) {
    server.refuse(bindBankCard, code, words);
    await press(/^Save/);
    await expect.poll(() => outlineOf(container)).toContain(words);
    await expectOutline(container);
  }
  server.loseConnection(bindBankCard);
  await press(/^Save/);
  await expect.poll(() => outlineOf(container)).toContain('cannot be reached');
  await expectOutline(container);
});
