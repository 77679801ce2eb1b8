import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { selectEnded, selectOpen } from '#server/features/identity/recovery/recovery-rows.ts';
import { database, guarded, openOf, propose, recovery } from './recovery-console.fixture.ts';

test('with 100,000 ended recoveries a page of these, one of the open and the place of one read a page’s rows', async () => {
  const { memberId } = await guarded('endless1');
  // No recovery begins as one that is over.
  await database.owner.query('alter table account_recovery disable trigger user');
  await database.owner.query(
    `insert into account_recovery (member_id, id, asked_at, ended_at, outcome)
     select $1, lpad(n::text, 16, '0'), now(), now(), 'refused' from generate_series(1, 100000) as n`,
    [memberId],
  );
  await database.owner.query('analyze account_recovery');
  const place = sql`select id from account_recovery where id = '0000000000050000'`;
  for (const query of [selectEnded(undefined), selectEnded('0000000000050000'), selectOpen('', Date.now()), place]) {
    const { rows } = await sql<object>`explain (analyze, timing off) ${query}`.execute(recovery.tables);
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    const read = Array.from(plan.matchAll(/actual rows=(\d+)|Removed by Filter: (\d+)/g), ([, rows, removed]) =>
      Number(rows ?? removed),
    );
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read), plan).toBeLessThan(100);
  }
});

test('a recovery lists its own decisions alone, even where that of another member has the same id', async () => {
  const [decided, other] = [await guarded('sameid1'), await guarded('sameid2')];
  await propose(decided.number);
  const { id, askedAt } = await openOf(decided.number);
  await database.owner.query('alter table account_recovery disable trigger user');
  await database.owner.query('insert into account_recovery (member_id, id, asked_at) values ($1, $2, $3)', [
    other.memberId,
    id,
    new Date(askedAt),
  ]);
  expect((await openOf(decided.number)).decisions.map(({ operator }) => operator)).toEqual(['sue']);
  expect((await openOf(other.number)).decisions).toEqual([]);
});
