import { expect, test } from 'vitest';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { lockNumbers } from '#server/platform/locks.ts';
import { openMoneyWorld } from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const world = await openForFile(openMoneyWorld);

test('no deposit is requested once a self-exclusion has been answered, also where it was sent before', async () => {
  const phone = await world.fundedMember('excluded1');
  const { rows } = await world.database.pool.query<{ id: bigint }>(
    `select id from member where username = 'excluded1'`,
  );
  const holder = await world.database.owner.connect();
  try {
    await holder.query('begin');
    // Another deposit of the member is being recorded.
    await holder.query(`select pg_advisory_xact_lock(${lockNumbers.depositsOfMember}, hashtext($1::text))`, [
      rows[0]?.id,
    ]);
    const form = { channel: 'sandbox', amount: '100' };
    const depositing = phone.post('/Finance/recharge', form, { 'idempotency-key': 'deposit-meanwhile' });
    await untilLockWait(world.database.pool, depositing);
    expect(await phone.post('/limits/exclusion', { days: '7' })).toMatchObject({ status: 200 });
    await holder.query('commit');
    expect(await depositing).toMatchObject({ status: 403, code: 'selfExcluded' });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
