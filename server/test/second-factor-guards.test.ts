import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindBankCard } from '#server/features/bank-card/bind-bank-card.ts';
import { getBankCard } from '#server/features/bank-card/get-bank-card.ts';
import { changeWithdrawalPassword } from '#server/features/security/change-withdrawal-password.ts';
import { isFrozen } from '#server/features/security/freeze.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import { securityGuards } from '#server/features/security/guards.ts';
import { unfreezeAccount } from '#server/features/security/unfreeze-account.ts';
import { code, factor, loginPassword, openWorld, type World } from './security-world.fixture.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const withdrawalPassword = 'Quiet12Fox';
const card = { name: 'Ann Lee', number: '4242 4242 4242 4242', bank: 'First Bank', login: loginPassword };
const first = { password: withdrawalPassword, repassword: withdrawalPassword, code, login: loginPassword };
const refusedAs = (refusal: string) => expect.objectContaining({ code: refusal });

async function outcomesOf(act: (typed: { factor?: string }) => Promise<unknown>): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const typed of [{}, { factor: '654321' }, { factor }]) {
    outcomes.push(
      await act(typed).then(
        () => 'done',
        (error: unknown) => error,
      ),
    );
  }
  return outcomes;
}

const asked = [refusedAs('secondFactorNeeded'), refusedAs('secondFactorWrong'), 'done'];

test('withdrawal password, bank card and the lifting of a freeze require the member’s second factor', async () => {
  const memberId = await world.member();
  world.withFactor.add(memberId);
  const call = world.callOf(memberId);
  expect(await outcomesOf((typed) => changeWithdrawalPassword(world, { ...first, ...typed }, call))).toEqual(asked);
  const form = { ...card, password: withdrawalPassword };
  expect(await outcomesOf((typed) => bindBankCard(world.cards, { ...form, ...typed }, call))).toEqual(asked);
  const replacement = { ...form, number: '5555 5555 5555 4444' };
  expect(await outcomesOf((typed) => bindBankCard(world.cards, { ...replacement, ...typed }, call))).toEqual(asked);
  await freezeAccount(world, memberId);
  const lift = { password: loginPassword, code };
  expect(await outcomesOf((typed) => unfreezeAccount(world, { ...lift, ...typed }, call))).toEqual(asked);
  expect(await isFrozen(world.tables, memberId)).toBe(false);
  const next = 'Quiet13Fox';
  const change = { oldpassword: withdrawalPassword, password: next, repassword: next, code };
  expect(await outcomesOf((typed) => changeWithdrawalPassword(world, { ...change, ...typed }, call))).toEqual(asked);
});

test('a refused second factor changes nothing, and a wrong password is reported before it', async () => {
  const memberId = await world.member();
  const call = world.callOf(memberId);
  await changeWithdrawalPassword(world, first, call);
  world.withFactor.add(memberId);
  const wrong = { ...card, password: 'Wrong123', factor };
  await expect(bindBankCard(world.cards, wrong, call)).rejects.toEqual(refusedAs('withdrawalPasswordWrong'));
  await expect(bindBankCard(world.cards, { ...card, password: withdrawalPassword }, call)).rejects.toEqual(
    refusedAs('secondFactorNeeded'),
  );
  expect(await getBankCard(world.cards, memberId)).toEqual({ card: null, replacement: null });
});

test('money out requires the withdrawal password alone, second factor or not', async () => {
  const memberId = await world.member();
  const call = world.callOf(memberId);
  await changeWithdrawalPassword(world, first, call);
  world.withFactor.add(memberId);
  await expect(securityGuards(world).requireWithdrawalPassword(memberId, withdrawalPassword)).resolves.toBeUndefined();
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await world.compareActs();
  expect(announced).toEqual(recorded);
});
