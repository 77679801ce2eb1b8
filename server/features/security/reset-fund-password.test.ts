import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundPasswordResetMs } from '#core/withdrawals/rules.ts';
import { changeFundPassword } from './change-fund-password.ts';
import { freezeAccount } from './freeze.ts';
import { fundPasswordState } from './fund-password-resets.ts';
import { requireFundPassword } from './fund-passwords.ts';
import { keepFundPassword, resetFundPassword } from './reset-fund-password.ts';
import { code, loginPassword, openWorld, type World } from './security-world.fixture.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const form = { login: loginPassword, password: 'Newer123', repassword: 'Newer123', code };

async function memberWithPassword(): Promise<bigint> {
  const member = await world.member();
  const first = { password: 'Before12', repassword: 'Before12', code };
  await changeFundPassword(world, first, world.callOf(member));
  return member;
}

const opens = (member: bigint, password: string): Promise<unknown> =>
  requireFundPassword(world, member, password).then(
    () => true,
    ({ code: refusal }) => refusal,
  );

const reset = (member: bigint, change = {}) => resetFundPassword(world, { ...form, ...change }, world.callOf(member));

test('a new password counts a day later; until then the old one does, and then no more', async () => {
  const member = await memberWithPassword();
  const { reset: waiting } = await reset(member);
  expect(waiting?.activeFrom).toBe(world.clock.now() + fundPasswordResetMs);
  expect(await opens(member, 'Before12')).toBe(true);
  expect(await opens(member, 'Newer123')).toBe('fundPasswordWrong');
  world.clock.advance(fundPasswordResetMs - 1);
  expect(await opens(member, 'Before12')).toBe(true);
  world.clock.advance(1);
  expect(await fundPasswordState(world.tables, member, world.clock.now())).toEqual({ isSet: true, reset: null });
  expect(await opens(member, 'Before12')).toBe('fundPasswordWrong');
  expect(await opens(member, 'Newer123')).toBe(true);
  const { rows } = await world.database.pool.query('select act from security_act where member_id = $1 order by act', [
    member,
  ]);
  expect(rows.map(({ act }) => act)).toEqual(['fundPasswordReset', 'fundPasswordResetRequested', 'fundPasswordSet']);
  expect(world.told.filter(([told]) => told === member).map(([, act]) => act)).toContain('fundPasswordResetRequested');
});

test('whoever asks proves to be the owner by all else, and a frozen account takes none', async () => {
  const member = await memberWithPassword();
  await expect(reset(member, { login: 'wrong123' })).rejects.toMatchObject({ code: 'oldPasswordWrong' });
  await expect(reset(member, { code: 'NOPE' })).rejects.toMatchObject({ code: 'verifyCodeWrong' });
  await expect(reset(member, { repassword: 'Other123' })).rejects.toMatchObject({ code: 'passwordsDiffer' });
  await expect(reset(await world.member())).rejects.toMatchObject({ code: 'fundPasswordUnset' });
  await freezeAccount(world, member);
  await expect(reset(member)).rejects.toMatchObject({ code: 'accountFrozen' });
  expect(await fundPasswordState(world.tables, member, world.clock.now())).toEqual({ isSet: true, reset: null });
});

test('it can be called off, by a tap or by knowing the old one; another wish begins its day again', async () => {
  const member = await memberWithPassword();
  await reset(member);
  expect(await keepFundPassword(world, member)).toEqual({ isSet: true, reset: null });
  await expect(keepFundPassword(world, member)).rejects.toMatchObject({ code: 'fundPasswordResetUnknown' });
  world.clock.advance(fundPasswordResetMs);
  expect(await opens(member, 'Newer123')).toBe('fundPasswordWrong');
  expect(await opens(member, 'Before12')).toBe(true);

  await reset(member);
  const change = { oldpassword: 'Before12', password: 'Change12', repassword: 'Change12', code };
  await changeFundPassword(world, change, world.callOf(member));
  world.clock.advance(fundPasswordResetMs);
  expect(await opens(member, 'Newer123')).toBe('fundPasswordWrong');
  expect(await opens(member, 'Change12')).toBe(true);

  await reset(member);
  world.clock.advance(fundPasswordResetMs / 2);
  await reset(member, { password: 'Second12', repassword: 'Second12' });
  world.clock.advance(fundPasswordResetMs / 2);
  expect(await opens(member, 'Change12')).toBe(true);
  world.clock.advance(fundPasswordResetMs / 2);
  expect(await opens(member, 'Newer123')).toBe('fundPasswordWrong');
  expect(await opens(member, 'Second12')).toBe(true);
});

test('one that has waited its day is not lost to the next wish', async () => {
  const member = await memberWithPassword();
  await reset(member);
  world.clock.advance(fundPasswordResetMs);
  await reset(member, { password: 'Second12', repassword: 'Second12' });
  expect(await opens(member, 'Before12')).toBe('fundPasswordWrong');
  expect(await opens(member, 'Newer123')).toBe(true);
  expect(await keepFundPassword(world, member)).toEqual({ isSet: true, reset: null });
  expect(await opens(member, 'Newer123')).toBe(true);
});

test('asking for a new password lifts no lock against guessing the old one', async () => {
  const member = await memberWithPassword();
  for (let count = 0; count < 5; count++) await opens(member, 'Guess123');
  expect(await opens(member, 'Before12')).toBe('fundPasswordLocked');
  await reset(member);
  expect(await opens(member, 'Before12')).toBe('fundPasswordLocked');
  await keepFundPassword(world, member);
  expect(await opens(member, 'Before12')).toBe('fundPasswordLocked');
  await reset(member);
  world.clock.advance(fundPasswordResetMs);
  expect(await opens(member, 'Newer123')).toBe(true);
});

test('of checks at the moment of the change, all see one password or the other', async () => {
  const member = await memberWithPassword();
  await reset(member);
  world.clock.advance(fundPasswordResetMs);
  const results = await Promise.all(Array.from({ length: 6 }, () => opens(member, 'Newer123')));
  expect(results.every((result) => result === true)).toBe(true);
  const { rows } = await world.database.pool.query(
    `select act from security_act where member_id = $1 and act = 'fundPasswordReset'`,
    [member],
  );
  expect(rows).toHaveLength(1);
});

test('the database lets no reset count sooner than a day after it was asked for', async () => {
  const member = await memberWithPassword();
  await expect(
    world.database.pool.query(
      `insert into fund_password_reset values ($1, '$argon2id$x', now(), now() + interval '23 hours')`,
      [member],
    ),
  ).rejects.toThrow(/check/);
});
