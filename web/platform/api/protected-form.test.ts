import { expect, test } from 'vitest';
import { changeLoginPassword } from '#contract/identity.ts';
import type { Operation } from '#contract/operation.ts';
import { changeWithdrawalPassword } from '#contract/security.ts';
import { readProtectedForm } from './protected-form.ts';

interface Needed {
  readonly hasOld: boolean;
  readonly needsFactor?: boolean;
}

const readPasswords = <O extends Operation>(
  operation: O,
  fields: Readonly<Record<string, string>>,
  { hasOld, needsFactor = false }: Needed,
) => readProtectedForm(operation, fields, hasOld ? { oldpassword: 'oldPasswordMissing' } : {}, needsFactor);

const typed = { oldpassword: 'Before12', password: 'After123', repassword: 'After123', code: 'abcd', factor: '' };

test('the old password is not needed on first setting, and needed ever after', () => {
  const first = { ...typed, oldpassword: '' };
  expect(readPasswords(changeWithdrawalPassword, first, { hasOld: false }).input).toEqual({
    password: 'After123',
    repassword: 'After123',
    code: 'abcd',
  });
  expect(readPasswords(changeWithdrawalPassword, first, { hasOld: true }).errors).toEqual({
    oldpassword: 'oldPasswordMissing',
  });
  expect(readPasswords(changeLoginPassword, first, { hasOld: true }).errors).toEqual({
    oldpassword: 'oldPasswordMissing',
  });
});

test('two different passwords, and an empty form, have the messages of the specification', () => {
  expect(readPasswords(changeLoginPassword, { ...typed, repassword: 'After124' }, { hasOld: true }).errors).toEqual({
    repassword: 'passwordsDiffer',
  });
  expect(
    readPasswords(
      changeLoginPassword,
      { oldpassword: '', password: '', repassword: '', code: '', factor: '' },
      { hasOld: true },
    ).errors,
  ).toEqual({
    oldpassword: 'oldPasswordMissing',
    password: 'passwordAndCodeMissing',
    repassword: 'passwordAndCodeMissing',
    code: 'passwordAndCodeMissing',
  });
});

test.each(['short', 'lettersonly', '1234567', 'Seventeen12345678', 'with space1'])(
  '"%s" is no password',
  (password) => {
    expect(
      readPasswords(changeWithdrawalPassword, { ...typed, password, repassword: password }, { hasOld: true }).errors,
    ).toEqual({
      password: 'passwordInvalid',
    });
  },
);

test('the second factor is asked for where there is one', () => {
  expect(readPasswords(changeLoginPassword, typed, { hasOld: true, needsFactor: true }).errors).toEqual({
    factor: 'secondFactorMissing',
  });
  const withFactor = { ...typed, factor: '123456' };
  expect(readPasswords(changeLoginPassword, withFactor, { hasOld: true, needsFactor: true }).input).toEqual(withFactor);
});
