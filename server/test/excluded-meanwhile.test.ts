import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { lockInTransaction } from '#server/platform/locks.ts';
import { endedOrBlocked } from './blocked.fixture.ts';
import { openMoneyWorld } from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const world = await openForFile(openMoneyWorld);

test('a deposit that was being asked for when an exclusion was answered is not recorded', async () => {
  const one = await world.fundedMember('excluded1');
  const { rows } = await world.database.pool.query<{ id: bigint }>(
    `select id from member where username = 'excluded1'`,
  );
  const memberId = rows[0]?.id ?? 0n;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const other = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: world.database.pool }) })
    .transaction()
    .execute(async (transaction) => {
      await lockInTransaction(transaction, 'depositsOfMember', memberId);
      hold();
      await released;
    });
  await held;
  const asked = one.post('/Finance/recharge', { channel: 'sandbox', amount: '150' });
  await endedOrBlocked(world.database.pool, asked);
  expect(await one.post('/limits/exclusion', { days: '7' })).toMatchObject({ status: 200 });
  release();
  await other;
  expect(await asked).toMatchObject({ status: 403, code: 'selfExcluded' });
  const deposits = (await one.get('/api/recharge')).info as { amount: string }[];
  expect(deposits).toHaveLength(1);
});
