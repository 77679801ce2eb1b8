import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inboxPageSize } from '#contract/support-inbox.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createRateLimiter } from '#server/platform/http/rate-limit.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { answerConversation } from './answer-conversation.ts';
import { assignConversation } from './assign-conversation.ts';
import { closeConversation } from './close-conversation.ts';
import { getReplyTimes } from './get-reply-times.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { markConversationSeen } from './mark-conversation-seen.ts';
import { openPinnedObject } from './open-pinned-object.ts';
import { rateConversation } from './rate-conversation.ts';
import { readConversation } from './read-conversation.ts';
import { sendMessage } from './send-message.ts';

let database: TestDatabase;
const numbers = memberNumbers(Buffer.alloc(32, 7));
const ann = { operator: 'ann', role: 'support' } as const;
const cay = { operator: 'cay', role: 'support' } as const;
const bob = { operator: 'bob', role: 'support' } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(
    `insert into operator (name, role) values ('ann', 'support'), ('bob', 'support'), ('cay', 'support')`,
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.owner.query(`update support_chat set is_open = false, waiting_since = null, assigned_to = null`);
});

const told: bigint[] = [];
const own = () => ({
  pool: database.pool,
  memberNumbers: numbers,
  events: { publish: async (memberId: bigint) => void told.push(memberId) },
  images: { give: async () => undefined },
  ownsObject: async () => true,
  suggestHelp: () => [],
  readObject: async (memberId: bigint, kind: 'plan' | 'deposit' | 'withdrawal' | 'holding' | 'order', id: string) =>
    ({ kind, id, amount: null, state: 'running', income: null, detail: String(memberId), at: 0 }) as const,
});

const write = (memberId: bigint, text: string) => sendMessage(own(), memberId, { id: randomUUID(), text }, 'en');

async function chat(text = 'Hello'): Promise<{ memberId: bigint; member: string }> {
  const memberId = await insertMember(database);
  await write(memberId, text);
  return { memberId, member: numbers.numberOf(memberId) };
}

/** Answers everything that is there. */
async function answer(by: ActingOperator, member: string, text: string, id: string = randomUUID()) {
  const { rows } = await database.pool.query('select newest from support_chat where member_id = $1', [
    numbers.idOf(member),
  ]);
  return await answerConversation(own(), by, { member, id, text, through: rows[0]?.newest ?? 1 });
}

async function acts(memberId: bigint): Promise<string[]> {
  const { rows } = await database.pool.query<{ act: string }>(
    `select act from operator_act where subject = $1 or member_id = $2 order by id`,
    [`chat ${memberId}`, memberId],
  );
  return rows.map(({ act }) => act);
}

const queue = async (name: 'waiting' | 'mine' | 'open' | 'closed', by: ActingOperator = ann) =>
  (await listConversations(own(), by, { queue: name })).conversations.map(({ member }) => member);

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
  await database.owner.query(`update operator set ended_at = now() where name = 'cay'`);
  const refused = { code: 'notPermitted' };
  await expect(answer(cay, member, 'x')).rejects.toMatchObject(refused);
  await expect(closeConversation(own(), cay, { member })).rejects.toMatchObject(refused);
  await expect(assignConversation(own(), cay, { member, to: 'ann' })).rejects.toMatchObject(refused);
  // What changes nothing is no act, and is refused all the same.
  await expect(markConversationSeen(own(), cay, { member, through: 1 })).rejects.toMatchObject(refused);
  expect((await listMessages(database.pool, memberId, {})).messages[0]?.text).not.toBe('x');
  expect(await queue('waiting', bob)).toEqual([member]);
  expect(await acts(memberId)).toEqual(expected);
});

test('an answer answers what its operator saw: what came meanwhile is neither answered nor seen, and waits on', async () => {
  const { memberId, member } = await chat('First');
  await database.owner.query(`update support_chat set waiting_since = now() - interval '1 hour' where member_id = $1`, [
    memberId,
  ]);
  // The operator reads, writes, and the member goes on meanwhile.
  const { position } = await write(memberId, 'Second');
  expect(position).toBe(3);
  const answering = (through: number) =>
    answerConversation(own(), ann, { member, id: randomUUID(), text: 'Hm', through });
  const measured = async () => {
    const { rows } = await database.pool.query(
      `select round(extract(epoch from answered_at - asked_at) / 60)::int as minutes from support_reply
       where member_id = $1 order by position`,
      [memberId],
    );
    return rows.map(({ minutes }) => minutes);
  };
  await answering(2);
  expect(await listMessages(database.pool, memberId, {})).toMatchObject({ seen: 2, answered: 2 });
  expect(await queue('waiting')).toEqual([member]);
  expect(await measured()).toEqual([60]);
  const { waitingSince } = await readConversation(own(), ann, { member });
  expect(waitingSince).toBe((await listMessages(database.pool, memberId, {})).messages[1]?.at);
  // Another answer to what is answered already ends no waiting, and measures none.
  await answering(2);
  expect(await queue('waiting')).toEqual([member]);
  expect(await measured()).toEqual([60]);
  await expect(answering(9)).rejects.toMatchObject({ code: 'messageUnknown' });
  await answering(3);
  expect(await queue('waiting')).toEqual([]);
  expect(await listMessages(database.pool, memberId, {})).toMatchObject({ seen: 6, answered: 6 });
  expect(await measured()).toHaveLength(2);
});

test('a conversation that is closed while a message waits stands in the measured times, and one that was answered does not', async () => {
  const before = await getReplyTimes(database.pool);
  const [answered, unanswered] = [await chat(), await chat()];
  await answer(ann, answered.member, 'Good day');
  for (const { member } of [answered, unanswered]) await closeConversation(own(), ann, { member });
  expect(await getReplyTimes(database.pool)).toMatchObject({
    count: before.count + 1,
    unanswered: before.unanswered + 1,
    waiting: before.waiting,
  });
  await database.owner.query(
    `update support_conversation set closed_at = now() - interval '31 days' where waited_since is not null`,
  );
  expect(await getReplyTimes(database.pool)).toMatchObject({ unanswered: 0 });
});

test('a conversation is given to a colleague who answers members, taken over, and to nobody else', async () => {
  const { memberId, member } = await chat();
  await database.owner.query(
    `insert into operator (name, role) values ('fin', 'finance'), ('gus', 'support') on conflict do nothing`,
  );
  await assignConversation(own(), ann, { member, to: 'gus' });
  const { assigned, operators } = await readConversation(own(), bob, { member });
  expect(assigned).toBe('gus');
  expect(operators).toEqual(expect.arrayContaining(['ann', 'bob', 'gus']));
  expect(operators).not.toContain('fin');
  await assignConversation(own(), bob, { member, to: 'bob' });
  expect(await queue('mine', bob)).toEqual([member]);
  await database.owner.query(`update operator set ended_at = now() where name = 'gus'`);
  for (const to of ['fin', 'gus', 'nobody']) {
    await expect(assignConversation(own(), bob, { member, to }), to).rejects.toMatchObject({ code: 'operatorUnknown' });
  }
  expect(await queue('mine', bob)).toEqual([member]);
  // The member reads who took it, and when: not the answers again, which stand in the chat.
  await answer(bob, member, 'Hello');
  const { rows } = await database.pool.query(
    `select o.act from security_act as s join operator_act as o on o.id = s.operator_act where s.member_id = $1 order by o.id`,
    [memberId],
  );
  expect(rows.map(({ act }) => act)).toEqual(['chatAssigned', 'memberViewed', 'chatAssigned']);
});

test('a conversation that is given to an operator who is being ended waits for the end, and is not given', async () => {
  const { memberId, member } = await chat();
  await database.owner.query(`insert into operator (name, role) values ('hal', 'support')`);
  const ending = await database.owner.connect();
  try {
    await ending.query(`begin; update operator set ended_at = now() where name = 'hal'`);
    const giving = assignConversation(own(), ann, { member, to: 'hal' }).catch((error) => error.code);
    await untilLockWait(database.pool, giving);
    await ending.query('commit');
    expect(await giving).toBe('operatorUnknown');
  } finally {
    await ending.query('rollback');
    ending.release();
  }
  expect(await acts(memberId)).toEqual([]);
});

test('that an operator lists members’ messages stands in the log, once an hour', async () => {
  await database.owner.query(`insert into operator (name, role) values ('lou', 'support')`);
  const lou = { operator: 'lou', role: 'support' } as const;
  await Promise.all(['waiting', 'open', 'closed'].map((name) => queue(name as 'waiting', lou)));
  await queue('waiting', lou);
  const acts = await database.pool.query(`select act, subject, member_id from operator_act where operator = 'lou'`);
  expect(acts.rows).toEqual([{ act: 'listViewed', subject: 'list conversations', member_id: null }]);
});

test('a closed conversation takes no answer, and a message that comes with the closing is not lost', async () => {
  const { memberId, member } = await chat();
  await closeConversation(own(), ann, { member });
  await expect(answer(ann, member, 'Late')).rejects.toMatchObject({ code: 'conversationClosed' });
  await expect(closeConversation(own(), ann, { member })).rejects.toMatchObject({ code: 'conversationClosed' });
  await expect(assignConversation(own(), ann, { member, to: 'ann' })).rejects.toMatchObject({
    code: 'conversationClosed',
  });
  expect(await queue('closed')).toContain(member);
  for (let round = 0; round < 10; round += 1) {
    await write(memberId, `open ${round}`);
    await Promise.all([closeConversation(own(), ann, { member }), write(memberId, `at once ${round}`)]);
    const { messages, conversation } = await listMessages(database.pool, memberId, {});
    const last = messages.find(({ text }) => text === `at once ${round}`);
    // Either it came before the closing and ended with it, or it opened the next conversation, which waits.
    const isWaiting = (await queue('waiting')).includes(member);
    expect(isWaiting).toBe(conversation?.closedAt === null);
    expect(last?.conversation).toBe(conversation?.number);
    if (isWaiting) await closeConversation(own(), ann, { member });
  }
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
  await expect(openPinnedObject(own(), ann, { member, position: 1 })).rejects.toMatchObject({ code: 'messageUnknown' });
  const foreign = { ...own(), ownsObject: async () => false };
  const sending = sendMessage(foreign, memberId, { id: randomUUID(), ...pin }, 'en');
  await expect(sending).rejects.toMatchObject({ code: 'pinUnknown' });
});
