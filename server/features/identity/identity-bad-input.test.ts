import { expect, test } from 'vitest';
import { countOf } from '#server/test/identity.fixture.ts';
import { formOf, openHttpNodes, Phone } from '#server/test/identity-nodes.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';

const accounts = await openForFile(openHttpNodes);
const { database, nodes } = accounts;

const long = 'a1'.repeat(40_000);

test.each<[string, Record<string, string> | string, number, string]>([
  ['no name', { username: '' }, 400, 'usernameMissing'],
  ['a short name', { username: 'abc12' }, 400, 'usernameInvalid'],
  ['a long name', { username: 'a'.repeat(21) }, 400, 'usernameInvalid'],
  ['a name with other signs', { username: 'name_123' }, 400, 'usernameInvalid'],
  ['a name in other letters', { username: 'ｎａｍｅ１２３' }, 400, 'usernameInvalid'],
  ['a name with a line break', { username: 'named123\n' }, 400, 'usernameInvalid'],
  ['a name with a null', { username: 'named\u0000123' }, 400, 'usernameInvalid'],
  ['no password', { password: '' }, 400, 'passwordMissing'],
  ['a short password', { password: 'ab123', repassword: 'ab123' }, 400, 'passwordInvalid'],
  ['a long password', { password: 'ab123456789012345', repassword: 'ab123456789012345' }, 400, 'passwordInvalid'],
  ['a password of letters', { password: 'abcdefgh', repassword: 'abcdefgh' }, 400, 'passwordInvalid'],
  ['a password of digits', { password: '12345678', repassword: '12345678' }, 400, 'passwordInvalid'],
  ['two passwords', { repassword: 'secret98' }, 400, 'passwordsDiffer'],
  ['no invitation', { invite: '' }, 400, 'inviteMissing'],
  ['a strange invitation', { invite: 'a b c' }, 422, 'inviteUnknown'],
  ['an unknown invitation', { invite: 'ZZZZ9999' }, 422, 'inviteUnknown'],
  ['no code', { code: '' }, 400, 'captchaMissing'],
  ['a wrong code', { code: 'WRONG' }, 422, 'captchaWrong'],
  ['no word on age', { adult: '' }, 400, 'adultRequired'],
  ['a no on age', { adult: '0' }, 400, 'adultRequired'],
  ['no word on terms', { terms: '' }, 400, 'termsRequired'],
  ['an unknown field', { role: 'owner' }, 400, 'fieldUnknown'],
  ['a field of the prototype', `${new URLSearchParams(formOf('Matrix01'))}&__proto__=1`, 400, 'fieldUnknown'],
  ['a repeated field', 'username=Repeated1&username=Repeated2', 400, 'fieldRepeated'],
  ['far too much', { username: long }, 413, 'tooLarge'],
  ['nothing', '', 400, 'usernameMissing'],
])('a registration with %s is refused and writes nothing', async (_, change, status, code) => {
  const phone = new Phone(nodes[0]);
  const before = await countOf(database, 'member');
  await phone.drawCaptcha();
  const fields = typeof change === 'string' ? change : { ...formOf('Matrix01'), ...change };
  const answer = await phone.post('/login/upregister', fields);
  expect(answer.envelope.code).toBe(code);
  expect(answer.status).toBe(status);
  expect(answer.envelope).toMatchObject({ status: false, info: expect.stringMatching(/\w/) });
  expect(await countOf(database, 'member')).toBe(before);
  expect(answer.setCookies).toEqual([]);
});

test.each<[string, Record<string, string> | string, string]>([
  ['no name', { username: '' }, 'usernameMissing'],
  ['no password', { password: '' }, 'passwordMissing'],
  ['a name of 65 letters', { username: 'a'.repeat(65) }, 'wrongCredentials'],
  ['a password of 65 letters', { password: 'a'.repeat(65) }, 'wrongCredentials'],
  ['an unknown field', { remember: '1' }, 'fieldUnknown'],
  ['a repeated field', 'username=a&password=b&password=c', 'fieldRepeated'],
])('a sign-in with %s is refused', async (_, change, code) => {
  const phone = new Phone(nodes[0]);
  const fields = typeof change === 'string' ? change : { username: 'Matrix02', password: 'quiet99owl', ...change };
  const answer = await phone.post('/login/walletLogin', fields);
  expect(answer.envelope).toMatchObject({ status: false, code });
  expect(answer.setCookies).toEqual([]);
});

test('a sign-in form is as good as its fields: bodies of other kinds are refused', async () => {
  const phone = new Phone(nodes[0]);
  for (const [kind, body] of [
    ['text/plain', 'username=a&password=b'],
    ['application/xml', '<username>a</username>'],
    ['application/json', '["username"]'],
    ['application/json', '{"username":'],
    ['application/json', '{"__proto__":{"username":"a"}}'],
  ] as const) {
    const answer = await phone.post('/login/walletLogin', body, { 'content-type': kind });
    expect(answer).toMatchObject({ status: 400, envelope: { status: false } });
  }
});
