import { expect, test } from 'vitest';
import { bindBankCard } from '#server/features/bank-card/bind-bank-card.ts';
import { getBankCard } from '#server/features/bank-card/get-bank-card.ts';
import { changeWithdrawalPassword } from '#server/features/security/change-withdrawal-password.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import { getWithdrawalPassword } from '#server/features/security/get-withdrawal-password.ts';
import { listSecurityActs } from '#server/features/security/list-security-acts.ts';
import { resetWithdrawalPassword } from '#server/features/security/reset-withdrawal-password.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { code, loginPassword, openWorld } from './security-world.fixture.ts';

const world = await openForFile(openWorld);
const password = 'right123';

/** The owner's proof, during which a freeze is answered. */
const frozenMeanwhile = async ({ member }: { readonly member: { readonly memberId: bigint } }): Promise<void> =>
  void (await freezeAccount(world, member.memberId));

test('a card that was being bound when a freeze was answered is not bound', async () => {
  const member = await world.member();
  const cards = { ...world.cards, owner: { ...world.cards.owner, reauthenticate: frozenMeanwhile } };
  const form = { name: 'Ann Lee', number: '4242 4242 4242 4242', bank: 'First Bank', login: loginPassword };
  await expect(bindBankCard(cards, form, world.callOf(member))).rejects.toMatchObject({ code: 'accountFrozen' });
  expect(await getBankCard(world.cards, member)).toEqual({ card: null, replacement: null });
});

test('a card and a withdrawal password that wait when a freeze comes replace nothing any more', async () => {
  const member = await world.member();
  const call = world.callOf(member);
  const card = { name: 'Ann Lee', number: '4242 4242 4242 4242', bank: 'First Bank', login: loginPassword };
  await bindBankCard(world.cards, card, call);
  const form = { password, repassword: password, code, login: loginPassword };
  await changeWithdrawalPassword(world, form, call);
  await bindBankCard(world.cards, { ...card, number: '5555 5555 5555 4444', password }, call);
  await resetWithdrawalPassword(world, { ...form, password: 'other123', repassword: 'other123' }, call);
  await freezeAccount(world, member);
  expect(await getBankCard(world.cards, member)).toMatchObject({
    card: { masked: '**** **** **** 4242' },
    replacement: null,
  });
  expect(await getWithdrawalPassword(world.tables, member, world.clock.wallNow())).toMatchObject({ reset: null });
  const acts = await listSecurityActs(world.tables, member, {});
  expect(acts.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['accountFrozen', 'cardReplacementCancelled', 'withdrawalPasswordResetCancelled']),
  );
});

test('a reset of the withdrawal password that was being asked for when a freeze was answered is none', async () => {
  const member = await world.member();
  const form = { password, repassword: password, code, login: loginPassword };
  await changeWithdrawalPassword(world, form, world.callOf(member));
  const asking = { ...world, identity: { ...world.identity, reauthenticate: frozenMeanwhile } };
  const other = { ...form, password: 'other123', repassword: 'other123' };
  await expect(resetWithdrawalPassword(asking, other, world.callOf(member))).rejects.toMatchObject({
    code: 'accountFrozen',
  });
  expect(await getWithdrawalPassword(world.tables, member, world.clock.wallNow())).toEqual({
    isSet: true,
    reset: null,
  });
});
