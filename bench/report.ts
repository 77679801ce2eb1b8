/** One side of a race. `run` does one whole measured run and returns its figure, in the race's unit. */
export interface Contender {
  readonly name: string;
  run(): number | Promise<number>;
}

/** What the first contender must reach: a figure of its own, or a ratio against the named rival. */
export type Goal = { readonly figure: number } | { readonly against: string; readonly ratio: number };

export interface Race {
  readonly title: string;
  /** Unit of every figure: "candle steps/s", "ms". */
  readonly unit: string;
  /** Which figure wins; a ratio is always "how many times better". */
  readonly better: 'higher' | 'lower';
  /** The first is ours, the others are rivals. */
  readonly contenders: readonly [Contender, ...Contender[]];
  readonly goals?: readonly Goal[];
  /** Measured runs of each contender, 5 unless said; one more warms up and is thrown away. */
  readonly runs?: number;
}

export interface Standing {
  readonly name: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** How many times better the first contender is than this one. */
  readonly ratio: number;
}

/**
 * Runs the contenders in turn (a b c, a b c, …), so that a machine that slows down slows all of them, and prints the medians,
 * the ratios and which goals were met. Returns the results in the order given.
 */
export async function race({ title, unit, better, contenders, goals = [], runs = 5 }: Race): Promise<Standing[]> {
  print(`\n${title} (${unit}, ${better} is better, medians of ${runs} alternating runs)`);
  const figures = contenders.map((): number[] => []);
  for (let turn = 0; turn <= runs; turn++) {
    for (const [place, contender] of contenders.entries()) {
      const figure = await contender.run();
      if (turn > 0) figures[place]?.push(figure);
    }
  }
  const medians = figures.map(median);
  const standings = contenders.map(({ name }, place): Standing => {
    const own = figures[place] ?? [];
    const theirs = medians[place] ?? Number.NaN;
    const ours = medians[0] ?? Number.NaN;
    return {
      name,
      median: theirs,
      least: Math.min(...own),
      most: Math.max(...own),
      ratio: better === 'higher' ? ours / theirs : theirs / ours,
    };
  });
  for (const line of standingLines(standings)) print(line);
  for (const goal of goals) print(goalLine(goal, better, standings));
  return standings;
}

/** Prints a figure that has no rival, with its goal where there is one. */
export function figure(title: string, value: number, unit: string, goal?: { readonly atMost: number }): void {
  const verdict = goal ? `  goal <= ${shortNumber(goal.atMost)}: ${value <= goal.atMost ? 'met' : 'MISSED'}` : '';
  print(`  ${title}: ${shortNumber(value)} ${unit}${verdict}`);
}

/** One line on standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Milliseconds that `work` takes, once. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A figure as people read it: 312.4 M, 17,954, 0.86. */
export function shortNumber(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 1e3) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 100 ? 0 : 2);
}

function standingLines(standings: readonly Standing[]): string[] {
  const nameWidth = Math.max(...standings.map(({ name }) => name.length));
  const medianWidth = Math.max(...standings.map((standing) => shortNumber(standing.median).length));
  return standings.map((standing, place) => {
    const middle = shortNumber(standing.median).padStart(medianWidth);
    const spread = `${shortNumber(standing.least)} to ${shortNumber(standing.most)}`;
    const ratio = place === 0 ? '' : `  ratio ${standing.ratio.toFixed(2)}x`;
    return `  ${standing.name.padEnd(nameWidth)}  ${middle}  (${spread})${ratio}`;
  });
}

function goalLine(goal: Goal, better: Race['better'], standings: readonly Standing[]): string {
  if ('against' in goal) {
    const rival = standings.find(({ name }) => name === goal.against);
    if (!rival) throw new Error(`the goal names ${goal.against}, which did not run`);
    return `  goal >= ${goal.ratio}x ${goal.against}: ${rival.ratio >= goal.ratio ? 'met' : 'MISSED'}`;
  }
  const own = standings[0]?.median ?? Number.NaN;
  const met = better === 'higher' ? own >= goal.figure : own <= goal.figure;
  return `  goal ${better === 'higher' ? '>=' : '<='} ${shortNumber(goal.figure)}: ${met ? 'met' : 'MISSED'}`;
}
