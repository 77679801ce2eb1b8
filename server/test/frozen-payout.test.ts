import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { cancelReplacement as cancelCard } from '#server/features/bank-card/card-store.ts';
import { isFrozen } from '#server/features/security/freeze.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import { advanceWithdrawals } from '#server/features/withdrawals/poll-withdrawals.ts';
import { requestWithdrawal } from '#server/features/withdrawals/request-withdrawal.ts';
import {
  callOf,
  micro,
  minuteMs,
  openWorldForFile,
  password,
} from '#server/features/withdrawals/withdrawal-world.fixture.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';

const world = await openWorldForFile();
const { pool } = world.database;
const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
const silent = { record: async () => undefined, announce: async () => undefined };

/** A withdrawal that the next look sends. */
async function reviewed(): Promise<{ member: bigint; id: string }> {
  const member = await world.member(100);
  const { id } = await world.request(member, 30);
  await world.look();
  world.clock.advance(60 * minuteMs);
  return { member, id };
}

/** A look of a node that asks the real freeze. */
const look = (before: () => Promise<void> = async () => undefined): Promise<number> =>
  advanceWithdrawals({
    ...world,
    identity: {
      async isFrozen(memberId, within = tables) {
        const found = await isFrozen(within, memberId);
        await before();
        return found;
      },
    },
  });

test('a withdrawal that is due while a freeze is being recorded waits for it, and is not sent', async () => {
  const { member, id } = await reviewed();
  let looking: Promise<number> = Promise.resolve(0);
  const record = async (): Promise<void> => {
    looking = look();
    await untilLockWait(pool, looking);
  };
  await freezeAccount({ tables, cancelCard, acts: { ...silent, record }, clock: world.clock }, member);
  expect(await looking).toBe(0);
  expect(await world.stateOf(member, id)).toBe('inReview');
  expect(world.payouts).not.toContain(id);
  await world.cancel(member, id);
});

test('a freeze waits for a withdrawal that is being sent: it does not respond while that could still be committed', async () => {
  const { member, id } = await reviewed();
  let freezing: Promise<unknown> = Promise.resolve();
  const sent = await look(async () => {
    freezing = freezeAccount({ tables, cancelCard, acts: silent, clock: world.clock }, member);
    await untilLockWait(pool, freezing);
  });
  await freezing;
  expect(sent).toBe(1);
  expect(await world.stateOf(member, id)).toBe('done');
  expect(await isFrozen(tables, member)).toBe(true);
});

test('after the response to a freeze no withdrawal is requested any more, though it was on its way', async () => {
  const [member, other] = [await world.member(100), await world.member(100)];
  const freeze = (memberId: bigint) =>
    freezeAccount({ tables, cancelCard, acts: silent, clock: world.clock }, memberId);
  const identity = {
    ...world.identity,
    isFrozen: (memberId: bigint) => isFrozen(tables, memberId),
    // Checked after the freeze was looked for, and slowly.
    requireWithdrawalPassword: async (memberId: bigint) => void (memberId === member && (await freeze(member))),
  };
  const request = (memberId: bigint) =>
    requestWithdrawal(
      { ...world, identity },
      { method: 'bank', amount: micro(30), password },
      callOf(memberId, 'key-of-a-withdrawal'),
    );
  await expect(request(member)).rejects.toMatchObject({ code: 'accountFrozen' });
  expect(await world.balances(member)).toEqual({ available: 100, withdrawing: 0 });
  const { id } = await request(other);
  await freeze(other);
  // Its repetition is the same one, frozen or not.
  expect((await request(other)).id).toBe(id);
  await world.cancel(other, id);
});
