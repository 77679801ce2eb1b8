import { expect, test } from 'vitest';
import { amountSoFar, readWithdrawal } from './withdrawal-form.ts';

const typed = { amount: '12.5', address: '', password: 'Quiet12Fox', comment: '' };
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test('a withdrawal to the card takes no address, and its amount in exact micro-units', () => {
  expect(readWithdrawal('bank', { ...typed, address: 'left over from the other way' }).input).toEqual({
    method: 'bank',
    amount: 12_500_000n,
    password: 'Quiet12Fox',
  });
});

test('a withdrawal to an address takes it in the letter case of its checksum', () => {
  expect(readWithdrawal('address', { ...typed, address }).input?.address).toBe(address);
  expect(readWithdrawal('address', { ...typed, address: address.toLowerCase() }).errors).toEqual({
    address: 'addressInvalid',
  });
});

test('all errors are shown at once, each at its field', () => {
  expect(readWithdrawal('address', { amount: '', address: '', password: '', comment: 'a\nb' }).errors).toEqual({
    amount: 'amountMissing',
    address: 'addressMissing',
    password: 'withdrawalPasswordMissing',
    comment: 'withdrawalCommentInvalid',
  });
  expect(readWithdrawal('bank', { ...typed, amount: '1.0000001' }).errors).toEqual({ amount: 'amountInvalid' });
});

test('an amount is quoted as soon as it is one', () => {
  expect(['', '0', '.', '-1', '1e3'].map(amountSoFar)).toEqual([null, null, null, null, null]);
  expect(amountSoFar('0.000001')).toBe(1n);
});
