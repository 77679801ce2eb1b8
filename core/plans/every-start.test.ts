import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sliceColumns } from '#core/market/candle.ts';
import { planCandles, runPlan } from './engine.ts';
import { roundTable, runEveryStart, runTable } from './every-start.ts';
import { anyDirections, scripted, scriptOf } from './scripted.fixture.ts';
import { strategies } from './strategies/strategies.ts';
import { anyTerms, anyWalk, someTerms, walk } from './walk.fixture.ts';

const market = anyWalk({ min: 40, max: 160 });

test('every start gives the very double that the engine gives for that plan alone', () => {
  fc.assert(
    fc.property(anyTerms, market, (terms, history) => {
      const { lookback } = strategies[terms.strategy];
      const every = runEveryStart(terms, history);
      let steps = 0;
      let opened = 0;
      for (const [start, result] of every.results.entries()) {
        const alone = runPlan(terms, planCandles(terms, history, lookback + start));
        expect(result).toBe(alone.result);
        expect(alone.end).not.toBeNull();
        steps += alone.rounds.length;
        opened += alone.rounds.filter(
          (round, place) => round.direction !== 0 && round.direction !== (alone.rounds[place - 1]?.direction ?? 0),
        ).length;
      }
      expect(every.steps).toBe(steps);
      expect(every.positionsOpened).toBe(opened);
      expect(every.results).toHaveLength(Math.max(0, history.openTime.length - lookback - terms.rounds + 1));
    }),
  );
});

test('the same holds for any sequence of directions, not only those the strategies find', () => {
  fc.assert(
    fc.property(anyTerms, anyWalk({ min: 100, max: 100 }), anyDirections(100), (terms, history, directions) => {
      const { lookback } = strategies[terms.strategy];
      const told = scripted(scriptOf(history, directions), 0);
      const { results } = runEveryStart(terms, history, Int8Array.from(directions));
      for (const [start, result] of results.entries()) {
        const rounds = sliceColumns(history, lookback + start, lookback + start + terms.rounds);
        expect(result).toBe(runPlan(terms, rounds, told).result);
      }
    }),
  );
});

test('the comparison notices one changed bit', () => {
  const terms = { ...someTerms, rounds: 1, maximumLoss: 0.9, maximumProfit: 0.9 };
  const history = walk({ seed: 3, candles: 200, swing: 0.01 });
  const table = roundTable(terms, history, new Int8Array(201).fill(1));
  const honest = runTable(terms, { ...table, held: new Uint8Array(200) }).results;
  const changed = table.result.map((result, row) => (row === 100 ? result * (1 + Number.EPSILON) : result));
  const wrong = runTable(terms, { ...table, held: new Uint8Array(200), result: changed }).results;
  expect(wrong.filter((result, start) => result !== honest[start])).toHaveLength(1);
});

test('a history shorter than one plan has no start', () => {
  for (const candles of [0, 20, 59]) {
    const every = runEveryStart(someTerms, walk({ seed: 1, candles, swing: 0.01 }));
    expect(every).toEqual({ results: new Float64Array(0), positionsOpened: 0, steps: 0 });
  }
  expect(runEveryStart(someTerms, walk({ seed: 1, candles: 60, swing: 0.01 })).results).toHaveLength(1);
});
