import { bug, mutantsOf } from '../mutant.ts';

/** Plans beside the usual way: void, of another market, of a lower level, after a gap. */
export const morePlans = mutantsOf('plans', [
  {
    file: 'server/features/plans/bound-market.ts',
    tests: ['server/features/plans/bound-market.test.ts'],
    bugs: [
      bug(
        'a start on another market names the first deadline as the last',
        'new Date(Math.max(...foreign',
        'new Date(Math.min(...foreign',
      ),
      bug(
        'plans past their deadline forbid another market',
        'outcome !== null || clock.now() >= voidFrom(group)',
        'outcome !== null',
      ),
    ],
  },
  {
    file: 'server/features/plans/place-plan.ts',
    tests: ['server/features/plans/place-plan.test.ts'],
    bugs: [
      bug(
        'an unlocked leverage holds on its own level alone',
        'if (leverage > leverageUnlocked(levels, weight))',
        'if (leverage > Math.min(level.leverageMax, leverageUnlocked(levels, weight)))',
      ),
    ],
  },
  {
    file: 'server/features/plans/quote-plan.ts',
    tests: ['server/features/plans/quote-plan.test.ts'],
    bugs: [bug('a history ends where its last candle opens', 'lastOpen + intervalMs[terms.interval]', 'lastOpen')],
  },
  {
    file: 'server/features/plans/plan-groups.ts',
    tests: ['server/features/plans/plan-groups.test.ts'],
    bugs: [
      bug(
        'after a downtime a look-back with a gap is not found',
        'const lookbackReach = 10;',
        'const lookbackReach = 1;',
      ),
    ],
  },
  {
    file: 'server/features/plans/plan-result.ts',
    tests: ['server/features/plans/void-plans.test.ts'],
    bugs: [bug('a void plan has a result to verify', " || outcome.end === 'void') return null;", ') return null;')],
  },
  {
    file: 'server/features/plans/get-plan-proof.ts',
    tests: ['server/features/plans/settle-outcomes.test.ts'],
    bugs: [
      bug(
        'a proof says that the house bore nothing',
        'shortfall: shortfallOf(amount, outcome), results',
        'shortfall: shortfallOf(amount, { shortfall: 0 }), results',
      ),
    ],
  },
]);
