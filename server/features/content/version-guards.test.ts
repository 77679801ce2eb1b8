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
  readonly act: { readonly name: string; readonly subject: string; readonly by?: string } | null;
  readonly publishedAt?: Date;
}

/** When it was published, or what refused it. */
async function publish({ number, act, publishedAt = new Date() }: Version): Promise<Date | string> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    if (act) {
      await client.query(
        `insert into operator_act (operator, role, act, subject, reason, detail) values ($3, 'owner', $1, $2, 'new', '{}')`,
        [act.name, act.subject, act.by ?? 'anna'],
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
  expect(await publish({ number: 1, act: { ...published, by: 'bert' } }), 'of another operator').toBe(inNoAct);
  const before = Date.now();
  const at = await publish({ number: 1, act: published, publishedAt: new Date(0) });
  expect(at).toBeInstanceOf(Date);
  // By the clock of this machine, which the database runs on.
  expect(Number(at)).toBeGreaterThan(before - 60_000);
  // The act that published one version publishes no further one.
  expect(await publish({ number: 2, act: null, publishedAt: at as Date })).toBe(
    'version 2 of verify is in no act of the log',
  );
  expect(await publish({ number: 3, act: published })).toBe('version 3 of verify has nothing before it');
  expect(await publish({ number: 2, act: { ...published, name: 'contentPutBack' } })).toBeInstanceOf(Date);
});

test('what members read is the newest version that was published, or a file’s text', async () => {
  const act = (name: string, about = 'tip limits') => `
    insert into operator_act (operator, role, act, subject, reason, detail) values ('anna', 'owner', '${name}', '${about}', 'new', '{}')`;
  const version = (number: number, body: string, by: string | null = 'anna') => `
    insert into content_version (kind, id, version, texts, published_by, published_at)
    values ('tip', 'limits', ${number}, '{"en":{"title":"Limits","body":"${body}"}}', ${by === null ? 'null, null' : `'${by}', now()`})`;
  const text = (body: string, hash: string | null = null, locale = 'en', title = 'Limits') => `
    insert into content_text (kind, id, locale, title, body, seed_hash, updated_at)
    values ('tip', 'limits', '${locale}', '${title}', '${body}', ${hash === null ? 'null' : `repeat('${hash}', 64)`}, now())
    on conflict (kind, id, locale) do update set title = excluded.title, body = excluded.body, seed_hash = excluded.seed_hash`;
  const outcome = (...statements: readonly string[]): Promise<string> =>
    database.pool.query(statements.join(';')).then(
      () => 'done',
      (error: Error) => error.message,
    );
  const none = 'the text limits in en is no published version';
  expect(await outcome(text('one'))).toBe(none);
  expect(await outcome(text('one'), version(1, 'one', null)), 'a version that nobody published').toBe(none);
  expect(await outcome(text('of a file', 'a'))).toBe('done');
  expect(await outcome(act('contentPublished'), version(1, 'one'), text('one'))).toBe('done');
  expect(await outcome(text('of a file', 'a')), 'a file’s text in the place of a version').toBe(none);
  expect(await outcome(text('one', null, 'en', 'Other title'))).toBe(none);
  expect(await outcome(text('one', null, 'jp')), 'in a language that was not published').toContain('limits in jp');
  expect(await outcome(act('contentPutBack'), version(2, 'two'), text('one'))).toBe(none);
  expect(await outcome(act('contentPublished'), version(2, 'two'), text('two'))).toBe('done');
  expect(await outcome(text('one')), 'an earlier version').toBe(none);

  const withdrawn = (by: string | null) =>
    `update content set withdrawn_by = ${by === null ? 'null' : `'${by}'`} where id = 'limits'`;
  const notByAct = 'the text limits is taken away and put back by acts of the log';
  expect(await outcome(withdrawn('operator'))).toBe(notByAct);
  expect(await outcome(act('contentPublished'), withdrawn('operator'))).toBe(notByAct);
  expect(await outcome(act('contentWithdrawn', 'tip verify'), withdrawn('operator'))).toBe(notByAct);
  expect(await outcome(act('contentWithdrawn'), withdrawn('operator'))).toBe('done');
  expect(await outcome(withdrawn(null))).toBe(notByAct);
  expect(await outcome(act('contentWithdrawn'), withdrawn(null))).toBe(notByAct);
  expect(await outcome(act('contentPutBack'), withdrawn(null))).toBe('done');
  expect(await outcome(withdrawn('folder')), 'with its folder').toBe('done');
});
