import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawalPasswordResetMs } from '#core/withdrawals/rules.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { turnOfMember } from '#server/platform/network.ts';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import { code, loginPassword, openWorld, type World } from '#server/test/security-world.fixture.ts';
import { changeWithdrawalPassword } from './change-withdrawal-password.ts';
import { freezeAccount } from './freeze-account.ts';
import { getWithdrawalPassword } from './get-withdrawal-password.ts';
import { keepWithdrawalPassword } from './keep-withdrawal-password.ts';
import { resetWithdrawalPassword } from './reset-withdrawal-password.ts';
import { requireWithdrawalPassword } from './withdrawal-passwords.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const form = { login: loginPassword, password: 'Newer123', repassword: 'Newer123', code };

async function memberWithPassword(): Promise<bigint> {
  const member = await world.member();
  const first = { password: 'Before12', repassword: 'Before12', code, login: loginPassword };
  await changeWithdrawalPassword(world, first, world.callOf(member));
  return member;
}

const opens = (member: bigint, password: string): Promise<unknown> =>
  requireWithdrawalPassword(world, member, password).then(
    () => true,
    ({ code: refusal }) => refusal,
  );

const reset = (member: bigint, change = {}) =>
  resetWithdrawalPassword(world, { ...form, ...change }, world.callOf(member));

test('a new password counts a day later; until then the old one does, and then no more', async () => {
  const member = await memberWithPassword();
  const { reset: waiting } = await reset(member);
  expect(waiting?.activeFrom).toBe(world.clock.now() + withdrawalPasswordResetMs);
  expect(await opens(member, 'Before12')).toBe(true);
  expect(await opens(member, 'Newer123')).toBe('withdrawalPasswordWrong');
  world.clock.advance(withdrawalPasswordResetMs - 1);
  expect(await opens(member, 'Before12')).toBe(true);
  world.clock.advance(1);
  expect(await getWithdrawalPassword(world.tables, member, world.clock.now())).toEqual({ isSet: true, reset: null });
  expect(await opens(member, 'Before12')).toBe('withdrawalPasswordWrong');
  expect(await opens(member, 'Newer123')).toBe(true);
  const { rows } = await world.database.pool.query('select act from security_act where member_id = $1 order by act', [
    member,
  ]);
  expect(rows.map(({ act }) => act)).toEqual([
    'withdrawalPasswordReset',
    'withdrawalPasswordResetRequested',
    'withdrawalPasswordSet',
  ]);
  expect(world.announced.filter(([owner]) => owner === member).map(([, act]) => act)).toContain(
    'withdrawalPasswordResetRequested',
  );
});

test('a reset requires all other proofs of the owner, and a frozen account accepts none', async () => {
  const member = await memberWithPassword();
  await expect(reset(member, { login: 'wrong123' })).rejects.toMatchObject({ code: 'oldPasswordWrong' });
  await expect(reset(member, { code: 'NOPE' })).rejects.toMatchObject({ code: 'captchaWrong' });
  await expect(reset(member, { repassword: 'Other123' })).rejects.toMatchObject({ code: 'passwordsDiffer' });
  await expect(reset(await world.member())).rejects.toMatchObject({ code: 'withdrawalPasswordUnset' });
  await freezeAccount(world, member);
  await expect(reset(member)).rejects.toMatchObject({ code: 'accountFrozen' });
  expect(await getWithdrawalPassword(world.tables, member, world.clock.now())).toEqual({ isSet: true, reset: null });
});

/** A check of the password that has read what is stored, and comes to its end when it is let go. */
async function heldCheck(member: bigint, password: string) {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // Of a node of its own: a gate lets the calls of a member take turns.
  const gate = await openPasswordGate();
  const run: World['passwords']['run'] = (group, work, account) =>
    gate.run(
      group,
      (verifier) =>
        work({
          async matches(...given) {
            begun.resolve();
            await held.promise;
            return await verifier.matches(...given);
          },
        }),
      account,
    );
  const node = { ...world, passwords: { ...gate, run } };
  const checked = requireWithdrawalPassword(node, member, password).then(
    () => true,
    ({ code: refusal }) => refusal,
  );
  await begun.promise;
  return { checked, letGo: () => held.resolve() };
}

test('a reset, which holds the balance, does not wait for a check of the password', async () => {
  const member = await memberWithPassword();
  const other = { ...world, passwords: await openPasswordGate() };
  const { checked, letGo } = await heldCheck(member, 'Before12');
  try {
    const resetting = resetWithdrawalPassword(other, form, world.callOf(member));
    await expect(untilLockWait(world.database.pool, resetting)).rejects.toThrow('has not waited');
    expect((await resetting).reset).not.toBeNull();
  } finally {
    letGo();
  }
  expect(await checked).toBe(true);
});

test('a check counts for the password that is stored when it ends', async () => {
  const member = await memberWithPassword();
  const [before, after] = [await heldCheck(member, 'Before12'), await heldCheck(member, 'Change12Owl')];
  const other = { ...world, passwords: await openPasswordGate() };
  const change = { oldpassword: 'Before12', password: 'Change12Owl', repassword: 'Change12Owl', code };
  await changeWithdrawalPassword(other, change, world.callOf(member));
  for (const { letGo } of [before, after]) letGo();
  expect([await before.checked, await after.checked]).toEqual(['withdrawalPasswordWrong', true]);
});

test('while too many wait for their passwords a reset and a change are refused, and spend no captcha', async () => {
  const member = await memberWithPassword();
  const passwords = await openPasswordGate({ concurrencyMax: 1, queueMax: 1 });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const ahead = [0n, -1n].map((other) => passwords.run(turnOfMember(other), () => held));
  const spent: string[] = [];
  const identity = { ...world.identity, requireCaptcha: async (_: unknown, given: string) => void spent.push(given) };
  const busy = { ...world, passwords, identity };
  const change = { oldpassword: 'Before12', password: 'Change12Owl', repassword: 'Change12Owl', code };
  const refused = { code: 'serverBusy' };
  await expect(resetWithdrawalPassword(busy, form, world.callOf(member))).rejects.toMatchObject(refused);
  await expect(changeWithdrawalPassword(busy, change, world.callOf(member))).rejects.toMatchObject(refused);
  expect(spent).toEqual([]);
  letGo();
  await Promise.all(ahead);
});

test('it is cancelled by a tap or by using the old one; another reset restarts its day', async () => {
  const member = await memberWithPassword();
  await reset(member);
  expect(await keepWithdrawalPassword(world, member)).toEqual({ isSet: true, reset: null });
  await expect(keepWithdrawalPassword(world, member)).rejects.toMatchObject({ code: 'withdrawalPasswordResetUnknown' });
  world.clock.advance(withdrawalPasswordResetMs);
  expect(await opens(member, 'Newer123')).toBe('withdrawalPasswordWrong');
  expect(await opens(member, 'Before12')).toBe(true);

  await reset(member);
  const change = { oldpassword: 'Before12', password: 'Change12Owl', repassword: 'Change12Owl', code };
  await changeWithdrawalPassword(world, change, world.callOf(member));
  world.clock.advance(withdrawalPasswordResetMs);
  expect(await opens(member, 'Newer123')).toBe('withdrawalPasswordWrong');
  expect(await opens(member, 'Change12Owl')).toBe(true);

  await reset(member);
  world.clock.advance(withdrawalPasswordResetMs / 2);
  await reset(member, { password: 'Second12', repassword: 'Second12' });
  world.clock.advance(withdrawalPasswordResetMs / 2);
  expect(await opens(member, 'Change12Owl')).toBe(true);
  world.clock.advance(withdrawalPasswordResetMs / 2);
  expect(await opens(member, 'Newer123')).toBe('withdrawalPasswordWrong');
  expect(await opens(member, 'Second12')).toBe(true);
});

test('a reset whose day is over is not lost to the next one, and is cancelled no more', async () => {
  const member = await memberWithPassword();
  await reset(member);
  world.clock.advance(withdrawalPasswordResetMs);
  await reset(member, { password: 'Second12', repassword: 'Second12' });
  expect(await opens(member, 'Before12')).toBe('withdrawalPasswordWrong');
  expect(await opens(member, 'Newer123')).toBe(true);
  expect(await keepWithdrawalPassword(world, member)).toEqual({ isSet: true, reset: null });
  expect(await opens(member, 'Newer123')).toBe(true);
  await reset(member, { password: 'Third123', repassword: 'Third123' });
  world.clock.advance(withdrawalPasswordResetMs);
  await expect(keepWithdrawalPassword(world, member)).rejects.toMatchObject({ code: 'withdrawalPasswordResetUnknown' });
  expect(await opens(member, 'Third123')).toBe(true);
});

test('a reset does not lift the lock on the old password', async () => {
  const member = await memberWithPassword();
  for (let count = 0; count < 5; count++) await opens(member, 'Guess123');
  expect(await opens(member, 'Before12')).toBe('withdrawalPasswordLocked');
  await reset(member);
  expect(await opens(member, 'Before12')).toBe('withdrawalPasswordLocked');
  await keepWithdrawalPassword(world, member);
  expect(await opens(member, 'Before12')).toBe('withdrawalPasswordLocked');
  await reset(member);
  world.clock.advance(withdrawalPasswordResetMs);
  expect(await opens(member, 'Newer123')).toBe(true);
});

test('of checks at the moment of the change, all see one password or the other', async () => {
  const member = await memberWithPassword();
  await reset(member);
  world.clock.advance(withdrawalPasswordResetMs);
  const results = await Promise.all(Array.from({ length: 6 }, () => opens(member, 'Newer123')));
  expect(results.every((result) => result === true)).toBe(true);
  const { rows } = await world.database.pool.query(
    `select act from security_act where member_id = $1 and act = 'withdrawalPasswordReset'`,
    [member],
  );
  expect(rows).toHaveLength(1);
});

test('the database lets no reset count sooner than a day after it was asked for', async () => {
  const member = await memberWithPassword();
  await expect(
    world.database.pool.query(
      `insert into withdrawal_password_reset values ($1, '$argon2id$x', now(), now() + interval '23 hours')`,
      [member],
    ),
  ).rejects.toThrow(/check|waits for a day/);
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await world.compareActs();
  expect(announced).toEqual(recorded);
});
