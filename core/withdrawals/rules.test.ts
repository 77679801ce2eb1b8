import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { checksummed, isChecksummedAddress } from './address.ts';
import { isSameName } from './names.ts';
import {
  actualReceipt,
  approvalAboveCount,
  approvalAboveDestinations,
  approvalsNeeded,
  type WithdrawnBefore,
  withdrawalFee,
} from './rules.ts';

const micro = (units: number) => usdt(BigInt(Math.round(units * 1_000_000)));

test('the fee to a card is a thousandth between 1 and 25 USDT, and 1 USDT to an address', () => {
  expect(withdrawalFee('bank', micro(1.000001))).toBe(micro(1));
  expect(withdrawalFee('bank', micro(1_000))).toBe(micro(1));
  expect(withdrawalFee('bank', micro(1_000.000001))).toBe(1_000_001n);
  expect(withdrawalFee('bank', micro(25_000))).toBe(micro(25));
  expect(withdrawalFee('bank', micro(1_000_000))).toBe(micro(25));
  expect(withdrawalFee('address', micro(1_000_000))).toBe(micro(1));
});

test('a fee is never above its amount', () => {
  for (const method of ['bank', 'address'] as const) {
    expect(withdrawalFee(method, micro(0.000001))).toBe(1n);
    expect(withdrawalFee(method, micro(0.999999))).toBe(999_999n);
    expect(withdrawalFee(method, micro(1))).toBe(micro(1));
  }
});

test('whatever the amount and the fee, all of the amount arrives', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 17n }), (units) => {
      expect(actualReceipt(usdt(units))).toBe(units);
    }),
  );
});

test('over 10,000 USDT of a member or to a destination two people approve, up to it nobody has to', () => {
  const needed = (amount: number, before: Partial<WithdrawnBefore> = {}) =>
    approvalsNeeded(micro(amount), { ofMember: 0n, toDestination: 0n, count: 0, otherDestinations: 0, ...before });
  expect(needed(10_000)).toBe(0);
  expect(needed(10_000.000001)).toBe(2);
  for (const sum of ['ofMember', 'toDestination'] as const) {
    expect(needed(1, { [sum]: micro(9_999) })).toBe(0);
    expect(needed(1, { [sum]: micro(9_999.000001) })).toBe(2);
  }
  expect(needed(9_000, { ofMember: micro(1_000), toDestination: micro(1_000) })).toBe(0);
  expect(needed(1, { count: approvalAboveCount - 1 })).toBe(0);
  expect(needed(1, { count: approvalAboveCount })).toBe(2);
  expect(needed(1, { otherDestinations: approvalAboveDestinations - 1 })).toBe(0);
  expect(needed(1, { otherDestinations: approvalAboveDestinations })).toBe(2);
});

/** The examples of EIP-55 itself. */
const examples = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

test('the examples of EIP-55 carry their checksum, and lose it with one digit or one letter’s case', () => {
  for (const address of examples) {
    expect(isChecksummedAddress(address), address).toBe(true);
    expect(checksummed(address.toLowerCase())).toBe(address);
  }
  const address = examples[2] as string;
  for (let place = 2; place < address.length; place += 1) {
    const digit = address[place] as string;
    const other = digit.toLowerCase() === 'a' ? 'b' : 'a';
    expect(isChecksummedAddress(address.slice(0, place) + other + address.slice(place + 1)), `${place}`).toBe(false);
    const flipped = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
    if (flipped !== digit) {
      expect(isChecksummedAddress(address.slice(0, place) + flipped + address.slice(place + 1)), `${place}`).toBe(
        false,
      );
    }
  }
});

test('without its checksum, of another length or with other signs it is no address', () => {
  const address = examples[2] as string;
  for (const text of [
    address.toLowerCase(),
    address.slice(2),
    `${address}0`,
    address.slice(0, -1),
    ` ${address}`,
    '',
    '0x',
  ]) {
    expect(isChecksummedAddress(text), text).toBe(false);
  }
});

test('names are compared as a bank does', () => {
  for (const [one, other] of [
    ['Nguyễn Văn Đức', 'NGUYEN VAN DUC'],
    ['José  Díaz', 'Jose Diaz'],
    ['O’Neil', 'O Neil'],
    ['Anne-Marie', 'Anne Marie'],
    ['J. Doe', 'J Doe'],
    ['ＴＡＲＯ', 'taro'],
    ['王小明', '王小明'],
    ['สมชาย ใจดี', ' สมชาย  ใจดี '],
  ] as const) {
    expect(isSameName(one, other), `${one} / ${other}`).toBe(true);
  }
  for (const [one, other] of [
    ['Ann Lee', 'Lee Ann'],
    ['Ann Lee', 'Anne Lee'],
    ['王小明', '王小朋'],
    ['ใจดี', 'ใจดิ'],
    ['がく', 'かく'],
    ['Ann', ''],
  ] as const) {
    expect(isSameName(one, other), `${one} / ${other}`).toBe(false);
  }
});
