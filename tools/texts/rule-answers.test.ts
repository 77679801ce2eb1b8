import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listPrizes } from '#contract/draws.ts';
import { locales } from '#contract/locale.ts';
import { getMarketStatus } from '#contract/market.ts';
import { getPlan } from '#contract/plans-proof.ts';
import { getRound } from '#contract/rounds.ts';
import { listWeightEntries } from '#contract/weight.ts';
import { beaconCoinsMax } from '#core/fairness/beacon-coins.ts';
import { levelsAt } from '#core/plans/levels.ts';
import { redEnvelope, rewardKinds, rewardRules } from '#core/rewards/rules.ts';

const folder = new URL('../../server/features/content/texts/rule/', import.meta.url);

/** The lines of code of these pages. */
const codeOf = (locale: string, pages: RegExp): string =>
  readdirSync(folder)
    .filter((name) => pages.test(name))
    .flatMap((name) => readFileSync(new URL(`${name}/${locale}.md`, folder), 'utf8').split('\n'))
    .filter((line) => line.startsWith('|'))
    .join('\n');

/** Names of all fields of an answer, however deep. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  const names = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties = {} } = part as { readonly properties?: object };
    for (const name of Object.keys(Array.isArray(part) ? {} : properties)) names.add(name);
    for (const one of Object.values(part)) walk(one);
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...names];
}

const plans = /exact-(engine|candles|quote)$/;
const { candles: _drawn, ...receipt } = getPlan.output.shape;

test.each([
  ['the entries of the weight score', listWeightEntries.output, /weight-score$/],
  ['a plan and its receipt', z.object(receipt), plans],
  ['the market’s status', getMarketStatus.output, /exact-replay$/],
  ['a round', getRound.output, /exact-rounds$/],
  ['the prizes of the daily draw', listPrizes.output, /exact-rounds$/],
] as const)('the rules name every field of %s, in every language', (_what, schema, pages) => {
  const fields = fieldsOf(schema);
  expect(fields.length).toBeGreaterThan(6);
  for (const locale of locales) {
    const words = new Set(codeOf(locale, pages).match(/\w+/g));
    expect(
      fields.filter((name) => !words.has(name)),
      locale,
    ).toEqual([]);
  }
});

test('the rules give the points of each kind of entry, and what else they say of entries, levels and beacons is so', () => {
  expect(new Set(levelsAt(0).map(({ terms }) => terms.feeRate)).size).toBe(1);
  for (const locale of locales) {
    const entries = codeOf(locale, /weight-score$/);
    expect(
      rewardKinds.filter((kind) => !entries.includes(`${kind} {weight.${kind}}`)),
      locale,
    ).toEqual([]);
    expect(entries.match(/\| {3}rule.*?(\d+)/)?.[1], locale).toBe(String(rewardRules.version));
    expect(entries.match(/001 \S+ (\d+)/)?.[1], locale).toBe(String(redEnvelope.entriesMax));
    expect(codeOf(locale, /exact-replay$/), locale).toMatch(new RegExp(`\\| {3}beaconCoins.* ${beaconCoinsMax} `));
  }
});
