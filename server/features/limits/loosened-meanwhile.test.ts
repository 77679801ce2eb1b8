import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { looseningMs } from '#core/limits/loss-limits.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { changeLossLimit } from './change-loss-limit.ts';
import { keepLossLimit } from './keep-loss-limit.ts';
import { readLossLimit } from './limit-store.ts';

const { database, tables, ...world } = await openForFile(async () => {
  const opened = await createTestDatabase({ realWaits: true });
  await allowChangesWithoutHistory(opened.owner);
  const clock = { now: () => Date.now(), wallNow: () => Date.now() };
  return {
    ...{
      database: opened,
      clock,
      acts: openSecurityActs({ publish: async () => undefined }, clock, silentSecurityLog),
    },
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: opened.pool }) }),
    close: () => opened.drop(),
  };
});
const dependencies = { tables, ...world };

const waitMs = 400;

/** Begins while another transaction holds the member's account, until after the limit of 5 has become one of 10. */
async function overtaken(work: (owner: { readonly memberId: bigint; readonly timeZone: string }) => Promise<unknown>) {
  const owner = { memberId: await insertMember(database), timeZone: 'UTC' };
  const holder = await database.owner.connect();
  try {
    await holder.query('insert into member_guard values ($1)', [owner.memberId]);
    await holder.query('begin');
    await holder.query('select ledger.lock_accounts($1)', [[memberAccount(owner.memberId, 'available')]]);
    await database.owner.query(
      `insert into loss_limit values ($1, 'day', 5, 10, now() + $2 * interval '1 ms', 'UTC', now())`,
      [owner.memberId, waitMs],
    );
    const changed = work(owner);
    await untilLockWait(database.pool, changed);
    await delay(waitMs);
    await holder.query('commit');
    await changed;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const stored = await readLossLimit(tables, owner.memberId, 'day');
  const next = stored?.next ?? null;
  return [stored?.amount, next && [next.amount, next.at - Date.now() <= looseningMs]];
}

test.each<readonly [wanted: Usdt | null, after: unknown]>([
  [usdt(3n), [3n, null]],
  [usdt(5n), [5n, null]],
  [usdt(7n), [5n, [7n, true]]],
  [null, [5n, [null, true]]],
])(
  'a change to %s decides by when it was sent, also where a looser limit begins while it waits',
  async (wanted, after) => {
    expect(await overtaken((owner) => changeLossLimit(dependencies, owner, 'day', wanted))).toEqual(after);
  },
);

test('a looser limit that is called off in time does not begin while that waits', async () => {
  expect(await overtaken((owner) => keepLossLimit(dependencies, owner, 'day'))).toEqual([5n, null]);
});
