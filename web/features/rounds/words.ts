import type { OrderState } from '#contract/round-records.ts';
import type { Category } from '#core/rounds/categories.ts';
import { outcomeCount } from '#core/rounds/categories.ts';
import { dayMs } from '#core/time/lengths.ts';

const stateKeys = {
  pending: 'rounds.pending',
  won: 'rounds.won',
  lost: 'rounds.lost',
  void: 'rounds.returned',
} as const satisfies Record<OrderState, string>;

/** Key of the text of an order's state. */
export const orderStateKey = (state: OrderState) => stateKeys[state];

const tones = { pending: 'plain', won: 'up', lost: 'down', void: 'plain' } as const;

export const orderTone = (state: OrderState) => tones[state];

/** "1000/56 = 17.857": the odds as the exact fraction, and in decimals where they end within three. */
export function oddsText(wins: number): string {
  const odds = outcomeCount / wins;
  const short = odds.toFixed(3).replace(/\.?0+$/, '');
  return Number(short) === odds ? `× ${short}` : `× ${outcomeCount}/${wins}`;
}

/** Key of the text that says when a category wins. */
export const ruleKey = (category: Category) => `rounds.${category}-rule` as const;

/** The date of a day (days from 1970 UTC), as it is written everywhere. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
