import { expect, test } from 'vitest';
import { turnOf, turnOfMember } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  countOf,
  fixedAnswer,
  getProvenCaptcha,
  goodPassword,
  newAddress,
  openTestIdentity,
  registrationOf,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { changeLoginPassword } from './change-login-password.ts';
import { newOwner, type OwnCall, outcomeOf } from './factors/second-factor.fixture.ts';
import { register } from './register.ts';
import { requestLoginPassword } from './request-login-password.ts';
import { resetLoginPassword } from './reset-login-password.ts';
import { resetLoginPasswordByPasskey } from './reset-login-password-by-passkey.ts';

const { node, database } = await openForFile(openTestIdentity);

/** The groups that asked for room, of which there is none. */
const asked: string[] = [];
const passwords = {
  ...node.passwords,
  requireRoom(group: string): never {
    asked.push(group);
    throw new Refusal('serverBusy');
  },
};
const recovery = { tables: node.tables as never, operatorEvents: { publish: async () => undefined } };
const full = { ...node, passwords, recovery };
const replacement = { password: 'another7heron', repassword: 'another7heron', code: fixedAnswer };
const pair = { factor: '123456', next: '654321' };
const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } as never;

test.each<[string, (call: OwnCall) => Promise<unknown>, (call: OwnCall) => string]>([
  ['a registration', (call) => register(full, registrationOf('NoRoom99'), call), ({ address }) => turnOf(address)],
  [
    'a change of the password',
    (call) => changeLoginPassword(full, { ...replacement, oldpassword: goodPassword, factor: undefined }, call),
    ({ member }) => turnOfMember(member.memberId),
  ],
  [
    'a request for a new password',
    (call) => requestLoginPassword(full, { ...replacement, username: call.member.username }, call),
    ({ address }) => turnOf(address),
  ],
  [
    'a reset by an app',
    (call) => resetLoginPassword(full, { ...replacement, ...pair, username: call.member.username }, call),
    ({ address }) => turnOf(address),
  ],
  [
    'a reset by a passkey',
    (call) => resetLoginPasswordByPasskey(full, { ...replacement, credential }, call),
    ({ address }) => turnOf(address),
  ],
])('where no password can be checked %s is refused before its captcha is spent', async (name, run, groupOf) => {
  const call = { ...(await newOwner(node, `Crowd${name.length}`)), address: newAddress() };
  await getProvenCaptcha(node, call);
  const before = await countOf(database, 'captcha');
  asked.length = 0;
  expect(await outcomeOf(run(call))).toBe('serverBusy');
  expect(asked).toEqual([groupOf(call)]);
  expect(await countOf(database, 'captcha')).toBe(before);
});
