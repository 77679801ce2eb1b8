import { test } from 'vitest';
import {
  changeLoginPassword,
  getLoginState,
  listSessions,
  listSignIns,
  proveWork,
  register,
  revokeSession,
  signIn,
  signOut,
} from '#contract/identity.ts';
import {
  cancelRecovery,
  confirmAuthenticator,
  getRecovery,
  getSecondFactors,
  removeAuthenticator,
  removePasskey,
  renewBackupCodes,
  startAuthenticator,
  startPasskey,
} from '#contract/identity-factors.ts';
import { requestLoginPassword, resetLoginPassword } from '#contract/identity-reset.ts';
import { deleteOwnData, exportOwnData, getDeletion } from '#contract/own-data.ts';
import { getMember } from '#contract/profile.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { updateProfile } from '#contract/profile-update.ts';
import {
  changeWithdrawalPassword,
  freezeAccount,
  getWithdrawalPassword,
  keepWithdrawalPassword,
  listSecurityActs,
  resetWithdrawalPassword,
  unfreezeAccount,
} from '#contract/security.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { code, withdrawalPassword } from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { loginPassword, Phone } from './phone.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const minuteMs = 60_000;
const world = await openForFile(() => openWireWorld());

/** A browser whose captcha is drawn and worked for. */
async function withCaptcha(member: WireCaller = world.caller()): Promise<WireCaller> {
  const phone = new Phone(world.address, member.cookie);
  await phone.drawCaptcha();
  member.takeCookie(phone.cookie);
  return member;
}

/** Signs the account in from another device. */
async function anotherDevice(username: string, password = loginPassword): Promise<WireCaller> {
  const device = await withCaptcha();
  await device.call(signIn, { username, password, code });
  return device;
}

test('a visitor is answered the registration, the sign-in and why each is refused', async () => {
  const answers = world.answers();
  const form = { username: 'newcomer1', password: loginPassword, repassword: loginPassword, invite: 'CLEARLOT', code };
  const ticked = { adult: '1', terms: '1' };
  await world.caller().keep(answers, getLoginState);
  for (const fields of [
    ...[{ username: '' }, { username: 'a' }, { password: '' }, { password: 'short' }, { repassword: 'other99owl' }],
    ...[{ password: 'newcomer1', repassword: 'newcomer1' }, { invite: '' }, { invite: 'NOBODY99' }, { code: '' }],
    ...[{ code: 'WRONG' }, { adult: '' }, { terms: '' }],
  ] as Record<string, string>[]) {
    await (await withCaptcha()).keep(answers, register, { ...form, ...ticked, ...fields });
  }
  const member = await withCaptcha();
  await member.keep(answers, register, { ...form, ...ticked });
  await member.keep(answers, getLoginState);
  await (await withCaptcha()).keep(answers, register, { ...form, ...ticked, username: 'NEWCOMER1' });
  await member.keep(answers, signOut);
  await member.keep(answers, getLoginState);
  for (const fields of [{ username: '' }, { password: '' }, { password: 'wrong99owl' }, { username: 'nobody99' }]) {
    await (await withCaptcha()).keep(answers, signIn, {
      username: 'newcomer1',
      password: loginPassword,
      code,
      ...fields,
    });
  }
  await (await withCaptcha()).keep(answers, signIn, { username: 'newcomer1', password: loginPassword, code });
  await world.caller().keep(answers, proveWork, { challenge: 'x' });
  answers.expectKept();
});

test('a member is answered the devices, the sign-ins and who is signed out', async () => {
  const answers = world.answers();
  const ann = await world.member('annaccount1');
  await world.member('benaccount1');
  world.pass(7 * minuteMs);
  await anotherDevice('annaccount1');
  world.pass(13 * minuteMs);
  const third = await anotherDevice('annaccount1');
  world.pass(minuteMs);
  await anotherDevice('annaccount1', 'wrong99owl');
  world.pass(minuteMs);
  const varying = ['device', 'userAgent', 'browser'];
  const sessions = await ann.keep<{ id: string; session?: string }[]>(answers, listSessions, {}, { varying });
  await until(async () => (await ann.done<unknown[]>(listSignIns)).length === 4);
  const list = await ann.keep<{ id: string }[]>(answers, listSignIns, {}, { varying });
  await ann.keep(answers, listSignIns, { before: list[1]?.id ?? '' }, { varying });
  await ann.keep(answers, listSignIns, { before: '?' });
  const other = sessions.at(-1)?.id ?? '';
  await ann.keep(answers, revokeSession, { session: other });
  await ann.keep(answers, revokeSession, { session: 'a'.repeat(24), login: loginPassword });
  await ann.keep(answers, revokeSession, { session: other, login: 'wrong99owl' });
  await ann.keep(answers, revokeSession, { session: other, login: loginPassword });
  await third.keep(answers, listSessions, {}, { varying });
  await ann.keep(answers, revokeSession, { session: 'others', login: loginPassword });
  await ann.keep(answers, listSessions, {}, { varying });
  answers.expectKept();
});

test('a member is answered a new login password, the second factor and its refusals', async () => {
  const answers = world.answers();
  const cay = await world.member('cayaccount1');
  const fresh = { password: 'fresh77heron', repassword: 'fresh77heron', code };
  for (const fields of [
    ...[{}, { oldpassword: 'wrong99owl' }, { oldpassword: loginPassword, repassword: 'x' }],
    ...[{ oldpassword: loginPassword, password: loginPassword, repassword: loginPassword }],
    { oldpassword: loginPassword },
  ] as Record<string, string>[]) {
    await (await withCaptcha(cay)).keep(answers, changeLoginPassword, { ...fresh, ...fields });
  }
  answers.part('factors');
  const codes = { varying: ['backupCodes'] };
  await cay.keep(answers, getSecondFactors);
  await cay.keep(answers, renewBackupCodes, { password: fresh.password, factor: '123456' });
  await cay.keep(answers, removeAuthenticator, { password: fresh.password, factor: '123456' });
  await cay.keep(answers, confirmAuthenticator, { password: fresh.password, factor: '123456' });
  const { secret } = await cay.keep<{ secret: string }>(
    answers,
    startAuthenticator,
    {},
    { varying: ['secret', 'address'] },
  );
  await cay.keep(
    answers,
    confirmAuthenticator,
    { password: fresh.password, factor: codeAt(secret, world.wallNow()) },
    codes,
  );
  await cay.keep(answers, getSecondFactors);
  await cay.keep(answers, startAuthenticator);
  world.pass(minuteMs);
  await cay.keep(answers, renewBackupCodes, { password: fresh.password }, codes);
  await cay.keep(
    answers,
    renewBackupCodes,
    { password: fresh.password, factor: codeAt(secret, world.wallNow()) },
    codes,
  );
  await (await withCaptcha()).keep(answers, signIn, { username: 'cayaccount1', password: fresh.password, code });
  world.pass(minuteMs);
  await cay.keep(answers, removeAuthenticator, { password: fresh.password, factor: codeAt(secret, world.wallNow()) });
  await cay.keep(answers, startPasskey, { password: fresh.password });
  await cay.keep(answers, removePasskey, { passkey: 'NOSUCH', login: fresh.password });
  await cay.keep(answers, getRecovery);
  await cay.keep(answers, cancelRecovery);
  answers.part('a forgotten password');
  const form = { ...fresh, username: 'cayaccount1' };
  await (await withCaptcha()).keep(answers, requestLoginPassword, form);
  await (await withCaptcha()).keep(answers, requestLoginPassword, { ...form, username: '' });
  await (await withCaptcha()).keep(answers, resetLoginPassword, { ...form, factor: '123456' });
  answers.expectKept();
});

test('a member is answered the profile, the withdrawal password, the freeze and the acts of it all', async () => {
  const answers = world.answers();
  const dan = await world.member('danaccount1');
  await dan.keep(answers, getAccountInfo);
  for (const fields of [
    ...[
      { nickname: 'Danny' },
      { realname: 'Dan Lee' },
      { timezone: 'Asia/Bangkok' },
      { locale: 'jp' },
      { locale: 'en' },
    ],
    ...[
      { nickname: '<b>' },
      { realname: '7' },
      { timezone: 'Mars/Olympus' },
      { locale: 'xx' },
      { realname: 'Dan Roe' },
    ],
  ] as Record<string, string>[]) {
    await dan.keep(answers, updateProfile, fields);
  }
  await dan.keep(answers, getAccountInfo);
  await dan.keep(answers, getMember);
  answers.part('the withdrawal password');
  const next = { password: 'other456', repassword: 'other456', code };
  await (await withCaptcha(dan)).keep(answers, resetWithdrawalPassword, { ...next, login: loginPassword });
  await (await withCaptcha(dan)).keep(answers, changeWithdrawalPassword, next);
  await world.setWithdrawalPassword(dan);
  await dan.keep(answers, getWithdrawalPassword);
  await (await withCaptcha(dan)).keep(answers, changeWithdrawalPassword, { ...next, oldpassword: 'wrong123' });
  world.pass(minuteMs);
  await (await withCaptcha(dan)).keep(answers, changeWithdrawalPassword, { ...next, oldpassword: withdrawalPassword });
  await dan.keep(answers, keepWithdrawalPassword);
  world.pass(minuteMs);
  const third = { password: 'third789', repassword: 'third789', code, login: loginPassword };
  await (await withCaptcha(dan)).keep(answers, resetWithdrawalPassword, third);
  world.pass(minuteMs);
  await dan.keep(answers, keepWithdrawalPassword);
  world.pass(minuteMs);
  answers.part('the freeze');
  await dan.keep(answers, freezeAccount);
  await (await withCaptcha(dan)).keep(answers, unfreezeAccount, { password: 'wrong99owl', code });
  world.pass(minuteMs);
  await (await withCaptcha(dan)).keep(answers, unfreezeAccount, { password: loginPassword, code });
  answers.part('the acts');
  const acts = await dan.keep<{ id: string }[]>(answers, listSecurityActs);
  await dan.keep(answers, listSecurityActs, { before: acts[1]?.id ?? '' }, { only: ['act'] });
  await dan.keep(answers, listSecurityActs, { by: 'operators' });
  await dan.keep(answers, listSecurityActs, { by: 'me' });
  await dan.keep(answers, listSecurityActs, { before: '?' });
  answers.expectKept();
});

test('a member is answered what keeps the account from being deleted, then the deletion', async () => {
  const answers = world.answers();
  const eve = await world.member('eveaccount1');
  await world.fund(eve, '123.5');
  await eve.keep(answers, getDeletion);
  await eve.keep(answers, deleteOwnData, { login: loginPassword });
  await eve.keep(answers, exportOwnData, {});
  await eve.keep(answers, exportOwnData, { login: loginPassword }, { varying: ['ticket'] });
  const fay = await world.member('fayaccount1');
  await fay.keep(answers, getDeletion);
  await fay.keep(answers, deleteOwnData, {});
  await fay.keep(answers, deleteOwnData, { login: loginPassword });
  await fay.keep(answers, getAccountInfo);
  await (await withCaptcha()).keep(answers, signIn, { username: 'fayaccount1', password: loginPassword, code });
  answers.expectKept();
});
