import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';

/** What the server's role is refused where it goes around the product's own code. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  await database.pool.query(
    `insert into content (kind, id, place, published_at) values ('tip', 'verify', 1, now()), ('tip', 'limits', 2, now())`,
  );
});
afterAll(() => database.drop());

interface Version {
  readonly number: number;
  /** What the log says in the same transaction; null: nothing. */
  readonly act: { readonly name: string; readonly subject: string } | null;
  readonly publishedAt?: Date;
}

/** When it was published, or what refused it. */
async function publish({ number, act, publishedAt = new Date() }: Version): Promise<Date | string> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    if (act) {
      await client.query(
        `insert into operator_act (operator, role, act, subject, reason, detail) values ('anna', 'owner', $1, $2, 'new', '{}')`,
        [act.name, act.subject],
      );
    }
    const { rows } = await client.query<{ at: Date }>(
      `insert into content_version (kind, id, version, texts, published_by, published_at)
       values ('tip', 'verify', $1, '{}', 'anna', $2) returning published_at as at`,
      [number, publishedAt],
    );
    await client.query('commit');
    return rows[0]?.at ?? 'nothing was published';
  } catch (error) {
    await client.query('rollback');
    return (error as Error).message;
  } finally {
    client.release();
  }
}

test('a version is published by an act on that text in the same transaction, at its time, and none without one', async () => {
  const published = { name: 'contentPublished', subject: 'tip verify' };
  const inNoAct = 'version 1 of verify is in no act of the log';
  expect(await publish({ number: 1, act: null })).toBe(inNoAct);
  expect(await publish({ number: 1, act: { ...published, subject: 'tip limits' } }), 'on another text').toBe(inNoAct);
  expect(await publish({ number: 1, act: { ...published, name: 'contentWithdrawn' } }), 'of another kind').toBe(
    inNoAct,
  );
  const before = Date.now();
  const at = await publish({ number: 1, act: published, publishedAt: new Date(0) });
  expect(at).toBeInstanceOf(Date);
  // By the clock of this machine, which the database runs on.
  expect(Number(at)).toBeGreaterThan(before - 60_000);
  // The act that published one version publishes no further one.
  expect(await publish({ number: 2, act: null, publishedAt: at as Date })).toBe(
    'version 2 of verify is in no act of the log',
  );
  expect(await publish({ number: 2, act: { ...published, name: 'contentPutBack' } })).toBeInstanceOf(Date);
});
