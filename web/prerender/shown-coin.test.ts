import { expect, test } from 'vitest';
import { coinToShow, withShownCoin } from './shown-coin.ts';

test('the coin is taken out of texts, not of attributes or longer words', () => {
  const { html, css } = withShownCoin('<h1 title="ETH">ETH / USDT</h1><p>METHOD</p><span>in ETH</span>');
  expect(html).toBe(
    '<h1 title="ETH"><span class="coin" data-before="" data-after=" / USDT"></span></h1><p>METHOD</p>' +
      '<span><span class="coin" data-before="in " data-after=""></span></span>',
  );
  expect(css).toBe('.coin::before{content:attr(data-before) var(--coin,"ETH") attr(data-after)}');
});

test('a screen without the coin stays as it is', () => {
  expect(withShownCoin('<h1>Assets</h1>')).toEqual({ html: '<h1>Assets</h1>', css: '' });
});

test('the address counts before what the tab remembers, and another member’s visit or no symbol counts nothing', () => {
  const draft = 'ann ?coin=SOL&leverage=3 100';
  expect(coinToShow('?coin=BTC', draft, 'ann')).toBe('BTC');
  expect(coinToShow('', draft, 'ann')).toBe('SOL');
  expect(coinToShow('', draft, 'bob')).toBeNull();
  expect(coinToShow('', null, null)).toBeNull();
  expect(coinToShow('?coin=%22%3B', draft, 'ann')).toBeNull();
});
