import { expect, test } from 'vitest';
import { countOf, fixedAnswer } from '#server/test/identity.fixture.ts';
import { openHttpNodes, Phone } from '#server/test/identity-nodes.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { createDevice } from './passkeys/passkey-device.fixture.ts';

const accounts = await openForFile(openHttpNodes);

/** A browser that opened the app by the name of the own machine. */
function newPhone(): Phone & { readonly origin: string } {
  const [node] = accounts.nodes;
  const origin = node.address.replace('127.0.0.1', 'localhost');
  return Object.assign(new Phone({ ...node, address: origin }), { origin });
}

test('a passkey made over HTTP at localhost signs in there', async () => {
  const phone = newPhone();
  const { origin } = phone;
  await phone.register('Phoned01');
  const device = createDevice();
  const creation = await phone.post('/account/passkeys/start', { password: 'quiet99owl' });
  expect(creation.status).toBe(200);
  expect(creation.setCookies.join()).toMatch(/clearlot_passkey=[^;]{43};.*HttpOnly.*SameSite=Strict/i);
  const made = device.make(creation.envelope.url as never, { origin });
  const kept = await phone.post('/account/passkeys/add', { name: 'Phone', credential: JSON.stringify(made) });
  expect(kept.envelope).toMatchObject({ status: true, url: { name: 'Phone', lastUsedAt: null } });

  const other = newPhone();
  const request = await other.post('/login/passkey/start', {});
  const credential = JSON.stringify(device.use(request.envelope.url as never, { origin }));
  const entered = await other.post('/login/passkey', { credential });
  expect(entered.envelope).toMatchObject({ status: true, url: { username: 'Phoned01' } });
  expect((await other.get('/user/loginstate')).envelope.info).toBe(1);
  const list = await other.get('/account/factors');
  expect(list.envelope.url).toMatchObject({ authenticator: null, passkeys: [{ name: 'Phone' }] });
});

test('at an address in numbers there are no passkeys, and it is said', async () => {
  const phone = new Phone(accounts.nodes[0]);
  const answer = await phone.post('/login/passkey/start', {});
  expect(answer.status).toBe(409);
  expect(answer.envelope).toMatchObject({ code: 'passkeysUnavailable' });
  const forged = await phone.post('/login/passkey/start', {}, { 'x-forwarded-host': 'evil.example' });
  expect(forged.envelope).toMatchObject({ code: 'crossSiteRefused' });
});

test.each<[string, string, Record<string, string>, string]>([
  ['no answer of the browser', '/login/passkey', {}, 'passkeyUnreadable'],
  ['an answer that is no JSON', '/login/passkey', { credential: '{' }, 'passkeyUnreadable'],
  ['an answer of another form', '/login/passkey', { credential: '[]' }, 'passkeyUnreadable'],
  ['a null', '/login/passkey', { credential: 'null' }, 'passkeyUnreadable'],
  ['an answer without a challenge', '/login/passkey', { credential: signatureOf('AA') }, 'passkeyExpired'],
  ['a credential in another alphabet', '/login/passkey', { credential: signatureOf('a+b/') }, 'passkeyUnreadable'],
  ['a very long answer', '/login/passkey', { credential: signatureOf('A'.repeat(9_000)) }, 'passkeyUnreadable'],
  ['no name', '/account/passkeys/add', { name: ' ', credential: '{}' }, 'passkeyNameInvalid'],
  ['a long name', '/account/passkeys/add', { name: 'x'.repeat(41), credential: '{}' }, 'passkeyNameInvalid'],
  ['a name with a line break', '/account/passkeys/add', { name: 'a\nb', credential: '{}' }, 'passkeyNameInvalid'],
  ['somebody’s id', '/account/passkeys/remove', { passkey: '0ABCDEFGHJKMNPQR', login: 'quiet99owl' }, 'passkeyUnknown'],
  ['no login password', '/account/passkeys/remove', { passkey: '0ABCDEFGHJKMNPQR' }, 'loginPasswordNeeded'],
  ['an id of another form', '/account/passkeys/remove', { passkey: '../1' }, 'passkeyUnknown'],
  ['no password', '/account/passkeys/start', {}, 'passwordMissing'],
  ['no code', '/account/authenticator/confirm', { password: 'quiet99owl' }, 'appCodeMissing'],
  [
    'a very long code',
    '/account/authenticator/confirm',
    { password: 'quiet99owl', factor: '1'.repeat(65) },
    'secondFactorWrong',
  ],
  [
    'nothing set up',
    '/account/authenticator/confirm',
    { password: 'quiet99owl', factor: '123456' },
    'authenticatorExpired',
  ],
  [
    'nothing to turn off',
    '/account/authenticator/remove',
    { password: 'quiet99owl', factor: '123456' },
    'authenticatorUnset',
  ],
  ['an unknown field', '/account/authenticator/start', { secret: 'AAAA' }, 'fieldUnknown'],
])('with %s, %s is refused and writes nothing', async (what, path, fields, code) => {
  const phone = newPhone();
  await phone.register(`Matrix${hashOf(what + path)}`);
  const answer = await phone.post(path, fields);
  expect(answer.envelope).toMatchObject({ status: false, code, info: expect.stringMatching(/\w/) });
  expect(await countOf(accounts.database, `authenticator`)).toBe(0);
});

test('calls for the member alone are refused to a visitor, calls from elsewhere to everybody', async () => {
  const visitor = newPhone();
  for (const path of ['/account/authenticator/start', '/account/passkeys/start', '/account/passkeys/remove']) {
    expect((await visitor.post(path, {})).envelope).toMatchObject({ url: 99, code: 'notSignedIn' });
  }
  expect((await visitor.get('/account/factors')).envelope).toMatchObject({ url: 99 });
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  expect((await visitor.post('/login/passkey/start', {}, crossSite)).envelope.code).toBe('crossSiteRefused');
  const signIn = { username: 'Nobody99', password: 'quiet99owl', code: fixedAnswer, factor: '123456' };
  expect((await visitor.post('/Login/walletLogin', signIn)).envelope.code).toBe('wrongCredentials');
});

function signatureOf(id: string): string {
  const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
  return JSON.stringify({ id, rawId: id, type: 'public-key', response });
}

/** A few letters of its own for each case's member. */
function hashOf(text: string): string {
  return [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 2_000_003, 7).toString(36);
}
