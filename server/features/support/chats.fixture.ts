import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { listMessages } from './list-messages.ts';
import { insertMessage } from './message-store.ts';
import { sendMessage } from './send-message.ts';

/** Chats of members, and the events that they publish. */
export async function openChats() {
  const database = await createTestDatabase();
  const published: bigint[] = [];
  const events = { publish: async (memberId: bigint) => void published.push(memberId) };
  function dependencies() {
    return {
      pool: database.pool,
      events,
      images: { give: async () => undefined },
      ownsObject: async () => false,
      suggestHelp: (question: string) => (question.includes('withdraw') ? ['how-to-withdraw'] : []),
    };
  }

  const write = (memberId: bigint, text: string, id: string = randomUUID()) =>
    sendMessage(dependencies(), memberId, { id, text }, 'en');
  const answer = (memberId: bigint, text: string, id: string = randomUUID()) =>
    insertMessage(database.pool, memberId, { author: 'operator', operator: 'ann', id, text });
  const closeChat = (memberId: bigint) =>
    database.pool.query(
      `with closed as (update support_conversation set closed_at = now() where member_id = $1 and closed_at is null)
       update support_chat set is_open = false, waiting_since = null, assigned_to = null where member_id = $1`,
      [memberId],
    );

  async function allOf(memberId: bigint) {
    const messages = [];
    let before: number | undefined;
    for (;;) {
      const page = await listMessages(database.pool, memberId, before === undefined ? {} : { before });
      messages.push(...page.messages);
      if (page.next === null) return messages.reverse();
      before = page.next;
    }
  }
  return {
    ...{ database, events, published, dependencies, write, answer, close: () => database.drop() },
    closeChat,
    allOf,
  };
}
