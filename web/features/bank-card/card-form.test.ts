import { expect, test } from 'vitest';
import { readCard } from './card-form.ts';

const typed = {
  name: 'Ann Lee',
  number: '4242 4242 4242 4242',
  bank: 'First Bank',
  password: 'Quiet12Fox',
};

test('a card in order is sent as it was typed, without the password where there is none yet', () => {
  expect(readCard(typed, true).input).toEqual(typed);
  expect(readCard(typed, false).input).toEqual({
    name: 'Ann Lee',
    number: typed.number,
    bank: 'First Bank',
  });
});

test('a mistyped number is an error at its field before submitting', () => {
  expect(readCard({ ...typed, number: '4242 4242 4242 4243' }, true).errors).toEqual({ number: 'cardNumberInvalid' });
  expect(readCard({ ...typed, number: '0000 0000 0000 0000' }, true).errors).toEqual({ number: 'cardNumberInvalid' });
});

test('an empty form has an error for each missing field', () => {
  const empty = { name: '', number: '', bank: '', password: '' };
  const missing = { name: 'cardNameMissing', number: 'cardNumberMissing', bank: 'bankNameMissing' };
  expect(readCard(empty, false).errors).toEqual(missing);
  expect(readCard(empty, true).errors).toEqual({ ...missing, password: 'withdrawalPasswordMissing' });
});
