import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { openMoneyWorld } from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const world = await openForFile(openMoneyWorld);

test('no deposit is requested once a self-exclusion has been answered, also where it was sent before', async () => {
  const phone = await world.fundedMember('excluded1');
  const { pool } = world.database;
  const { rows } = await pool.query<{ id: bigint }>(`select id from member where username = 'excluded1'`);
  const form = { channel: 'sandbox', amount: '100' };
  // Another deposit of the member is being recorded.
  const depositing = await new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    .transaction()
    .execute(async (transaction) => {
      await lockInTransaction(transaction, 'depositsOfMember', rows[0]?.id ?? 0n);
      const answer = phone.post('/Finance/recharge', form, { 'idempotency-key': 'deposit-meanwhile' });
      await untilLockWait(pool, answer);
      expect(await phone.post('/limits/exclusion', { days: '7' })).toMatchObject({ status: 200 });
      return { answer };
    });
  expect(await depositing.answer).toMatchObject({ status: 403, code: 'selfExcluded' });
});
