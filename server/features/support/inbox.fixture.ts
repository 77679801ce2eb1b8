import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { answerConversation } from './answer-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { sendMessage } from './send-message.ts';

export const numbers = memberNumbers(Buffer.alloc(32, 7));
export const ann = { operator: 'ann', role: 'support' } as const;
export const cay = { operator: 'cay', role: 'support' } as const;
export const bob = { operator: 'bob', role: 'support' } as const;

/** Chats of members, and the console's inbox of three operators. Each test begins without an open conversation. */
export async function openInbox() {
  const database = await createTestDatabase();
  await insertOperators(database.owner, { ann: 'support', bob: 'support', cay: 'support' });
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
  return { database, told, own, write, chat, answer, acts, queue, close: () => database.drop() };
}
