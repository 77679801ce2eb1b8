import { fileURLToPath } from 'node:url';
import { fairnessVectors } from './fairness-vectors.ts';
import { planVectors } from './plan-vectors.ts';
import { quoteVectors } from './quote-cases.ts';
import { replayVectors } from './replay-cases.ts';
import { treeVectors } from './tree-vectors.ts';
import { weightVectors } from './weight-cases.ts';

/**
 * Worked examples of the rules on the rule page, for writing a program from them. A file is named `<what>.v<version>.json`: a
 * rule that changes gets a new version, and the files of old ones stay.
 */
export const vectors: Readonly<Record<string, () => unknown>> = {
  ...planVectors,
  ...treeVectors,
  ...replayVectors,
  ...quoteVectors,
  ...fairnessVectors,
  ...weightVectors,
};

/** Where members download them and the programs from: the web app's own files. */
export const vectorsFolder = new URL('../../web/public/verify/', import.meta.url);

/** What the worked example of a round is held against, as `verify_round.py` takes it: published candles, and pages of orders that it does not list. */
export function publishedFor(example: string): readonly string[] {
  const paths = (...names: string[]) => names.map((name) => fileURLToPath(new URL(`${name}.v1.json`, vectorsFolder)));
  const orders = example.includes('round-unlisted') ? ['--orders', ...paths('orders-first', 'orders-rest')] : [];
  return ['--candles', ...paths('candles'), ...orders];
}

/** A vector as its file holds it. */
export function vectorText(vector: unknown): string {
  return `${JSON.stringify(vector, null, 1).replace(/\[\n\s+(-?\d[^[\]{}]*?)\n\s+\]/g, oneLine)}\n`;
}

const oneLine = (_written: string, numbers: string): string => `[${numbers.replace(/\s+/g, ' ')}]`;
