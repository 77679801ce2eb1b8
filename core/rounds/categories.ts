/** The three digits that a round draws, each 0 to 9, in the order they were drawn. */
export type Digits = readonly [number, number, number];

/** What can be bet on, in the order it is published in. */
export const categories = [
  'big',
  'small',
  'odd',
  'even',
  'extremeBig',
  'extremeSmall',
  'triple',
  'green',
  'blue',
  'red',
] as const;

/** What can be bet on. */
export type Category = (typeof categories)[number];

/** One value for each category. */
export type PerCategory<Value> = Readonly<Record<Category, Value>>;

/** A colour wave. */
export type Wave = 'green' | 'blue' | 'red';

/** The sums of each colour wave: 0, 13, 14 and 27 belong to none. */
export const waveSums: Readonly<Record<Wave, readonly number[]>> = {
  green: [1, 4, 7, 10, 16, 19, 22, 25],
  blue: [2, 5, 8, 11, 17, 20, 23, 26],
  red: [3, 6, 9, 12, 15, 18, 21, 24],
};

/** How many outcomes there are, all equally likely: 000 to 999. */
export const outcomeCount = 1_000;

/** Sum of the digits, 0 to 27. */
export function sumOf([first, second, third]: Digits): number {
  return first + second + third;
}

/** The colour wave of a sum; null for 0, 13, 14 and 27. */
export function waveOf(sum: number): Wave | null {
  return (['green', 'blue', 'red'] as const).find((wave) => waveSums[wave].includes(sum)) ?? null;
}

const rules: PerCategory<(sum: number, digits: Digits) => boolean> = {
  big: (sum) => sum >= 14,
  small: (sum) => sum <= 13,
  odd: (sum) => sum % 2 === 1,
  even: (sum) => sum % 2 === 0,
  extremeBig: (sum) => sum >= 22,
  extremeSmall: (sum) => sum <= 5,
  triple: (_sum, [first, second, third]) => first === second && second === third,
  green: (sum) => waveOf(sum) === 'green',
  blue: (sum) => waveOf(sum) === 'blue',
  red: (sum) => waveOf(sum) === 'red',
};

/** Whether a bet on the category wins with these digits. */
export function wins(category: Category, digits: Digits): boolean {
  return rules[category](sumOf(digits), digits);
}

/** The categories that win with these digits, in their published order. */
export function winnersOf(digits: Digits): Category[] {
  return categories.filter((category) => wins(category, digits));
}

/** The digits of an outcome numbered 0 to 999. */
export function digitsOf(outcome: number): Digits {
  return [Math.floor(outcome / 100), Math.floor(outcome / 10) % 10, outcome % 10];
}

/** One value for each category, in their published order. */
export function perCategory<Value>(of: (category: Category) => Value): PerCategory<Value> {
  return Object.fromEntries(categories.map((category) => [category, of(category)])) as PerCategory<Value>;
}

const winnersByOutcome = Array.from({ length: outcomeCount }, (_, outcome) => winnersOf(digitsOf(outcome)));

/** With how many of the 1,000 outcomes each category wins, counted one by one. The odds are 1,000 to this, the share that loses is the rest of the 1,000. */
export const winningOutcomes: PerCategory<number> = perCategory(
  (category) => winnersByOutcome.filter((winners) => winners.includes(category)).length,
);
