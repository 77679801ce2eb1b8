import { expect, test } from 'vitest';
import { utcDay } from '#core/time/lengths.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { clientSeedFor, codeOf, dayMs, openWorld, worldStart } from './draws-world.fixture.ts';
import { getEntries } from './get-entries.ts';

const world = await openForFile(openWorld);
await allowChangesWithoutHistory(world.owner);
const until = worldStart + 30 * dayMs;

/** The statements that record a self-exclusion, without its transaction. */
const excluding = (memberId: bigint): string => `
  insert into member_guard (member_id) values (${memberId});
  insert into self_exclusion (member_id, began_at, ends_at, changed_at)
    values (${memberId}, to_timestamp(${worldStart / 1_000 - 1}), to_timestamp(${until / 1_000}), to_timestamp(${worldStart / 1_000 - 1}))`;

test('self-exclusion closes the draw, a freeze does not: nothing is staked', async () => {
  const [excluded, frozen] = [await world.readyMember(), await world.readyMember()];
  for (const memberId of [excluded, frozen]) await world.act(memberId, 'donated');
  await world.owner.query(excluding(excluded));
  expect(await codeOf(world.draw(excluded))).toBe('selfExcluded');
  expect((await getEntries(world, excluded)).excludedUntil).toBe(until);
  await world.owner.query('insert into account_freeze (member_id, frozen_at) values ($1, now())', [frozen]);
  expect(await codeOf(world.draw(frozen))).toBe('done');
});

test.each([true, false])(
  'an entry (that wins: %s) is not drawn once its member’s self-exclusion has been answered',
  async (wins) => {
    const memberId = await world.member();
    const username = await world.usernameOf(memberId);
    const day = utcDay(world.clock.now());
    await world.seed(memberId, clientSeedFor(world.seeds, { day, username, entry: 1, wins }));
    await world.act(memberId, 'donated');
    const exclusion = await world.owner.connect();
    try {
      // As the server records it: under the lock of the member's available account.
      await exclusion.query('begin');
      await exclusion.query(
        `select ledger.lock_accounts(array(select id from ledger.accounts where member_id = ${memberId} and name = 'available'))`,
      );
      await exclusion.query(excluding(memberId));
      const drawing = codeOf(world.draw(memberId));
      await untilLockWait(world.pool, drawing);
      await exclusion.query('commit');
      expect(await drawing).toBe('selfExcluded');
    } finally {
      await exclusion.query('rollback');
      exclusion.release();
    }
    expect((await getEntries(world, memberId)).next).toBe(1);
  },
);
