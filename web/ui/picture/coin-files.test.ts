import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { coinSymbols, listingOf } from '#core/market/coins.ts';

const folder = resolve(import.meta.dirname, '../../public/coins');

test('a coin without an icon here has none, and the others theirs', () => {
  expect([listingOf('BTC').iconPath, listingOf('DOGE').iconPath]).toEqual(['/coins/btc.svg', '']);
});

test('each coin of the list has an icon of its own: a drawing without letters, unlike every other', async () => {
  expect((await readdir(folder)).sort()).toEqual(coinSymbols.map((symbol) => `${symbol.toLowerCase()}.svg`).sort());
  const drawings = await Promise.all(
    coinSymbols.map(async (symbol) => {
      const svg = await readFile(`${folder}/${symbol.toLowerCase()}.svg`, 'utf8');
      expect(svg).toContain(`<title>${symbol}</title>`);
      expect(svg).not.toContain('<text');
      return svg.replace(/<title>.*<\/title>/, '').replace(/fill="#[^"]+"/, '');
    }),
  );
  expect(new Set(drawings).size).toBe(coinSymbols.length);
});
