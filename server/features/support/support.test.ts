import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { chatMessagesOfDayMax, chatPageSize, chatSearchedMax } from '#contract/support-schemas.ts';
import { createRateLimiter } from '#server/platform/http/rate-limit.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { readChat } from './chat-store.ts';
import { openChats } from './chats.fixture.ts';
import { getUnread } from './get-unread.ts';
import { listMessages, searchAllowance } from './list-messages.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { insertMessage } from './message-store.ts';
import { sendMessage } from './send-message.ts';

const { allOf, answer, closeChat, database, dependencies, events, published, write } = await openForFile(openChats);

test('the first message of a conversation is answered automatically from the help texts, later ones are not', async () => {
  const memberId = await insertMember(database);
  await write(memberId, 'How do I withdraw?');
  await write(memberId, 'Hello?');
  const messages = await allOf(memberId);
  expect(messages.map(({ author, text, articles }) => [author, text, articles])).toEqual([
    ['member', 'How do I withdraw?', []],
    ['automatic', '', ['how-to-withdraw']],
    ['member', 'Hello?', []],
  ]);
  await closeChat(memberId);
  await write(memberId, 'One more');
  const later = (await allOf(memberId)).slice(3);
  expect(later.map(({ author, conversation }) => [author, conversation])).toEqual([
    ['member', 2],
    ['automatic', 2],
  ]);
});

test('the automatic answer to a first message that was cut off comes when the message is sent again', async () => {
  const memberId = await insertMember(database);
  const query = async (statement: pg.QueryConfig) => {
    if (statement.values?.[1] === 'automatic') throw new Error('cut off');
    return database.pool.query(statement);
  };
  const cutOff = { ...dependencies(), pool: Object.assign(Object.create(database.pool), { query }) };
  const sending = sendMessage(cutOff, memberId, { id: 'cut off 1', text: 'How do I withdraw?' }, 'en');
  await expect(sending).rejects.toThrow('cut off');
  published.length = 0;
  for (let count = 0; count < 2; count += 1) await write(memberId, 'How do I withdraw?', 'cut off 1');
  expect((await allOf(memberId)).map(({ author }) => author)).toEqual(['member', 'automatic']);
  expect(published).toContain(memberId);
  // Of a later conversation as well.
  await closeChat(memberId);
  await insertMessage(database.pool, memberId, { author: 'member', id: 'cut off 2', text: 'How do I withdraw?' });
  await write(memberId, 'How do I withdraw?', 'cut off 2');
  expect((await allOf(memberId)).slice(2).map(({ author }) => author)).toEqual(['member', 'automatic']);
});

test('an automatic answer whose conversation was closed meanwhile comes into no other one', async () => {
  const memberId = await insertMember(database);
  const query = async (statement: pg.QueryConfig) => {
    if (statement.values?.[1] === 'automatic') {
      await closeChat(memberId);
      await insertMessage(database.pool, memberId, { author: 'member', id: 'next 1', text: 'Something else' });
    }
    return database.pool.query(statement);
  };
  const slow = { ...dependencies(), pool: Object.assign(Object.create(database.pool), { query }) };
  await sendMessage(slow, memberId, { id: 'before 1', text: 'How do I withdraw?' }, 'en');
  const shown = (await allOf(memberId)).map(({ author, conversation }) => [author, conversation]);
  expect(shown).toEqual([
    ['member', 1],
    ['member', 2],
  ]);
});

test('a message that is sent twice, or fifty times at once, is kept once; another text under its id is refused', async () => {
  const memberId = await insertMember(database);
  const id = randomUUID();
  const sent = await Promise.all(Array.from({ length: 50 }, () => write(memberId, 'Once', id)));
  expect(new Set(sent.map(({ position }) => position))).toEqual(new Set([1]));
  expect((await allOf(memberId)).map(({ author }) => author)).toEqual(['member', 'automatic']);
  await expect(write(memberId, 'Other', id)).rejects.toMatchObject({ code: 'messageIdReused' });
  const stranger = await insertMember(database);
  expect((await write(stranger, 'Other', id)).position).toBe(1);
});

test('a thousand messages at once have a thousand places without gaps, and pages that give each of them once', async () => {
  const memberId = await insertMember(database);
  await write(memberId, 'first');
  const texts = Array.from({ length: 1_000 }, (_, at) => `message ${at}`);
  await Promise.all(texts.map((text) => write(memberId, text)));
  const messages = await allOf(memberId);
  expect(messages.map(({ position }) => position)).toEqual(Array.from({ length: 1_002 }, (_, at) => at + 1));
  expect(new Set(messages.slice(2).map(({ text }) => text))).toEqual(new Set(texts));
  const times = messages.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(chatPageSize).toBeLessThan(1_000);
});

test('each new message is announced to the other side, one that is sent again is not', async () => {
  const memberId = await insertMember(database);
  const id = randomUUID();
  const announced = () => published.filter((one) => one === memberId).length;
  await write(memberId, 'first');
  const before = announced();
  expect(before).toBeGreaterThan(0);
  await write(memberId, 'second', id);
  expect(announced()).toBe(before + 1);
  await write(memberId, 'second', id);
  expect(announced()).toBe(before + 1);
});

test('the day of a chat has room for so many messages, operators’ included', async () => {
  const memberId = await insertMember(database);
  await write(memberId, 'first');
  await database.owner.query(
    `insert into support_message (member_id, position, conversation, author, message_id, text, sent_at)
     select $1, place, 1, 'member', 'copy ' || place, 'x', now() - interval '1 hour' from generate_series(3, $2::int) as place`,
    [memberId, chatMessagesOfDayMax],
  );
  await database.owner.query('update support_chat set newest = $2 where member_id = $1', [
    memberId,
    chatMessagesOfDayMax,
  ]);
  await expect(write(memberId, 'too many')).rejects.toMatchObject({ code: 'chatMessagesOfDay' });
  await expect(answer(memberId, 'too many')).rejects.toMatchObject({ code: 'chatMessagesOfDay' });
  await database.owner.query(
    `update support_message set sent_at = now() - interval '25 hours' where member_id = $1 and position = 1`,
    [memberId],
  );
  expect((await write(memberId, 'fits')).position).toBe(chatMessagesOfDayMax + 1);
  // Room for one: the first message of another conversation is sent, without an automatic answer.
  await closeChat(memberId);
  await database.owner.query(
    `update support_message set sent_at = now() - interval '25 hours' where member_id = $1 and position = 2`,
    [memberId],
  );
  const last = await write(memberId, 'the last one');
  expect(last).toMatchObject({ position: chatMessagesOfDayMax + 2, conversation: 2 });
  expect((await listMessages(database.pool, memberId, {})).messages[0]).toEqual(last);
});

test('marks and unread counts follow what was read, seen and answered, and never go back', async () => {
  const memberId = await insertMember(database);
  expect(await getUnread(database.pool, memberId)).toEqual({ unread: 0 });
  await write(memberId, 'Hello');
  await answer(memberId, 'Good day');
  await answer(memberId, 'How can I help?');
  const log = await listMessages(database.pool, memberId, {});
  expect(log).toMatchObject({ seen: 4, answered: 4, read: 0, next: null });
  expect(await getUnread(database.pool, memberId)).toEqual({ unread: 3 });
  const own = { pool: database.pool, events };
  published.length = 0;
  expect(await markMessagesRead(own, memberId, { through: 3 })).toEqual({ unread: 1 });
  expect(published).toEqual([memberId]);
  expect(await markMessagesRead(own, memberId, { through: 2 })).toEqual({ unread: 1 });
  expect(published).toEqual([memberId]);
  await expect(markMessagesRead(own, memberId, { through: 5 })).rejects.toMatchObject({ code: 'messageUnknown' });
  expect((await readChat(database.pool, memberId))?.read).toBe(3);
});

test('an operator’s message needs an open conversation, and a search finds text as it is written', async () => {
  const memberId = await insertMember(database);
  await expect(answer(memberId, 'Nobody wrote')).rejects.toMatchObject({ code: 'conversationClosed' });
  await write(memberId, '<b>100%</b> of my_plan');
  await write(memberId, 'Nothing');
  const found = async (search: string) =>
    (await listMessages(database.pool, memberId, { search })).messages.map(({ text }) => text);
  expect(await found('100%</B>')).toEqual(['<b>100%</b> of my_plan']);
  expect(await found('%')).toEqual(['<b>100%</b> of my_plan']);
  // As it is typed on a keyboard of wide letters, with a space behind it.
  expect(await found('１００％ ')).toEqual(['<b>100%</b> of my_plan']);
  expect(await found('my plan')).toEqual([]);
  await closeChat(memberId);
  await expect(answer(memberId, 'Too late')).rejects.toMatchObject({ code: 'conversationClosed' });
});

test('a search looks at so many messages at once and goes on before them, and a member who searches all the time waits', async () => {
  const memberId = await insertMember(database);
  const { owner, pool } = database;
  await owner.query('insert into support_chat (member_id, newest, conversation, is_open) values ($1, $2, 1, true)', [
    memberId,
    chatSearchedMax + 1,
  ]);
  await owner.query('insert into support_conversation (member_id, number, opened_at) values ($1, 1, now())', [
    memberId,
  ]);
  await owner.query(
    `insert into support_message (member_id, position, conversation, author, message_id, text, sent_at)
     select $1, n, 1, 'member', 'm' || n, case n when 1 then 'the first' else 'number ' || n end, now() from generate_series(1, $2::int) as n`,
    [memberId, chatSearchedMax + 1],
  );
  const searches = createRateLimiter(searchAllowance, () => 1_000);
  const page = async (search?: string, before?: number) => {
    const { messages, next } = await listMessages(pool, memberId, { search, before }, searches);
    return { texts: messages.map(({ text }) => text), next };
  };
  const found = async (search?: string) => (await page(search, 3)).texts;
  // Nothing among the newest ones, and where to go on.
  expect(await page('The first')).toEqual({ texts: [], next: 2 });
  expect(await page('The first', 2)).toEqual({ texts: ['the first'], next: null });
  expect(await page('the first', 3)).toEqual({ texts: ['the first'], next: null });
  expect(await page('nothing', 3)).toEqual({ texts: [], next: null });
  expect(await page('number', 53)).toMatchObject({ texts: { length: 50 }, next: 3 });
  expect(await found('number')).toEqual(['number 2']);
  expect(await found()).toEqual(['number 2', 'the first']);
  for (let tries = 6; tries < searchAllowance.burst; tries++) await found('nothing');
  await expect(found('nothing')).rejects.toMatchObject({ code: 'tooManyRequests' });
  expect(await found()).toHaveLength(2);
});
