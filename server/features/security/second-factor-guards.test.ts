import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindBankCard } from './bind-bank-card.ts';
import { changeFundPassword } from './change-fund-password.ts';
import { freezeAccount, isFrozen, unfreezeAccount } from './freeze.ts';
import { getBankCard } from './get-bank-card.ts';
import { payoutIdentity } from './payout-identity.ts';
import { code, factor, loginPassword, openWorld, type World } from './security-world.fixture.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const fundPassword = 'Secret12';
const card = { name: 'Ann Lee', number: '4242 4242 4242 4242', bank: 'First Bank' };
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

test('withdrawal password, bank card and the lifting of a freeze ask a member for the second factor there is', async () => {
  const memberId = await world.member();
  world.withFactor.add(memberId);
  const call = world.callOf(memberId);
  const passwords = { password: fundPassword, repassword: fundPassword, code };
  expect(await outcomesOf((typed) => changeFundPassword(world, { ...passwords, ...typed }, call))).toEqual(asked);
  const form = { ...card, password: fundPassword };
  expect(await outcomesOf((typed) => bindBankCard(world, memberId, { ...form, ...typed }))).toEqual(asked);
  const replacement = { ...form, number: '5555 5555 5555 4444' };
  expect(await outcomesOf((typed) => bindBankCard(world, memberId, { ...replacement, ...typed }))).toEqual(asked);
  await freezeAccount(world, memberId);
  const lift = { password: loginPassword, code };
  expect(await outcomesOf((typed) => unfreezeAccount(world, { ...lift, ...typed }, call))).toEqual(asked);
  expect(await isFrozen(world.tables, memberId)).toBe(false);
});

test('a refused second factor changes nothing, and a wrong password is said before it is asked for', async () => {
  const memberId = await world.member();
  const call = world.callOf(memberId);
  await changeFundPassword(world, { password: fundPassword, repassword: fundPassword, code }, call);
  world.withFactor.add(memberId);
  const wrong = { ...card, password: 'Wrong123', factor };
  await expect(bindBankCard(world, memberId, wrong)).rejects.toEqual(refusedAs('fundPasswordWrong'));
  await expect(bindBankCard(world, memberId, { ...card, password: fundPassword })).rejects.toEqual(
    refusedAs('secondFactorNeeded'),
  );
  expect(await getBankCard(world, memberId)).toEqual({ card: null, replacement: null });
});

test('money out asks for the withdrawal password alone, second factor or not', async () => {
  const memberId = await world.member();
  const call = world.callOf(memberId);
  await changeFundPassword(world, { password: fundPassword, repassword: fundPassword, code }, call);
  world.withFactor.add(memberId);
  await expect(payoutIdentity(world).requireFundPassword(memberId, fundPassword)).resolves.toBeUndefined();
});
