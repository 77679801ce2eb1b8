import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { changeOperator, insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { answerConversation } from './answer-conversation.ts';
import { assignConversation } from './assign-conversation.ts';
import { closeConversation } from './close-conversation.ts';
import { getReplyTimes } from './get-reply-times.ts';
import { ann, bob, openInbox } from './inbox.fixture.ts';
import { listMessages } from './list-messages.ts';
import { readConversation } from './read-conversation.ts';

const { acts, answer, chat, database, own, queue, write } = await openForFile(openInbox);

test('an answer answers what its operator saw: what came meanwhile is neither answered nor seen, and waits on', async () => {
  const { memberId, member } = await chat('First');
  await database.owner.query(`update support_chat set waiting_since = now() - interval '1 hour' where member_id = $1`, [
    memberId,
  ]);
  // The member sends another message between the operator's read and reply.
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

test('a conversation is not closed over what its member wrote after the operator last read it', async () => {
  const { memberId, member } = await chat('First');
  await answer(ann, member, 'Good day');
  const { conversation, messages } = await readConversation(own(), ann, { member });
  const seen = { member, conversation: conversation.number, through: messages[0]?.position ?? 0 };
  const { position } = await write(memberId, 'One more question');
  await expect(closeConversation(own(), ann, seen)).rejects.toMatchObject({ code: 'memberWroteMeanwhile' });
  expect(await queue('waiting')).toEqual([member]);
  expect(await acts(memberId)).not.toContain('chatClosed');
  // A colleague's answer is nothing that waits.
  await answer(bob, member, 'Here it is');
  await closeConversation(own(), ann, { ...seen, through: position });
  await expect(closeConversation(own(), ann, seen)).rejects.toMatchObject({ code: 'conversationClosed' });
});

test('a conversation is not closed by who claims to have seen a message that is not there', async () => {
  const { memberId, member } = await chat('First');
  const { position } = await write(memberId, 'Second');
  const closing = closeConversation(own(), ann, { member, through: position + 1 });
  await expect(closing).rejects.toMatchObject({ code: 'messageUnknown' });
  expect(await queue('waiting')).toEqual([member]);
  await closeConversation(own(), ann, { member, through: position });
  expect(await queue('waiting')).toEqual([]);
});

test('a message that is being sent while its conversation is closed keeps it open', async () => {
  const { memberId, member } = await chat('First');
  const { conversation, messages } = await readConversation(own(), ann, { member });
  const sending = await database.owner.connect();
  try {
    await sending.query('begin');
    await sending.query(`select send_support_message($1, 'member', null, $2, 'Second', null, null, null, '{}', 1000)`, [
      memberId,
      randomUUID(),
    ]);
    const through = messages[0]?.position ?? 0;
    const closing = closeConversation(own(), ann, { member, conversation: conversation.number, through }).then(
      () => 'closed',
      (error) => error.code,
    );
    await untilLockWait(database.pool, closing);
    await sending.query('commit');
    expect(await closing).toBe('memberWroteMeanwhile');
    expect(await queue('waiting')).toEqual([member]);
  } finally {
    sending.release();
  }
});

test('a conversation is given to a colleague who answers members, taken over, and to nobody else', async () => {
  const { memberId, member } = await chat();
  await insertOperators(database.owner, { fin: 'finance', gus: 'support' });
  await assignConversation(own(), ann, { member, to: 'gus' });
  const { assigned, operators } = await readConversation(own(), bob, { member });
  expect(assigned).toBe('gus');
  expect(operators).toEqual(expect.arrayContaining(['ann', 'bob', 'gus']));
  expect(operators).not.toContain('fin');
  await assignConversation(own(), bob, { member, to: 'bob' });
  expect(await queue('mine', bob)).toEqual([member]);
  await changeOperator(database.owner, 'gus', 'ended');
  expect((await readConversation(own(), bob, { member })).operators).not.toContain('gus');
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
  await insertOperators(database.owner, { hal: 'support' });
  const ending = await database.owner.connect();
  try {
    await ending.query('begin');
    await changeOperator(ending, 'hal', 'ended');
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

test('of two who close the same conversation the second closes none that the member has opened since', async () => {
  const { memberId, member } = await chat();
  await closeConversation(own(), ann, { member, conversation: 1 });
  await write(memberId, 'One more question');
  const late = closeConversation(own(), bob, { member, conversation: 1 });
  await expect(late).rejects.toMatchObject({ code: 'conversationClosed' });
  expect(await queue('waiting')).toContain(member);
  expect(await closeConversation(own(), bob, { member, conversation: 2 })).toMatchObject({ number: 2 });
});
