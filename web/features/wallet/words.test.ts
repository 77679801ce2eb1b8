import { expect, test } from 'vitest';
import { pathOfTransfer } from '#contract/transfer-pages.ts';
import { everyHouseAccount, memberAccountNames } from '#core/ledger/accounts.ts';
import { transferKinds } from '#core/ledger/transfer.ts';
import { enMore } from '#web/locales/en-more.ts';
import { formatFor } from '#web/platform/format/use-format.ts';
import { routeOf } from '#web/routes.ts';
import { assetText, netOf, sideWords } from './words.ts';

const texts: Readonly<Record<string, string>> = enMore.wallet;

test('every account of a posting, the member’s and the house’s, has a name', () => {
  const keys: string[] = [];
  const t = ((key: string) => keys.push(key)) as never;
  for (const account of memberAccountNames) sideWords(t, { owner: 'member', account, balance: null });
  for (const { name } of everyHouseAccount()) sideWords(t, { owner: 'house', account: name, balance: null });
  expect(keys.filter((key) => texts[key.replace('wallet.', '')] === undefined)).toEqual([]);
});

test('every kind of transfer has a name; those that touch a member lead to a page of what they are about', () => {
  expect(transferKinds.filter((kind) => texts[`kind-${kind}`] === undefined)).toEqual([]);
  expect(pathOfTransfer('withdrawalHeld', 'W1')).toBe('/withdrawSuccess?withdrawal=W1');
  expect(pathOfTransfer('planSettled', 'P1')).toBe('/ordersDetail?id=P1');
  expect(pathOfTransfer('depositConfirmed', 'D1')).toBe('/depositSuccess?deposit=D1');
  expect(pathOfTransfer('prizeWon', 'E1')).toBe('/tab2?draw=E1');
  const paths = new Map(transferKinds.map((kind) => [kind, pathOfTransfer(kind, 'X1')]));
  const nowhere = [...paths].flatMap(([kind, path]) => (path === null ? [kind] : []));
  expect(nowhere).toEqual(['yieldFunded', 'roundsFunded', 'roundSettled', 'prizesFunded']);
  for (const path of paths.values())
    if (path !== null) expect(routeOf(path.split('?')[0] ?? '')?.path, path).toBeDefined();
});

test('a change has its sign, USDT all its decimals, points none', () => {
  const format = formatFor('en');
  expect(assetText(format, 'USDT', 1_500_000n, 'always')).toBe('+1.500000');
  expect(assetText(format, 'USDT', -1_500_000n, 'always')).toBe('−1.500000');
  expect(assetText(format, 'PTS', 20n, 'always')).toBe('+20');
  expect(assetText(format, 'PTS', -20n)).toBe('−20');
});

test('the net effect is that in USDT, or in points where nothing else moves', () => {
  const change = (account: 'available' | 'plans' | 'assistance', asset: 'USDT' | 'PTS', amount: bigint) => {
    return { account, asset, amount } as never;
  };
  const points = change('assistance', 'PTS', 20n);
  expect(netOf([change('available', 'USDT', -5n), change('plans', 'USDT', 3n), points])).toEqual({
    ...{ asset: 'USDT', amount: -2n },
  });
  expect(netOf([points])).toEqual({ asset: 'PTS', amount: 20n });
});
