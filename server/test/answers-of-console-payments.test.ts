import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOpenDeposits, markDepositProof, refuseDeposit } from '#contract/deposits-operators.ts';
import { decideApproval, listApprovals } from '#contract/operators-approvals.ts';
import { listReviewedWithdrawals, type ReviewedWithdrawal } from '#contract/withdrawals-operators.ts';
import { type ConsoleWorld, minuteMs, openConsoleWorld } from './console-world.fixture.ts';
import { imageOf } from './image-world.fixture.ts';
import { address, card, code } from './money-world.fixture.ts';
import { loginPassword, type Phone } from './phone.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';

const reason = 'seen by the desk';
const withdrawalPassword = 'funds123';
let world: ConsoleWorld;
let desks: Record<'olga' | 'fay' | 'fred' | 'sue' | 'abe', WireCaller>;
let ann: Phone;
let bob: Phone;
let cid: Phone;
let numbers: { ann: string; bob: string; cid: string };

beforeAll(async () => {
  world = await openConsoleWorld();
  desks = await world.desks({ olga: 'owner', fay: 'finance', fred: 'finance', sue: 'support', abe: 'auditor' });
  // Names in another order than the moments of the registrations.
  [cid, ann, bob] = [await world.member('cidpay3'), await world.member('annpay1'), await world.member('bobpay2')];
  numbers = { ann: await world.numberOf(ann), bob: await world.numberOf(bob), cid: await world.numberOf(cid) };
  for (const [name, number] of Object.entries(numbers)) world.answers.name(number, name);
});
afterAll(() => world?.close());

async function deposit(of: Phone, amount: string, image?: string): Promise<string> {
  await world.pass(1);
  const fields = { channel: 'sandbox', amount, ...(image === undefined ? {} : { image }) };
  const { url, code: refusal } = await of.post('/Finance/recharge', fields);
  expect(refusal).toBeUndefined();
  return (url as { id: string }).id;
}

async function withdraw(of: Phone, amount: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  await world.pass(1_000);
  const form = { method: 'address', address, amount, password: withdrawalPassword, login: loginPassword, ...more };
  const { url, code: refusal } = await of.post('/Finance/withdraw', form);
  expect(refusal).toBeUndefined();
  return (url as { id: string }).id;
}

const balanceOf = async (of: Phone) => ((await of.get('/api/wallet')).url as { banlance: string }).banlance;

test('deposits under way are answered to operators by their age, in pages, with proof and look, and no other', async () => {
  const { ask, pass, answers } = world;
  const done = await deposit(ann, '100');
  await pass(20_000);
  await expect.poll(() => balanceOf(ann)).toBe('100.000000');
  const seen = await deposit(bob, '210.5');
  await pass(4_000);
  const states = async () => (await desks.abe.done<{ state: string }[]>(listOpenDeposits)).map(({ state }) => state);
  await expect.poll(states).toEqual(['seen']);
  const proven = await deposit(cid, '120.000001', await imageOf(cid, 3));
  const looked = await deposit(ann, '130', await imageOf(ann, 4));
  const bare = await deposit(bob, '140');
  const refused = await deposit(bob, '150', await imageOf(bob, 5));
  const further: string[] = [];
  for (let at = 0; at < 17; at += 1) further.push(await deposit([cid, ann, bob][at % 3] as Phone, `${200 + 3 * at}`));
  for (const [name, id] of Object.entries({ done, seen, proven, looked, bare, refused })) answers.name(id, name);
  await pass(1);
  const mark = (what: string, of: string, member = numbers.ann, by = desks.fay) =>
    ask(what, by, markDepositProof, { member, deposit: of });
  await mark('marked', looked);
  await mark('again', looked);
  await mark('of another member', proven);
  await mark('without a proof', bare, numbers.bob);
  await mark('seen by the rail', seen, numbers.bob);
  await mark('credited', done);
  await mark('of no member', looked, '0'.repeat(16));
  await ask('without a member', desks.fay, markDepositProof, { deposit: looked });
  await mark('by support', looked, numbers.ann, desks.sue);
  const refuse = (what: string, of: string, why: string, by = desks.olga) =>
    ask(what, by, refuseDeposit, { member: numbers.bob, deposit: of, reason: why });
  await refuse('refused', refused, 'proofInvalid');
  await refuse('again', refused, 'proofInvalid');
  await refuse('for a reason of no list', bare, 'disliked');
  await refuse('for no reason', bare, '');
  await refuse('of another member', looked, 'announcedTwice');
  await refuse('seen by the rail', seen, 'notReceived');
  await refuse('by an auditor', bare, 'notReceived', desks.abe);
  const first = await ask<{ id: string }[]>('first page, to an auditor', desks.abe, listOpenDeposits);
  await ask('next page, to support', desks.sue, listOpenDeposits, { after: first.at(-1)?.id ?? '' });
  await ask('after the last one', desks.fay, listOpenDeposits, { after: further.at(-1) ?? '' });
  await ask('after no id', desks.fay, listOpenDeposits, { after: '?' });
  await ask('to a caller without a session', world.stranger, listOpenDeposits);
  answers.expectKept();
});

test('withdrawals in review are answered to operators by their age, with approvals, sums and what each may decide', async () => {
  const { ask, pass, answers } = world;
  await pass(20_000);
  for (const [at, one] of [ann, bob, cid].entries()) {
    await one.post('/Finance/recharge', { channel: 'sandbox', amount: `${60_000 + at}` });
    await one.setWithdrawalPassword(withdrawalPassword, code);
  }
  const bound = await cid.post('/User/rebank', { ...card, password: withdrawalPassword });
  expect(bound.code).toBeUndefined();
  await pass(20_000);
  for (const one of [ann, bob, cid])
    await expect.poll(async () => Number(await balanceOf(one))).toBeGreaterThan(60_000);
  const paid = await withdraw(bob, '77.5');
  await pass(11 * minuteMs);
  const list = (by = desks.fay) => by.done<ReviewedWithdrawal[]>(listReviewedWithdrawals);
  await expect.poll(async () => (await list()).length).toBe(0);
  const large = await withdraw(cid, '12000.25', { method: 'bank', comment: 'for the "roof"' });
  const small = await withdraw(ann, '31');
  const manySmall = await withdraw(bob, '9950.000001');
  for (const [name, id] of Object.entries({ paid, large, small, manySmall })) answers.name(id, name);
  await pass(minuteMs);
  const approvals = new Map((await list()).map(({ id, approval }) => [id, approval]));
  const decide = (what: string, by: WireCaller, of: string, decision: string, why = reason, hash?: string) => {
    const { id = '', hash: shown = '' } = approvals.get(of) ?? {};
    return ask(what, by, decideApproval, { kind: 'withdrawal', id, hash: hash ?? shown, decision, reason: why });
  };
  await ask('to finance', desks.fay, listReviewedWithdrawals);
  await ask('what waits for approvals', desks.fay, listApprovals);
  await ask('to an auditor, after the first', desks.abe, listReviewedWithdrawals, { after: large });
  await ask('after no id', desks.fay, listReviewedWithdrawals, { after: '!' });
  await decide('approved by one', desks.fay, large, 'approved');
  await decide('approved by the same one', desks.fay, large, 'approved');
  await decide('as another than listed', desks.fred, large, 'approved', reason, 'f'.repeat(64));
  await decide('refused for a reason of no list', desks.fred, large, 'refused', 'disliked');
  await decide('without a reason', desks.fred, large, 'approved', '');
  await decide('by support', desks.sue, large, 'approved');
  await decide('by an auditor', desks.abe, large, 'approved');
  await decide('approved where no approval is needed', desks.fred, small, 'approved');
  await ask('to the first approver', desks.fay, listReviewedWithdrawals);
  await ask('approvals, to the first approver', desks.fay, listApprovals);
  await decide('approved by a second', desks.olga, large, 'approved', 'known by telephone');
  await decide('the small one refused', desks.fred, small, 'refused', 'noDestination');
  await decide('and again', desks.fred, small, 'refused', 'noDestination');
  await ask('to a third', desks.fred, listReviewedWithdrawals);
  await pass(12 * minuteMs);
  await expect.poll(async () => (await list()).length).toBe(1);
  await ask('after the review', desks.fred, listReviewedWithdrawals);
  await ask('approvals after the review, to support', desks.sue, listApprovals);
  await decide('approved after it was sent', desks.fred, large, 'approved');
  answers.expectKept();
});
