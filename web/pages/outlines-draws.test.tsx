// @vitest-environment happy-dom
import { afterEach, beforeEach, test, vi } from 'vitest';
import {
  type Draw,
  draw,
  getDraw,
  getEntries,
  listDraws,
  listPrizes,
  listWinners,
  type OwnDay,
} from '#contract/draws.ts';
import { getLimits } from '#contract/limits.ts';
import { getMarketStatus } from '#contract/market.ts';
import { listRounds } from '#contract/rounds.ts';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor, prizeTable } from '#core/draws/prizes.ts';
import { drawCommitmentOf } from '#core/fairness/day-seeds.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { Page as DrawsPage } from './draws.tsx';
import { asMember } from './member-page.fixture.ts';
import { openedPage } from './opened-page.fixture.ts';
import { marketStatus, now } from './samples-market.fixture.ts';
import { rounds } from './samples-rounds.fixture.ts';

const databases = memoryDatabases();
const minute = 60_000;
const clientSeed = '00112233445566778899aabbccddeeff';
const today = Math.floor(now / 86_400_000);
const seed = new Uint8Array(32).fill(7);
const commitment = drawCommitmentOf(seed);
const published = { day: today, commitment, publishedAt: now - 900 * minute };
const drawOf = (id: string, changes: Partial<Draw>): Draw => ({
  ...{ id, day: today, entry: 1, kind: 'checkedIn', clientSeed, number: 42, prize: null, amount: noUsdt },
  ...{ drawnAt: now - 8 * minute },
  ...changes,
});
const draws: Draw[] = [
  drawOf('1KDVDWMC0SXVXCS9', {
    entry: 2,
    kind: 'planSettled',
    number: 31_415,
    prize: 'third',
    amount: usdt(10_000_000n),
  }),
  drawOf('1KDVDWMC0SXVXCS8', { number: 777_123, drawnAt: now - 95 * minute }),
  drawOf('1KDVDWMC0SXVXCS6', {
    day: today - 1,
    entry: 4,
    kind: 'donated',
    number: 52_001,
    prize: 'fourth',
    amount: usdt(1_000_000n),
    drawnAt: now - 1_400 * minute,
  }),
  drawOf('1KDVDWMC0SXVXCS5', {
    day: today - 1,
    entry: 2,
    kind: 'resultVerified',
    number: 99,
    prize: 'second',
    amount: usdt(100_000_000n),
    drawnAt: now - 1_450 * minute,
  }),
  drawOf('1KDVDWMC0SXVXCS7', {
    day: today - 1,
    entry: 3,
    kind: 'planPlaced',
    number: 5,
    prize: 'first',
    amount: usdt(1_000_000_000n),
    drawnAt: now - 1_500 * minute,
  }),
];
const day: OwnDay = {
  ...{
    prizes: prizeTable,
    published,
    isOpen: true,
    excludedUntil: null,
    clientSeed,
    next: 3,
    endsAt: now + 333 * minute,
  },
  entries: [
    { kind: 'donated', state: 'open', draw: null },
    { kind: 'checkedIn', state: 'drawn', draw: draws[1] as Draw },
    { kind: 'resultVerified', state: 'open', draw: null },
    { kind: 'planSettled', state: 'drawn', draw: draws[0] as Draw },
    { kind: 'planPlaced', state: 'ready', draw: null },
  ],
};

let server: FakeServer;
asMember((opened) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  setProductClock({ now, clockSpeed: 0 });
  server = opened;
  server.answer(getMarketStatus, marketStatus);
  server.answer(getEntries, day);
  server.answer(listDraws, draws);
  server.answer(listWinners, [
    { id: 'W1', name: 'mo***in', prize: 'second', amount: usdt(100_000_000n), drawnAt: now - 17 * minute },
    { id: 'W2', name: 'an***ee', prize: 'first', amount: usdt(1_000_000_000n), drawnAt: now - 3 * minute },
    { id: 'W3', name: 'zo***ra', prize: 'third', amount: usdt(10_000_000n), drawnAt: now - 29 * minute },
  ]);
  server.answer(listPrizes, {
    ...{ ...prizeTable, expectedValue: usdt(123_456n), isOpen: true, published },
    next: { ...prizeTable, expectedValue: usdt(234_567n), from: now + 700 * minute },
  });
  server.answer(getLimits, { lossLimits: [], exclusion: null, now, timeZone: 'UTC' });
  server.answer(listRounds, rounds);
});
beforeEach(() => void vi.stubGlobal('indexedDB', databases));
afterEach(() => {
  databases.forget();
  vi.useRealTimers();
});

const opened = (path = '/tab2') => openedPage(<DrawsPage />, path);

test('the daily draw with entries drawn, ready and to be earned, prizes that change, and winners', async () => {
  await expectOutline(opened().container);
});

test('the daily draw while the prize fund is too small, for a member without a seed', async () => {
  server.answer(getEntries, { ...day, isOpen: false, clientSeed: null });
  server.answer(listPrizes, { ...prizeTable, expectedValue: usdt(123_456n), isOpen: false, published, next: null });
  await expectOutline(opened().container);
});

test('the daily draw before its seed is published, of a member who drew and won nothing yet', async () => {
  server.answer(getEntries, { ...day, published: null, next: 1 });
  server.answer(listPrizes, {
    ...prizeTable,
    expectedValue: usdt(123_456n),
    isOpen: true,
    published: null,
    next: null,
  });
  server.answer(listDraws, []);
  server.answer(listWinners, []);
  await expectOutline(opened().container);
});

test('the daily draw of a member who is excluded', async () => {
  const until = now + 4_321 * minute;
  server.answer(getEntries, { ...day, excludedUntil: until });
  server.answer(getLimits, {
    lossLimits: [],
    exclusion: { beganAt: now - 60 * minute, endsAt: until, liftsAt: null },
    now,
    timeZone: 'UTC',
  });
  await expectOutline(opened().container);
});

test('the daily draw refused', async () => {
  server.refuse(getEntries, 'internalError', 'No entries now');
  server.refuse(listDraws, 'internalError', 'No draws now');
  server.refuse(listWinners, 'internalError', 'No winners now');
  server.refuse(listPrizes, 'internalError', 'No prizes now');
  await expectOutline(opened().container);
});

test('an entry that was drawn and won', async () => {
  server.answer(draw, drawOf('1KDVDWMC0SXVXCT0', { entry: 3, number: 99, prize: 'third', amount: usdt(10_000_000n) }));
  const { container, press, shown } = opened();
  await press('Draw entry 3');
  await shown(/\+10\.00/);
  await expectOutline(container);
});

test('a draw whose seed is revealed, computed again on this phone, and one whose day still runs', async () => {
  const number = drawerOf(seed)({ username: 'newcomer7', clientSeed, entry: 1 });
  const prize = prizeFor(number, prizeTable);
  const entry = { entry: 1, clientSeed, number, prize: prize?.id ?? null, amount: prize?.amount ?? noUsdt };
  const drawn = drawOf('1KDVDWMC0SXVXCS8', { number, prize: entry.prize, amount: entry.amount });
  const proof = { draw: drawn, published, prizes: prizeTable };
  const entries = [entry];
  const transcript = {
    version: 1 as const,
    day: today,
    commitment,
    seed: '07'.repeat(32),
    username: 'newcomer7',
    entries,
    prizes: prizeTable,
  };
  server.answer(getDraw, { ...proof, transcript });
  const revealed = opened(`/tab2?draw=${drawn.id}`);
  await revealed.press('Verify on this phone');
  await revealed.shown('Everything matches');
  await expectOutline(revealed.container);
  revealed.unmount();
  server.answer(getDraw, { ...proof, transcript: null });
  await expectOutline(opened('/tab2?draw=1KDVDWMC0SXVXCS7').container);
});
