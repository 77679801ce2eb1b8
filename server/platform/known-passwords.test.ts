import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { passwordPattern } from '#contract/passwords.ts';
import { requireUnknownPassword } from './known-passwords.ts';

test('the best known passwords are refused in whatever letter case', async () => {
  for (const password of ['abc123', 'password1', 'Passw0rd', 'qwerty123', '1Q2W3E4R', 'trustno1', 'secret99']) {
    await expect(requireUnknownPassword(password), password).rejects.toThrow('passwordKnown');
  }
});

test('more than 10,000 passwords that may be chosen are on the list, every one of them refused', async () => {
  const list: readonly string[] = dictionary['passwords-common'].filter((password) => passwordPattern.test(password));
  expect(list.length).toBeGreaterThan(10_000);
  for (const password of list) await expect(requireUnknownPassword(password)).rejects.toThrow('passwordKnown');
});

test('a password with the name of the product is refused, any other is not', async () => {
  for (const password of ['clearlot1', 'Clearlot2026', 'my1ClearLot']) {
    await expect(requireUnknownPassword(password), password).rejects.toThrow('passwordKnown');
  }
  for (const password of ['quiet99owl', 'x7Kq2mPz', 'abc123d4e5']) {
    await expect(requireUnknownPassword(password), password).resolves.toBeUndefined();
  }
});
