import { bug, mutantsOf } from '../mutant.ts';

const tests = (...names: string[]): string[] => names.map((name) => `server/features/rounds/${name}.test.ts`);

/** The server's side of the rounds: orders, closing, results, payments and follows. */
export const rounds = mutantsOf('rounds', [
  {
    file: 'server/features/rounds/run-rounds.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug(
        'a round that could not be paid twice is never paid',
        'paidBefore = Math.min(...unpaid.map(({ id }) => id), closedUpTo);',
        'paidBefore = closedUpTo;',
      ),
    ],
  },
  {
    file: 'server/features/rounds/run-rounds.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'a day whose publishing failed counts as published',
        '    await seeds.renew(today);\n    await publishDays(tables, seeds, today);\n    publishedDay = today;',
        '    publishedDay = today;\n    await seeds.renew(today);\n    await publishDays(tables, seeds, today);',
      ),
      bug(
        'a round whose closing failed counts as closed',
        '    for (const round of open) await closeOne(round, now, stopping);\n    closedUpTo = newest;',
        '    closedUpTo = newest;\n    for (const round of open) await closeOne(round, now, stopping);',
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-transfers.ts',
    tests: ['server/features/rounds/order-limits.test.ts'],
    bugs: [
      bug(
        'exactly the most that a member may win is refused',
        'where f.member_id = placed.member_id and f."end" is null) <= ${winningsReservedMax}',
        'where f.member_id = placed.member_id and f."end" is null) < ${winningsReservedMax}',
      ),
    ],
  },
  {
    file: 'server/features/rounds/place-order.ts',
    tests: ['server/features/rounds/follows.test.ts', 'server/features/rounds/round-histories.test.ts'],
    bugs: [bug('a loss limit of one stake is refused', 'losslimit < amount', 'losslimit <= amount')],
  },
  {
    file: 'server/features/rounds/place-order.ts',
    tests: ['server/features/rounds/follows.test.ts'],
    bugs: [
      bug(
        'the loss limit is not part of an order’s input',
        'input: { round, category, amount, follow, stoponwin, losslimit },',
        'input: { round, category, amount, follow, stoponwin },',
      ),
    ],
  },
  {
    file: 'server/features/rounds/run-rounds.ts',
    tests: tests('fast-clock', 'round-races', 'round-guards', 'order-guards'),
    bugs: [
      bug('orders that are not committed yet are left open', '    await waitForOrders(tables);\n', ''),
      bug('orders that a downtime left open are not closed', 'await unclosedRounds(tables, newest + 1)', '[]'),
      bug('a round closes on a day that was not committed to', 'if (isCommitted && now <', 'if (now <'),
      bug(
        'every look reads all rounds',
        'if (hasUnpaid) await end(now, signal);',
        'if (now > 0) await end(now, signal);',
      ),
      bug('each look reads the rounds of the past again', 'else paidBefore = closedUpTo;', ''),
      bug(
        'a round that cannot be paid holds up the follows of all',
        'const failures = hasUnpaid ? await pay() : [];',
        'const failures = hasUnpaid ? await pay() : [];\n      if (failures.length > 0) throw new AggregateError(failures);',
      ),
    ],
  },
  {
    file: 'server/features/rounds/pay-round.ts',
    tests: tests('rounds', 'follows', 'round-races'),
    bugs: [
      bug('a void round is paid by its late result', 'round.end.isVoid ? null : (round', '!round.end ? null : (round'),
      bug(
        'what was not won stays reserved',
        'where round_id = ${BigInt(round)} and income <= 0`',
        'where round_id = ${BigInt(round)} and income < 0 and stake < 0`',
      ),
      bug('the sums leave out the stakes', 'usdt((stake + income) * count)', 'usdt(income * count)'),
      bug(
        'only the first page of orders is paid',
        '    after = last.order;\n',
        '    if (after.id !== "") return;\n    after = last.order;\n',
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-transfers.ts',
    tests: tests('rounds', 'follows', 'round-races', 'round-histories'),
    bugs: [
      bug(
        'an order reserves the winnings of one round of its follow',
        'amount: usdt(winnings * rounds) }',
        'amount: usdt(winnings) }',
      ),
      bug('a follow that has ended goes on counting', 'follow && follow.end === null', 'follow'),
      bug(
        'the rest of a follow does not return at its end',
        'follow && state?.end ? returnPostings(follow) : []',
        '[]',
      ),
      bug(
        'a follow returns the round that runs as well',
        'const left = BigInt(rounds - placed);',
        'const left = BigInt(rounds - placed + 1);',
      ),
      bug('an order is recorded whenever it comes', 'where takes_orders(round_id))`', ')`'),
    ],
  },
  {
    file: 'server/features/rounds/place-follows.ts',
    tests: [
      ...tests('rounds', 'follows', 'round-races', 'round-histories', 'fast-clock'),
      'server/test/round-limits.test.ts',
    ],
    bugs: [
      bug(
        'a follow of a frozen member goes on',
        '!barredMembers.has(memberId));\n  return',
        'memberId > 0n);\n  return',
      ),
      bug(
        'the end of betting stops the node that places follows',
        'error.code === staleRow)) throw error;',
        'error.code === staleRow)) throw error;\n  if (error) throw error;',
      ),
      bug(
        'a follow that is cancelled before it is ended makes the run a failure',
        ' && (await isAsItWas(tables, follow))',
        '',
      ),
      bug('a follow that could not be ended is not noticed', 'if (first === undefined) return;', 'return;'),
      bug('a cancelled follow places an order', ' and f.placed = due.placed and f."end" is null', ''),
      bug('a follow places an order before its last one has ended', 'and placed = done\n', 'and placed >= done\n'),
    ],
  },
  {
    file: 'server/features/rounds/place-order.ts',
    tests: tests('rounds'),
    bugs: [
      bug('the same key of two members is one order', '`round:${memberId}:${requestKey}`', '`round:${requestKey}`'),
    ],
  },
  {
    file: 'server/migrations/0090-rounds-in-time.sql',
    tests: tests('round-guards'),
    bugs: [
      bug(
        'an order joins a round whose betting has ended',
        'if product_now() >= (select',
        'if product_now() < (select',
      ),
      bug(
        'a round on drand is drawn although it was closed when its beacon was public',
        'or closed >= beacon_public_at(new.round_id, plan);',
        'or closed >= round_result_at(new.round_id);',
      ),
      bug('a round ends with any beacon', 'if new.beacon is not null and', 'if new.beacon is null and'),
      bug(
        'a candle of the beacon is another one than that which is kept',
        'select bool_and((kept.open, kept.high, kept.low, kept.close, kept.volume) <>',
        'select bool_and((kept.open, kept.high, kept.low, kept.close, 0::float8) <>',
      ),
    ],
  },
  {
    file: 'server/features/rounds/list-categories.ts',
    tests: ['server/features/rounds/list-categories.test.ts'],
    bugs: [
      bug(
        'a category offers a stake that the house’s funds do not cover',
        'covered < stakeMax ? usdt(covered) : stakeMax',
        'covered < stakeMax ? stakeMax : usdt(covered)',
      ),
    ],
  },
  {
    file: 'server/features/rounds/cancel-follow.ts',
    tests: ['server/features/rounds/follows.test.ts'],
    bugs: [bug('a follow whose rounds are all placed is cancelled', ' || follow.placed === follow.rounds', '')],
  },
]);
