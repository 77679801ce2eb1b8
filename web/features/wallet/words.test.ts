import { expect, test } from 'vitest';
import { everyHouseAccount, memberAccountNames } from '#core/ledger/accounts.ts';
import { transferKinds } from '#core/ledger/transfer.ts';
import { enMore } from '#web/locales/en-more.ts';
import { formatFor } from '#web/platform/format/use-format.ts';
import { assetText, pageOf, sideWords } from './words.ts';

const texts: Readonly<Record<string, string>> = enMore.wallet;

test('every account of a posting, the member’s and the house’s, has a name', () => {
  const keys: string[] = [];
  const t = ((key: string) => keys.push(key)) as never;
  for (const account of memberAccountNames) sideWords(t, { owner: 'member', account, balance: null });
  for (const { name } of everyHouseAccount()) sideWords(t, { owner: 'house', account: name, balance: null });
  expect(keys.filter((key) => texts[key.replace('wallet.', '')] === undefined)).toEqual([]);
});

test('every kind of transfer has a name, and leads to what it is about', () => {
  expect(transferKinds.filter((kind) => texts[`kind-${kind}`] === undefined)).toEqual([]);
  expect(pageOf('withdrawalHeld', 'W1')).toBe('/withdrawSuccess?withdrawal=W1');
  expect(pageOf('planSettled', 'P1')).toBe('/ordersDetail?id=P1');
  expect(pageOf('depositConfirmed', 'D1')).toBe('/depositSuccess?deposit=D1');
  expect(pageOf('somethingElse', 'X1')).toBeNull();
});

test('a change has its sign, USDT all its decimals, points none', () => {
  const format = formatFor('en');
  expect(assetText(format, 'USDT', 1_500_000n, 'always')).toBe('+1.500000');
  expect(assetText(format, 'USDT', -1_500_000n, 'always')).toBe('−1.500000');
  expect(assetText(format, 'PTS', 20n, 'always')).toBe('+20');
  expect(assetText(format, 'PTS', -20n)).toBe('−20');
});
