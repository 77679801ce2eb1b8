import { beforeAll, expect, test } from 'vitest';
import { bindBankCard, getBankCard, keepBankCard } from '#contract/bank-card.ts';
import { decideApproval } from '#contract/operators-approvals.ts';
import { freezeAccount, getWithdrawalPassword } from '#contract/security.ts';
import { listAccountRecords } from '#contract/wallet.ts';
import { listMovements } from '#contract/wallet-movements.ts';
import {
  cancelWithdrawal,
  getPayoutTimes,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  requestWithdrawal,
} from '#contract/withdrawals.ts';
import { listReviewedWithdrawals } from '#contract/withdrawals-operators.ts';
import { address, withdrawalPassword } from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { loginPassword } from './phone.fixture.ts';
import type { WireAnswers } from './wire-answers.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const world = await openForFile(() => openWireWorld());
const [nobodys, other] = ['0x000000000000000000000000000000000000dEaD', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'];
const card = { name: 'Ann Lee', number: '4242424242424242', bank: 'First Bank', login: loginPassword };
const proofs = { password: withdrawalPassword, login: loginPassword };
const ids: Record<string, string> = {};
let ann: WireCaller;
let ben: WireCaller;

async function ask(member: WireCaller, name: string, fields: Record<string, string>): Promise<string> {
  world.pass(minuteMs / 2);
  const { id } = await member.done<{ id: string }>(requestWithdrawal, { ...proofs, ...fields });
  ids[name] = id;
  await untilState(member, id, 'inReview');
  return id;
}

const untilState = (member: WireCaller, id: string, state: string) =>
  until(async () => (await member.done<{ state: string }>(getWithdrawal, { withdrawal: id })).state === state);

const namedAnswers = (): WireAnswers => {
  const answers = world.answers();
  for (const [name, id] of Object.entries(ids)) answers.name(id, name);
  for (const one of [address, nobodys, other]) answers.name(one, `address ${one.slice(0, 6)}`);
  return answers;
};

/** Withdrawals of Ann in all states, one after another, and one of Ben. */
beforeAll(async () => {
  ann = await world.member('annpayout1');
  ben = await world.member('benpayout1');
  const ola = await world.operator('ola', 'finance');
  for (const [member, amount] of [
    [ann, '20000.5'],
    [ben, '500.25'],
  ] as const) {
    await world.fund(member, amount);
    await world.setWithdrawalPassword(member);
  }
  await ann.done(bindBankCard, { ...card, password: withdrawalPassword });
  const first = await ask(ann, 'the paid one', { method: 'address', address, amount: '11.5', comment: 'rent' });
  await ask(ben, "Ben's", { method: 'address', address: other, amount: '21.5' });
  world.pass(10 * minuteMs);
  await untilState(ann, first, 'sent');
  world.pass(2 * minuteMs);
  await untilState(ann, first, 'done');
  const failing = await ask(ann, 'the one to nobody', { method: 'address', address: nobodys, amount: '12.25' });
  world.pass(11 * minuteMs);
  await untilState(ann, failing, 'refused');
  const refused = await ask(ann, 'the refused one', { method: 'bank', amount: '13.125' });
  const decide = async (id: string, fields: Record<string, string>) => {
    const list = await ola.done<{ id: string; approval: { id: string; hash: string } }[]>(listReviewedWithdrawals);
    const approval = list.find((one) => one.id === id)?.approval;
    await ola.done(decideApproval, { kind: 'withdrawal', ...approval, ...fields });
  };
  await decide(refused, { decision: 'refused', reason: 'nameMismatch' });
  await untilState(ann, refused, 'refused');
  const taken = await ask(ann, 'the cancelled one', { method: 'bank', amount: '14.0625', comment: 'taken back' });
  world.pass(minuteMs);
  await ann.done(cancelWithdrawal, { withdrawal: taken });
  const sent = await ask(ann, 'the sent one', { method: 'bank', amount: '15.03125' });
  world.pass(10 * minuteMs);
  await untilState(ann, sent, 'sent');
  const large = await ask(ann, 'the large one', { method: 'bank', amount: '10500.75' });
  await decide(large, { decision: 'approved', reason: 'looked at' });
});

test('a member is answered withdrawals in all their states, newest first, and none of another member', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, listWithdrawals);
  await ann.keep(answers, listWithdrawals, { before: ids['the refused one'] ?? '' }, { only: ['id', 'state'] });
  await ann.keep(answers, getWithdrawal, { withdrawal: ids['the large one'] ?? '' });
  await ann.keep(answers, getWithdrawal, { withdrawal: ids["Ben's"] ?? '' });
  await ann.keep(answers, listWithdrawals, { before: ids["Ben's"] ?? '' }, { only: ['id'] });
  await ann.keep(answers, listWithdrawals, { before: '?' });
  await ann.keep(answers, cancelWithdrawal, { withdrawal: ids["Ben's"] ?? '' });
  await ann.keep(answers, cancelWithdrawal, { withdrawal: ids['the paid one'] ?? '' });
  await ann.keep(answers, cancelWithdrawal, { withdrawal: ids['the cancelled one'] ?? '' });
  answers.part('anybody');
  await world.caller().keep(answers, getPayoutTimes);
  answers.expectKept();
});

test('a member is answered what a withdrawal would cost, and by whom it would be refused', async () => {
  const answers = namedAnswers();
  for (const fields of [
    ...[{ method: 'bank' }, { method: 'bank', amount: '2345.678' }, { method: 'bank', amount: '40000' }],
    ...[
      { method: 'address', amount: '250.5' },
      { method: 'address', amount: '0.5' },
    ],
    ...[{}, { method: 'cash' }, { method: 'bank', amount: 'all' }],
  ] as Record<string, string>[]) {
    await ann.keep(answers, quoteWithdrawal, fields);
  }
  answers.part('a member who has nothing yet');
  const eve = await world.member('evepayout1');
  await eve.keep(answers, quoteWithdrawal, { method: 'bank', amount: '1' });
  await eve.keep(answers, requestWithdrawal, { ...proofs, method: 'bank', amount: '1' });
  await eve.keep(answers, listWithdrawals);
  await eve.keep(answers, getBankCard);
  await eve.keep(answers, getWithdrawalPassword);
  answers.expectKept();
});

test('a member is answered a withdrawal that is asked for, and why another is refused', async () => {
  const answers = namedAnswers();
  world.pass(2 * minuteMs);
  await untilState(ben, ids["Ben's"] ?? '', 'done');
  const good = { ...proofs, method: 'address', address: other, amount: '31.5' };
  for (const fields of [
    ...[{ method: '' }, { method: 'cash' }, { amount: '' }, { amount: '0' }, { amount: '9999' }, { password: '' }],
    ...[{ password: 'wrong1234' }, { address: '' }, { address: other.toLowerCase().replace('f', 'F') }],
    ...[{ method: 'bank' }, { comment: 'a\u0007' }, { address, login: '' }],
  ] as Record<string, string>[]) {
    await ben.keep(answers, requestWithdrawal, { ...good, ...fields });
  }
  // A job may have taken it to review by the answer.
  const varying = ['state'];
  const commented = { ...good, comment: 'for a friend' };
  const asked = await ben.keep<{ id: string }>(answers, requestWithdrawal, commented, { varying });
  await ben.keep(answers, requestWithdrawal, good, { varying });
  await ben.keep(answers, cancelWithdrawal, { withdrawal: asked.id });
  await ben.done(freezeAccount);
  await ben.keep(answers, requestWithdrawal, good);
  answers.expectKept();
});

test('a member is answered the card, and the one that waits to replace it', async () => {
  const answers = namedAnswers();
  await ann.keep(answers, getBankCard);
  await ann.keep(answers, keepBankCard);
  const second = { ...card, number: '5555 5555 5555 4444', bank: 'Second Bank', password: withdrawalPassword };
  for (const fields of [
    ...[{ name: '' }, { name: '7' }, { number: '' }, { number: '4242424242424241' }, { bank: '' }, { bank: '<>' }],
    ...[{ password: '' }, { login: '' }, { login: 'wrong99owl' }],
  ] as Record<string, string>[]) {
    await ann.keep(answers, bindBankCard, { ...second, ...fields });
  }
  world.pass(minuteMs);
  await ann.keep(answers, bindBankCard, second);
  await ann.keep(answers, getBankCard);
  world.pass(minuteMs);
  await ann.keep(answers, keepBankCard);
  await ann.done(bindBankCard, second);
  world.pass(25 * 60 * minuteMs);
  await ann.keep(answers, getBankCard);
  answers.expectKept();
});

test('a member is answered withdrawals, records and movements by pages of twenty', async () => {
  const dan = await world.member('danpayout1');
  await world.fund(dan, '900.5');
  await world.setWithdrawalPassword(dan);
  const answers = namedAnswers();
  for (let one = 1; one <= 21; one++) {
    const fields = { ...proofs, method: 'address', address: other, amount: `${one}.5` };
    world.pass(minuteMs);
    const { id } = await dan.done<{ id: string }>(requestWithdrawal, fields);
    answers.name(id, `withdrawal ${one}`);
    world.pass(minuteMs);
    await dan.done(cancelWithdrawal, { withdrawal: id });
  }
  const pages = async (operation: typeof listMovements | typeof listWithdrawals | typeof listAccountRecords) => {
    const counted = operation === listMovements ? { id: 'movement', before: 'movement' } : {};
    const only = operation === listWithdrawals ? ['id', 'state', 'amount'] : ['id', 'kind', 'reference', 'at'];
    let before: string | undefined;
    for (let page = 1; ; page++) {
      const fields: Record<string, string> = before === undefined ? {} : { before };
      const list = await dan.keep<{ id: string }[]>(answers, operation, fields, { counted, only });
      before = list.at(-1)?.id;
      if (list.length < 20) return page;
    }
  };
  expect([await pages(listWithdrawals), await pages(listMovements), await pages(listAccountRecords)]).toEqual([
    2, 3, 5,
  ]);
  answers.expectKept();
});
