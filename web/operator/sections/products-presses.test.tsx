// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import {
  listOffers,
  listProductChanges,
  type Offered,
  type ProductChange,
  productChangesPerPage,
  proposeBands,
  proposeCause,
  proposePrizes,
  proposeProductChange,
} from '#contract/products.ts';
import { prizeTable } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Bands } from './bands.tsx';
import { Causes } from './causes.tsx';
import { Prizes } from './prize-tables.tsx';
import { Products } from './products.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

const level: Offered = {
  ...{ kind: 'level', item: '2', isOpen: true, minimum: usdt(100_000_000n), maximum: usdt(5_000_000_000n) },
  ...{ dailyRatePpm: null, shippedMinimum: usdt(50_000_000n), shippedMaximum: usdt(6_000_000_000n) },
  ...{ shippedDailyRatePpm: null, fixed: [{ name: 'rounds', value: 12 }] },
};

const financing: Offered = {
  ...{ ...level, kind: 'financing', item: 'week', isOpen: false, dailyRatePpm: 200, shippedDailyRatePpm: 150 },
  fixed: [{ name: 'days', value: 7 }],
};

const text = (name: string) => ({ name, about: `${name} for all` });
const texts = { en: text('Water'), zh: text('水'), tc: text('水水'), jp: text('みず') };

const now: OutputOf<typeof listOffers> = {
  now: Date.UTC(2026, 4, 1),
  offers: [level, financing],
  bands: [2, 3, 4, 5].map((one) => ({ level: one, weightMin: one * 1_000, shippedWeightMin: one * 900 })),
  causes: [{ id: 'water', isOpen: false, texts }],
  prizes: { ...prizeTable, expectedValue: usdt(250_000n), fund: usdt(500_000_000n) },
};

function shop() {
  const server = operatorServer('finance');
  server.answer(listOffers, now);
  server.answer(listProductChanges, []);
  for (const ask of [proposeProductChange, proposeBands, proposeCause, proposePrizes]) server.answer(ask, { id: 'C1' });
  return server;
}

const start = '2026-06-01T08:30';
const from = String(Date.parse(start));

test.each([
  ['an offer', Products, 'Change', 'Ask for this offer'],
  ['bands', Bands, 'Change the bands', 'Ask for these bands'],
  ['prizes', Prizes, 'Change the prizes', 'Ask for these prizes'],
  ['a cause', Causes, 'Change', 'Ask for this cause'],
] as const)(
  'the start of %s with a date and no time is refused at its field, and not taken for none',
  async (_, Section, open, ask) => {
    shop();
    const desk = mountDesk(<Section />);
    await expect.poll(() => desk.hasButton(open)).toBe(true);
    await desk.press(open);
    const field = desk.field('Starts (date and time on this device)');
    const validity = vi.spyOn(field, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState);
    await desk.press(ask);
    expect([desk.dialog(), desk.alerts(), document.activeElement]).toEqual([
      ...['', ['Give both a date and a time, or neither.'], field],
    ]);
    validity.mockRestore();
    await desk.press(ask);
    expect(desk.dialog()).toContain(ask);
    expect(desk.alerts()).toEqual([]);
  },
);

test('another offer is asked for with its own figures, and of financing alone with a rate', async () => {
  const server = shop();
  const desk = mountDesk(<Products />);
  await expect
    .poll(() => desk.rows('Offers now').map((row) => row.slice(0, 5)))
    .toEqual([
      ['Plan level 2', 'Yes', '100.00 USDT', '5,000.00 USDT', ''],
      ['Financing week', 'No', '100.00 USDT', '5,000.00 USDT', '200'],
    ]);
  await desk.press('Change', 0);
  expect(['Rounds (fixed)', 'Least amount as it ships', 'Most as it ships'].flatMap(desk.facts)).toEqual([
    ...['12', '50.00 USDT', '6,000.00 USDT'],
  ]);
  expect(desk.words()).not.toContain('Interest of a day as it ships');
  expect(['Least amount', 'Most'].map((label) => desk.field(label).inputMode)).toEqual(['decimal', 'decimal']);
  await desk.write('Least amount', ' １２０．５ ');
  await desk.user.click(desk.field('Takes new orders'));
  server.refuse(proposeProductChange, 'offerBoundsInvalid', 'Least and most run upwards');
  await actFor(desk, 'Ask for this offer', 'fewer small ones');
  await expect.poll(desk.alerts).toEqual(['Least and most run upwards']);
  server.answer(proposeProductChange, { id: 'C1' });
  const reads = server.requestsTo(listProductChanges).length;
  await desk.confirm('Ask for this offer');
  await expect.poll(desk.toast).toBe('It waits for a second operator');
  expect(desk.hasButton('Ask for this offer')).toBe(false);
  await expect.poll(() => server.requestsTo(listProductChanges).length).toBeGreaterThan(reads);

  await desk.press('Change', 1);
  expect(desk.facts('Interest of a day as it ships, in millionths')).toEqual(['150']);
  await desk.write('Interest of a day in millionths', '180');
  await desk.write('Most', '6000');
  await desk.write('Starts (date and time on this device)', start);
  await actFor(desk, 'Ask for this offer', 'less interest');
  await expect.poll(() => server.requestsTo(proposeProductChange).length).toBe(3);
  const of = { minimum: '120.500000', maximum: '5000.000000', reason: 'fewer small ones' };
  expect(server.requestsTo(proposeProductChange).map(({ fields }) => fields)).toEqual([
    ...Array(2).fill({ kind: 'level', item: '2', open: '0', ...of }),
    {
      ...{ kind: 'financing', item: 'week', open: '0', minimum: '100.000000', maximum: '6000.000000' },
      ...{ rate: '180', from, reason: 'less interest' },
    },
  ]);
});

test('the bands are asked for level by level; what does not run upwards is said at once', async () => {
  const server = shop();
  const desk = mountDesk(<Bands />);
  await expect.poll(() => desk.rows('Weight bands of the levels')).toHaveLength(4);
  expect(desk.rows('Weight bands of the levels')[1]).toEqual(['3', '3,000', '2,700']);
  await desk.press('Change the bands');
  await desk.write('Level 3: Opens at', '4000');
  expect(desk.notes().join()).toContain('each higher than the one before');
  await desk.write('Level 3: Opens at', '3500');
  expect(desk.words()).not.toContain('each higher than the one before');
  await desk.write('Starts (date and time on this device)', start);
  await actFor(desk, 'Ask for these bands', 'slower ladder');
  await expect.poll(desk.toast).toBe('It waits for a second operator');
  expect(desk.hasButton('Ask for these bands')).toBe(false);
  expect(server.requestsTo(proposeBands).map(({ fields }) => fields)).toEqual([
    { level2: '2000', level3: '3500', level4: '4000', level5: '5000', from, reason: 'slower ladder' },
  ]);
  await desk.press('Change the bands');
  await desk.press('Close');
  expect(desk.hasButton('Ask for these bands')).toBe(false);
});

test('the prizes are asked for with amounts and numbers; their average and a fund that is too small are said before', async () => {
  const server = shop();
  const desk = mountDesk(<Prizes />);
  await expect.poll(() => desk.rows('Prizes of the daily draw')).toHaveLength(4);
  expect(desk.rows('Prizes of the daily draw')[0]).toEqual(['First prize', '1,000.00 USDT', '5 / 1,000,000']);
  expect(['Average of one entry', 'The fund that pays them'].flatMap(desk.facts)).toEqual(['0.25 USDT', '500.00 USDT']);
  await desk.press('Change the prizes');
  expect(desk.notes().join()).toContain('The fund does not cover the largest of these prizes');
  expect(desk.facts('Average of one entry')).toEqual(['0.25 USDT', '0.085000 USDT']);
  await desk.write('First prize: Amount', ' ５００ ');
  expect(desk.words()).not.toContain('The fund does not cover');
  await desk.write('Second prize: Amount', '500');
  expect(desk.notes().join()).toContain('Four prizes of whole USDT up to 100,000');
  expect(desk.facts('Average of one entry')).toHaveLength(1);
  await desk.write('Second prize: Amount', '110');
  await desk.write('Third prize: Numbers that win it', '2500');
  await desk.write('Fourth prize: Amount', '2');
  expect(desk.facts('Average of one entry')[1]).toBe('0.138500 USDT');
  await desk.write('Starts (date and time on this device)', start);
  await actFor(desk, 'Ask for these prizes', 'more third prizes');
  await expect.poll(desk.toast).toBe('It waits for a second operator');
  expect(desk.hasButton('Ask for these prizes')).toBe(false);
  expect(server.requestsTo(proposePrizes).map(({ fields }) => fields)).toEqual([
    {
      ...{ first: '500.000000', firstNumbers: '5', second: '110.000000', secondNumbers: '100' },
      ...{ third: '10.000000', thirdNumbers: '2500', fourth: '2.000000', fourthNumbers: '50000' },
      ...{ from, reason: 'more third prizes' },
    },
  ]);
});

test('a cause is worded anew in four languages, or begun', async () => {
  const server = shop();
  const desk = mountDesk(<Causes />);
  await expect
    .poll(() => desk.rows('Causes of the charity').map((row) => row.slice(0, 3)))
    .toEqual([['water', 'Water', 'No']]);
  await desk.press('Change');
  expect(desk.words()).not.toContain('It stays.');
  await desk.write('What it is for · English', ' Wells ');
  await desk.write('Name · 日本語', 'いど');
  await desk.user.click(desk.field('Receives disbursements and is shown on the giving pages'));
  await actFor(desk, 'Ask for this cause', 'open again');
  await expect.poll(desk.toast).toBe('It waits for a second operator');
  expect(desk.hasButton('Ask for this cause')).toBe(false);
  await desk.press('New cause');
  await desk.write('Id', ' school ');
  for (const language of ['English', '简体中文', '繁體中文', '日本語']) {
    await desk.write(`Name · ${language}`, ` name ${language} `);
    await desk.write(`What it is for · ${language}`, ` about ${language} `);
  }
  await desk.write('Starts (date and time on this device)', start);
  await actFor(desk, 'Ask for this cause', 'a new one');
  await expect.poll(() => server.requestsTo(proposeCause).length).toBe(2);
  const [changed, begun] = server.requestsTo(proposeCause).map(({ fields }) => fields);
  expect(changed).toEqual({
    ...{ cause: 'water', open: '1', nameEn: 'Water', aboutEn: 'Wells', nameZh: '水', aboutZh: '水 for all' },
    ...{ nameTc: '水水', aboutTc: '水水 for all', nameJp: 'いど', aboutJp: 'みず for all', reason: 'open again' },
  });
  expect(begun).toEqual({
    ...{ cause: 'school', open: '1', nameEn: 'name English', aboutEn: 'about English', nameZh: 'name 简体中文' },
    ...{ aboutZh: 'about 简体中文', nameTc: 'name 繁體中文', aboutTc: 'about 繁體中文', nameJp: 'name 日本語' },
    ...{ aboutJp: 'about 日本語', from, reason: 'a new one' },
  });
});

test('changes stand with what was asked for, of each kind its own, and lead on to older ones', async () => {
  const server = shop();
  const change: ProductChange = {
    ...{ id: '0000000000000001', kind: 'level', item: '2', isOpen: true, minimum: usdt(1_000_000n) },
    ...{ maximum: usdt(2_000_000n), dailyRatePpm: null, weightMins: null, texts: null, prizes: null },
    ...{ reason: 'May', askedBy: 'bert', askedAt: 0, effectiveFrom: Date.UTC(2026, 4, 3), approvedBy: [] },
    ...{ refusedBy: null, state: 'waiting' },
  };
  const amountless = { ...change, isOpen: false, minimum: null, maximum: null };
  const prizes = prizeTable.prizes.map(({ amount }, place) => ({ amount, numbers: (place + 1) * 1_000 }));
  const rows: ProductChange[] = [
    change,
    { ...change, id: '0000000000000002', kind: 'financing', item: 'week', dailyRatePpm: 180, state: 'made' },
    { ...amountless, id: '0000000000000003', kind: 'bands', item: '', weightMins: [2_000, 3_000] },
    { ...amountless, id: '0000000000000004', kind: 'cause', item: 'water', texts, state: 'lapsed' },
    { ...amountless, id: '0000000000000005', kind: 'prizes', item: 'daily', prizes, state: 'refused' },
  ];
  const more = Array.from({ length: productChangesPerPage - rows.length }, (_, place) => ({
    ...{ ...amountless, id: String(place).padStart(16, 'Z') },
  }));
  server.answerBy(listProductChanges, ({ fields }) => (fields.before ? [change] : [...rows, ...more]));
  const desk = mountDesk(<Products />);
  await expect.poll(() => desk.rows('Changes that were asked for')).toHaveLength(productChangesPerPage);
  expect(
    desk
      .rows('Changes that were asked for')
      .slice(0, 6)
      .map((row) => row.toSpliced(3, 1)),
  ).toEqual([
    ['Plan level 2', 'Open', '1.00 USDT – 2.00 USDT', 'Waiting', 'bert', 'May'],
    ['Financing week', 'Open', '1.00 USDT – 2.00 USDT, 180 / 1000000', 'Made', 'bert', 'May'],
    ['Weight bands', 'Closed', '2,000, 3,000', 'Waiting', 'bert', 'May'],
    ['Cause water', 'Closed', 'Water', 'Lapsed', 'bert', 'May'],
    [
      ...['Prizes of the daily draw', 'Closed', '1,000.00 × 1,000, 100.00 × 2,000, 10.00 × 3,000, 1.00 × 4,000'],
      ...['Refused', 'bert', 'May'],
    ],
    ['Plan level 2', 'Closed', '', 'Waiting', 'bert', 'May'],
  ]);
  await desk.press('Next page');
  await expect.poll(() => desk.rows('Changes that were asked for')).toHaveLength(1);
  expect(server.requestsTo(listProductChanges).at(-1)?.fields).toEqual({ before: more.at(-1)?.id });
});
