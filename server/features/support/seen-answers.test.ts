import { expect, test } from 'vitest';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { openChats } from './chats.fixture.ts';

const { closeChat, database } = await openForFile(openChats);

/** A chat as its function in the database keeps it; each message is numbered by its place. */
async function openChat() {
  const member = await insertMember(database);
  const send = async (
    author: 'member' | 'operator',
    id: string,
    seen: number | null = null,
    by = 'anna',
  ): Promise<Date> => {
    const { rows } = await database.pool.query<{ outcome: string; at: Date }>(
      `select outcome, at from send_support_message($1, $2, $3, $4, 'text', null, null, null, '{}', 200, $5)`,
      [member, author, author === 'operator' ? by : null, id, seen],
    );
    expect(rows[0]?.outcome).toBe('sent');
    return rows[0]?.at ?? new Date(0);
  };
  const state = async () => {
    const { rows } = await database.pool.query(
      'select seen_through as seen, answered_through as answered, waiting_since as waiting from support_chat where member_id = $1',
      [member],
    );
    return rows[0];
  };
  return { member, send, state };
}

test('an answer to what an older screen showed takes back nothing that was seen and answered since', async () => {
  const { send, state } = await openChat();
  await send('member', 'M1');
  await send('member', 'M2');
  await send('operator', 'A3', 2);
  expect(await state()).toEqual({ seen: 3, answered: 3, waiting: null });
  const asked = await send('member', 'M4');
  await send('operator', 'A5', 2);
  expect(await state()).toEqual({ seen: 3, answered: 3, waiting: asked });
  await send('operator', 'A6', 5);
  expect(await state()).toEqual({ seen: 6, answered: 6, waiting: null });
});

test('what a closed conversation left without an answer does not wait in the next one', async () => {
  const { member, send, state } = await openChat();
  await send('member', 'M1');
  await send('member', 'M2');
  await closeChat(member);
  const asked = await send('member', 'M3');
  await send('operator', 'A4', 1);
  expect((await state()).waiting).toEqual(asked);
});

test('a chat stays with the operator who answered first', async () => {
  const { member, send } = await openChat();
  await send('member', 'M1');
  for (const by of ['bert', 'anna']) await send('operator', `A by ${by}`, null, by);
  const { rows } = await database.pool.query('select assigned_to from support_chat where member_id = $1', [member]);
  expect(rows).toEqual([{ assigned_to: 'bert' }]);
});

test('a message with another pin under the same id is another message', async () => {
  const member = await insertMember(database);
  const pinned = async (kind: string | null, id: string | null): Promise<string> => {
    const { rows } = await database.pool.query<{ outcome: string }>(
      `select outcome from send_support_message($1, 'member', null, 'M1', 'text', null, $2, $3, '{}', 200)`,
      [member, kind, id],
    );
    return rows[0]?.outcome ?? 'nothing';
  };
  expect(await pinned('plan', 'P1')).toBe('sent');
  expect(await pinned('plan', 'P1')).toBe('kept');
  expect([await pinned('plan', 'P2'), await pinned('deposit', 'P1'), await pinned(null, null)]).toEqual([
    'reused',
    'reused',
    'reused',
  ]);
});
