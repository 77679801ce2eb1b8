import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartRanges } from '#contract/market.ts';
import { choicesOf, searchOf } from './trading-choices.ts';

const first = { coin: 'ETH', range: '5m', levelId: null, leverage: null };

test('an address without choices has those of a new member, and they need no query', () => {
  expect(choicesOf('', '')).toEqual(first);
  expect(searchOf(choicesOf('', ''))).toBe('');
});

test('what the address leaves out is what was remembered', () => {
  const before = '?coin=BTC&level=2&leverage=3&range=1h';
  expect(choicesOf('', before)).toEqual({ coin: 'BTC', range: '1h', levelId: 2, leverage: 3 });
  expect(choicesOf('?coin=SOL', before)).toEqual({ coin: 'SOL', range: '1h', levelId: 2, leverage: 3 });
  expect(choicesOf('?coin=ETH&leverage=5&range=5m', before)).toEqual({ ...first, levelId: 2, leverage: 5 });
});

test.each(['?coin=%3Cx%3E', '?coin=../etc', '?coin=eth'])('%s names no coin', (search) =>
  expect(choicesOf(search, '?coin=BTC').coin).toBeNull(),
);

test.each(['?level=0', '?level=-1', '?leverage=1e3', '?leverage=2.5', '?leverage=', '?range=2m', '?level=99999'])(
  '%s counts as not chosen',
  (search) => expect(choicesOf(search, '')).toEqual(first),
);

test('every choice survives its own address, whatever was remembered, unless all are first ones', () => {
  const number = fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null });
  fc.assert(
    fc.property(
      fc.record({
        coin: fc.constantFrom('ETH', 'BTC', '1INCH'),
        range: fc.constantFrom(...chartRanges),
        levelId: number,
        leverage: number,
      }),
      (choices) => {
        expect(choicesOf(searchOf(choices), '')).toEqual(choices);
      },
    ),
  );
});
