// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import {
  listOffers,
  listProductChanges,
  type Offered,
  type ProductChange,
  proposeBands,
  proposeCause,
  proposePrizes,
  proposeProductChange,
} from '#contract/products.ts';
import { tableOf } from '#core/draws/prizes.ts';
import { usdt } from '#core/money/amount.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Bands } from './bands.tsx';
import { Causes } from './causes.tsx';
import { Prizes } from './prize-tables.tsx';
import { Products } from './products.tsx';
import { textsOf } from './samples-books.fixture.ts';
import { may } from './samples-money.fixture.ts';

beforeAll(useConsoleInEnglish);

const level: Offered = {
  ...{ kind: 'level', item: '4', isOpen: true, minimum: usdt(100_000_001n), maximum: usdt(5_000_000_002n) },
  ...{ dailyRatePpm: null, shippedMinimum: usdt(50_000_003n), shippedMaximum: usdt(6_000_000_004n) },
  shippedDailyRatePpm: null,
  fixed: [
    { name: 'leverageMax', value: 75 },
    { name: 'rounds', value: 12 },
  ],
};

const offers: Offered[] = [
  level,
  {
    ...{ ...level, kind: 'financing', item: 'week', isOpen: false, dailyRatePpm: 1_200, shippedDailyRatePpm: 150 },
    ...{ minimum: usdt(7_000_000n), maximum: usdt(8_888_888_888_888n), shippedMinimum: usdt(9_000_000n) },
    ...{ shippedMaximum: usdt(10_000_000_000n), fixed: [{ name: 'days', value: 7 }] },
  },
  { ...level, item: '2', isOpen: false, minimum: usdt(20_000_000n), maximum: usdt(200_000_000n), fixed: [] },
];

const prizes = tableOf(3, [
  { amount: usdt(2_000_000_000n), numbers: 7 },
  { amount: usdt(150_000_000n), numbers: 120 },
  { amount: usdt(12_000_000n), numbers: 2_300 },
  { amount: usdt(3_000_000n), numbers: 45_600 },
]);

const now: OutputOf<typeof listOffers> = {
  ...{ now: may(6, 1, 2, 3), offers },
  bands: [2, 3, 4, 5].map((one) => ({ level: one, weightMin: one * 1_001, shippedWeightMin: one * 907 })),
  causes: [
    { id: 'water', isOpen: false, texts: textsOf('Water') },
    { id: 'school', isOpen: true, texts: textsOf('School') },
    { id: 'forest', isOpen: false, texts: textsOf('Forest') },
  ],
  prizes: { ...prizes, expectedValue: usdt(196_401n), fund: usdt(1_500_000_007n) },
};

const change: ProductChange = {
  ...{ id: '0000000000000006', kind: 'level', item: '4', isOpen: true, minimum: usdt(1_000_001n) },
  ...{ maximum: usdt(2_000_002n), dailyRatePpm: null, weightMins: null, texts: null, prizes: null },
  ...{ reason: 'May', askedBy: 'bert', askedAt: may(1), effectiveFrom: may(6, 7, 8, 9), approvedBy: [] },
  ...{ refusedBy: null, state: 'waiting' },
};
const amountless = { ...change, isOpen: false, minimum: null, maximum: null };

const changes: ProductChange[] = [
  { ...amountless, id: '3', kind: 'bands', item: 'levels', weightMins: [2_000, 13_000], askedBy: 'carl', reason: 'up' },
  change,
  {
    ...{ ...change, id: '2', kind: 'financing', item: 'week', dailyRatePpm: 180, state: 'made', reason: 'less' },
    effectiveFrom: may(3, 4, 5, 6),
  },
  { ...amountless, id: '5', kind: 'prizes', item: 'daily', prizes: [...sharesOf()], state: 'refused', isOpen: true },
  { ...amountless, id: '4', kind: 'cause', item: 'water', texts: textsOf('Water'), state: 'lapsed', reason: '<b>' },
];

function sharesOf() {
  return [
    { amount: usdt(1_000_000_000n), numbers: 5 },
    { amount: usdt(100_000_000n), numbers: 1_000 },
  ];
}

function shop() {
  const server = operatorServer('finance');
  server.answer(listOffers, now);
  server.answer(listProductChanges, changes);
  return server;
}

test('the products with every kind of change and its state', async () => {
  shop();
  await expectOutline(mountDesk(<Products />).container);
});

test('products without anything in them', async () => {
  const server = operatorServer('owner');
  server.answer(listOffers, { ...now, offers: [], bands: [], causes: [] });
  server.answer(listProductChanges, []);
  const desk = mountDesk(<Products />);
  await expectOutline(desk.container);
});

test('products that are refused', async () => {
  const server = operatorServer('owner');
  server.refuse(listOffers, 'fieldInvalid', 'No offers');
  server.refuse(listProductChanges, 'recordUnknown', 'No changes');
  await expectOutline(mountDesk(<Products />).container);
});

test('another offer of a level and of financing: the form, and the dialog that is refused', async () => {
  const server = shop();
  server.refuse(proposeProductChange, 'offerBoundsInvalid', 'Least and most run upwards');
  const desk = mountDesk(<Products />);
  await expect.poll(() => desk.hasButton('Change')).toBe(true);
  await desk.press('Change', 1);
  await expectOutline(desk.card('Financing week'));
  await desk.press('Close');
  await desk.press('Change', 0);
  await expectOutline(desk.card('Plan level 4'));
  await desk.user.click(desk.field('Takes new orders'));
  await desk.write('Least amount', '120.5');
  await desk.write('Starts (date and time on this device)', '2026-06-01T08:30');
  await actFor(desk, 'Ask for this offer', 'fewer small ones');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.card('Plan level 4'));
});

test('other weight bands: as they are, as they do not run upwards, and the dialog that is refused', async () => {
  const server = shop();
  server.refuse(proposeBands, 'bandsInvalid', 'The bands run upwards');
  const desk = mountDesk(<Bands />);
  await expect.poll(() => desk.hasButton('Change the bands')).toBe(true);
  await desk.press('Change the bands');
  await expectOutline(desk.container);
  const field = desk.container.querySelector<HTMLInputElement>('input[name=level-3]') as HTMLInputElement;
  await desk.user.clear(field);
  await desk.user.type(field, '9999');
  await expectOutline(desk.container);
  await actFor(desk, 'Ask for these bands', 'higher');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});

test('other prizes: as they are, unsound, larger than the fund, and the dialog that is refused', async () => {
  const server = shop();
  server.refuse(proposePrizes, 'prizesInvalid', 'The prizes run downwards');
  const desk = mountDesk(<Prizes />);
  await expect.poll(() => desk.hasButton('Change the prizes')).toBe(true);
  await desk.press('Change the prizes');
  await expectOutline(desk.container);
  const first = desk.container.querySelector<HTMLInputElement>('input[name=amount-first]') as HTMLInputElement;
  for (const amount of ['12.5', '1400']) {
    await desk.user.clear(first);
    await desk.user.type(first, amount);
    await expectOutline(desk.container);
  }
  await actFor(desk, 'Ask for these prizes', 'smaller');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});

test('a cause that is changed, a new one, and the dialog that is refused', async () => {
  const server = shop();
  server.refuse(proposeCause, 'causeInvalid', 'A cause needs its texts');
  const desk = mountDesk(<Causes />);
  await expect.poll(() => desk.hasButton('Change')).toBe(true);
  await desk.press('Change', 1);
  await expectOutline(desk.container);
  await desk.press('Close');
  await desk.press('New cause');
  await desk.user.click(desk.field('Receives disbursements and is shown on the giving pages'));
  await expectOutline(desk.container);
  await actFor(desk, 'Ask for this cause', 'a new one');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});
