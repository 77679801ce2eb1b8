import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inboxPageSize } from '#contract/support-inbox.ts';
import { createRateLimiter } from '#server/platform/http/rate-limit.ts';
import { changeOperator, insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { assignConversation } from './assign-conversation.ts';
import { closeConversation } from './close-conversation.ts';
import { ann, bob, cay, numbers, openInbox } from './inbox.fixture.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { markConversationSeen } from './mark-conversation-seen.ts';
import { openPinnedObject } from './open-pinned-object.ts';
import { rateConversation } from './rate-conversation.ts';
import { readConversation } from './read-conversation.ts';
import { sendMessage } from './send-message.ts';

const { acts, answer, chat, database, own, queue, told, write } = await openForFile(openInbox);

test('the longest waiting conversation is first, an answer takes it out of the queue and to its operator', async () => {
  const first = await chat();
  const second = await chat();
  expect(await queue('waiting')).toEqual([first.member, second.member]);
  const id = randomUUID();
  const answered = await answer(ann, first.member, 'Good day', id);
  expect(await answer(ann, first.member, 'Good day', id)).toEqual(answered);
  // Sent twice, it is one message and one act.
  const acts = await database.pool.query(`select from operator_act where detail like '%' || $1 || '%'`, [id]);
  expect(acts.rowCount).toBe(1);
  expect(await queue('waiting')).toEqual([second.member]);
  expect(await queue('mine')).toEqual([first.member]);
  expect(await queue('mine', bob)).toEqual([]);
  expect((await queue('open')).toSorted()).toEqual([first.member, second.member].toSorted());
  await write(first.memberId, 'Thanks, but');
  expect(await queue('waiting')).toEqual([second.member, first.member]);
  // Unseen is what a member wrote: the automatic answer is not, nor what came before an operator's answer.
  const { conversations } = await listConversations(own(), ann, { queue: 'waiting' });
  expect(conversations.map(({ unseen }) => unseen)).toEqual([1, 1]);
  // Up to what was seen, which is that message itself.
  const unseenOf = async () => (await listConversations(own(), ann, { queue: 'waiting' })).conversations[0]?.unseen;
  await markConversationSeen(own(), ann, { member: second.member, through: 1 });
  expect(await unseenOf()).toBe(0);
  await write(second.memberId, 'Anybody?');
  expect(await unseenOf()).toBe(1);
});

test('an operator finds messages of a chat by their words, and who searches all the time waits', async () => {
  const { memberId, member } = await chat();
  await write(memberId, 'Where is my CARD?');
  const searches = createRateLimiter({ burst: 2, perSecond: 1 }, () => 1_000);
  const found = async (search?: string) =>
    (await readConversation(own(), ann, { member, search }, searches)).messages.map(({ text }) => text);
  expect(await found('card')).toEqual(['Where is my CARD?']);
  expect(await found(' nothing like it ')).toEqual([]);
  await expect(found('card')).rejects.toMatchObject({ code: 'tooManyRequests' });
  expect(await found()).toHaveLength(3);
});

test('an operator’s reading, answer, taking on and closing stand in the log, and none without its row there', async () => {
  const { memberId, member } = await chat();
  await readConversation(own(), ann, { member });
  await readConversation(own(), ann, { member });
  await assignConversation(own(), ann, { member, to: 'ann' });
  await assignConversation(own(), bob, { member, to: 'bob' });
  await assignConversation(own(), bob, { member });
  await answer(ann, member, 'Good day');
  await closeConversation(own(), ann, { member });
  const expected = ['memberViewed', 'chatAssigned', 'chatAssigned', 'chatReturned', 'chatAnswered', 'chatClosed'];
  expect(await acts(memberId)).toEqual(expected);

  await write(memberId, 'Once more');
  await changeOperator(database.owner, 'cay', 'ended');
  const refused = { code: 'notPermitted' };
  await expect(answer(cay, member, 'x')).rejects.toMatchObject(refused);
  await expect(closeConversation(own(), cay, { member })).rejects.toMatchObject(refused);
  await expect(assignConversation(own(), cay, { member, to: 'ann' })).rejects.toMatchObject(refused);
  // What changes nothing is no act, and is refused all the same.
  await expect(markConversationSeen(own(), cay, { member, through: 1 })).rejects.toMatchObject(refused);
  // Where no act can be recorded, nothing is read.
  await expect(queue('waiting', cay)).rejects.toMatchObject(refused);
  await expect(readConversation(own(), cay, { member })).rejects.toMatchObject(refused);
  expect((await listMessages(database.pool, memberId, {})).messages[0]?.text).not.toBe('x');
  expect(await queue('waiting', bob)).toEqual([member]);
  expect(await acts(memberId)).toEqual(expected);
});

test('that an operator lists members’ messages stands in the log, once an hour', async () => {
  await insertOperators(database.owner, { lou: 'support' });
  const lou = { operator: 'lou', role: 'support' } as const;
  await Promise.all(['waiting', 'open', 'closed'].map((name) => queue(name as 'waiting', lou)));
  await queue('waiting', lou);
  const acts = await database.pool.query(`select act, subject, member_id from operator_act where operator = 'lou'`);
  expect(acts.rows).toEqual([{ act: 'listViewed', subject: 'list conversations', member_id: null }]);
});

test('open pages are told once of each mark, taking on, answer, closing and rating, and of nothing that changed nothing', async () => {
  const { memberId, member } = await chat();
  const toldOf = async (run: () => Promise<unknown>): Promise<bigint[]> => {
    told.length = 0;
    await run();
    return [...told];
  };
  const seen = () => markConversationSeen(own(), ann, { member, through: 1 });
  const rated = () => rateConversation(own(), memberId, { conversation: 1, stars: 5 });
  const acts = [seen, () => assignConversation(own(), ann, { member, to: 'ann' }), () => answer(ann, member, 'Hello')];
  for (const run of [...acts, () => closeConversation(own(), ann, { member }), rated])
    expect(await toldOf(run), String(run)).toEqual([memberId]);
  for (const run of [seen, rated]) expect(await toldOf(run), String(run)).toEqual([]);
});

test('pages of a queue give each conversation once, while answers take others out', async () => {
  const members = [];
  for (let count = 0; count < inboxPageSize + 10; count += 1) members.push((await chat()).member);
  const first = await listConversations(own(), ann, { queue: 'waiting' });
  expect(first).toMatchObject({ waiting: inboxPageSize + 10 });
  const [gone = ''] = members;
  await answer(ann, gone, 'Hello');
  const second = await listConversations(own(), ann, { queue: 'waiting', before: first.next ?? '' });
  expect([...first.conversations, ...second.conversations].map(({ member }) => member)).toEqual(members);
  expect(second.next).toBeNull();
});

test('marks of what was seen reach the member, and a position to come is refused', async () => {
  const { memberId, member } = await chat();
  expect(await markConversationSeen(own(), ann, { member, through: 1 })).toEqual({ seen: 1 });
  expect(await markConversationSeen(own(), bob, { member, through: 1 })).toEqual({ seen: 1 });
  expect(await listMessages(database.pool, memberId, {})).toMatchObject({ seen: 1, answered: 0 });
  expect(await acts(memberId)).toEqual(['chatSeen']);
  await expect(markConversationSeen(own(), ann, { member, through: 9 })).rejects.toMatchObject({
    code: 'messageUnknown',
  });
});

test('a member who never wrote and an unknown number have no chat', async () => {
  const member = numbers.numberOf(await insertMember(database));
  for (const number of [member, '9999999999999999', numbers.numberOf(1n)]) {
    const unknown = { code: 'chatUnknown' };
    await expect(readConversation(own(), ann, { member: number })).rejects.toMatchObject(unknown);
    await expect(closeConversation(own(), ann, { member: number })).rejects.toMatchObject(unknown);
    await expect(answer(ann, number, 'x')).rejects.toMatchObject(unknown);
  }
});

test('of a member’s objects an operator opens what was pinned, and nothing else', async () => {
  const { memberId, member } = await chat();
  const pin = { pin: 'plan', pinned: '0123456789ABCDEF' } as const;
  const { position } = await sendMessage(own(), memberId, { id: randomUUID(), ...pin }, 'en');
  const opened = await openPinnedObject(own(), ann, { member, position });
  expect(opened).toMatchObject({ kind: 'plan', id: pin.pinned, detail: String(memberId) });
  expect(await acts(memberId)).toEqual(['memberViewed']);
  for (const other of [1, position + 1]) {
    const opening = openPinnedObject(own(), ann, { member, position: other });
    await expect(opening, `${other}`).rejects.toMatchObject({ code: 'messageUnknown' });
  }
  const foreign = { ...own(), ownsObject: async () => false };
  const sending = sendMessage(foreign, memberId, { id: randomUUID(), ...pin }, 'en');
  await expect(sending).rejects.toMatchObject({ code: 'pinUnknown' });
});
