// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { pageSize } from '#contract/fields.ts';
import { endMemberSessions, proposeRecovery } from '#contract/identity-operators.ts';
import {
  addMemberNote,
  listMemberActs,
  listMemberNotes,
  listMemberObjects,
  type MemberNote,
  type MemberOverview,
  searchMembers,
  viewMember,
} from '#contract/members.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { freezeMember, unfreezeMember } from '#contract/security-operators.ts';
import { listMemberRecords } from '#contract/wallet-operators.ts';
import { usdt } from '#core/money/amount.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { useListMemberActs } from '../queries/members.ts';
import { MemberAccount } from './member-account.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberRecovery } from './member-recovery.tsx';
import { Members } from './members.tsx';

beforeAll(useConsoleInEnglish);

const number = '1111222233334444';
const at = Date.UTC(2026, 4, 1);

const member: MemberOverview = {
  ...{ username: 'zoe', number, nickname: 'Z', createdAt: at, isFrozen: false, locale: 'jp', timeZone: 'Asia/Tokyo' },
  ...{ freeze: null, sessions: 3, lastSignInAt: null, hasAuthenticator: true, passkeys: 2, card: '*** 1234' },
  ...{ hasWithdrawalPassword: false, excludedUntil: null, isBeingRecovered: false },
  limits: [
    { period: 'day', amount: usdt(50_000_000n), next: { amount: null, at } },
    { period: 'week', amount: usdt(200_000_000n), next: { amount: usdt(300_000_000n), at } },
  ],
  balances: [
    { account: 'available', asset: 'USDT', amount: '12.500000' },
    { account: 'assistance', asset: 'PTS', amount: '40' },
  ],
};

const frozen = { frozenAt: at, holdsUntil: at, operator: 'bert', byMember: false };

function desk(role: OperatorRole, shown: MemberOverview) {
  const server = operatorServer(role);
  server.answer(viewMember, shown);
  server.answer(listMemberNotes, []);
  server.answer(listMemberRecords, []);
  return server;
}

test('a member is found by the beginning of the name; what cannot be one is not asked for', async () => {
  const server = desk('support', member);
  server.answerBy(searchMembers, ({ fields }) => (fields.search === 'zo' ? [member] : []));
  const page = mountDesk(<Members />, '/operator/members');
  expect(page.rows('Members found')).toEqual([]);
  await page.write('Account name or member number', ' zo ');
  await expect
    .poll(() => page.rows('Members found').map((row) => row.toSpliced(3, 1)))
    .toEqual([['zoe', number, 'Z', 'No']]);
  expect(page.container.querySelector('table a')?.getAttribute('href')).toBe(`/operator/members/${number}`);
  await page.write('Account name or member number', 'zo!');
  await expect.poll(page.words).toContain('No member found.');
  await page.write('Account name or member number', 'x');
  const asked = () => server.requestsTo(searchMembers).map(({ fields }) => fields.search);
  await expect.poll(asked).toEqual(['zo', 'x']);
  await expect.poll(page.words).toContain('No member found.');
  await page.write('Account name or member number', '');
  await expect.poll(page.words).not.toContain('No member found.');
  expect(page.words()).not.toContain('Account of the member');
});

test('an account stands with its protections, limits and balances, each as it is', async () => {
  desk('auditor', member);
  const page = mountDesk(<MemberAccount member={number} />);
  await expect
    .poll(() => page.rows('Balances'))
    .toEqual([
      ['Available', '12.50 USDT'],
      ['Assistance points', '40 PTS'],
    ]);
  const names = ['Account', 'Frozen', 'Self-excluded until', 'Recovery open', 'Devices signed in', 'Last sign-in'];
  expect(names.flatMap(page.facts)).toEqual(['zoe', 'No', 'None', 'No', '3', 'None']);
  expect(page.container.querySelector('time')?.dateTime).toBe(new Date(at).toISOString());
  const more = ['Language and time zone', 'Authenticator app', 'Passkeys', 'Withdrawal password', 'Bank card'];
  expect(more.flatMap(page.facts)).toEqual(['jp · Asia/Tokyo', 'Yes', '2', 'No', '*** 1234']);
  expect(page.facts('Loss limit of a day')[0]).toMatch(/^50\.00 USDT · none from .*2026/);
  expect(page.facts('Loss limit of a week')[0]).toMatch(/^200\.00 USDT · 300\.00 USDT .*2026/);
});

test.each([
  [frozen, /^By operator bert holds until .*2026/],
  [{ ...frozen, operator: null, byMember: true, holdsUntil: null }, /^By the member$/],
  [{ ...frozen, operator: null, holdsUntil: null }, /^By a recovery$/],
])('whose freeze it is stands there: %o', async (freeze, words) => {
  desk('auditor', { ...member, freeze, card: null, excludedUntil: at });
  const page = mountDesk(<MemberAccount member={number} />);
  await expect.poll(() => page.facts('Frozen')[0]).toMatch(words);
  expect([page.facts('Bank card')[0], page.facts('Self-excluded until')[0]]).toEqual([
    'None',
    expect.stringMatching(/2026/),
  ]);
});

test('of the records one list at a time is read, and each row has its own', async () => {
  const server = desk('auditor', member);
  const object = { id: 'PLAN1', amount: usdt(5_000_000n), income: usdt(250_000n), detail: 'BTC ×10', at };
  server.answer(listMemberObjects, [
    { ...object, kind: 'plan', state: 'settled' },
    { ...object, kind: 'deposit', id: 'DEP1', amount: null, income: null, state: 'requested' },
  ]);
  server.answer(listMemberActs, [
    { ...{ id: '2', act: 'sessionsRevoked', detail: 'all', at }, operator: null },
    {
      ...{ id: '1', act: 'accountFrozen', detail: '', at },
      operator: { operator: 'bert', role: 'support', act: 'memberFrozen', reason: 'phone lost' },
    },
  ]);
  const page = mountDesk(<MemberAccount member={number} />);
  await expect.poll(page.words).toContain('Nothing here.');
  await page.choose('List', 'holding');
  await expect
    .poll(() => page.rows('Financing').map((row) => row.slice(1)))
    .toEqual([
      ['5.00 USDT', 'Settled', '0.25 USDT', 'BTC ×10', 'PLAN1'],
      ['Not measured yet', 'Requested', '', 'BTC ×10', 'DEP1'],
    ]);
  expect(server.requestsTo(listMemberObjects).map(({ path }) => path)).toEqual([
    `/operator/members/objects/${number}/holding`,
  ]);
  await page.choose('List', 'acts');
  await expect
    .poll(() => page.rows('Security, and what operators did').map((row) => row.slice(2)))
    .toEqual([
      ['', 'all'],
      ['bert · Support', 'phone lost'],
    ]);
  expect(page.rows('Security, and what operators did')[1]?.[1]).toBe('Account frozen');
});

function ListedActs(): null {
  useListMemberActs(number);
  return null;
}

test('an account is frozen for a reason, and then the same place lifts that freeze; sessions are ended', async () => {
  const server = desk('support', member);
  server.answer(freezeMember, { holdsUntil: at });
  server.answer(unfreezeMember, {});
  server.answer(endMemberSessions, {});
  server.answer(listMemberActs, []);
  const page = mountDesk(
    <>
      <MemberActs member={number} />
      <ListedActs />
    </>,
  );
  const readings = () => server.requestsTo(listMemberActs).length;
  await expect.poll(() => page.hasButton('Freeze the account')).toBe(true);
  expect(readings()).toBe(1);
  server.answer(viewMember, { ...member, freeze: frozen });
  await actFor(page, 'Freeze the account', 'phone lost');
  await expect.poll(page.toast).toBe('The account is frozen');
  await expect.poll(readings).toBe(2);
  await expect.poll(() => page.hasButton('Lift the freeze')).toBe(true);
  expect(page.hasButton('Freeze the account')).toBe(false);
  server.answer(viewMember, { ...member, freeze: { ...frozen, operator: null, byMember: true } });
  await actFor(page, 'Lift the freeze', 'phone found');
  await expect.poll(() => page.hasButton('Freeze the account')).toBe(true);
  expect(page.toast()).toBe('The freeze is lifted');
  await expect.poll(readings).toBe(3);
  const looks = server.requestsTo(viewMember).length;
  await actFor(page, 'Sign out everywhere', 'asked by phone');
  await expect.poll(page.toast).toBe('Every session is ended');
  await expect.poll(readings).toBe(4);
  await expect.poll(() => server.requestsTo(viewMember).length).toBe(looks + 1);
  expect([freezeMember, unfreezeMember, endMemberSessions].map((act) => server.requestsTo(act)[0]?.fields)).toEqual([
    { member: number, reason: 'phone lost' },
    { member: number, reason: 'phone found' },
    { member: number, reason: 'asked by phone' },
  ]);
});

test.each(['finance', 'auditor'] as const)('%s protects no member', async (role) => {
  const server = desk(role, member);
  const page = mountDesk(<MemberActs member={number} />);
  await expect.poll(() => server.requestsTo(viewMember).length).toBe(1);
  await expect.poll(page.words).not.toContain('Protect this account');
});

test('a recovery of the factors, or with the number of a request of every way in, is asked for', async () => {
  const server = desk('support', member);
  server.answer(proposeRecovery, { id: 'R1' });
  const page = mountDesk(<MemberRecovery member={number} />);
  await expect.poll(() => page.hasButton('Second factors are lost')).toBe(true);
  await actFor(page, 'Second factors are lost', 'seen the passport');
  await expect.poll(page.toast).toBe('The recovery waits for a second operator');
  await page.press('Every way in is lost');
  await page.write('Number of the request', ' abcd1234abcd1234 ');
  await page.write('Reason', 'called back');
  const reads = server.requestsTo(viewMember).length;
  server.answer(viewMember, { ...member, isBeingRecovered: true });
  await page.confirm('Every way in is lost');
  await expect.poll(page.words).toContain('A recovery of this account is open');
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/operator/recoveries');
  expect(page.hasButton('Every way in is lost')).toBe(false);
  expect(server.requestsTo(viewMember).length).toBeGreaterThan(reads);
  expect(server.requestsTo(proposeRecovery).map(({ fields }) => fields)).toEqual([
    { member: number, reason: 'seen the passport' },
    { member: number, request: 'ABCD1234ABCD1234', reason: 'called back' },
  ]);
});

test('without an authenticator app there are no factors to recover, and finance recovers nothing', async () => {
  desk('support', { ...member, hasAuthenticator: false });
  const page = mountDesk(<MemberRecovery member={number} />);
  await expect.poll(() => page.hasButton('Every way in is lost')).toBe(true);
  expect(page.hasButton('Second factors are lost')).toBe(false);
});

const note: MemberNote = { id: 'N1', operator: 'bert', role: 'support', text: 'called', writtenAt: at };

test('a note is written once and read again; a refusal keeps its words, and older notes follow', async () => {
  const server = desk('support', member);
  const notes = Array.from({ length: pageSize }, (_, place) => ({ ...note, id: `NOTE${place}` }));
  server.answerBy(listMemberNotes, ({ fields }) => (fields.before ? [{ ...note, text: 'oldest' }] : notes));
  server.answer(listMemberActs, []);
  const page = mountDesk(
    <>
      <MemberNotes member={number} />
      <ListedActs />
    </>,
  );
  await expect.poll(() => page.hasButton('Write the note')).toBe(true);
  await expect.poll(page.words).toContain('bert · Support · Apr 30, 2026, 21:30:00');
  expect(page.button('Write the note').disabled).toBe(true);
  await page.write('New note', '   ');
  expect(page.button('Write the note').disabled).toBe(true);
  await page.write('New note', 'calls at noon');
  server.refuse(addMemberNote, 'memberUnknown', 'There is no such member');
  await page.press('Write the note');
  await expect.poll(page.alerts).toEqual(['There is no such member']);
  expect(page.field('New note').value).toBe('calls at noon');
  const held = server.hold(addMemberNote, note);
  const reads = server.requestsTo(listMemberNotes).length;
  const readings = () => server.requestsTo(listMemberActs).length;
  await expect.poll(readings).toBe(2);
  await page.press('Write the note');
  await page.press('Write the note');
  expect(page.field('New note').readOnly).toBe(true);
  held.release();
  await expect.poll(() => page.field('New note').value).toBe('');
  expect(server.requestsTo(listMemberNotes).length).toBeGreaterThan(reads);
  await expect.poll(readings).toBe(3);
  expect(server.requestsTo(addMemberNote).map(({ fields }) => fields)).toEqual(
    Array(2).fill({ member: number, text: 'calls at noon', id: expect.stringMatching(/^[0-9a-f]{32}$/) }),
  );
  // Once it has arrived, the same words are another note.
  await page.write('New note', 'calls at noon');
  await page.press('Write the note');
  await expect.poll(() => server.requestsTo(addMemberNote)).toHaveLength(3);
  const [refused, again, another] = server.requestsTo(addMemberNote).map(({ fields }) => fields.id);
  expect([again === refused, another === again]).toEqual([true, false]);
  await page.press('Show more');
  await expect.poll(page.words).toContain('oldest');
  expect(server.requestsTo(listMemberNotes).at(-1)?.fields).toEqual({ before: `NOTE${pageSize - 1}` });
});

test('an auditor reads notes and writes none', async () => {
  desk('auditor', member);
  const page = mountDesk(<MemberNotes member={number} />);
  await expect.poll(page.words).toContain('No notes.');
  expect(page.hasButton('Write the note')).toBe(false);
});
