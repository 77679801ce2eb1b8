import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { coinSymbols } from '#core/market/coins.ts';
import { CoinIcon } from './coin-icon.tsx';

const drawn = (coin: string) => renderToStaticMarkup(<CoinIcon coin={coin} path="" />);

test('a coin without an image has a drawn one, the same each time, and unlike that of another coin', () => {
  expect(drawn('DOGE')).toContain('<svg');
  expect(drawn('DOGE')).toBe(drawn('DOGE'));
  const icons = [...coinSymbols, 'ADA', 'DOGE', 'DOT', 'TRX', 'UNI', 'ATOM', 'NEAR', 'APT'].map(drawn);
  expect(new Set(icons).size).toBe(icons.length);
});

test('one with an image shows it', () => {
  const html = renderToStaticMarkup(<CoinIcon coin="ETH" path="/coins/eth.svg" />);
  expect(html).toContain('/coins/eth.svg');
  expect(html).not.toContain('<svg');
});
