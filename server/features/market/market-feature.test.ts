import { expect, test } from 'vitest';
import type { Market } from '#server/market/market.ts';
import { openMarketFeature } from './market-feature.ts';

test('an icon is served as what it is, and none of a coin that has no such picture', async () => {
  const icons: Record<string, { readonly type: string; readonly bytes: Uint8Array }> = {
    'BTC.svg': { type: 'image/svg+xml', bytes: new Uint8Array([60, 115]) },
    'ETH.png': { type: 'image/png', bytes: new Uint8Array([137]) },
  };
  const market = { icon: (name: string) => icons[name] } as unknown as Market;
  const [file] = openMarketFeature({ market }).files ?? [];
  if (file === undefined || !('readPublic' in file)) throw new Error('icons are for everybody');
  expect(await file.readPublic('BTC.svg')).toEqual({ type: 'image/svg+xml', bytes: Buffer.from('<s') });
  expect(await file.readPublic('ETH.png')).toMatchObject({ type: 'image/png' });
  expect(await file.readPublic('DOGE.svg')).toBeUndefined();
});
