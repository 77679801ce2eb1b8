import { afterAll, beforeAll, expect, test } from 'vitest';
import { endMemberSessions } from '#contract/identity-operators.ts';
import {
  addMemberNote,
  listMemberActs,
  listMemberNotes,
  listMemberObjects,
  searchMembers,
  viewMember,
} from '#contract/members.ts';
import { freezeMember, unfreezeMember } from '#contract/security-operators.ts';
import { listMemberRecords } from '#contract/wallet-operators.ts';
import { type ConsoleWorld, hourMs, openConsoleWorld } from './console-world.fixture.ts';
import { address, card, code } from './money-world.fixture.ts';
import { loginPassword, type Phone } from './phone.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';

const password = 'funds123';
let world: ConsoleWorld;
let desks: Record<'olga' | 'fay' | 'sue' | 'sam' | 'abe', WireCaller>;
let ann: Phone;
let bob: Phone;
let numbers: { ann: string; bob: string };

beforeAll(async () => {
  world = await openConsoleWorld();
  desks = await world.desks({ olga: 'owner', fay: 'finance', sue: 'support', sam: 'support', abe: 'auditor' });
  [bob, ann] = [await world.member('Annex22'), await world.member('annmem1')];
  await world.pass(1_000);
  await world.member('ANNmem0');
  await world.member('manning9');
  numbers = { ann: await world.numberOf(ann), bob: await world.numberOf(bob) };
  for (const [name, number] of Object.entries(numbers)) world.answers.name(number, name);
});
afterAll(() => world?.close());

const done = async (of: Phone, path: string, fields: Readonly<Record<string, string>> = {}) => {
  await world.pass(1_000);
  const { url, info, code: refusal } = await of.post(path, fields);
  expect(refusal).toBeUndefined();
  return { ...(info as object), ...(url as object) } as { id: string };
};
const balanceOf = async (of: Phone) => ((await of.get('/api/wallet')).url as { banlance: string }).banlance;

test('a member’s account, records and objects are answered to operators as they are, and no other member’s', async () => {
  const { ask, pass } = world;
  for (const [at, one] of [bob, ann].entries()) {
    await done(one, '/Finance/recharge', { channel: 'sandbox', amount: `${1_000 + 700 * at}` });
    await pass(20_000);
    await expect.poll(async () => Number(await balanceOf(one))).toBeGreaterThan(999);
    await one.setWithdrawalPassword(password, code);
    await done(one, '/User/rebank', { ...card, number: at === 0 ? '4000056655665556' : card.number, password });
    await done(one, '/Finance/withdraw', {
      method: 'address',
      address,
      amount: `${11 + at}`,
      password,
      login: loginPassword,
    });
  }
  await done(ann, '/limits/loss', { period: 'day', amount: '300' });
  for (let at = 0; at < 10; at += 1) {
    const { id } = await done(ann, '/Finance/withdraw', { method: 'bank', amount: `${20 + at}`, password });
    await done(ann, '/withdrawals/cancel', { withdrawal: id });
  }
  await done(ann, '/Finance/recharge', { channel: 'sandbox', amount: '333' });
  const search = (what: string, text: string, by = desks.sue) => ask(what, by, searchMembers, { search: text });
  await search('by a beginning', 'ann');
  await search('by the number', numbers.bob, desks.abe);
  await search('by the end of a name', 'mem1');
  await search('by no name', 'a_%');
  await search('by nothing', '');
  await ask('the account', desks.fay, viewMember, { member: numbers.ann });
  await ask('another account', desks.abe, viewMember, { member: numbers.bob });
  await ask('of no member', desks.fay, viewMember, { member: '0000000000000001' });
  const records = await ask<{ id: string }[]>('records', desks.sue, listMemberRecords, { member: numbers.ann });
  await ask('records before', desks.sue, listMemberRecords, { member: numbers.ann, before: records.at(-1)?.id ?? '' });
  await ask('records before no id', desks.sue, listMemberRecords, { member: numbers.ann, before: 'x' });
  await ask('records of another', desks.fay, listMemberRecords, { member: numbers.bob });
  for (const kind of ['deposit', 'withdrawal', 'plan', 'holding', 'order']) {
    const listed = await ask<{ id: string }[]>(`each ${kind}`, desks.fay, listMemberObjects, {
      member: numbers.ann,
      kind,
    });
    const before = listed[1]?.id;
    if (before) await ask(`each ${kind} before`, desks.fay, listMemberObjects, { member: numbers.ann, kind, before });
  }
  await ask('objects of no kind', desks.fay, listMemberObjects, { member: numbers.ann, kind: 'cards' });
  await ask('objects of no member', desks.fay, listMemberObjects, { member: '0000000000000001', kind: 'plan' });
  world.answers.expectKept();
});

test('notes, freezes and ended sessions are answered to who makes them, and what operators did is listed newest first', async () => {
  const { ask, pass } = world;
  const member = numbers.ann;
  const reason = 'asked by telephone';
  await ask('a note', desks.sue, addMemberNote, { member, text: 'Called twice.\nAsked for a loan.' });
  for (let at = 0; at < 21; at += 1) {
    await pass(11 * 60_000);
    await desks[at % 2 === 0 ? 'sam' : 'fay'].done(addMemberNote, { member, text: `Note ${at}` });
  }
  await desks.sue.done(addMemberNote, { member: numbers.bob, text: 'On another' });
  await ask('an empty note', desks.sue, addMemberNote, { member, text: ' ' });
  await ask('a note by an auditor', desks.abe, addMemberNote, { member, text: 'No.' });
  await ask('a note on no member', desks.sue, addMemberNote, { member: '0000000000000001', text: 'No.' });
  const notes = await ask<{ id: string }[]>('notes', desks.abe, listMemberNotes, { member });
  await ask('notes before', desks.abe, listMemberNotes, { member, before: notes.at(-1)?.id ?? '' });
  await ask('notes before no id', desks.abe, listMemberNotes, { member, before: '-' });
  await expect.poll(() => balanceOf(ann)).toBe('2021.000000');
  await expect
    .poll(async () => JSON.stringify(await desks.fay.done(viewMember, { member })))
    .not.toContain('"12.000000"');
  await ask('frozen', desks.sue, freezeMember, { member, reason });
  await pass(hourMs);
  await ask('frozen again', desks.sam, freezeMember, { member, reason: 'still asked' });
  await ask('frozen for no reason', desks.sam, freezeMember, { member, reason: '' });
  await ask('frozen by finance', desks.fay, freezeMember, { member, reason });
  await ask('the frozen account', desks.fay, viewMember, { member });
  await ask('found as frozen', desks.sue, searchMembers, { search: 'annmem1' });
  await ask('the freeze lifted', desks.olga, unfreezeMember, { member, reason: 'seen on a call' });
  await ask('lifted again', desks.olga, unfreezeMember, { member, reason });
  await pass(73 * hourMs);
  // Its text names a day of the wall clock.
  const { response } = await desks.sue.call(freezeMember, { member, reason });
  expect(await response.json()).toMatchObject({ status: false, code: 'frozenByOperatorLately' });
  await ask('signed out everywhere', desks.sue, endMemberSessions, { member, reason: 'lost the phone' });
  await ask('without a member', desks.sue, endMemberSessions, { reason });
  await ask('of no member', desks.sue, endMemberSessions, { member: '0000000000000001', reason });
  await ask('the account in the end', desks.fay, viewMember, { member });
  const acts = await ask<{ id: string }[]>('acts', desks.abe, listMemberActs, { member });
  await ask('acts before', desks.abe, listMemberActs, { member, before: acts.at(-1)?.id ?? '' });
  await ask('acts before no id', desks.abe, listMemberActs, { member, before: '-' });
  await ask('acts of another', desks.abe, listMemberActs, { member: numbers.bob });
  world.answers.expectKept();
});
