import { expect, test } from 'vitest';
import { withdrawalPasswordResetMs } from '#core/withdrawals/rules.ts';
import { addPasskey } from '#server/features/identity/add-passkey.ts';
import { newOwner, outcomeOf } from '#server/features/identity/factors/second-factor.fixture.ts';
import { createDevice } from '#server/features/identity/passkeys/passkey-device.fixture.ts';
import { removePasskey } from '#server/features/identity/remove-passkey.ts';
import { startPasskey } from '#server/features/identity/start-passkey.ts';
import { changeWithdrawalPassword } from '#server/features/security/change-withdrawal-password.ts';
import { keepWithdrawalPassword } from '#server/features/security/keep-withdrawal-password.ts';
import { resetWithdrawalPassword } from '#server/features/security/reset-withdrawal-password.ts';
import { requireWithdrawalPassword } from '#server/features/security/withdrawal-passwords.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';
import { goodPassword, openTestIdentity } from './identity.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { code, loginPassword, openWorld } from './security-world.fixture.ts';

const world = await openForFile(openWorld);
const accounts = await openForFile(openTestIdentity);
const { node } = accounts;

const form = { code, login: loginPassword };

/** A member who has asked for a reset of the withdrawal password. */
async function resettingMember(): Promise<bigint> {
  const member = await world.member();
  const first = { ...form, password: 'Before12', repassword: 'Before12' };
  await changeWithdrawalPassword(world, first, world.callOf(member));
  await resetWithdrawalPassword(world, { ...form, password: 'Newer123', repassword: 'Newer123' }, world.callOf(member));
  return member;
}

test.each<[string, (member: bigint) => Promise<unknown>]>([
  ['keeping the withdrawal password', (member) => keepWithdrawalPassword(world, member)],
  [
    'a change of the withdrawal password',
    (member) => {
      const changed = { ...form, oldpassword: 'Before12', password: 'Second12', repassword: 'Second12' };
      return changeWithdrawalPassword(world, changed, world.callOf(member));
    },
  ],
  [
    'a withdrawal password whose reset is due',
    (member) => {
      world.clock.advance(withdrawalPasswordResetMs);
      return requireWithdrawalPassword(world, member, 'Newer123');
    },
  ],
])('%s and the deletion of the account do not wait for each other in a circle', async (_, act) => {
  const member = await resettingMember();
  const held = 'select from withdrawal_password_reset where member_id = $1 for update';
  expect(await whileDeleted(world.database, member, held, () => act(member))).not.toBe('40P01');
});

test('the removal of a passkey and the deletion of the account do not wait for each other in a circle', async () => {
  const call = await newOwner(node, 'Removing');
  const creation = await startPasskey(node, { password: goodPassword }, call);
  const { id } = await addPasskey(node, { name: 'phone', credential: createDevice().make(creation) }, call);
  const [isRenewed, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const renew: typeof node.sessions.renew = async (...given) => {
    const renewed = await node.sessions.renew(...given);
    isRenewed.resolve();
    await goOn.promise;
    return renewed;
  };
  const removal = { ...node, sessions: { ...node.sessions, renew } };
  const removing = outcomeOf(removePasskey(removal, { passkey: id, login: goodPassword }, call));
  await isRenewed.promise;
  const held = 'select from passkey where member_id = $1 for update';
  const outcome = whileDeleted(accounts.database, call.member.memberId, held, () => {
    goOn.resolve();
    return removing;
  });
  expect(await outcome).toBe('passkeyUnknown');
});

/** What became of the act, which began while the deletion waited for rows that somebody held; the deletion is done. */
async function whileDeleted(
  { owner, pool }: TestDatabase,
  member: bigint,
  held: string,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query(held, [member]);
    const deleting = pool
      .query('insert into member_deletion (member_id) values ($1)', [member])
      .then(() => 'deleted')
      .catch((error: Error) => error.message);
    await untilLockWait(pool, deleting);
    const acting = act().catch((error: { code: string }) => error.code);
    await untilLockWait(pool, Promise.race([deleting, acting]), 2);
    await holder.query('commit');
    expect(await deleting).toBe('deleted');
    return await acting;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
