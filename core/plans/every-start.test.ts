import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sliceColumns } from '#core/market/candle.ts';
import { planCandles, runPlan } from './engine.ts';
import { positionsOpened, roundTable, runEveryStart, runTable } from './every-start.ts';
import { anyDirections, scripted, scriptOf } from './scripted.fixture.ts';
import { strategies } from './strategies/strategies.ts';
import { directionsOf } from './strategies/strategy.ts';
import type { PlanOutcome, PlanProgress } from './terms.ts';
import { anyTerms, anyWalk, someTerms, walk } from './walk.fixture.ts';

const market = anyWalk({ min: 40, max: 160 });

test('every start gives the very double that the engine gives for that plan alone', () => {
  fc.assert(
    fc.property(anyTerms, market, (terms, history) => {
      const { lookback } = strategies[terms.strategy];
      const directions = directionsOf(strategies[terms.strategy], history);
      const every = runEveryStart(terms, history, directions);
      let opened = 0;
      for (const [start, result] of every.results.entries()) {
        const alone = runPlan(terms, planCandles(terms, history, lookback + start));
        expect(result).toBe(alone.result);
        expect(every.roundsRun[start]).toBe(alone.rounds.length);
        expect(alone.end).not.toBeNull();
        opened += positionsOpenedIn(alone);
      }
      expect(positionsOpened(terms, directions, every)).toBe(opened);
      expect(every.results).toHaveLength(Math.max(0, history.openTime.length - lookback - terms.rounds + 1));
    }),
  );
});

function positionsOpenedIn({ rounds }: PlanOutcome | PlanProgress): number {
  const directions = [0, ...rounds.map(({ direction }) => direction)];
  return directions.filter((direction, place) => direction !== 0 && direction !== directions[place - 1]).length;
}

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

test('a bound touched to the last digit is touched from every start too', () => {
  const history = walk({ seed: 4, candles: 200, swing: 0.01 });
  const wide = { ...someTerms, rounds: 1, feeRate: 0, maximumLoss: 0.9, maximumProfit: 0.9 };
  const long = new Int8Array(201).fill(1);
  const { moves, firstStart } = roundTable(wide, history, long);
  for (let start = 0; start < 100; start++) {
    const at = (firstStart + start) * 4;
    const [worst, best] = [moves[at] ?? 0, moves[at + 1] ?? 0];
    expect(runEveryStart({ ...wide, maximumLoss: -worst }, history, long).results[start]).toBe(worst);
    expect(runEveryStart({ ...wide, maximumProfit: best }, history, long).results[start]).toBe(best);
  }
});

test('the comparison notices one changed bit', () => {
  const terms = { ...someTerms, rounds: 1, maximumLoss: 0.9, maximumProfit: 0.9 };
  const history = walk({ seed: 3, candles: 200, swing: 0.01 });
  const table = roundTable(
    terms,
    history,
    Int8Array.from({ length: 201 }, (_, row) => (row % 2 === 0 ? 1 : -1)),
  );
  const honest = runTable(terms, table).results;
  const moves = table.moves.map((move, place) => (place === 100 * 4 + 2 ? move * (1 + Number.EPSILON) : move));
  const wrong = runTable(terms, { ...table, moves }).results;
  expect(wrong.filter((result, start) => result !== honest[start])).toHaveLength(1);
});

test('a history shorter than one plan has no start', () => {
  for (const candles of [0, 20, 59]) {
    const every = runEveryStart(someTerms, walk({ seed: 1, candles, swing: 0.01 }));
    expect(every).toEqual({ results: new Float64Array(0), roundsRun: new Uint16Array(0) });
  }
  expect(runEveryStart(someTerms, walk({ seed: 1, candles: 60, swing: 0.01 })).results).toHaveLength(1);
});
