import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import { code, loginPassword, openWorld, type World } from '#server/test/security-world.fixture.ts';
import { changeWithdrawalPassword } from './change-withdrawal-password.ts';
import { listSecurityActs } from './list-security-acts.ts';
import { requireWithdrawalPassword } from './withdrawal-passwords.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const change = (memberId: bigint, password: string, oldpassword?: string, more: object = {}) =>
  changeWithdrawalPassword(
    world,
    {
      password,
      repassword: password,
      code,
      ...(oldpassword === undefined ? { login: loginPassword } : { oldpassword }),
      ...more,
    },
    world.callOf(memberId),
  );

const tryOut = (memberId: bigint, password: string, node: Pick<World, 'passwords'> = world) =>
  requireWithdrawalPassword({ ...world, passwords: node.passwords }, memberId, password).then(
    () => 'right',
    (error: { code?: string }) => error.code,
  );

test('the first one needs no old one, each later one does, and only the newest counts', async () => {
  const member = await world.member();
  expect(await tryOut(member, 'first123')).toBe('withdrawalPasswordUnset');
  await change(member, 'first123');
  expect(await tryOut(member, 'first123')).toBe('right');
  await expect(change(member, 'second12')).rejects.toMatchObject({ code: 'oldPasswordMissing' });
  await expect(change(member, 'second12', 'wrong123')).rejects.toMatchObject({ code: 'withdrawalPasswordWrong' });
  await change(member, 'second12', 'first123');
  expect([await tryOut(member, 'first123'), await tryOut(member, 'second12')]).toEqual([
    'withdrawalPasswordWrong',
    'right',
  ]);
  const acts = await listSecurityActs(world.tables, member, {});
  expect(acts.map(({ act }) => act).sort()).toEqual(['withdrawalPasswordChanged', 'withdrawalPasswordSet']);
  expect(world.announced.filter(([owner]) => owner === member)).toHaveLength(2);
});

test('the code and the repetition are looked at, and nothing is set without them', async () => {
  const member = await world.member();
  await expect(change(member, 'first123', undefined, { code: 'WRONG' })).rejects.toMatchObject({
    code: 'captchaWrong',
  });
  await expect(change(member, 'first123', undefined, { repassword: 'other123' })).rejects.toMatchObject({
    code: 'passwordsDiffer',
  });
  expect(await tryOut(member, 'first123')).toBe('withdrawalPasswordUnset');
});

test('a password that everybody knows is refused', async () => {
  const member = await world.member();
  await expect(change(member, 'Password1')).rejects.toMatchObject({ code: 'passwordKnown' });
  expect(await tryOut(member, 'Password1')).toBe('withdrawalPasswordUnset');
});

test('the first one takes the login password, and a session alone sets none', async () => {
  const member = await world.member();
  await expect(change(member, 'first123', undefined, { login: undefined })).rejects.toMatchObject({
    code: 'loginPasswordNeeded',
  });
  await expect(change(member, 'first123', undefined, { login: 'wrong123' })).rejects.toMatchObject({
    code: 'oldPasswordWrong',
  });
  // The captcha, which can be used once, is left for the next try.
  const unread = { login: 'wrong123', code: 'WRONG' };
  await expect(change(member, 'first123', undefined, unread)).rejects.toMatchObject({ code: 'oldPasswordWrong' });
  expect(await tryOut(member, 'first123')).toBe('withdrawalPasswordUnset');
});

test('the same password again is no change', async () => {
  const member = await world.member();
  await change(member, 'first123');
  await expect(change(member, 'first123', 'first123')).rejects.toMatchObject({ code: 'passwordUnchanged' });
});

test('it earns its weight once, however often it is changed', async () => {
  const member = await world.member();
  await change(member, 'first123');
  await change(member, 'second12', 'first123');
  const { rows } = await world.database.pool.query('select kind, points from weight_entry where member_id = $1', [
    member,
  ]);
  expect(rows).toEqual([{ kind: 'withdrawalPasswordSet', points: 30 }]);
});

test('of two changes at once one counts: both have given the old password, which only the first replaces', async () => {
  const member = await world.member();
  await change(member, 'right123');
  const both = Promise.withResolvers<void>();
  let checked = 0;
  const hash: World['passwords']['hash'] = async (...given) => {
    checked += 1;
    if (checked === 2) both.resolve();
    await both.promise;
    return await world.passwords.hash(...given);
  };
  const node = { ...world, passwords: { ...world.passwords, hash } };
  const changeTo = (password: string) =>
    changeWithdrawalPassword(
      node,
      { password, repassword: password, code, oldpassword: 'right123' },
      world.callOf(member),
    );
  const answers = await Promise.allSettled([changeTo('mine1234'), changeTo('other123')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('two first settings at once set one', async () => {
  const member = await world.member();
  const answers = await Promise.allSettled([change(member, 'mine1234'), change(member, 'other123')]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('five wrong ones lock it, each wait is twice the one before, a right one clears it, and the member is notified', async () => {
  const member = await world.member();
  await change(member, 'right123');
  for (let count = 0; count < 5; count += 1) expect(await tryOut(member, 'wrong123')).toBe('withdrawalPasswordWrong');
  expect(await tryOut(member, 'right123')).toBe('withdrawalPasswordLocked');
  await expect(requireWithdrawalPassword(world, member, 'right123')).rejects.toMatchObject({ values: { seconds: 15 } });
  world.passWallTime(15_000);
  expect(await tryOut(member, 'wrong123')).toBe('withdrawalPasswordWrong');
  await expect(requireWithdrawalPassword(world, member, 'right123')).rejects.toMatchObject({ values: { seconds: 30 } });
  world.passWallTime(30_000);
  expect(await tryOut(member, 'right123')).toBe('right');
  for (let count = 0; count < 4; count += 1) await tryOut(member, 'wrong123');
  expect(await tryOut(member, 'right123')).toBe('right');
  const acts = await listSecurityActs(world.tables, member, {});
  expect(acts.filter(({ act }) => act === 'withdrawalPasswordLocked')).toHaveLength(1);
});

test('of twenty wrong ones at once five are checked, and twenty right ones at once succeed', async () => {
  const [member, careful] = [await world.member(), await world.member()];
  for (const one of [member, careful]) await change(one, 'right123');
  // Of five nodes: the gate of one lets the calls of a member take turns.
  const nodes = await Promise.all(Array.from({ length: 5 }, async () => ({ passwords: await openPasswordGate() })));
  const tries = (memberId: bigint, password: string) =>
    Promise.all(Array.from({ length: 20 }, (_, place) => tryOut(memberId, password, nodes[place % 5])));
  const wrong = await tries(member, 'wrong123');
  expect(wrong.filter((answer) => answer === 'withdrawalPasswordWrong')).toHaveLength(5);
  expect(wrong.filter((answer) => answer === 'withdrawalPasswordLocked')).toHaveLength(15);
  const right = await tries(careful, 'right123');
  expect(new Set(right)).toEqual(new Set(['right']));
});

test('a lock affects no other member', async () => {
  const [mine, others] = [await world.member(), await world.member()];
  for (const member of [mine, others]) await change(member, 'right123');
  for (let count = 0; count < 6; count += 1) await tryOut(others, 'wrong123');
  expect(await tryOut(mine, 'right123')).toBe('right');
});

test('a lock is in the list of security acts also where the product clock is far ahead of the wall clock', async () => {
  const member = await world.member();
  await change(member, 'right123');
  world.clock.advance(365 * 24 * 60 * 60_000);
  for (let count = 0; count < 5; count += 1) await tryOut(member, 'wrong123');
  const acts = await listSecurityActs(world.tables, member, {});
  expect(acts.map(({ act }) => act)).toContain('withdrawalPasswordLocked');
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await world.compareActs();
  expect(announced).toEqual(recorded);
});
