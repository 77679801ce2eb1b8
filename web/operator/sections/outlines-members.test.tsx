// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { endMemberSessions, proposeRecovery } from '#contract/identity-operators.ts';
import {
  addMemberNote,
  listMemberActs,
  listMemberNotes,
  listMemberObjects,
  searchMembers,
  viewMember,
} from '#contract/members.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { freezeMember, unfreezeMember } from '#contract/security-operators.ts';
import { pinKinds } from '#contract/support-schemas.ts';
import { listMemberRecords } from '#contract/wallet-operators.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { MemberAccount } from './member-account.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberRecords } from './member-records.tsx';
import { Members } from './members.tsx';
import { answerMember, lockedMember, member, number } from './samples-members.fixture.ts';
import { may } from './samples-money.fixture.ts';

beforeAll(useConsoleInEnglish);

function desk(role: OperatorRole, shown = member) {
  const server = operatorServer(role);
  answerMember(server, shown);
  return server;
}

const page = () => mountDesk(<Members />, `/operator/members/${number}`);

test('the search of members: nothing typed, some found, none found, and refused', async () => {
  const server = desk('support');
  server.answer(searchMembers, [
    { username: 'zoe', number, nickname: 'Z', createdAt: may(3, 4, 5, 6), isFrozen: false },
    { username: 'yan', number: '5555222233334444', nickname: '', createdAt: may(1, 2, 3, 4), isFrozen: true },
    { username: 'zac', number: '3333222233334444', nickname: 'The <b>', createdAt: may(2, 6, 7, 8), isFrozen: false },
  ]);
  const found = mountDesk(<Members />, '/operator/members');
  await expectOutline(found.container);
  await found.write('Account name or member number', 'z');
  await expect.poll(() => found.rows('Members found')).toHaveLength(3);
  await expectOutline(found.container);
  server.answer(searchMembers, []);
  await found.write('Account name or member number', 'q');
  await expect.poll(found.words).toContain('No member found.');
  await expectOutline(found.container);
  server.refuse(searchMembers, 'fieldInvalid', 'This cannot be a member');
  await found.write('Account name or member number', 'x');
  await expect.poll(found.words).toContain('This cannot be');
  await expectOutline(found.container);
});

test('the page of a member with limits, notes and records, for an owner', async () => {
  desk('owner');
  await expectOutline(page().container);
});

test('the page of a member who is frozen by an operator, excluded and being recovered, for support', async () => {
  const server = desk('support', lockedMember);
  server.answer(listMemberRecords, []);
  server.answer(listMemberNotes, []);
  await expectOutline(page().container);
});

test('the page of a member as finance and as an auditor see it, without acts that are not theirs', async () => {
  for (const role of ['finance', 'auditor'] as const) {
    desk(role).answer(listMemberRecords, []);
    const shown = page();
    await expect.poll(() => shown.facts('Account')).toEqual(['zoe']);
    await expectOutline(shown.container);
    shown.unmount();
  }
});

test('a member who froze the account, and one who is frozen by a recovery', async () => {
  const freeze = { frozenAt: may(7), holdsUntil: null, operator: null, byMember: true };
  const server = desk('auditor', { ...member, freeze });
  server.answer(listMemberRecords, []);
  const own = mountDesk(<MemberAccount member={number} />);
  await expectOutline(own.container);
  own.unmount();
  desk('auditor', { ...lockedMember, freeze: { ...freeze, holdsUntil: may(12, 3, 4, 5), byMember: false } });
  await expectOutline(mountDesk(<MemberAccount member="5555222233334444" />).card('Account of the member'));
});

test('each list of what the member sees, with every kind and state', async () => {
  desk('auditor');
  const lists = mountDesk(<MemberRecords member={number} />);
  await expectOutline(lists.container);
  for (const list of [...pinKinds, 'acts']) {
    await lists.choose('List', list);
    await expectOutline(lists.container);
  }
});

test('lists with nothing in them, and one that is refused', async () => {
  const server = desk('auditor');
  server.answer(listMemberRecords, []);
  server.answer(listMemberObjects, []);
  server.refuse(listMemberActs, 'memberUnknown', 'There is no such member');
  const lists = mountDesk(<MemberRecords member={number} />);
  for (const list of ['records', 'plan', 'acts']) {
    await lists.choose('List', list);
    await expectOutline(lists.container);
  }
});

test('a note that is blank, written, and refused', async () => {
  const server = desk('finance');
  const notes = mountDesk(<MemberNotes member={number} />);
  await expect.poll(notes.words).toContain('Called.');
  await notes.write('New note', ' ');
  await expectOutline(notes.container);
  await notes.write('New note', 'A call at noon');
  await expectOutline(notes.container);
  server.refuse(addMemberNote, 'noteInvalid', 'A note takes 1 to 500 characters');
  await notes.press('Write the note');
  await expect.poll(notes.alerts).toHaveLength(1);
  await expectOutline(notes.container);
});

test('the acts of a member’s page: each dialog, and each refusal', async () => {
  const server = desk('owner');
  server.answer(listMemberRecords, []);
  const shown = page();
  await expect.poll(() => shown.hasButton('Freeze the account')).toBe(true);
  server.refuse(freezeMember, 'frozenByOperatorLately', 'An operator froze this account lately');
  server.refuse(endMemberSessions, 'actReasonInvalid', 'The reason takes 3 to 200 characters');
  server.refuse(proposeRecovery, 'recoveryOpen', 'A recovery is open already');
  for (const act of ['Freeze the account', 'Sign out everywhere', 'Second factors are lost', 'Every way in is lost']) {
    await shown.press(act);
    await expectOutline(shown.openDialog());
    await shown.confirm('Cancel');
    await actFor(shown, act, 'ab');
    await expect.poll(shown.alerts).toHaveLength(1);
    await expectOutline(shown.openDialog());
    await shown.confirm('Cancel');
  }
});

test('the dialog that lifts an operator’s freeze', async () => {
  const server = desk('support', lockedMember);
  server.refuse(unfreezeMember, 'notFrozenByOperator', 'No operator froze this account');
  const shown = page();
  await expect.poll(() => shown.hasButton('Lift the freeze')).toBe(true);
  await actFor(shown, 'Lift the freeze', 'the phone is back');
  await expect.poll(shown.alerts).toHaveLength(1);
  await expectOutline(shown.openDialog());
});

test('the page of a member who is not known', async () => {
  const server = operatorServer('owner');
  server.refuse(viewMember, 'memberUnknown', 'There is no such member');
  server.refuse(listMemberNotes, 'memberUnknown', 'There is no such member here');
  server.refuse(listMemberRecords, 'memberUnknown', 'There is no such member there');
  await expectOutline(page().container);
});
