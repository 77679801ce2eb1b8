import { digitsOf, outcomeCount, sumOf } from '#core/rounds/categories.ts';

/** A statistical test of outcomes 0 to 999: how many standard deviations they are from what fair ones would be. */
export interface StatisticalTest {
  readonly name: string;
  /** Takes at least 50,000 outcomes. */
  readonly deviation: (outcomes: Uint16Array) => number;
}

/** A test fails beyond so many standard deviations, on either side: fair outcomes do once in 125,000 times for all fourteen tests. */
export const deviationMax = 5;

const digitCount = 10;

/** Standard deviations of a chi-square statistic (Wilson and Hilferty’s approximation). */
function chiSquare(counts: ArrayLike<number>, shares: readonly number[]): number {
  let total = 0;
  for (let at = 0; at < shares.length; at++) total += counts[at] ?? 0;
  let statistic = 0;
  for (const [at, share] of shares.entries()) statistic += ((counts[at] ?? 0) - total * share) ** 2 / (total * share);
  return standardised(statistic, shares.length - 1);
}

function standardised(statistic: number, freedom: number): number {
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
}

const equalShares = (count: number): number[] => Array.from({ length: count }, () => 1 / count);

/** All digits, one after another. */
function* digitsIn(outcomes: Uint16Array): Generator<number> {
  for (const outcome of outcomes) yield* digitsOf(outcome);
}

const digitAt = (outcome: number, place: number): number => digitsOf(outcome)[place] as number;

function frequencyOfDigits(outcomes: Uint16Array): number {
  const counts = new Float64Array(10);
  for (const digit of digitsIn(outcomes)) counts[digit] = (counts[digit] ?? 0) + 1;
  return chiSquare(counts, equalShares(10));
}

function frequencyByPlace(outcomes: Uint16Array): number {
  const counts = new Float64Array(30);
  for (const outcome of outcomes) {
    for (let place = 0; place < 3; place++) {
      const cell = place * 10 + digitAt(outcome, place);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  // Three independent tests of nine degrees of freedom.
  let statistic = 0;
  for (const count of counts) statistic += (count - outcomes.length / 10) ** 2 / (outcomes.length / 10);
  return standardised(statistic, 27);
}

function frequencyOfOutcomes(outcomes: Uint16Array): number {
  return chiSquare(
    countedBy(outcomes, outcomeCount, (outcome) => outcome),
    equalShares(outcomeCount),
  );
}

function countedBy(outcomes: Uint16Array, cells: number, cellOf: (outcome: number) => number): Float64Array {
  const counts = new Float64Array(cells);
  for (const outcome of outcomes) {
    const cell = cellOf(outcome);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

const sumShares = Array.from({ length: 28 }, (_, sum) => {
  let count = 0;
  for (let outcome = 0; outcome < outcomeCount; outcome++) if (sumOf(digitsOf(outcome)) === sum) count++;
  return count / outcomeCount;
});

function frequencyOfSums(outcomes: Uint16Array): number {
  return chiSquare(
    countedBy(outcomes, 28, (outcome) => sumOf(digitsOf(outcome))),
    sumShares,
  );
}

/** The last digit of a round with the first of the next: no digit is in two pairs. */
function serialPairs(outcomes: Uint16Array): number {
  const counts = new Float64Array(100);
  for (let at = 1; at < outcomes.length; at++) {
    const cell = digitAt(outcomes[at - 1] as number, 2) * 10 + digitAt(outcomes[at] as number, 0);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return chiSquare(counts, equalShares(100));
}

/** The first digits of three rounds. */
function serialTriples(outcomes: Uint16Array): number {
  const counts = new Float64Array(1_000);
  for (let at = 2; at < outcomes.length; at += 3) {
    const digits = [at - 2, at - 1, at].map((place) => digitAt(outcomes[place] as number, 0));
    const cell = digits.reduce((number, digit) => number * 10 + digit, 0);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return chiSquare(counts, equalShares(1_000));
}

/** How many different digits are among five. */
function poker(outcomes: Uint16Array): number {
  const counts = new Float64Array(4);
  let hand: number[] = [];
  for (const digit of digitsIn(outcomes)) {
    hand.push(digit);
    if (hand.length < 5) continue;
    const cell = Math.max(0, new Set(hand).size - 2);
    counts[cell] = (counts[cell] ?? 0) + 1;
    hand = [];
  }
  return chiSquare(counts, [0.0136, 0.18, 0.504, 0.3024]);
}

/** How often big follows small or small big: one half of all rounds. */
function runs(outcomes: Uint16Array): number {
  const isBig = (outcome: number): boolean => sumOf(digitsOf(outcome)) >= 14;
  let changes = 0;
  for (let at = 1; at < outcomes.length; at++) {
    if (isBig(outcomes[at] as number) !== isBig(outcomes[at - 1] as number)) changes++;
  }
  const pairs = outcomes.length - 1;
  return (changes - pairs / 2) / Math.sqrt(pairs / 4);
}

/** Lengths of ascending runs; the outcome that ends a run is left out, so that runs are independent (Knuth). */
function runsUp(outcomes: Uint16Array): number {
  const longest = 6;
  const atLeast = (length: number): number => {
    let share = 1;
    for (let place = 0; place < length; place++) share *= (outcomeCount - place) / ((place + 1) * outcomeCount);
    return share;
  };
  const shares = Array.from(
    { length: longest },
    (_, at) => atLeast(at + 1) - (at + 1 === longest ? 0 : atLeast(at + 2)),
  );
  const counts = new Float64Array(longest);
  let length = 1;
  for (let at = 1; at < outcomes.length; at++) {
    if ((outcomes[at] as number) > (outcomes[at - 1] as number)) {
      length++;
      continue;
    }
    const cell = Math.min(longest, length) - 1;
    counts[cell] = (counts[cell] ?? 0) + 1;
    length = 1;
    at++;
  }
  return chiSquare(counts, shares);
}

/** How many other digits are between two zeros. */
function gaps(outcomes: Uint16Array): number {
  const longest = 40;
  const shares = Array.from({ length: longest + 1 }, (_, gap) => 0.9 ** gap * (gap === longest ? 1 : 0.1));
  const counts = new Float64Array(longest + 1);
  let gap = -1;
  for (const digit of digitsIn(outcomes)) {
    if (digit !== 0) {
      if (gap >= 0) gap++;
      continue;
    }
    const cell = Math.min(gap, longest);
    if (cell >= 0) counts[cell] = (counts[cell] ?? 0) + 1;
    gap = 0;
  }
  return chiSquare(counts, shares);
}

/** How many digits it takes until each has come. */
function couponCollector(outcomes: Uint16Array): number {
  const [shortest, longest] = [digitCount, 50];
  const shares = couponShares(longest);
  const counts = new Float64Array(longest - shortest + 1);
  let seen = new Set<number>();
  let length = 0;
  for (const digit of digitsIn(outcomes)) {
    length++;
    seen.add(digit);
    if (seen.size < digitCount) continue;
    const cell = Math.min(length, longest) - shortest;
    counts[cell] = (counts[cell] ?? 0) + 1;
    seen = new Set();
    length = 0;
  }
  return chiSquare(counts, shares);
}

function couponShares(longest: number): number[] {
  let states = Float64Array.of(1, ...new Array<number>(digitCount).fill(0));
  const shares: number[] = [];
  for (let length = 1; length < longest; length++) {
    const complete = (states[digitCount - 1] as number) / digitCount;
    states = states.map((_, kinds) => {
      if (kinds === digitCount) return 0;
      const from = kinds === 0 ? 0 : (states[kinds - 1] as number) * ((digitCount - kinds + 1) / digitCount);
      return (states[kinds] as number) * (kinds / digitCount) + from;
    });
    if (length >= digitCount) shares.push(complete);
  }
  return [...shares, 1 - shares.reduce((total, share) => total + share, 0)];
}

/** The order of four outcomes; equal ones are left out. */
function permutations(outcomes: Uint16Array): number {
  const counts = new Float64Array(24);
  for (let at = 3; at < outcomes.length; at += 4) {
    const four = outcomes.subarray(at - 3, at + 1);
    if (new Set(four).size < 4) continue;
    let cell = 0;
    for (let place = 0; place < 4; place++) {
      const smaller = four.subarray(place + 1).filter((other) => other < (four[place] as number)).length;
      cell = cell * (4 - place) + smaller;
    }
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return chiSquare(counts, equalShares(24));
}

/** How many of 20,000 pairs of outcomes are one that came before, of a million. */
function collisions(outcomes: Uint16Array): number {
  const [cells, thrown] = [outcomeCount ** 2, 20_000];
  const emptyShare = (1 - 1 / cells) ** thrown;
  const expected = thrown - cells * (1 - emptyShare);
  const variance = cells * (cells - 1) * (1 - 2 / cells) ** thrown + cells * emptyShare - (cells * emptyShare) ** 2;
  let [found, batches] = [0, 0];
  for (let from = 0; from + thrown * 2 <= outcomes.length; from += thrown * 2) {
    const taken = new Uint8Array(cells);
    for (let at = from; at < from + thrown * 2; at += 2) {
      const cell = (outcomes[at] as number) * outcomeCount + (outcomes[at + 1] as number);
      if (taken[cell] === 1) found++;
      taken[cell] = 1;
    }
    batches++;
  }
  return (found - batches * expected) / Math.sqrt(batches * variance);
}

/** Products of outcomes one to sixteen rounds apart. */
function autocorrelation(outcomes: Uint16Array): number {
  const lags = 16;
  const middle = (outcomeCount - 1) / 2;
  const variance = (outcomeCount ** 2 - 1) / 12;
  let statistic = 0;
  for (let lag = 1; lag <= lags; lag++) {
    let products = 0;
    for (let at = lag; at < outcomes.length; at++) {
      products += ((outcomes[at] as number) - middle) * ((outcomes[at - lag] as number) - middle);
    }
    statistic += products ** 2 / (variance ** 2 * (outcomes.length - lag));
  }
  return standardised(statistic, lags);
}

/** The fourteen tests, after Knuth, The Art of Computer Programming, volume 2, 3.3.2. */
export const statisticalTests: readonly StatisticalTest[] = [
  { name: 'frequency of digits', deviation: frequencyOfDigits },
  { name: 'frequency by place', deviation: frequencyByPlace },
  { name: 'frequency of outcomes', deviation: frequencyOfOutcomes },
  { name: 'frequency of sums', deviation: frequencyOfSums },
  { name: 'serial pairs', deviation: serialPairs },
  { name: 'serial triples', deviation: serialTriples },
  { name: 'poker', deviation: poker },
  { name: 'runs of big and small', deviation: runs },
  { name: 'runs up', deviation: runsUp },
  { name: 'gaps', deviation: gaps },
  { name: 'coupon collector', deviation: couponCollector },
  { name: 'permutations', deviation: permutations },
  { name: 'collisions', deviation: collisions },
  { name: 'autocorrelation', deviation: autocorrelation },
];

/** The tests that these outcomes fail. */
export function failedTests(outcomes: Uint16Array): string[] {
  return statisticalTests
    .filter(({ deviation }) => !(Math.abs(deviation(outcomes)) <= deviationMax))
    .map(({ name }) => name);
}
