import { expect, test } from 'vitest';
import { emptyRegistration, type RegistrationFields, readRegistration } from './registration-form.ts';

const complete: RegistrationFields = {
  username: 'satoshi7',
  password: 'abc123',
  repassword: 'abc123',
  invite: 'CLEARLOT',
  code: 'x7k2m',
  consent: '1',
};

test('a complete form is what the contract sends', () => {
  const { consent: _, ...texts } = complete;
  expect(readRegistration(complete)).toEqual({ input: { ...texts, adult: true, terms: true }, errors: null });
});

test('an empty form has an error at every field, in the words of the contract', () => {
  expect(readRegistration(emptyRegistration).errors).toEqual({
    username: 'usernameMissing',
    password: 'passwordMissing',
    repassword: 'passwordMissing',
    invite: 'inviteMissing',
    code: 'captchaMissing',
    consent: 'termsRequired',
  });
});

test.each([
  ['username', 'short', 'usernameInvalid'],
  ['username', 'with space', 'usernameInvalid'],
  ['username', 'a'.repeat(21), 'usernameInvalid'],
  ['password', 'abcdef', 'passwordInvalid'],
  ['password', '123456', 'passwordInvalid'],
  ['password', 'abc12', 'passwordInvalid'],
  ['password', 'abcdefgh123456789', 'passwordInvalid'],
  ['invite', '--', 'inviteUnknown'],
] as const)('%s "%s" is refused as %s', (field, value, code) => {
  const changed = { ...complete, [field]: value };
  const errors = readRegistration({ ...changed, repassword: changed.password }).errors;
  expect(errors).toEqual({ [field]: code });
});

test('differing passwords are an error at the second one, beside other errors', () => {
  expect(readRegistration({ ...complete, repassword: 'abc124' }).errors).toEqual({ repassword: 'passwordsDiffer' });
  expect(readRegistration({ ...complete, password: 'abc', repassword: 'abd' }).errors).toEqual({
    password: 'passwordInvalid',
    repassword: 'passwordsDiffer',
  });
});
