import type { OutputOf } from '#contract/operation.ts';
import type { Follow, Order, Reveal, Round, RoundDetail } from '#contract/round-records.ts';
import { followEnds } from '#contract/round-records.ts';
import type { getFairness } from '#contract/rounds.ts';
import { usdt } from '#core/money/amount.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { now } from './samples-market.fixture.ts';

const minute = 60_000;
const hash = (pair: string): string => pair.repeat(32);

/** The round that takes bets now. */
export const running = Math.floor(now / (5 * minute));

const roundOf = (id: number, changes: Partial<Round>): Round => ({
  ...{ ...timesOf(id), id, state: 'drawn', digits: null, orders: null, staked: null },
  ...changes,
});

/** Running, closed, drawn, void, and one whose sums are not known. */
export const rounds: Round[] = [
  roundOf(running, { state: 'betting' }),
  roundOf(running - 1, { state: 'closed', orders: 1_204, staked: usdt(98_765_432_109n) }),
  roundOf(running - 2, { digits: [7, 0, 9], orders: 31, staked: usdt(1_234_567_891n) }),
  roundOf(running - 3, { state: 'void', orders: 0, staked: usdt(0n) }),
  roundOf(running - 4, { digits: [0, 0, 3], orders: 5, staked: usdt(44_000_000n) }),
];

const orderOf = (id: string, changes: Partial<Order>): Order => ({
  ...{ id, round: running - 2, category: 'big', amount: usdt(5_000_000n), state: 'pending', income: usdt(0n) },
  ...{ charity: usdt(0n), placedAt: now - 9 * minute, follow: null, salt: hash('5a') },
  ...changes,
});

/** Won with a part for charity, void, pending in a follow, lost. */
export const orders: Order[] = [
  orderOf('BETW', {
    state: 'won',
    category: 'extremeSmall',
    amount: usdt(12_345_678n),
    income: usdt(208_111_222n),
    charity: usdt(22_044n),
  }),
  orderOf('BETV', {
    round: running - 3,
    state: 'void',
    category: 'odd',
    amount: usdt(7_250_000n),
    placedAt: now - 14 * minute,
  }),
  orderOf('BETP', {
    round: running,
    category: 'even',
    amount: usdt(1_300_000_000n),
    follow: 'FOLA',
    placedAt: now - 2 * minute,
  }),
  orderOf('BETL', {
    round: running - 4,
    state: 'lost',
    category: 'small',
    amount: usdt(3_500_000n),
    income: usdt(-3_500_000n),
    placedAt: now - 21 * minute,
  }),
];

/** One that runs, one whose rounds are all placed, then one of each end. */
export const follows: Follow[] = [null, null, ...followEnds].map((end, place) => ({
  ...{
    id: `FOL${'ABCDEFG'[place]}`,
    category: (['even', 'big', 'small', 'odd', 'big', 'even', 'odd'] as const)[place] ?? 'big',
  },
  ...{
    amount: usdt(BigInt(place + 1) * 1_500_000n),
    rounds: 20 + place,
    placed: 3 + place * 2,
    stopOnWin: place % 2 === 0,
  },
  lossLimit: place % 3 === 0 ? usdt(90_000_000n + BigInt(place)) : null,
  income: usdt([-4_500_000n, 0n, 1_234_567n, 8_888_888n, -77_000_000n, 2_100_000n, -1n][place] ?? 0n),
  reserved: usdt(place === 0 ? 1_025_500_000n : 0n),
  end,
  placedAt: now - place * 31 * minute,
}));

/** A drawn round, its bets of four categories, one of which is not paid yet. */
export const drawnRound: RoundDetail = {
  ...(rounds[2] as Round),
  ...{ tip: hash('1a'), place: 171, orderRoot: hash('2b'), digest: hash('3c'), beaconKind: 'drand', seed: hash('4d') },
  ...{ lateDigits: null, closedAt: now - 6 * minute, beaconFrom: now - 5 * minute, isPaid: true },
  categories: [
    { category: 'small', orders: 4, staked: usdt(40_500_000n), paid: usdt(0n), charity: usdt(0n) },
    { category: 'big', orders: 11, staked: usdt(1_100_250_000n), paid: usdt(2_200_279_950n), charity: usdt(220_050n) },
    { category: 'odd', orders: 7, staked: usdt(70_750_000n), paid: usdt(141_485_850n), charity: usdt(14_150n) },
    { category: 'extremeBig', orders: 2, staked: usdt(9_067_891n), paid: null, charity: null },
    { category: 'even', orders: 0, staked: usdt(0n), paid: usdt(0n), charity: usdt(0n) },
  ],
};

/** The running round, of which nothing but its day's tip is published. */
export const runningRound: RoundDetail = {
  ...drawnRound,
  ...(rounds[0] as Round),
  ...{
    orderRoot: null,
    digest: null,
    seed: null,
    closedAt: null,
    beaconFrom: null,
    isPaid: false,
    categories: [],
    beaconKind: 'market',
  },
};

/** A void round whose beacon came too late. */
export const voidRound: RoundDetail = {
  ...drawnRound,
  ...(rounds[3] as Round),
  ...{ lateDigits: [8, 4, 1], categories: [], beaconKind: 'market', tip: null },
};

const revealOf = (round: number, changes: Partial<Reveal>): Reveal => ({
  ...{ round, seed: hash('6e'), state: 'drawn', beaconKind: 'drand', isLate: false, endedAt: now - 7 * minute },
  ...changes,
});
const today = Math.floor(now / 86_400_000);
const dayOf = (day: number, key: string | null, chain: number) => ({
  ...{
    day,
    tip: hash(`${day % 10}a`),
    drawCommitment: hash(`${day % 10}b`),
    publishedAt: now - (today + 2 - day) * 86_400_000,
    chain,
    key,
  },
});

export const fairness: OutputOf<typeof getFairness> = {
  chains: [
    { number: 2, firstDay: today + 9, commitment: hash('c2'), publishedAt: now - 40 * minute },
    { number: 1, firstDay: today - 100, commitment: hash('c1'), publishedAt: now - 101 * 86_400_000 },
  ],
  days: [dayOf(today + 1, null, 1), dayOf(today, null, 1), dayOf(today - 1, hash('d7'), 1)],
  ...{ beaconKind: 'market', drawn: 28_654, voided: 321, missed: 17 },
  reveals: [
    revealOf(running - 2, {}),
    revealOf(running - 3, {
      state: 'void',
      isLate: true,
      beaconKind: 'market',
      seed: hash('7f'),
      endedAt: now - 12 * minute,
    }),
    revealOf(running - 4, { state: 'missed', beaconKind: null, endedAt: null, seed: hash('80') }),
    revealOf(running - 5, { state: 'void', seed: hash('91'), endedAt: now - 22 * minute }),
  ],
};

/** Numbers of the last rounds, two of them void. */
export const results: [number, string | null][] = Array.from({ length: 60 }, (_, place) => [
  running - 2 - place,
  place % 23 === 1 ? null : String((place * 379 + 12) % 1_000).padStart(3, '0'),
]);
