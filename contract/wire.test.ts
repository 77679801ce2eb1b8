import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usdt } from '#core/money/amount.ts';
import { getWeek } from './check-in.ts';
import { donate } from './donations.ts';
import { getHome, uptimeCells } from './home.ts';
import { register } from './identity.ts';
import { loginState } from './identity-schemas.ts';
import { getCandles, getMarketStatus, listMarkets } from './market.ts';
import { listPlans, placePlan } from './plans.ts';
import type { LevelOffer } from './plans-offer.ts';
import { getQuota, listLevels } from './plans-offer.ts';
import { getMember } from './profile.ts';
import { listResults } from './rounds.ts';

const at = Date.UTC(2026, 4, 5, 6, 7, 8, 9);

test('whether somebody is signed in travels as 1 or 0', () => {
  expect([true, false].map((isSignedIn) => z.encode(loginState, isSignedIn))).toEqual([1, 0]);
  expect(([1, 0] as const).map((flag) => z.decode(loginState, flag))).toEqual([true, false]);
});

test('the quota travels under the specification’s own names', () => {
  const quota = { authorization: usdt(2_450_000_000n), locked: usdt(300_000_000n), available: usdt(2_150_000_000n) };
  const wire = z.encode(getQuota.output, quota);
  expect(wire).toEqual({ banlance: '2450.000000', financial: '300.000000', spot: '2150.000000' });
  expect(z.decode(getQuota.output, wire)).toEqual(quota);
});

test('a market list item has the specified positions', () => {
  const row = {
    coin: 'ETH',
    quote: 'USDT',
    last: 2497.07,
    lastAt: at,
    hourlyCloses: [2500, 2497.07],
    priceDecimals: 2,
    changePercent: -4.54,
    iconPath: '/coins/eth.svg',
    high: 2534.1,
    low: 2496.5,
    value24h: 1_620_000,
  };
  const [item] = z.encode(listMarkets.output, [row]);
  expect([item?.[0], item?.[1], item?.[2], item?.[8], item?.[10], item?.[11], item?.[12], item?.[13]]).toEqual([
    'ETH',
    'USDT',
    2497.07,
    -4.54,
    '/coins/eth.svg',
    2534.1,
    2496.5,
    1_620_000,
  ]);
  const unpriced = { ...row, last: 0, lastAt: null, hourlyCloses: [] };
  const rows = [row, unpriced];
  expect(z.decode(listMarkets.output, JSON.parse(JSON.stringify(z.encode(listMarkets.output, rows))))).toEqual(rows);
});

test('a candle item is time, value, volume and data with open first and close second', () => {
  const candle = {
    openTime: at,
    open: 1.1,
    high: 1.4,
    low: 0.00001,
    close: 1.2,
    volume: 9,
    final: true,
    seam: false,
    isBreak: false,
  };
  const [item] = z.encode(getCandles.output, [candle]);
  expect(item).toEqual({ time: '2026-05-05T06:07:08.009Z', value: 1.2, volume: 9, data: '1.1,1.2,0.00001,1.4' });
  expect(z.decode(getCandles.output, [item as never])).toEqual([candle]);
  const seams = [
    { ...candle, seam: true },
    { ...candle, seam: true, isBreak: true, final: false },
  ];
  const wire = z.encode(getCandles.output, seams);
  expect(wire).toMatchObject([{ seam: true }, { seam: true, break: true, final: false }]);
  expect(z.decode(getCandles.output, wire)).toEqual(seams);
});

test('an investment record is numbered, typed and given its status as specified', () => {
  const plan = {
    id: '8QK2',
    roundsDone: 7,
    roundsTotal: 12,
    amount: usdt(200_000_000n),
    income: usdt(-1n),
    strategy: 'trend-1' as const,
    status: 'failure' as const,
    placedAt: at,
    coin: 'ETH',
    leverage: 10,
    level: 2,
  };
  const [record] = z.encode(listPlans.output, [plan]);
  expect(record).toMatchObject({
    number: '7/12',
    num: '200.000000',
    income: '-0.000001',
    andtype: 'trend-1',
    status: 3,
  });
  const plans = [
    plan,
    { ...plan, status: 'pending' as const },
    { ...plan, status: 'success' as const, income: usdt(1n) },
    { ...plan, income: usdt(0n), isVoid: true },
  ];
  const records = z.encode(listPlans.output, plans);
  expect(records.map(({ status, void: isVoid }) => [status, isVoid])).toEqual([
    ...[
      [3, undefined],
      [1, undefined],
      [2, undefined],
      [3, true],
    ],
  ]);
  expect(z.decode(listPlans.output, records)).toEqual(plans);
});

test('a level travels under the specification’s own names, each figure with its own', () => {
  const level: LevelOffer = {
    ...{ id: 2, weightMin: 500, weightMax: 999, amountMin: usdt(100_000_000n), amountMax: usdt(5_000_000_000n) },
    ...{ expectedMin: -0.031, expectedMax: 0.052, expectedMean: -0.002, samples: 700, hours: 60 },
    ...{ shareLost: 0.55, shareFlat: 0.05, shareEarned: 0.4, pairs: 13, pairsLosing: 9, pairsLosingWithoutFees: 4 },
    ...{ maximumLoss: 0.03, maximumProfit: 0.05, leverageMax: 10, rounds: 12, feeRate: 0.0002 },
    lockedBy: 'balance',
    strategy: 'trend-1',
    interval: '5m',
  };
  const [wire] = z.encode(listLevels.output, [level]);
  expect(wire).toMatchObject({
    ...{ integral: 500, integral_max: 999, stnum: '100.000000', maxstrnum: '5000.000000', multiple: 10 },
    ...{ rate_min: -0.031, rate_max: 0.052, mean: -0.002, loss: 0.03, profit: 0.05, lock: 'balance', fee: 0.0002 },
    ...{ lost: 0.55, flat: 0.05, earned: 0.4, pairs: 13, losing: 9, losing_gross: 4 },
  });
  expect(z.decode(listLevels.output, [wire as never])).toEqual([level]);
});

test('the highest level’s band has no end, and what is not measured yet is no figure', () => {
  const level: LevelOffer = {
    ...{ id: 6, weightMin: 5000, weightMax: null, amountMin: usdt(1n), amountMax: usdt(2n), samples: 0, hours: 0 },
    ...{
      expectedMin: null,
      expectedMax: null,
      expectedMean: null,
      shareLost: null,
      shareFlat: null,
      shareEarned: null,
    },
    ...{ pairs: null, pairsLosing: null, pairsLosingWithoutFees: null, lockedBy: null },
    ...{ maximumLoss: 0.03, maximumProfit: 0.05, leverageMax: 10, rounds: 12, feeRate: 0.0002 },
    strategy: 'trend-1',
    interval: '5m',
  };
  const wire = z.encode(listLevels.output, [level]);
  expect(wire).toMatchObject([
    { integral: 5000, integral_max: null, rate_min: null, lost: null, pairs: null, lock: null },
  ]);
  expect(z.decode(listLevels.output, wire)).toEqual([level]);
});

test('a check-in of the week and the state of a component come out as they went in', () => {
  const days = [
    { weekday: 1, isCheckedIn: true, points: 1, isToday: false },
    { weekday: 2, isCheckedIn: false, points: 5, isToday: true },
  ] as const;
  const cells = z.encode(getWeek.output, [...days]);
  expect(cells).toEqual([
    { w: 1, sign: 1, points: 1, today: 0 },
    { w: 2, sign: 0, points: 5, today: 1 },
  ]);
  expect(z.decode(getWeek.output, cells)).toEqual(days);
  const states = ['up', 'degraded', 'down', 'unmeasured'] as const;
  const component = { id: 'ledger', now: 'down', cells: [...states], checks: uptimeCells, answered: 0.5 } as const;
  const home = {
    ...{ platform: null, settled: [] },
    uptime: { from: at, measuredAt: at, components: [{ ...component, cells: [...states] }] },
  };
  const wire = z.encode(getHome.output, home);
  expect(wire.uptime.components[0]).toMatchObject({ now: 'down', cells: 'udx-' });
  expect(z.decode(getHome.output, wire)).toEqual(home);
});

test('the member’s figures decode to what was encoded', () => {
  const member = {
    username: 'satoshi1',
    weight: 1240,
    authorization: usdt(3n),
    available: usdt(2n),
    locked: usdt(1n),
    incomeToday: usdt(-4_120_000n),
    incomeTotal: usdt(61_085_000n),
    rule: '-',
    leverageUnlocked: 10,
    postings: 214,
    assistance: 31,
    donated: 60,
  };
  expect(z.decode(getMember.output, z.encode(getMember.output, member))).toEqual(member);
});

const problems = (schema: z.ZodMiniType, value: unknown) =>
  z.safeDecode(schema, value as never).error?.issues.map((issue) => issue.message) ?? [];

test('each wrong field of a plan purchase names its own refusal', () => {
  const good = { id: '1', coin: 'ETH', multiple: '5', price: '100' };
  expect(problems(placePlan.input, good)).toEqual([]);
  const cases: [object, string][] = [
    [{ id: undefined }, 'levelMissing'],
    [{ id: 'x' }, 'levelUnknown'],
    [{ id: '-1' }, 'levelUnknown'],
    [{ coin: '' }, 'coinMissing'],
    [{ coin: '../etc' }, 'coinUnknown'],
    [{ multiple: '' }, 'leverageMissing'],
    [{ multiple: '2.5' }, 'leverageInvalid'],
    [{ price: undefined }, 'amountMissing'],
    [{ price: '' }, 'amountMissing'],
    [{ price: '0' }, 'amountInvalid'],
    [{ price: '-5' }, 'amountInvalid'],
    [{ price: '1e9' }, 'amountInvalid'],
    [{ price: '1.0000001' }, 'amountInvalid'],
    [{ price: '9'.repeat(40) }, 'amountInvalid'],
    [{ price: ['1', '2'] }, 'amountInvalid'],
  ];
  for (const [change, code] of cases) expect(problems(placePlan.input, { ...good, ...change })[0]).toBe(code);
});

test('a donation is of the tier that was chosen', () => {
  expect(['1', '2', '3'].map((tier) => z.decode(donate.input, { tier }).tier)).toEqual([1, 2, 3]);
  expect(['0', '4', '', undefined].map((tier) => problems(donate.input, { tier })[0])).toEqual([
    ...['tierUnknown', 'tierUnknown', 'tierMissing', 'tierMissing'],
  ]);
});

test('registration takes 6-20 letters and digits, and a password of 6-16 with both', () => {
  const good = {
    username: 'satoshi1',
    password: 'abc123',
    repassword: 'abc123',
    invite: 'CLEARLOT',
    code: 'x7k2',
    adult: '1',
    terms: '1',
  };
  expect(problems(register.input, good)).toEqual([]);
  const cases: [object, string][] = [
    [{ username: 'abcde' }, 'usernameInvalid'],
    [{ username: 'a'.repeat(21) }, 'usernameInvalid'],
    [{ username: 'satoshi_1' }, 'usernameInvalid'],
    [{ username: '' }, 'usernameMissing'],
    [{ password: 'abcdef' }, 'passwordInvalid'],
    [{ password: '123456' }, 'passwordInvalid'],
    [{ password: 'abc12' }, 'passwordInvalid'],
    [{ password: 'abc123456789abcde' }, 'passwordInvalid'],
    [{ invite: '' }, 'inviteMissing'],
    [{ adult: undefined }, 'adultRequired'],
    [{ adult: '0' }, 'adultRequired'],
    [{ terms: undefined }, 'termsRequired'],
    [{ code: '' }, 'captchaMissing'],
  ];
  for (const [change, code] of cases) expect(problems(register.input, { ...good, ...change })[0]).toBe(code);
});

test('the shortest candles of a source are of one minute or of five', () => {
  const status = {
    ...{ source: 'replay', label: 'May', state: 'live', ageMs: null, lastPriceAt: null, staleCoins: [], now: at },
    ...{ clockSpeed: 1, identity: null },
  } as const;
  const read = (candleMinutes: number) => z.safeDecode(getMarketStatus.output, { ...status, candleMinutes } as never);
  expect([1, 2, 5, 6, 15].map((minutes) => read(minutes).success)).toEqual([true, false, true, false, false]);
});

test('a round’s result keeps the zeros that it begins with; it is three digits, or none of a void round', () => {
  const results: [number, string | null][] = [
    [8, '000'],
    [7, '042'],
    [6, '999'],
    [5, null],
  ];
  expect(z.decode(listResults.output, z.encode(listResults.output, results))).toEqual(results);
  for (const digits of ['42', '0042', '04a', '']) {
    expect(z.safeDecode(listResults.output, [[8, digits]]).success, digits).toBe(false);
  }
});
