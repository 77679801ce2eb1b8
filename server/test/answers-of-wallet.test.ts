import { beforeAll, expect, test } from 'vitest';
import { checkIn } from '#contract/check-in.ts';
import {
  depositFromWallet,
  getDeposit,
  listDepositChannels,
  listDeposits,
  proveDeposit,
  requestDeposit,
} from '#contract/deposits.ts';
import { refuseDeposit } from '#contract/deposits-operators.ts';
import { subscribe } from '#contract/financing.ts';
import { uploadImage } from '#contract/images.ts';
import { getBalanceProof, listBalanceRoots } from '#contract/proofs.ts';
import { exportAccountRecords, getAccountRecord, getPurse, getWallet, listAccountRecords } from '#contract/wallet.ts';
import { listMovements, sumMovements } from '#contract/wallet-movements.ts';
import { cancelWithdrawal, requestWithdrawal } from '#contract/withdrawals.ts';
import { picture } from './image-world.fixture.ts';
import { address, withdrawalPassword } from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { loginPassword } from './phone.fixture.ts';
import type { WireAnswers } from './wire-answers.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const world = await openForFile(() => openWireWorld());
let ann: WireCaller;
let ben: WireCaller;
let cay: WireCaller;
let annsDeposit = '';
let bensDeposit = '';
let held = '';

/** Movements of several kinds, accounts, assets and days of one member, and some of another member at about the same times. */
beforeAll(async () => {
  ann = await world.member('annwallet1');
  ben = await world.member('benwallet1');
  annsDeposit = await world.fund(ann, '1000.25');
  bensDeposit = await world.fund(ben, '777.5');
  world.pass(2 * dayMs);
  await ann.done(checkIn);
  world.pass(minuteMs);
  await world.fund(ann, '250.125');
  world.pass(dayMs);
  await world.fund(ben, '333.5');
  await ann.done(subscribe, { product: 'day7', amount: '44.4' });
  world.pass(3 * hourMs);
  await ann.done(checkIn);
  await world.setWithdrawalPassword(ann);
  const one = { method: 'address', password: withdrawalPassword, address, login: loginPassword };
  world.pass(minuteMs);
  const { id } = await ann.done<{ id: string }>(requestWithdrawal, { ...one, amount: '31.5', comment: 'taken back' });
  world.pass(minuteMs);
  await ann.done(cancelWithdrawal, { withdrawal: id });
  world.pass(minuteMs);
  held = (await ann.done<{ id: string }>(requestWithdrawal, { ...one, amount: '62.75' })).id;
  world.pass(minuteMs);
});

const namedAnswers = (): WireAnswers => {
  const answers = world.answers();
  answers.name(annsDeposit, "Ann's first deposit");
  answers.name(bensDeposit, "Ben's first deposit");
  answers.name(held, 'the withdrawal that is held');
  return answers;
};

test('a member is answered the wallet, the purse and what a stranger is refused', async () => {
  const answers = namedAnswers();
  for (const one of [getWallet, getPurse]) await ann.keep(answers, one);
  answers.part('without a session');
  await world.caller().keep(answers, getWallet);
  answers.part('with a field that there is not');
  await ann.keep(answers, getPurse, { account: 'available' });
  answers.expectKept();
});

test('a member is answered its records by day, asset, account, kind and text', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, listAccountRecords);
  const only = ['id', 'kind', 'account', 'amount', 'at'];
  for (const filter of [
    ...[{ range: 'today' }, { range: 'yesterday' }, { range: 'week' }, { range: 'month' }],
    ...[{ asset: 'PTS' }, { asset: 'USDT' }, { account: 'withdrawing' }, { account: 'assistance' }],
    ...[
      { from: '2026-01-16', until: '2026-01-16' },
      { from: '2026-01-15', until: '2026-01-16' },
    ],
    ...[{ kinds: 'depositConfirmed,withdrawalHeld' }, { search: held.slice(0, 9).toLowerCase() }],
  ] as Record<string, string>[]) {
    await ann.keep(answers, listAccountRecords, filter, { only });
  }
  for (const filter of [
    ...[{ range: 'decade' }, { account: 'pocket' }, { before: 'nothing' }, { from: '2026-02-31' }],
    ...[{ asset: 'EUR' }, { kinds: 'stolen' }, { before: '99999999-0-1' }],
  ] as Record<string, string>[]) {
    await ann.keep(answers, listAccountRecords, filter);
  }
  answers.expectKept();
});

test('a member is answered its movements and their sums by the same filters, the plan-less ones too', async () => {
  const answers = namedAnswers();
  const counted = { id: 'transfer', before: 'transfer' };
  const list = await ann.keep<{ id: string }[]>(answers, listMovements, {}, { counted });
  for (const filter of [
    ...[
      { range: 'today' },
      { range: 'yesterday' },
      { asset: 'PTS' },
      { account: 'available' },
      { account: 'financing' },
    ],
    ...[{ from: '2026-01-16', until: '2026-01-16' }, { kinds: 'withdrawalHeld' }, { search: held.slice(0, 9) }],
  ] as Record<string, string>[]) {
    await ann.keep(answers, listMovements, filter, { counted, only: ['id', 'kind', 'at'] });
    await ann.keep(answers, sumMovements, filter);
  }
  await ann.keep(answers, sumMovements);
  answers.part('after the third');
  await ann.keep(answers, listMovements, { before: list[2]?.id ?? '' }, { counted, only: ['id', 'kind'] });
  for (const filter of [{ range: 'ever' }, { account: 'pocket' }, { before: 'x' }] as Record<string, string>[]) {
    await ann.keep(answers, listMovements, filter);
  }
  await ann.keep(answers, sumMovements, { range: 'ever' });
  answers.expectKept();
});

test('a member is answered the transfer behind a record, and not behind another member’s', async () => {
  const answers = namedAnswers();
  const [record] = await ann.done<{ transfer: string }[]>(listAccountRecords, { account: 'withdrawing' });
  const [bens] = await ben.done<{ transfer: string }[]>(listAccountRecords);
  const counted = { transfer: 'transfer' };
  await ann.keep(answers, getAccountRecord, { transfer: record?.transfer ?? '' }, { counted });
  answers.part("Ben's");
  await ann.keep(answers, getAccountRecord, { transfer: bens?.transfer ?? '' }, { counted });
  await ann.keep(answers, getAccountRecord, { transfer: 'x' });
  answers.expectKept();
});

test('a member is answered its records as a table to keep', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, exportAccountRecords);
  await ann.keep(answers, exportAccountRecords, { asset: 'PTS' });
  await ann.keep(answers, exportAccountRecords, { range: 'yesterday' });
  await ann.keep(answers, exportAccountRecords, { range: 'ever' });
  answers.expectKept();
});

test('a member is answered deposits in all their states, newest first', async () => {
  const answers = world.answers();
  cay = await world.member('caywallet1');
  const ola = await world.operator('ola', 'finance');
  const { id: image } = await cay.done<{ id: string }>(uploadImage, {}, new Uint8Array(await picture(3)));
  answers.name(image, 'the picture');
  await cay.keep(answers, listDepositChannels);
  const requested = { channel: 'sandbox', amount: '101.5' };
  const refused = await cay.keep<{ id: string }>(answers, requestDeposit, { ...requested, image });
  answers.name(refused.id, 'the refused one');
  const { userid: member } = await cay.done<{ userid: string }>(getWallet);
  await ola.done(refuseDeposit, { member, deposit: refused.id, reason: 'announcedTwice' });
  world.pass(minuteMs);
  answers.name(await world.fund(cay, '102.25'), 'the confirmed one');
  const seen = await cay.done<{ id: string }>(requestDeposit, { channel: 'sandbox', amount: '103.125' });
  answers.name(seen.id, 'the seen one');
  world.pass(8_000);
  const stateOf = async () => (await cay.done<{ state: string }>(getDeposit, { deposit: seen.id })).state;
  await expect.poll(stateOf).toBe('seen');
  const last = await cay.done<{ id: string }>(requestDeposit, { channel: 'sandbox', amount: '104.0625' });
  answers.name(last.id, 'the requested one');
  await cay.keep(answers, listDeposits);
  await cay.keep(answers, listDeposits, { before: seen.id }, { only: ['id', 'state'] });
  await cay.keep(answers, getDeposit, { deposit: refused.id });
  answers.part("Ann's, and others that there are not");
  await cay.keep(answers, getDeposit, { deposit: annsDeposit });
  await cay.keep(answers, listDeposits, { before: 'x' });
  await cay.keep(answers, listDeposits, { before: '0000000000000000' });
  answers.part('a proof');
  await cay.keep(answers, proveDeposit, { deposit: last.id, image });
  const { id: other } = await cay.done<{ id: string }>(uploadImage, {}, new Uint8Array(await picture(4)));
  answers.name(other, 'the other picture');
  await cay.keep(answers, proveDeposit, { deposit: refused.id, image: other });
  await cay.keep(answers, proveDeposit, { deposit: annsDeposit, image: other });
  await cay.keep(answers, proveDeposit, { deposit: last.id, image: other });
  await cay.keep(answers, proveDeposit, { deposit: last.id, image: other });
  answers.part('refused requests');
  for (const fields of [
    ...[{}, { channel: 'bank', amount: '100' }, { channel: 'sandbox' }, { channel: 'sandbox', amount: '-1' }],
    ...[
      { channel: 'sandbox', amount: '99.999999' },
      { channel: 'sandbox', amount: '100000.000001' },
    ],
  ] as Record<string, string>[]) {
    await cay.keep(answers, requestDeposit, fields);
  }
  const hash = `0x${'ab'.repeat(32)}`;
  for (const fields of [{}, { channel: 'sandbox' }, { channel: 'sandbox', hash }] as Record<string, string>[]) {
    await cay.keep(answers, depositFromWallet, fields);
  }
  answers.expectKept();
});

const ended = new Set(['confirmed', 'rejected']);

test('anybody is answered the root of the hour, a member what proves the own balance in it', async () => {
  const answers = namedAnswers();
  const anybody = world.caller();
  // What is under way arrives before the hour.
  world.pass(minuteMs);
  await until(async () => (await cay.done<{ state: string }[]>(listDeposits)).every(({ state }) => ended.has(state)));
  world.pass(hourMs);
  const hour = Math.floor(world.now() / hourMs) * hourMs;
  const newest = async () => (await anybody.done<{ at: string; number: number }[]>(listBalanceRoots))[0];
  await until(async () => Date.parse((await newest())?.at ?? '') >= hour);
  const before = String(((await newest())?.number ?? 0) - 1);
  answers.name(before, 'the number before');
  // How many hours had a tree, and how many acts the log had by then, depend on when jobs looked; how a balance is split and where its parts are is random.
  await anybody.keep(answers, listBalanceRoots, { after: before }, { varying: ['number', 'log'] });
  await anybody.keep(answers, listBalanceRoots, { after: 'x' });
  const varying = ['number', 'log', 'amount', 'points', 'position', 'siblings'];
  await ann.keep(answers, getBalanceProof, {}, { varying });
  await ann.keep(answers, getBalanceProof, { tree: '1' });
  await ann.keep(answers, getBalanceProof, { tree: '99999' });
  await anybody.keep(answers, getBalanceProof);
  answers.expectKept();
});
