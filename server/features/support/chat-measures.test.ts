import { expect, test } from 'vitest';
import { transcriptPartSize } from '#contract/support-schemas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { openChats } from './chats.fixture.ts';
import { getChatRatings } from './get-chat-ratings.ts';
import { getChatTranscript } from './get-chat-transcript.ts';
import { getReplyTimes } from './get-reply-times.ts';
import { rateConversation } from './rate-conversation.ts';

const { answer, closeChat, database, events, write } = await openForFile(openChats);

test('reply times measure the first answer after a message, and count who still waits', async () => {
  await database.owner.query('delete from support_reply');
  await database.owner.query('update support_chat set waiting_since = null');
  expect(await getReplyTimes(database.pool)).toEqual({
    count: 0,
    medianSeconds: null,
    percentile95Seconds: null,
    unanswered: 0,
    waiting: 0,
  });
  for (const seconds of [10, 20, 30]) {
    const memberId = await insertMember(database);
    await write(memberId, 'Hello');
    await database.owner.query(
      `update support_chat set waiting_since = now() - make_interval(secs => $2) where member_id = $1`,
      [memberId, seconds],
    );
    await write(memberId, 'Hello again');
    await answer(memberId, 'Here');
    await answer(memberId, 'Anything else?');
  }
  await write(await insertMember(database), 'Hello');
  // Of two that were closed without an answer one was so more than 30 days ago.
  for (const daysAgo of [1, 31]) {
    const memberId = await insertMember(database);
    await write(memberId, 'Hello');
    await closeChat(memberId);
    await database.owner.query(
      `update support_conversation set opened_at = now() - interval '40 days', waited_since = now() - interval '40 days',
         closed_at = now() - make_interval(days => $2)
       where member_id = $1`,
      [memberId, daysAgo],
    );
  }
  // Replies of more than 30 days ago do not count.
  await database.owner.query(
    `insert into support_reply select member_id, position + 1000, asked_at - interval '31 days', answered_at - interval '30 days 1 minute'
     from support_reply`,
  );
  const {
    count,
    waiting,
    unanswered,
    medianSeconds: median,
    percentile95Seconds: percentile95,
  } = await getReplyTimes(database.pool);
  expect({ count, waiting, unanswered }).toEqual({ count: 3, waiting: 1, unanswered: 1 });
  // On a busy machine some time passes between the message and its answer.
  expect(Math.floor((median ?? 0) / 10)).toBe(2);
  expect(percentile95).toBeGreaterThanOrEqual(29);
  expect(percentile95).toBeLessThan(40);
});

test('a conversation is rated once, after it has ended, and its transcript has it alone', async () => {
  const memberId = await insertMember(database);
  const own = { pool: database.pool, events };
  await write(memberId, 'Hello');
  await answer(memberId, 'Good day');
  const rate = (stars: number, conversation = 1) => rateConversation(own, memberId, { conversation, stars });
  await expect(rate(5)).rejects.toMatchObject({ code: 'conversationOpen' });
  await closeChat(memberId);
  const rated = await Promise.allSettled([rate(5), rate(5), rate(4)]);
  expect(rated.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  await write(memberId, 'Next');
  await expect(rate(5, 2)).rejects.toMatchObject({ code: 'conversationOpen' });
  await expect(rate(5, 3)).rejects.toMatchObject({ code: 'conversationUnknown' });
  const transcript = await getChatTranscript(database.pool, memberId, { conversation: 1 });
  expect(transcript.messages.map(({ text }) => text)).toEqual(['Hello', '', 'Good day']);
  const stranger = await insertMember(database);
  await expect(getChatTranscript(database.pool, stranger, { conversation: 1 })).rejects.toBeInstanceOf(Refusal);
});

test('ratings are counted by their stars among the conversations that ended within 30 days', async () => {
  const before = await getChatRatings(database.pool);
  const given = [5, 5, 2, null] as const;
  const members = await Promise.all(given.map(() => insertMember(database)));
  for (const [place, memberId] of members.entries()) {
    await write(memberId, 'Hello');
    await closeChat(memberId);
    const stars = given[place] ?? null;
    if (stars !== null) await rateConversation({ pool: database.pool, events }, memberId, { conversation: 1, stars });
    // One that is open counts when it has ended.
    await write(memberId, 'Next');
  }
  const { ended, stars } = await getChatRatings(database.pool);
  expect(ended - before.ended).toBe(4);
  expect(stars.map((count, place) => count - (before.stars[place] ?? 0))).toEqual([0, 1, 0, 0, 2]);
  await database.owner.query(
    `update support_conversation set opened_at = now() - interval '40 days', closed_at = now() - interval '31 days'
     where number = 1 and member_id = any($1)`,
    [members],
  );
  expect(await getChatRatings(database.pool)).toEqual(before);
});

test('a transcript of any length is read in parts, none longer than the others and without a message lost or twice', async () => {
  const memberId = await insertMember(database);
  const count = 2 * transcriptPartSize + 3;
  await database.owner.query(
    `select send_support_message($1, 'member', null, 'message-of-a-transcript-' || n, 'text ' || n, null, null, null, '{}', 1000000)
     from generate_series(1, $2::int) as n`,
    [memberId, count],
  );
  const parts = [];
  let after: number | undefined;
  do {
    const part = await getChatTranscript(database.pool, memberId, { conversation: 1, ...(after && { after }) });
    parts.push(part);
    after = part.next ?? undefined;
  } while (after !== undefined);
  expect(parts.map(({ messages }) => messages.length)).toEqual([transcriptPartSize, transcriptPartSize, 3]);
  expect(parts.flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual(
    Array.from({ length: count }, (_, place) => `text ${place + 1}`),
  );
  const end = await getChatTranscript(database.pool, memberId, { conversation: 1, after: count });
  expect([end.messages, end.next]).toEqual([[], null]);
});
