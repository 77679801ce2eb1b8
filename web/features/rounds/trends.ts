import {
  type Category,
  categories,
  type Digits,
  outcomeCount,
  sumOf,
  type Wave,
  waveOf,
  winningOutcomes,
  wins,
} from '#core/rounds/categories.ts';

/** Results as `listResults` returns them: newest first, null for a void round. */
export type Results = readonly (readonly [round: number, digits: string | null])[];

/** The digits of the newest `count` rounds, newest first; void rounds are left out. */
export function drawnDigits(results: Results, count: number): Digits[] {
  return results.slice(0, count).flatMap(([, text]) => (text === null ? [] : [digitsIn(text)]));
}

function digitsIn(text: string): Digits {
  const [first = 0, second = 0, third = 0] = [...text].map(Number);
  return [first, second, third];
}

/** A count with what chance alone makes of it. */
export interface Frequency {
  readonly count: number;
  /** The mean of fair series of this length. */
  readonly expected: number;
  /** Bounds of the middle 95 % of fair series, both included: the binomial distribution's, exactly. */
  readonly low: number;
  readonly high: number;
}

/** The share of fair series that end up within the band. */
export const bandShare = 0.95;

/** The band of `trials` with a chance each: the counts that leave at most 2.5 % of fair series on either side. */
export function bandOf(trials: number, chance: number): Pick<Frequency, 'low' | 'high'> {
  const tail = (1 - bandShare) / 2;
  let below = 0;
  let low: number | null = null;
  for (let count = 0; count <= trials; count++) {
    below += Math.exp(logChoose(trials, count) + count * Math.log(chance) + (trials - count) * Math.log1p(-chance));
    if (low === null && below > tail) low = count;
    if (below >= 1 - tail) return { low: low ?? count, high: count };
  }
  return { low: low ?? 0, high: trials };
}

const logFactorials: number[] = [0];

function logFactorial(value: number): number {
  for (let next = logFactorials.length; next <= value; next++) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[value] ?? 0;
}

const logChoose = (from: number, count: number): number =>
  logFactorial(from) - logFactorial(count) - logFactorial(from - count);

/** How often each category would have won. */
export function categoryFrequencies(drawn: readonly Digits[]): (Frequency & { readonly category: Category })[] {
  return categories.map((category) => {
    const chance = winningOutcomes[category] / outcomeCount;
    const count = drawn.filter((digits) => wins(category, digits)).length;
    return { category, count, expected: drawn.length * chance, ...bandOf(drawn.length, chance) };
  });
}

/** How often each of the digits 0 to 9 was drawn, all three places together. */
export function digitFrequencies(drawn: readonly Digits[]): (Frequency & { readonly digit: number })[] {
  const all = drawn.flat();
  const band = bandOf(all.length, 0.1);
  return Array.from({ length: 10 }, (_, digit) => ({
    digit,
    count: all.filter((each) => each === digit).length,
    expected: all.length / 10,
    ...band,
  }));
}

/** Rounds since each category last won, 0 where it won the newest; null where it never did. */
export function missingStreaks(
  drawn: readonly Digits[],
): { readonly category: Category; readonly rounds: number | null }[] {
  return categories.map((category) => {
    const place = drawn.findIndex((digits) => wins(category, digits));
    return { category, rounds: place === -1 ? null : place };
  });
}

/** The colour wave of each result, null for none. */
export function wavesOf(drawn: readonly Digits[]): (Wave | null)[] {
  return drawn.map((digits) => waveOf(sumOf(digits)));
}
