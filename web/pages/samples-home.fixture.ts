import type { CheckInDay } from '#contract/check-in.ts';
import type { getHelp, listHelp, listNotices } from '#contract/content.ts';
import { type ComponentState, componentIds, componentStates, type Home, uptimeCells } from '#contract/home.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { getMember } from '#contract/profile.ts';
import { usdt } from '#core/money/amount.ts';
import { now } from './samples-market.fixture.ts';

const minute = 60_000;

const cellsFrom = (shift: number): ComponentState[] =>
  Array.from({ length: uptimeCells }, (_, cell) =>
    cell % 9 === 4 ? (componentStates[(cell + shift) % 4] as ComponentState) : 'up',
  );

export const home: Home = {
  platform: {
    ...{ countedAt: now - minute, members: 12_345, plansPlaced: 67_890, plansSettled: 5_432, plansVoid: 21 },
    ...{ plansWon: 2_345, volume: usdt(98_765_432_109n), incomePaid: usdt(7_654_321_098n) },
    lossesTaken: usdt(8_765_432_109n),
  },
  settled: [
    {
      name: 'mo***in',
      coin: 'SOL',
      leverage: 4,
      amount: usdt(210_000_000n),
      income: usdt(6_543_210n),
      settledAt: now - 9 * minute,
    },
    {
      name: 'an***ee',
      coin: 'ETH',
      leverage: 15,
      amount: usdt(1_200_000_000n),
      income: usdt(-1_234_567_891n),
      settledAt: now - 3 * minute,
    },
    {
      name: 'zo***ra',
      coin: 'BTC',
      leverage: 1,
      amount: usdt(35_000_000n),
      income: usdt(0n),
      settledAt: now - 5 * minute,
    },
  ],
  uptime: {
    ...{ from: now - 370 * minute, measuredAt: now - 20_000 },
    components: componentIds.map((id, place) => ({
      ...{ id, now: componentStates[(place + 2) % 4] as ComponentState, cells: cellsFrom(place), checks: 300 + place },
      answered: [0.99999, 0.98765, null, 1, 0.5, 0][place] ?? null,
    })),
  },
};

const entry = (kind: 'help' | 'tip', id: string, title: string) => ({ kind, id, title, excerpt: [`About ${id}`] });

export const help: OutputOf<typeof listHelp> = [
  entry('help', 'what-is-a-plan', 'What is a plan?'),
  entry('help', 'how-deposits-arrive', 'How do deposits arrive?'),
  entry('help', 'a-forgotten-password', 'What if I forget a password?'),
  entry('help', 'how-to-verify', 'How do I verify a result?'),
  entry('help', 'the-fifth', 'A text that the home screen leaves out'),
];

export const article: OutputOf<typeof getHelp> = {
  id: 'how-deposits-arrive',
  title: 'How do deposits arrive?',
  blocks: [
    { kind: 'heading', text: ['In short'] },
    {
      kind: 'paragraph',
      text: ['A deposit is credited after ', { rule: 'deposit.confirmations', value: '12' }, ' blocks.'],
    },
    { kind: 'list', items: [['Send it.'], ['Wait for it.']] },
    { kind: 'steps', items: [['Open the page.'], ['Copy the address.']] },
    { kind: 'code', lines: ['credited = sent', 'fee = 0'] },
    { kind: 'link', path: '/deposit', text: ['To the deposits'] },
  ],
  updatedAt: now - 5 * 86_400_000,
};

/** Monday to Wednesday were checked in but for Tuesday; today is Thursday. */
export const week: readonly CheckInDay[] = ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
  ...{ weekday, isCheckedIn: weekday === 1 || weekday === 3, points: weekday * 3 + 1, isToday: weekday === 4 },
}));

export const notices: OutputOf<typeof listNotices> = { notices: [], unread: 3 };

/** A member with more than a thousand of everything, each figure another. */
export const memberFigures: OutputOf<typeof getMember> = {
  ...{ username: 'newcomer7', weight: 1_234, authorization: usdt(5_678_901_234n), available: usdt(4_444_555_666n) },
  ...{ locked: usdt(1_234_345_568n), incomeToday: usdt(-12_345_678n), incomeTotal: usdt(345_678_901n), rule: 'a rule' },
  ...{ leverageUnlocked: 3, postings: 2_468, assistance: 1_270, donated: 1_060 },
};
