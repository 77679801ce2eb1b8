// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { listMemberNotes, viewMember } from '#contract/members.ts';
import type { OutputOf } from '#contract/operation.ts';
import {
  answerConversation,
  closeConversation,
  listSnippets,
  markConversationSeen,
  readConversation,
} from '#contract/support-inbox.ts';
import { listMemberRecords } from '#contract/wallet-operators.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Conversation } from './conversation.tsx';
import { Members } from './members.tsx';
import { member as overview } from './samples-members.fixture.ts';

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
