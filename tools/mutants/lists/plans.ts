import { bug, mutantsOf } from '../mutant.ts';

const placing = ['server/features/plans/place-plan.test.ts'];
const settling = ['settle-plans', 'settle-outcomes', 'settlement-schedule'].map(
  (name) => `server/features/plans/${name}.test.ts`,
);

/** Placing and settling plans. */
export const plans = mutantsOf('plans', [
  {
    file: 'server/features/plans/place-plan.ts',
    tests: placing,
    bugs: [
      bug('the largest amount of a level is refused', 'amount > level.amountMax', 'amount >= level.amountMax'),
      bug('the least amount of a level is refused', 'amount < level.amountMin ||', 'amount <= level.amountMin ||'),
      bug(
        'leverage that is locked is taken',
        "if (leverage > leverageUnlocked(levels, weight)) throw new Refusal('leverageLocked');",
        '',
      ),
      bug(
        'a level that the weight does not open is taken',
        "if (lacking.includes('weight')) throw",
        "if (lacking.includes('weight') && index < 0) throw",
      ),
      bug('a plan is placed at stale prices', "state === 'stale' || known", 'known'),
      bug(
        'the coin is not part of a placing’s input',
        'input: { level, coin, leverage, amount },',
        'input: { level, leverage, amount },',
      ),
      bug(
        'two members share one key',
        'transferKey: (requestKey) => `plan:${memberId}:${requestKey}`',
        'transferKey: (requestKey) => `plan:${requestKey}`',
      ),
      bug(
        'a level’s minimum balance is not asked of higher levels',
        'conditions: index === 0 ? [] :',
        'conditions: index >= 0 ? [] :',
      ),
    ],
  },
  {
    file: 'server/features/plans/plan-groups.ts',
    tests: [...placing, ...settling],
    bugs: [
      bug(
        'a plan starts with the candle that is open',
        'return (Math.floor(at / length) + 1) * length;',
        'return Math.floor(at / length) * length;',
      ),
      bug(
        'a plan at the very start of a candle starts with it',
        'return (Math.floor(at / length) + 1) * length;',
        'return Math.ceil(at / length) * length;',
      ),
      bug(
        'plans of two leverages share a group',
        "rounds, leverage, maximumProfit, maximumLoss, feeRate].join(' ')",
        "rounds, maximumProfit, maximumLoss, feeRate].join(' ')",
      ),
      bug(
        'a failed group is remembered',
        'group.catch(() => remembered.delete(key));',
        'group.catch(() => undefined);',
      ),
    ],
  },
  {
    file: 'server/features/plans/plan-store.ts',
    tests: ['server/features/plans', 'server/test/bad-input.test.ts'],
    bugs: [
      bug(
        'a member opens another member’s plan',
        'plan.member_id = ${memberId} and plan.id = ${id}`',
        '${memberId}::bigint > 0 and plan.id = ${id}`',
      ),
      bug('a page of plans repeats the last one', 'plan.id < ${before}', 'plan.id <= ${before}'),
    ],
  },
  {
    file: 'server/features/plans/settle-plans.ts',
    tests: ['server/features/plans/void-plans.test.ts'],
    bugs: [
      bug(
        'a plan is void although the market could not be asked',
        'if (!isDue || market.knownThrough(group.coin) < voidFrom(group) + lastMinuteMs) return null;',
        'if (!isDue) return null;',
      ),
      bug(
        'a plan of another market is never void',
        'if (isDue && marketDifferences(group, market).length > 0)',
        'if (false)',
      ),
      bug(
        'a plan of another market is void at once',
        'if (isDue && marketDifferences(group, market).length > 0)',
        'if (marketDifferences(group, market).length > 0)',
      ),
      bug(
        'late candles settle a plan',
        'candlesInTime(group, await historyOf(group, market))',
        'await historyOf(group, market)',
      ),
      bug('a void plan earns weight', 'isVoid ? voidPlan : endPlan', 'endPlan'),
    ],
  },
  {
    file: 'server/features/plans/settle-plans.ts',
    tests: settling,
    bugs: [
      bug(
        'a settled moment announces from the last group’s start',
        'Math.min(earliest, placedFrom.get(settledAt) ?? earliest)',
        'earliest',
      ),
      bug('a plan is settled before it ended', 'if (run && run.outcome.end !== null) {', 'if (run) {'),
      bug('the last plan of a page is read again', '(member_id, id) > (', '(member_id, id) >= ('),
      bug(
        'two nodes settle with two keys',
        'key: `settle:${memberId}:${id}`',
        'key: `settle:${memberId}:${id}:${Math.random()}`',
      ),
      bug('settling goes on after a stop', 'while (!stopping?.aborted) {', 'while (true) {'),
    ],
  },
  {
    file: 'server/features/plans/settlement-schedule.ts',
    tests: settling,
    bugs: [
      bug('two nodes settle at once', "    lock: { pool, name: 'settlement' },\n", ''),
      bug(
        'a closed candle does not wake the settlement',
        'if (closed.some(({ interval }) => planIntervals.has(interval))) settling.wake();',
        '',
      ),
      bug(
        'a plan that cannot be settled is not reported',
        'if (first) throw new Error',
        'if (!first && failed.length > 0) throw new Error',
      ),
      bug(
        'only the first moments are announced',
        'from < moments.length; from += momentsPerMessage',
        'from < 1; from += momentsPerMessage',
      ),
      bug(
        'a stopped settlement still listens',
        '      end();\n      await settling.stop();',
        '      await settling.stop();',
      ),
    ],
  },
  {
    file: 'server/rewards/acts.ts',
    tests: ['server/features/plans/void-plans.test.ts'],
    bugs: [
      bug(
        'a void plan is seen through',
        `"end" = 'void')\n          order by settled_at limit $6)`,
        `"end" = 'nothing')\n          order by settled_at limit $6)`,
      ),
    ],
  },
  {
    file: 'server/features/plans/record-outcomes.ts',
    tests: ['server/features/plans/settle-outcomes.test.ts'],
    bugs: [
      bug(
        'an outcome that is refused holds up the others',
        "if (failureOf(error) !== 'refused') throw error;",
        "if (String(error) !== '') throw error;",
      ),
    ],
  },
  {
    file: 'server/features/plans/record-outcomes.ts',
    tests: settling,
    bugs: [
      bug(
        'a second node decides a group anew',
        'where group_id = any(',
        "where outcome.settled_at > now() + interval '1 day' and group_id = any(",
      ),
    ],
  },
  {
    file: 'server/features/plans/losing-pairs.ts',
    tests: ['server/platform/log.test.ts'],
    bugs: [bug('a failure is logged with what a driver attached', '{ err: error }', '{ error }')],
  },
  {
    file: 'server/features/plans/quote-cache.ts',
    tests: [
      'server/features/plans/quote-plan.test.ts',
      'server/features/plans/place-plan.test.ts',
      'server/features/plans/losing-pairs.test.ts',
    ],
    bugs: [
      bug(
        'a quote is not measured anew after a candle',
        'if (known?.span === span) return known.distribution;',
        'if (known) return known.distribution;',
      ),
      bug('quotes of two coins are one', 'const key = [coin, engine,', 'const key = [engine,'),
    ],
  },
  {
    file: 'server/features/plans/losing-pairs.ts',
    tests: ['server/features/plans/losing-pairs.test.ts'],
    bugs: [
      bug(
        'every level is measured each day of a fast clock',
        "Math.max(intervalMs['1d'], measuredForWallMs * clock.speed)",
        "intervalMs['1d']",
      ),
    ],
  },
  {
    file: 'server/features/plans/quote-plan.ts',
    tests: ['server/features/plans/quote-plan.test.ts'],
    bugs: [
      bug(
        'a quote is measured later than it says',
        'measured(coin, terms.interval, at)',
        'measured(coin, terms.interval)',
      ),
    ],
  },
  {
    file: 'server/features/plans/weight-scores.ts',
    tests: placing,
    bugs: [
      bug(
        'a weight that was too low is remembered',
        'if (known >= enough) return known;',
        'if (remembered.has(memberId)) return known;',
      ),
    ],
  },
  {
    file: 'server/features/plans/announce-plans.ts',
    tests: ['server/test/member-events.test.ts', ...settling],
    bugs: [
      bug(
        'a settled plan reaches no page',
        'if (message.success) logFailure(sendSettled(dependencies, message.data.moments));',
        '',
      ),
      bug(
        'progress of a plan reaches no page',
        'if (coins.size > 0) logFailure(sendProgress(dependencies, coins));',
        '',
      ),
    ],
  },
  {
    file: 'server/ledger/member-limit.ts',
    tests: ['server/features/plans/running-limit.test.ts'],
    bugs: [
      bug(
        'a member at the limit splits batches for ever',
        'if (atLimit.has(memberId)) await look(memberId, asked);',
        '',
      ),
      bug('a refused plan is an internal error', 'if (isStale(error)) await look(memberId, asked);', ''),
    ],
  },
  {
    file: 'server/features/plans/running-limit.ts',
    tests: ['server/features/plans/running-limit.test.ts'],
    bugs: [
      bug('settled plans count as running', ' and plan.income is null`', '`'),
      bug('the last plan that ends makes room', 'Math.min(...rows', 'Math.max(...rows'),
    ],
  },
  {
    file: 'server/features/plans/place-plan.ts',
    tests: ['server/test/frozen-account.test.ts'],
    bugs: [
      bug(
        'a refused stake is recorded',
        '    and placed.member_id not in (',
        '    and placed.member_id is not null or placed.member_id not in (',
      ),
    ],
  },
  {
    file: 'server/features/plans/place-plan.ts',
    tests: ['server/features/plans/running-limit.test.ts'],
    bugs: [
      bug(
        'one plan too many runs',
        'where placed.place <= ${plansRunningMax}',
        'where placed.place <= 1 + ${plansRunningMax}',
      ),
      bug(
        'plans of one batch do not see each other',
        'row_number() over (partition by member_id) as place',
        '1 as place',
      ),
      bug(
        'plans of all members count',
        'where running.member_id = placed.member_id and running.income is null',
        'where running.income is null',
      ),
    ],
  },
]);
