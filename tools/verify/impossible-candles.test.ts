import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getPlanProof } from '#contract/plans-proof.ts';
import { roundTranscriptSchema } from '#contract/transcripts.ts';
import { installedOn, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { type Candle, candleAt } from '#core/market/candle.ts';
import { type CandleRow, columnsOfRows } from '#core/market/columns.ts';
import { impossibleCandles, impossibleTimes, possibleCandles } from '#core/market/possible-candle.fixture.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { verifyPlan } from '#core/plans/verify.ts';
import { hasPython, programPath, runPython } from './python.fixture.ts';
import { file, programs, removeFiles, vector } from './transcript-programs.fixture.ts';

afterAll(removeFiles);

interface PlanFile extends Record<string, unknown> {
  readonly candles: readonly CandleRow[];
}

const { worked: _worked, ...plan } = vector<PlanFile>('plan-trend-1.v1.json');
const row = 50;
const stepMs = 300_000;

/** The published plan with another candle, under the hash of what it holds then. */
function planWith(of: (candle: Candle) => Candle): PlanFile {
  const { openTime, open, high, low, close, volume } = of(candleAt(columnsOfRows(plan.candles), row));
  const candles = plan.candles.with(row, [openTime, open, high, low, close, volume]);
  return { ...plan, candles, candlesHash: candlesHash(columnsOfRows(candles)) };
}

/** The rows of candles that the phone refuses to run a plan over. */
function refusedByPhone(content: PlanFile): string[] {
  const { candles, ...proof } = z.decode(getPlanProof.output, content as never);
  const { outcome, differences } = verifyPlan({ ...proof, candles: columnsOfRows(candles) });
  return outcome ? [] : differences.map(({ claimed }) => claimed);
}

/** The same of the program that members download. */
async function refusedByPython(content: PlanFile | string): Promise<string[]> {
  const { stdout } = await runPython(programPath('verify_plan.py'), file(content));
  return [...stdout.matchAll(/candles\[(\d+)\]: /g)].map(([, place]) => `row ${place}`);
}

describe.skipIf(!hasPython)('the phone and the program in Python (need python3)', () => {
  test.each(impossibleCandles)('refuse a plan on %s', async (_what, of) => {
    const content = planWith(of);
    expect(refusedByPhone(content)).toEqual([`row ${row}`]);
    expect(await refusedByPython(content)).toEqual([`row ${row}`]);
  });

  test.each(impossibleTimes)('refuse a plan with a candle whose time is %s, at the same row', async (_what, of) => {
    const content = planWith((candle) => ({ ...candle, openTime: of(candle.openTime, stepMs) }));
    const refused = refusedByPhone(content);
    expect(refused).toHaveLength(1);
    expect(await refusedByPython(content)).toEqual(refused);
  });

  test.each(possibleCandles)('run a plan over %s', async (_what, of) => {
    const content = planWith(of);
    expect(refusedByPhone(content)).toEqual([]);
    expect(await refusedByPython(content)).toEqual([]);
  });

  test.each(['NaN', 'Infinity', '-Infinity', '1e400', '"1"', 'null'])('cannot read a price of %s', async (value) => {
    const text = JSON.stringify(planWith((candle) => ({ ...candle, high: 123_456_789 }))).replace('123456789', value);
    expect(() => z.decode(getPlanProof.output, JSON.parse(text))).toThrow();
    const { status } = await runPython(programPath('verify_plan.py'), file(text));
    expect([1, 2]).toContain(status);
  });
});

test.each(impossibleCandles)('no program takes a round whose beacon is %s', async (_what, of) => {
  const number = (installedOn + 2) * 288 + 100;
  const { beacon } = transcriptOf(number);
  if (beacon?.kind !== 'market') throw new Error('another kind');
  const candles = beacon.candles.map((one) => (one.coin === 'ETH' ? { ...one, candle: of(one.candle) } : one));
  const given = file(z.encode(roundTranscriptSchema, transcriptOf(number, { beacon: { kind: 'market', candles } })));
  for (const program of programs) {
    const { status, output } = await program(given);
    expect(status).toBe(1);
    expect(output).toContain('beacon.candles.ETH: ');
    expect(output).not.toContain('beacon.candles.BTC: ');
  }
});
