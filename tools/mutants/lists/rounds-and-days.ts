import { bug, mutantsOf } from '../mutant.ts';

/** What a round, a draw and a day of tasks show and let through, beside their rules. */
export const roundsAndDays = mutantsOf('rounds', [
  {
    file: 'core/fairness/verify-round.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [
      bug(
        'a category with stakes and without orders is well-formed',
        'stake >= noUsdt && stake > noUsdt === count > 0',
        'stake >= noUsdt',
      ),
    ],
  },
  {
    file: 'core/fairness/order-sums.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [bug('an order that is listed twice is sorted', 'order.id <= newest', 'order.id < newest')],
  },
  {
    file: 'server/features/rounds/order-limits.ts',
    tests: ['server/features/rounds/order-limits.test.ts'],
    bugs: [
      bug(
        'rounds of a follow that are placed count twice',
        'sum(winnings * (rounds - placed)), 0) from round_follow',
        'sum(winnings * rounds), 0) from round_follow',
      ),
    ],
  },
  {
    file: 'server/features/rounds/list-results.ts',
    tests: ['server/features/rounds/fairness-cost.test.ts'],
    bugs: [
      bug(
        'after one failed reading results fail for ever',
        'loading ??= load().finally(() => {',
        'loading ??= load().then(() => {',
      ),
      bug('the list of results grows as long as the server runs', '.slice(0, resultsMax);', ';'),
    ],
  },
  {
    file: 'server/features/draws/draw-transfers.ts',
    tests: ['server/features/draws/draw-exclusion.test.ts'],
    bugs: [
      bug(
        'entries of a member that win nothing are not drawn one after another',
        '      { account: available, atLeast: noUsdt },\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/draws/draw.ts',
    tests: ['server/features/draws/draws.test.ts'],
    bugs: [bug('a repeated key for another day is the first draw', 'input: { day, entry, ...', 'input: { entry, ...')],
  },
  {
    file: 'server/features/tasks/list-tasks.ts',
    tests: ['server/features/tasks/tasks.test.ts'],
    bugs: [
      bug(
        'a task collected for a day that still runs is open after a change of the zone',
        'collected.day >= today.day || collected.endsAt > now',
        'collected.day >= today.day',
      ),
      bug(
        'who has exactly the least donation is told to wait',
        '(balances?.assistance ?? 0n) < BigInt(leastDonation)',
        '(balances?.assistance ?? 0n) <= BigInt(leastDonation)',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-fairness.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'rounds that a downtime left out are not counted as void',
        'voided: Number(voided) + missed',
        'voided: Number(voided)',
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-store.ts',
    tests: ['server/features/rounds/fairness-cost.test.ts'],
    bugs: [bug('of many newer results the oldest are kept', 'order by ended.round_id desc', 'order by ended.round_id')],
  },
  {
    file: 'server/features/rounds/order-store.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug('a returned stake is a lost one', "  if (isVoid) return 'void';\n", ''),
      bug(
        'a returned order that is pinned in the chat is called running',
        "state: income === null ? 'running' : 'settled'",
        "state: income ? 'settled' : 'running'",
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-result.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [bug('a void round has a result to verify', ' || end.isVoid) return null;', ') return null;')],
  },
  {
    file: 'server/features/draws/draw-store.ts',
    tests: ['server/features/draws/draws.test.ts'],
    bugs: [
      bug(
        'winners are looked for among the oldest draws',
        'order by draw.drawn_at desc, draw.id desc limit $1',
        'order by draw.drawn_at, draw.id limit $1',
      ),
    ],
  },
  {
    file: 'core/fairness/compare-candles.ts',
    tests: ['core/fairness/compare-candles.test.ts'],
    bugs: [bug('of a candle that is there twice the last counts', 'candles.toReversed().map', 'candles.map')],
  },
  {
    file: 'server/features/rounds/announce-rounds.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'a slow page misses the end of a round for the opening of the next',
        '`${roundTopic} ${round % 2}`',
        '`${roundTopic}`',
      ),
    ],
  },
  {
    file: 'server/features/rounds/end-round.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug(
        'a round that closed too late waits for its beacon',
        'now < voidAt && closedAt < publicFrom(closing.beacon, resultAt)',
        'now < voidAt',
      ),
    ],
  },
  {
    file: 'server/features/draws/change-client-seed.ts',
    tests: ['server/features/draws/draws.test.ts'],
    bugs: [
      bug(
        'a change of the own seed is held against the first one',
        'order by number desc limit 1) as newest',
        'order by number limit 1) as newest',
      ),
    ],
  },
]);
