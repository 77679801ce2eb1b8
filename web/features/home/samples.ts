import { uptimeCells } from '#contract/home.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';

/** The three growing figures of the specification, as they start. They count nothing that happened. */
export const sampleCounters = { traders: 318_817, bots: 480_144_328, earnings: 104_819_912 } as const;

export type SampleCounters = { readonly [Name in keyof typeof sampleCounters]: number };

/** Each sample counter grows by a whole number below this, this often. */
export const growthBelow = 1000;
export const growEveryMs = 10_000;

/** The counters one step later; `random` gives from 0 up to 1. */
export function grown(counters: SampleCounters, random: () => number): SampleCounters {
  const more = () => Math.floor(random() * growthBelow);
  return {
    traders: counters.traders + more(),
    bots: counters.bots + more(),
    earnings: counters.earnings + more(),
  };
}

export interface SampleEarning {
  readonly name: string;
  readonly amount: Usdt;
}

/** The fixed earnings of the sample ticker: nobody earned them. */
export const sampleEarnings: readonly SampleEarning[] = [
  { name: 'al***7k', amount: usdt(128_400_000n) },
  { name: 'mi***e2', amount: usdt(56_910_000n) },
  { name: 'sa***19', amount: usdt(342_070_000n) },
  { name: 'jo***x4', amount: usdt(18_360_000n) },
  { name: 'li***n8', amount: usdt(97_550_000n) },
  { name: 'ta***03', amount: usdt(211_800_000n) },
  { name: 'ng***q1', amount: usdt(64_120_000n) },
  { name: 'ka***9w', amount: usdt(150_290_000n) },
];

export interface SampleUptime {
  readonly id: 'engine' | 'feed' | 'accounts' | 'messages';
  readonly share: number;
  /** Places among the 37 cells that are drawn as not quite up. */
  readonly dips: readonly number[];
}

/** The fixed rows of the uptime board. */
export const sampleUptime: readonly SampleUptime[] = [
  { id: 'engine', share: 0.998_06, dips: [11, 29] },
  { id: 'feed', share: 1, dips: [] },
  { id: 'accounts', share: 0.999_58, dips: [20] },
  { id: 'messages', share: 0.999_12, dips: [6] },
];

/** The cells of a fixed row, oldest first. */
export function sampleCells({ dips }: SampleUptime): readonly ('up' | 'degraded')[] {
  return Array.from({ length: uptimeCells }, (_, place) => (dips.includes(place) ? 'degraded' : 'up'));
}
