import { bug, mutantsOf } from '../mutant.ts';

/** Rounds, tasks, teams and products: what comes late, at the same moment, or from another day. */
export const daysAndChanges = mutantsOf('money', [
  {
    file: 'server/features/rounds/cancel-follow.ts',
    tests: ['server/features/rounds/follows.test.ts'],
    bugs: [
      bug(
        'a follow that ended while it is being cancelled fails the call',
        "outcome.reason === 'keyConflict' || outcome.reason === 'insufficientFunds'",
        "outcome.reason === 'insufficientFunds'",
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-transfers.ts',
    tests: ['server/features/rounds/follows.test.ts'],
    bugs: [
      bug(
        'a late payment returns the stakes of a cancelled follow a second time',
        '      and (given.ends is null or round_follow."end" is null)`',
        '`',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-day-transcript.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'the key of a day is revealed while an earlier day has an unpaid order',
        'oldestUnpaid === null || oldestUnpaid > last',
        'oldestUnpaid === null || oldestUnpaid > last || oldestUnpaid < day * roundsPerDay',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-round.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'an old round names the kind of beacon that rounds have now',
        '(closing?.beacon ?? beacon).kind',
        'beacon.kind',
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-store.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'a round takes bets on its page until its deadline',
        "  return now < closesAt ? 'betting' : 'closed';",
        "  return now < voidAt ? 'betting' : 'closed';",
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-round-orders.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [bug('the orders of a drawn round are published before they are paid', '?.payments) throw', '?.end) throw')],
  },
  {
    file: 'server/features/rounds/order-store.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug('the orders of one round are those of all rounds', 'round === null ? sql``', 'round !== undefined ? sql``'),
    ],
  },
  {
    file: 'server/features/rounds/list-results.ts',
    tests: ['server/features/rounds/fairness-cost.test.ts'],
    bugs: [
      bug(
        'readers at the same moment get each result twice',
        '      loading ??= load().finally(',
        '      loading = load().finally(',
      ),
    ],
  },
  {
    file: 'server/features/tasks/collect-tasks.ts',
    tests: ['server/features/tasks/collect-races.test.ts'],
    bugs: [
      bug(
        'a task that could not be collected is passed over in silence',
        '  if (failures.length > 0) throw failures[0];',
        '  if (failures.length > 0 && total.collected.length === 0) throw failures[0];',
      ),
      bug(
        'a task of today that is collected first costs the one of the day before',
        'isLast ? today : [...before, ...today.filter((one) => !isWaiting(one))]',
        'isLast ? today : [...before, ...today]',
      ),
    ],
  },
  {
    file: 'server/features/tasks/task-store.ts',
    tests: ['server/features/tasks/collect-races.test.ts'],
    bugs: [
      bug(
        'an act of a collected day counts again in another zone once that day is over',
        'or earlier.ends_at > given.acted_at)',
        'or earlier.ends_at > given.transfer_at)',
      ),
    ],
  },
  {
    file: 'server/features/invitations/leave-team.ts',
    tests: ['server/features/invitations/invitations.test.ts'],
    bugs: [
      bug(
        'only the nearest inviter hears that a member has left',
        '    inviters.map(({ id }) => id),',
        '    inviters.map(({ id }) => id).slice(0, 1),',
      ),
    ],
  },
  {
    file: 'server/features/products/ask-for-change.ts',
    tests: ['server/test/product-changes.test.ts'],
    bugs: [
      bug(
        'a change that is asked for with another reason is the request that waits',
        'JSON.stringify([...hashedContent(content).map(String), reason])',
        'JSON.stringify([...hashedContent(content).map(String)])',
      ),
    ],
  },
  {
    file: 'server/features/products/product-content.ts',
    tests: ['server/features/products/product-content.test.ts'],
    bugs: [
      bug(
        'the approval of a change is not bound to whether the product is open',
        "const product = [content.kind, content.item, content.isOpen ? 'open' : 'closed'];",
        'const product = [content.kind, content.item];',
      ),
      bug(
        "operators are shown one language of a cause's texts alone",
        '    const texts = causeLocales.flatMap((locale) => {',
        '    const texts = causeLocales.slice(0, 1).flatMap((locale) => {',
      ),
    ],
  },
  {
    file: 'server/features/plans/place-plan.ts',
    tests: ['server/features/plans/place-plan.test.ts'],
    bugs: [
      bug(
        'a score that sufficed for a level is taken for one that suffices for its leverage',
        'return Math.max(forLevel, forLeverage);',
        'return forLevel;',
      ),
    ],
  },
  {
    file: 'server/features/plans/list-levels.ts',
    tests: ['server/features/plans/place-plan.test.ts'],
    bugs: [
      bug(
        'what is in plans unlocks levels in the list',
        'canTake(level, index, weight, balances?.available ?? noUsdt)',
        'canTake(level, index, weight, ((balances?.available ?? 0n) + (balances?.plans ?? 0n)) as never)',
      ),
    ],
  },
  {
    file: 'server/features/books/funding-store.ts',
    tests: ['server/features/books/fundings.test.ts'],
    bugs: [
      bug(
        'a funding that was refused is shown as lapsed a day later',
        "refusedBy !== null ? 'refused' : isOver ? 'lapsed' : 'waiting'",
        "isOver ? 'lapsed' : refusedBy !== null ? 'refused' : 'waiting'",
      ),
    ],
  },
]);
