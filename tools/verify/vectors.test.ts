import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getPlanProof } from '#contract/plans-proof.ts';
import { sliceColumns } from '#core/market/candle.ts';
import { type CandleRow, columnsOfRows, joinColumns } from '#core/market/columns.ts';
import { runPlan } from '#core/plans/engine.ts';
import { verifyPlan } from '#core/plans/verify.ts';
import { candlesInTime } from '#core/plans/void.ts';
import { readContent } from '#server/features/content/content-folder.ts';
import { quoteVector } from './quote-cases.ts';
import { vectors, vectorsFolder } from './vectors.ts';

interface PublishedPlan {
  readonly plan: string;
  readonly worked?: { readonly came?: readonly CandleRow[] };
}

interface PublishedQuote {
  readonly quote: string;
  readonly coin: string;
  readonly replay?: { readonly at: number; readonly recordedDays: number };
  readonly candles: readonly CandleRow[];
  readonly answer: { readonly terms: { readonly leverage: number } };
}

const published = (name: string): unknown => JSON.parse(readFileSync(new URL(name, vectorsFolder), 'utf8'));
const listed = <Item>(name: string): readonly Item[] => [published(name)].flat() as Item[];

/** The proof of a published plan, without what the example says besides. */
function proofOf({ worked: _worked, ...proof }: PublishedPlan) {
  const { candles, ...rest } = z.decode(getPlanProof.output, proof as z.input<typeof getPlanProof.output>);
  return { ...rest, candles: columnsOfRows(candles) };
}

const plans = Object.keys(vectors).filter((name) => name.startsWith('plan-'));

test.each(plans)('the published plans of %s match on the phone', (name) => {
  for (const plan of listed<PublishedPlan>(name)) {
    expect(verifyPlan(proofOf(plan)), plan.plan).toMatchObject({ matches: true, differences: [] });
  }
});

test('of the candles that came, those before the deadline decide a published plan', () => {
  const ends = listed<PublishedPlan>('plan-deadline.v1.json').map((plan) => {
    const proof = proofOf(plan);
    const before = sliceColumns(proof.candles, 0, proof.lookback);
    const came = joinColumns([before, columnsOfRows(plan.worked?.came ?? [])]);
    const candles = candlesInTime(proof, came);
    expect(came.openTime.length).toBeGreaterThan(candles.openTime.length);
    expect(candles.openTime).toEqual(proof.candles.openTime);
    const end = runPlan(proof.terms, candles).end ?? 'void';
    expect(end).toBe(proof.claimed.end);
    return end;
  });
  expect(ends).toEqual(['completed', 'void']);
});

test('the published quotes are those of their candles', () => {
  for (const quote of listed<PublishedQuote>('quote-window.v1.json')) {
    const { quote: id, coin, replay, candles, answer } = quote;
    const closed = columnsOfRows(candles);
    const { leverage } = answer.terms;
    const made = quoteVector({ id, coin, level: 1, leverage, closed, ...(replay && { replay }) });
    expect(made).toEqual(quote);
  }
});

test('the rule page offers every published file, each once', () => {
  const rules = readContent().filter(({ kind }) => kind === 'rule');
  const offered = rules.flatMap(({ texts }) =>
    Array.from(texts.get('en')?.body.matchAll(/^=> \/verify\/(\S+\.json)/gm) ?? [], ([, name]) => name),
  );
  expect(offered.sort()).toEqual(Object.keys(vectors).sort());
});
