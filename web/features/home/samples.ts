import { uptimeCells } from '#contract/home.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';

/** The specification's three growing sample figures at their start. */
export const sampleCounters = { traders: 318_817, bots: 480_144_328, earnings: 104_819_912 } as const;

export type SampleCounters = { readonly [Name in keyof typeof sampleCounters]: number };

/** Upper bound of a step, and its interval. */
const growthBelow = 1000;
export const growEveryMs = 10_000;

/** The counters after one step; `random` returns [0, 1). */
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

/** The sample ticker's fixed earnings. */
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
  /** Indices of the 37 cells that are not fully up. */
  readonly dips: readonly number[];
}

/** The sample uptime board. */
export const sampleUptime: readonly SampleUptime[] = [
  { id: 'engine', share: 0.998_06, dips: [11, 29] },
  { id: 'feed', share: 1, dips: [] },
  { id: 'accounts', share: 0.999_58, dips: [20] },
  { id: 'messages', share: 0.999_12, dips: [6] },
];

/** A sample row's cells, oldest first. */
export function sampleCells({ dips }: SampleUptime): readonly ('up' | 'degraded')[] {
  return Array.from({ length: uptimeCells }, (_, index) => (dips.includes(index) ? 'degraded' : 'up'));
}
