// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endMemberSessions } from '#contract/identity-operators.ts';
import { listMemberActs, listMemberNotes, viewMember } from '#contract/members.ts';
import type { OutputOf } from '#contract/operation.ts';
import { freezeMember, unfreezeMember } from '#contract/security-operators.ts';
import {
  answerConversation,
  closeConversation,
  listSnippets,
  markConversationSeen,
  readConversation,
} from '#contract/support-inbox.ts';
import { listMemberRecords } from '#contract/wallet-operators.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Conversation } from './conversation.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberRecords } from './member-records.tsx';
import { Members } from './members.tsx';
import { lockedMember, member as overview } from './samples-members.fixture.ts';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);
afterEach(forgetKeptState);

const member = '1111222233334444';
const conversation = { number: 1, openedAt: 0, closedAt: null, stars: null };
const message: OutputOf<typeof readConversation>['messages'][number] = {
  ...{ position: 7, id: 'm7', conversation: 1, author: 'member', text: 'Where is it?', image: null, pin: null },
  ...{ articles: [], at: 0 },
};
const chat: OutputOf<typeof readConversation> = {
  ...{ messages: [message], next: null, conversation, conversations: [conversation], assigned: null, operators: [] },
  ...{ waitingSince: 0, locale: 'en', seen: 7, answered: 5, read: 5 },
};

function support() {
  const server = operatorServer('support');
  server.answer(readConversation, chat);
  server.answer(listSnippets, []);
  server.answer(markConversationSeen, { seen: 7 });
  return server;
}

test('what is written on while an answer is on its way stays when that has arrived, and is sent for itself', async () => {
  const server = support();
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(() => page.hasButton('Send')).toBe(true);
  await page.write('Answer', 'On its way');
  const held = server.hold(answerConversation, { ...message, position: 8, author: 'operator' });
  await page.press('Send');
  await expect.poll(() => server.requestsTo(answerConversation)).toHaveLength(1);
  page.rerender(<p>another section</p>);
  page.rerender(<Conversation member={member} />);
  await page.write('Answer', 'And there by noon');
  const sent = { ...message, position: 8, author: 'operator' as const, text: 'It has been sent' };
  server.answer(readConversation, { ...chat, messages: [sent, message] });
  await act(async () => held.release());
  await expect.poll(page.words).toContain('It has been sent');
  expect(page.field('Answer').value).toBe('And there by noon');
  await page.write('Answer', 'On its way');
  await page.press('Send');
  await expect.poll(() => server.requestsTo(answerConversation)).toHaveLength(2);
  const [first, again] = server.requestsTo(answerConversation).map(({ fields }) => fields.id);
  expect(again).not.toBe(first);
});

test('a snippet that is chosen while an answer is on its way is left to send, without what was sent', async () => {
  const server = support();
  server.answer(listSnippets, [
    { id: '000000000000000A', locale: 'en', title: 'Bye', text: 'Good bye', hash: 'a'.repeat(64) },
  ]);
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(() => page.hasButton('Send')).toBe(true);
  await page.write('Answer', 'On its way');
  const held = server.hold(answerConversation, { ...message, position: 8, author: 'operator' });
  await page.press('Send');
  await expect.poll(() => server.requestsTo(answerConversation)).toHaveLength(1);
  await page.choose('Snippet', '000000000000000A');
  expect(page.field('Answer').value).toBe('On its way\nGood bye');
  await act(async () => held.release());
  await expect.poll(() => page.field('Answer').value).toBe('Good bye');
  await page.press('Send');
  await expect.poll(() => server.requestsTo(answerConversation)).toHaveLength(2);
  const [first, second] = server.requestsTo(answerConversation).map(({ fields }) => fields);
  expect([first?.text, second?.text, first?.id === second?.id]).toEqual(['On its way', 'Good bye', false]);
});

test('a text that only begins with the letters of the answer on its way stays whole', async () => {
  const server = support();
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(() => page.hasButton('Send')).toBe(true);
  await page.write('Answer', 'It is');
  const held = server.hold(answerConversation, { ...message, position: 8, author: 'operator' });
  await page.press('Send');
  await expect.poll(() => server.requestsTo(answerConversation)).toHaveLength(1);
  page.rerender(<p>another section</p>);
  page.rerender(<Conversation member={member} />);
  await page.write('Answer', 'It isn’t there');
  const sent = { ...message, position: 8, author: 'operator' as const, text: 'It has been sent' };
  server.answer(readConversation, { ...chat, messages: [sent, message] });
  await act(async () => held.release());
  await expect.poll(page.words).toContain('It has been sent');
  expect(page.field('Answer').value).toBe('It isn’t there');
});

test('a conversation is closed as it was shown: what its member wrote since is read first', async () => {
  const server = support();
  server.refuse(closeConversation, 'memberWroteMeanwhile', 'The member has written meanwhile');
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(() => page.hasButton('Close the conversation')).toBe(true);
  await page.press('Close the conversation');
  server.answer(readConversation, { ...chat, messages: [{ ...message, position: 8, id: 'm8' }, message] });
  await act(() => queryClient.invalidateQueries({ queryKey: [readConversation.path] }));
  await page.confirm('Close the conversation');
  await expect.poll(page.alerts).toEqual(['The member has written meanwhile']);
  expect(server.requestsTo(closeConversation).map(({ fields }) => fields)).toEqual([
    { member, conversation: '1', through: '7' },
  ]);
});

test('of an account that is deleted while its chat is open nothing stays on the screen', async () => {
  const server = support();
  const page = mountDesk(<Conversation member={member} />);
  await expect.poll(page.words).toContain('Where is it?');
  server.refuse(readConversation, 'chatUnknown', 'This member has no chat');
  await act(() => queryClient.invalidateQueries({ queryKey: [readConversation.path] }));
  await expect.poll(page.alerts).toEqual(['This member has no chat']);
  expect(page.words()).not.toContain('Where is it?');
  expect(page.hasButton('Send')).toBe(false);
});

test('nor does anything of the account itself', async () => {
  const server = operatorServer('support');
  server.answer(viewMember, overview);
  server.answer(listMemberRecords, []);
  server.answer(listMemberNotes, [
    { id: 'NOTE1', operator: 'bert', role: 'support', text: 'called back twice', writtenAt: 0 },
  ]);
  const page = mountDesk(<Members />, `/operator/members/${overview.number}`);
  await expect.poll(page.words).toContain('called back twice');
  expect(page.words()).toContain(overview.username);
  server.refuse(viewMember, 'memberUnknown', 'There is no such member');
  await act(() => queryClient.invalidateQueries({ queryKey: [viewMember.path] }));
  await expect.poll(page.alerts).toEqual(['There is no such member']);
  expect(page.words()).not.toContain('called back twice');
  expect(page.words()).not.toContain(overview.username);
});

test('a freeze that a colleague has lifted is not offered to be lifted again once that was refused', async () => {
  const server = operatorServer('support');
  server.answer(viewMember, lockedMember);
  server.refuse(unfreezeMember, 'notFrozenByOperator', 'No operator froze this account');
  const page = mountDesk(<MemberActs member={lockedMember.number} />);
  await expect.poll(() => page.hasButton('Lift the freeze')).toBe(true);
  server.answer(viewMember, { ...lockedMember, isFrozen: false, freeze: null });
  await actFor(page, 'Lift the freeze', 'the phone is back');
  await expect.poll(() => page.hasButton('Freeze the account')).toBe(true);
  expect(page.hasButton('Lift the freeze')).toBe(false);
  expect(page.alerts()).toEqual(['No operator froze this account']);
  server.answer(freezeMember, { holdsUntil: 0 });
  await actFor(page, 'Freeze the account', 'asked again');
  await expect.poll(page.alerts).toEqual([]);
});

test('what an operator does to an account stands in the list of its acts at once', async () => {
  const server = operatorServer('support');
  server.answer(viewMember, lockedMember);
  server.answer(listMemberActs, []);
  server.answer(endMemberSessions, {});
  const page = mountDesk(
    <>
      <MemberRecords member={lockedMember.number} />
      <MemberActs member={lockedMember.number} />
    </>,
  );
  await expect.poll(() => page.hasButton('Sign out everywhere')).toBe(true);
  await page.choose('List', 'acts');
  await expect.poll(page.words).toContain('Nothing here.');
  const operator = { operator: 'anna', role: 'support' as const, act: 'memberSessionsEnded', reason: 'a lost phone' };
  server.answer(listMemberActs, [{ id: 'ACT1', act: 'operatorActed', detail: '', at: 0, operator }]);
  await actFor(page, 'Sign out everywhere', 'a lost phone');
  await expect.poll(() => page.rows('Security, and what operators did').map((row) => row[3])).toEqual(['a lost phone']);
});

test('the dialog that lifts a freeze does not become one that freezes when a colleague lifts it meanwhile', async () => {
  const server = operatorServer('support');
  server.answer(viewMember, lockedMember);
  const page = mountDesk(<MemberActs member={lockedMember.number} />);
  await expect.poll(() => page.hasButton('Lift the freeze')).toBe(true);
  await page.press('Lift the freeze');
  await page.write('Reason', 'the phone is back');
  server.answer(viewMember, { ...lockedMember, isFrozen: false, freeze: null });
  await act(() => queryClient.invalidateQueries({ queryKey: [viewMember.path] }));
  await expect.poll(() => page.hasButton('Freeze the account')).toBe(true);
  expect(page.dialog()).toBe('');
});
