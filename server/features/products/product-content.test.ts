import { expect, test } from 'vitest';
import { type CauseLocale, type CauseText, causeLocales } from '#core/donations/disbursements.ts';
import { prizeTable, sharesOf } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import { type AskedContent, columnsOf, contentOf, hashedContent, shownContent } from './product-content.ts';

const textsWith = (locale?: CauseLocale, changed: Partial<CauseText> = {}) =>
  Object.fromEntries(
    causeLocales.map((one) => [
      one,
      { name: `Wells ${one}`, about: `Water ${one}`, ...(one === locale ? changed : {}) },
    ]),
  ) as Record<CauseLocale, CauseText>;

const level = {
  ...({ kind: 'level', item: '2', isOpen: true } as const),
  ...{ minimum: usdt(50_000_000n), maximum: usdt(2_000_000_000n), dailyRatePpm: null },
};
const financing = { ...level, kind: 'financing' as const, item: 'day7', dailyRatePpm: 200 };
const cause = { kind: 'cause' as const, item: 'wells', isOpen: true, texts: textsWith() };
const shares = sharesOf(prizeTable);
const prizes = { kind: 'prizes', item: 'daily', isOpen: true, shares } as const;
const bands = { kind: 'bands', item: 'levels', isOpen: true, weightMins: [100, 200, 300, 400] } as const;
const all: readonly AskedContent[] = [level, financing, cause, prizes, bands];

const changed: readonly (readonly [AskedContent, AskedContent])[] = [
  [level, { ...level, isOpen: false }],
  [level, { ...level, item: '3' }],
  [level, { ...level, minimum: usdt(50_000_001n) }],
  [level, { ...level, maximum: usdt(2_000_000_001n) }],
  [financing, { ...financing, dailyRatePpm: 201 }],
  [cause, { ...cause, isOpen: false }],
  ...causeLocales.flatMap((locale) => [
    [cause, { ...cause, texts: textsWith(locale, { name: 'Forests' }) }] as const,
    [cause, { ...cause, texts: textsWith(locale, { about: 'Trees' }) }] as const,
  ]),
  [prizes, { ...prizes, shares: shares.map((one, place) => (place === 3 ? { ...one, numbers: 50_001 } : one)) }],
  [
    prizes,
    { ...prizes, shares: shares.map((one, place) => (place === 2 ? { ...one, amount: usdt(9_000_000n) } : one)) },
  ],
  [bands, { ...bands, weightMins: [100, 200, 300, 401] }],
];

test.each(changed)(
  'what an operator sees and approves of a change is another where any part of it is: %o, %o',
  (one, other) => {
    expect(hashedContent(other)).not.toEqual(hashedContent(one));
    expect(shownContent(other)).not.toEqual(shownContent(one));
  },
);

test.each(all)('what is asked for is stored and read as it was: %o', (content) => {
  const stored = JSON.parse(JSON.stringify(columnsOf(content).details));
  expect(contentOf({ ...columnsOf(content), details: stored })).toEqual(content);
});
