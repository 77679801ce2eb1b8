import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { aggregate } from '#core/market/aggregate.ts';
import { rowsOf } from '#core/market/columns.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { hasPython, programPath, runPython } from './python.fixture.ts';
import { quoteVector } from './quote-cases.ts';
import { vectorsFolder } from './vectors.ts';

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-quotes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Run {
  readonly status: number | null;
  readonly said: string;
}

async function measure(...words: string[]): Promise<Run> {
  const { status, stdout, stderr } = await runPython(programPath('verify_quote.py'), ...words);
  return { status, said: stdout + stderr };
}

function given(name: string, content: unknown): string {
  const path = join(scratch, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

interface Example {
  readonly answer: { readonly historyFrom: string; readonly historyTo: string; readonly distribution: object | null };
}

const examples = fileURLToPath(new URL('quote.v1.json', vectorsFolder));
const windows = fileURLToPath(new URL('quote-window.v1.json', vectorsFolder));

describe.skipIf(!hasPython)('the program in Python that measures quotes by the rule page (needs python3)', () => {
  test('measures the worked quotes to the last bit', async () => {
    expect(await measure(examples)).toMatchObject({ status: 0 });
    expect(await measure(windows)).toMatchObject({ status: 0 });
  });

  test('measures random quotes to the last bit: every level and leverage, calm and wild markets, gaps, replays', async () => {
    const anyQuote = fc
      .record({
        level: fc.integer({ min: 1, max: 5 }),
        leverage: fc.integer({ min: 1, max: 25 }),
        seed: fc.integer(),
        candles: fc.integer({ min: 60, max: 260 }),
        swing: fc.constantFrom(0.0005, 0.004, 0.02, 0.08),
        missing: fc.constantFrom(0, 0.2, 0.97),
        replayOf: fc.option(fc.integer({ min: 2, max: 6 })),
      })
      .map(({ level, leverage, replayOf, ...market }) => {
        const closed = walk(market);
        const at = (closed.openTime.at(-1) ?? 0) + 300_000;
        const replay = replayOf === null ? {} : { replay: { at, recordedDays: replayOf } };
        return quoteVector({ id: 'RANDOM', coin: 'ETH', level, leverage, closed, ...replay });
      });
    const sample = fc.sample(anyQuote, { numRuns: 60, seed: 10 });
    expect(sample.filter((one) => (one as Example).answer.distribution === null).length).toBeGreaterThan(3);
    expect(sample.filter((one) => (one as Example).answer.distribution !== null).length).toBeGreaterThan(20);
    const { status, said } = await measure(given('random.json', sample));
    expect(said.match(/matches to the last bit/g)).toHaveLength(60);
    expect(status).toBe(0);
  });

  test('finds each number of a quote that is another one', async () => {
    const [honest] = JSON.parse(readFileSync(examples, 'utf8'));
    const { distribution, taker } = honest.answer;
    const lies: Record<string, object> = {
      'distribution.samples': { distribution: { ...distribution, samples: distribution.samples + 1 } },
      'distribution.hours': { distribution: { ...distribution, hours: 1 } },
      'distribution.shareLost': { distribution: { ...distribution, shareLost: 0.1 } },
      'distribution.shareFlat': { distribution: { ...distribution, shareFlat: 0.1 } },
      'distribution.shareEarned': { distribution: { ...distribution, shareEarned: 0.9 } },
      'distribution.mean': { distribution: { ...distribution, mean: distribution.mean + 1e-18 } },
      'distribution.median': { distribution: { ...distribution, median: 0.01 } },
      'distribution.low': { distribution: { ...distribution, low: 0 } },
      'distribution.high': { distribution: { ...distribution, high: 0.05 } },
      'distribution.holding.low': { distribution: { ...distribution, holding: { ...distribution.holding, low: 0 } } },
      'distribution.histogram.counts[3]': {
        distribution: {
          ...distribution,
          histogram: { ...distribution.histogram, counts: distribution.histogram.counts.with(3, 1_000) },
        },
      },
      feeOnce: { feeOnce: 0.001 },
      feeMean: { feeMean: 0.001 },
      'taker.mean': { taker: { ...taker, mean: 0 } },
      historyFrom: { historyFrom: '2025-05-07T00:00:00.000Z' },
      historyTo: { historyTo: '2025-06-07T00:00:00.000Z' },
      'distribution: claimed None': { distribution: null },
    };
    for (const [field, change] of Object.entries(lies)) {
      const { status, said } = await measure(
        given('lie.json', [{ ...honest, answer: { ...honest.answer, ...change } }]),
      );
      expect(said).toContain(`answer.${field}`);
      expect(status).toBe(1);
    }
  });

  test('measures a quote that a server gave over the minutes that it published, in any order and overlapping', async () => {
    const minutes = walk({ seed: 4, candles: 2_400, swing: 0.002, missing: 0.05 });
    const openTime = minutes.openTime.map((time) => time / 5);
    const history = aggregate({ ...minutes, openTime }, '5m', { from: 0, through: Number.POSITIVE_INFINITY });
    const { answer } = quoteVector({ id: 'GIVEN', coin: 'ETH', level: 1, leverage: 5, closed: history }) as Example;
    const rows = rowsOf({ ...minutes, openTime });
    const files = [rows.slice(1_000), rows.slice(0, 1_300)].map((info, place) => given(`m${place}.json`, { info }));
    expect(await measure(given('answer.json', { url: answer }), 'ETH', ...files)).toMatchObject({ status: 0 });
    const fewer = given('fewer.json', { info: rows.filter((_, place) => place < 700 || place > 720) });
    expect(await measure(given('answer.json', { url: answer }), 'ETH', fewer)).toMatchObject({ status: 1 });
  });

  test('sees by the status of the market where the history of a replay begins, once minutes from before it are given', async () => {
    const minutes = walk({ seed: 4, candles: 2_400, swing: 0.002, missing: 0.9 });
    const openTime = minutes.openTime.map((time) => time / 5);
    const closed = aggregate({ ...minutes, openTime }, '5m', { from: 0, through: Number.POSITIVE_INFINITY });
    const at = (closed.openTime.at(-1) ?? 0) + 300_123;
    const replay = { at, recordedDays: 9 };
    const { answer } = quoteVector({ id: 'GIVEN', coin: 'ETH', level: 1, leverage: 5, closed, replay }) as Example;
    expect(Math.floor(Date.parse(answer.historyFrom) / 86_400_000)).toBe(Math.floor(at / 86_400_000) - 6);
    const answered = (name: string, url: object): string => given(name, { url });
    const files = [given('all.json', { info: rowsOf({ ...minutes, openTime }) }), '--status'];
    const status = answered('status.json', { identity: { recordedDays: 9 } });
    const said = { ...answer, at: new Date(at).toISOString() };
    expect(await measure(answered('at.json', said), 'ETH', ...files, status)).toMatchObject({ status: 0 });
    // A day later the history begins a day later.
    const later = answered('later.json', { ...said, at: new Date(at + 86_400_000).toISOString() });
    const found = await measure(later, 'ETH', ...files, status);
    expect(found.said).toContain('answer.historyFrom');
    expect(found.status).toBe(1);
    const longer = answered('longer.json', { identity: { recordedDays: 11 } });
    expect(await measure(answered('at.json', said), 'ETH', ...files, longer)).toMatchObject({ status: 1 });
    expect(await measure(answered('at.json', answer), 'ETH', ...files, status)).toMatchObject({ status: 1 });
    for (const broken of [answered('none.json', { identity: null }), join(scratch, 'no-such.json')]) {
      expect(await measure(answered('at.json', said), 'ETH', ...files, broken)).toMatchObject({ status: 2 });
    }
    expect(await measure(answered('at.json', said), 'ETH', ...files)).toMatchObject({ status: 2 });
  });

  test('measures a quote that a server gave before any candle of the plan had closed', async () => {
    const minutes = walk({ seed: 4, candles: 5, swing: 0.002 });
    const rows = rowsOf({ ...minutes, openTime: minutes.openTime.map((time) => time / 5) });
    const closed = walk({ seed: 4, candles: 0, swing: 0.002 });
    const { answer } = quoteVector({ id: 'GIVEN', coin: 'ETH', level: 1, leverage: 5, closed }) as Example;
    expect(answer).toMatchObject({ historyFrom: null, historyTo: null, distribution: null });
    const before = given('answer.json', { status: true, info: '', url: answer });
    for (const [count, status] of [
      [0, 0],
      [4, 0],
      [5, 1],
    ] as const) // the fifth closes a candle
      expect(
        await measure(before, 'ETH', given('rows.json', { info: rows.slice(0, count) })),
        `${count}`,
      ).toMatchObject({
        status,
      });
  });

  test('refuses what is no quote with a message', async () => {
    for (const content of [[], {}, [1], [{ quote: 'X' }], { url: {} }]) {
      const { status, said } = await measure(given('none.json', content));
      expect(status).toBe(1);
      expect(said).not.toContain('Traceback');
    }
    expect(await measure(join(scratch, 'missing.json'))).toMatchObject({ status: 2 });
    expect(await measure()).toMatchObject({ status: 2 });
  });
});
