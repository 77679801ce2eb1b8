import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageQueries } from '#server/platform/database/read-pages.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { ownDataOf } from './collect-own-data.ts';
import { fileOfOwnData } from './own-data-file.ts';

/** Of what a member of years has; each message is as long as one may be. */
const messageCount = 450;
const imageCount = 4;
const imageBytes = 200_000;
const signInCount = 3_050;

/** Rows that are in memory at once, and bytes: a page of the longest rows, or one image, and what deflate holds back. */
const rowsAtOnceMax = 100;
const pieceBytesMax = 300_000;

let database: TestDatabase;
let memberId: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  memberId = await insertMember(database);
  const { owner } = database;
  await owner.query(
    `select send_support_message($1, 'member', null, 'message-of-a-history-' || n, string_agg(md5(n || '.' || k), ''), null, null, null, '{}', 1000000)
     from generate_series(1, $2::int) as n, generate_series(1, 62) as k group by n`,
    [memberId, messageCount],
  );
  await owner.query(
    `insert into image (member_id, id, hash, webp, width, height)
     select $1, lpad(n::text, 16, '0'), sha256(n::text::bytea),
       (select decode(string_agg(md5(n || '.' || k), ''), 'hex') from generate_series(1, $3::int / 16) as k), 1, 1
     from generate_series(1, $2::int) as n`,
    [memberId, imageCount, imageBytes],
  );
  await owner.query(
    `insert into security_act (member_id, id, act, at)
     select $1, lpad(n::text, 16, '0'), 'signedIn', now() from generate_series(1, $2::int) as n`,
    [memberId, signInCount],
  );
});
afterAll(() => database.drop());

/** A client whose pages are counted: how many rows were read, and how many at once. */
async function withCountedClient<Result>(
  work: (client: PageQueries, count: { rows: number; atOnce: number }) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect();
  const count = { rows: 0, atOnce: 0 };
  try {
    await client.query('begin isolation level repeatable read read only');
    const counted: PageQueries = {
      async query(text, values) {
        const result = await client.query(text, values);
        count.rows += result.rows.length;
        count.atOnce = Math.max(count.atOnce, result.rows.length);
        return result as never;
      },
    };
    return await work(counted, count);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a history of years is exported whole, and no more than a page of it is in memory at once', async () => {
  await withCountedClient(async (client, count) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of fileOfOwnData(ownDataOf(client, memberId))) pieces.push(piece);
    expect(count.atOnce).toBe(rowsAtOnceMax);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(pieceBytesMax);
    const files = unzipSync(Buffer.concat(pieces));
    const json = (name: string): unknown[] => JSON.parse(strFromU8(files[`json/${name}.json`] ?? new Uint8Array()));
    const csv = (name: string) => strFromU8(files[`csv/${name}.csv`] ?? new Uint8Array()).split('\r\n');
    expect([json('support_message').length, csv('support_message').length]).toEqual([messageCount, messageCount + 2]);
    expect([json('security_act').length, csv('security_act').length]).toEqual([signInCount, signInCount + 2]);
    expect(json('support_message').at(-1)).toMatchObject({ position: messageCount });
    expect(Object.keys(files).filter((name) => name.startsWith('images/'))).toHaveLength(imageCount);
    expect(files[`images/${String(imageCount).padStart(16, '0')}.webp`]).toHaveLength(imageBytes);
    expect(json('deposit')).toEqual([]);
  });
});

test('what is not taken is not read: the file waits for who saves it', async () => {
  await withCountedClient(async (client, count) => {
    const file = fileOfOwnData(ownDataOf(client, memberId));
    for await (const _piece of file) if (count.rows >= rowsAtOnceMax) break;
    // Deflate holds some of the first page back, and the next one is read for it.
    expect(count.rows).toBeLessThan(4 * rowsAtOnceMax);
  });
});
