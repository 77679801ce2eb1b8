import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { type DepositChannel, fieldOfRefusal, quickAmounts, readDeposit } from './deposit-form.ts';

const channel: DepositChannel = {
  id: 'sandbox',
  name: 'Sandbox',
  minimum: usdt(100_000_000n),
  maximum: usdt(1_000_000_000n),
  confirmationsNeeded: 3,
  network: null,
  behindSince: null,
  paper: true,
};

test('the smallest and the largest amount of a channel are accepted, in exact micro-units', () => {
  expect(readDeposit(channel, '100').input).toEqual({ channel: 'sandbox', amount: 100_000_000n });
  expect(readDeposit(channel, '1000.000000').input).toEqual({ channel: 'sandbox', amount: 1_000_000_000n });
});

test.each([
  ['', 'amountMissing', {}],
  ['0', 'amountInvalid', {}],
  ['-100', 'amountInvalid', {}],
  ['1e3', 'amountInvalid', {}],
  ['100.0000001', 'amountInvalid', {}],
  ['99.999999', 'depositTooSmall', { minimum: 100_000_000n }],
  ['1000.000001', 'depositTooLarge', { maximum: 1_000_000_000n }],
])('"%s" is refused as %s', (typed, code, values) => {
  expect(readDeposit(channel, typed)).toEqual({ input: null, error: { code, values } });
});

test('the image that is a proof goes along, and none where there is none', () => {
  const image = '0ABCDEFGH1234567';
  expect(readDeposit(channel, '100', image).input).toEqual({ channel: 'sandbox', amount: 100_000_000n, image });
  expect(readDeposit(channel, '100', null).input).not.toHaveProperty('image');
});

test('each refusal is shown where it belongs: at the amount, at the image, else at the button', () => {
  expect(fieldOfRefusal('depositTooSmall')).toBe('amount');
  expect([fieldOfRefusal('imageUsed'), fieldOfRefusal('imageUnknown')]).toEqual(['proof', 'proof']);
  expect([fieldOfRefusal('selfExcluded'), fieldOfRefusal(null)]).toEqual(['form', 'form']);
});

test('quick amounts outside the channel’s bounds are not offered', () => {
  expect(quickAmounts(channel)).toEqual(['100', '500', '1000']);
});
