import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { insertMessage } from './message-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** How many connections wait for one that itself waits for the one of this process. */
async function countBehindTheOneBehind(pid: number | undefined): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity as one join pg_stat_activity as other on one.pid = any (pg_blocking_pids(other.pid))
     where $1::int = any (pg_blocking_pids(one.pid))`,
    [pid],
  );
  return rows[0]?.count ?? 0;
}

test('of the first messages of a chat that come at once, each waits for the one before and has its own place', async () => {
  const memberId = await insertMember(database);
  await database.owner.query(
    `insert into image (member_id, id, hash, webp, width, height)
     select $1, 'IMAGE' || n, sha256(n::text::bytea), 'picture', 1, 1 from generate_series(1, 2) as n`,
    [memberId],
  );
  const [first, images] = [await database.pool.connect(), await database.pool.connect()];
  const send = (by: Pick<typeof first, 'query'>, id: string, image?: string) =>
    insertMessage(by, memberId, { author: 'member', id, text: 'Hello', image });
  try {
    await images.query('begin');
    const { rows } = await images.query<{ pid: number }>(
      'select pg_backend_pid() as pid from image where member_id = $1 for update',
      [memberId],
    );
    await first.query('begin');
    await send(first, 'first');
    // Neither of the two finds the chat, which the first writes.
    const others = Promise.all([send(database.pool, 'one', 'IMAGE1'), send(database.pool, 'other', 'IMAGE2')]);
    await untilLockWait(database.pool, others, 2);
    await first.query('commit');
    // One has its place and waits for its image; the other waits for it, whatever was written by then.
    await expect.poll(() => countBehindTheOneBehind(rows[0]?.pid)).toBe(1);
    await images.query('rollback');
    expect((await others).map(({ message }) => message.position).toSorted()).toEqual([2, 3]);
  } finally {
    for (const client of [first, images]) client.release(true);
  }
});
