import { bug, type MutatedFile } from '../mutant.ts';

const tests = (...names: string[]): string[] => names.map((name) => `server/features/rounds/${name}.test.ts`);

/** The server's side of the rounds: orders, closing, results, payments and follows. */
export const rounds: readonly MutatedFile[] = [
  {
    file: 'server/features/rounds/get-day-transcript.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'the key of a day is revealed while its last round is not paid',
        'oldestUnpaid > last',
        'oldestUnpaid >= last',
      ),
    ],
  },
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
    tests: ['server/features/rounds/rounds.test.ts', 'server/features/rounds/round-histories.test.ts'],
    bugs: [bug('a loss limit of one stake is refused', 'losslimit < amount', 'losslimit <= amount')],
  },
  {
    file: 'server/features/rounds/place-order.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
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
    tests: tests('fast-clock', 'round-races', 'round-guards'),
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
    file: 'server/features/rounds/get-day-transcript.ts',
    tests: tests('fairness-cost'),
    bugs: [
      bug('the key of a day is revealed while a round of it is not paid', 'oldestUnpaid > last', 'oldestUnpaid > 0'),
    ],
  },
  {
    file: 'server/features/rounds/end-round.ts',
    tests: tests('rounds', 'round-beacons', 'fast-clock'),
    bugs: [
      bug('a round without its beacon never ends', 'if (!known && needsBeacon)', 'if (!known)'),
      bug('a beacon that fails stops all rounds', '      return null;\n    });', '      throw error;\n    });'),
      bug(
        'a void round hides what it would have been',
        'beacon: known && JSON',
        'beacon: needsBeacon && known && JSON',
      ),
    ],
  },
  {
    file: 'server/gateways/beacon/market-beacon.ts',
    tests: ['server/gateways/beacon/market-beacon.test.ts'],
    bugs: [
      bug('the coins of a round can be chosen when the candles are known', 'beaconCoins ?? symbols', 'symbols'),
      bug('a recording of 5-minute candles has no beacon', 'live : symbols, candleMinutes)', 'live : symbols)'),
    ],
  },
  {
    file: 'server/features/rounds/pay-round.ts',
    tests: tests('rounds', 'round-races'),
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
    tests: tests('rounds', 'round-races', 'round-histories'),
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
    tests: [...tests('rounds', 'round-races', 'round-histories', 'fast-clock'), 'server/test/round-limits.test.ts'],
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
      bug('a cancelled follow places an order', ' and f.placed = due.placed and f."end" is null', ''),
      bug(
        'a follow places an order before its last one has ended',
        'sql<boolean>`placed = done`',
        'sql<boolean>`placed >= done`',
      ),
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
    file: 'server/features/rounds/order-tree.ts',
    tests: tests('round-races', 'rounds'),
    bugs: [
      bug('the orders of a part are counted once', 'count: count + 1, stake', 'count: Math.max(1, count), stake'),
      bug(
        'the way of an order in a later part begins at the first',
        'const place = position >> partDepth;',
        'const place = 0;',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-transcript.ts',
    tests: [...tests('rounds', 'round-beacons', 'round-races'), 'server/test/rounds-over-http.test.ts'],
    bugs: [
      bug(
        'a transcript is published before all orders are paid',
        'if (!end || !payments) return null;',
        'if (!end) return null;',
      ),
      bug('a void round has a result', 'result: isVoid ? null : published', 'result: published'),
    ],
  },
  {
    file: 'server/gateways/beacon/drand-beacon.ts',
    tests: ['server/gateways/beacon/drand-beacon.test.ts', ...tests('round-beacons')],
    bugs: [
      bug('a silent server is waited for alone', 'await Promise.race([asked, waited])', 'await asked'),
      bug(
        'a server is given up as soon as the next one is asked',
        'eitherFound(asked, firstFound(others, ask, waitMs, signal))',
        'eitherFound(firstFound(others, ask, waitMs, signal))',
      ),
      bug('any signature is believed', 'if (!isDrandSigned(round, signature))', 'if (signature === "")'),
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
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug('a follow whose rounds are all placed is cancelled', ' || follow.placed === follow.rounds', ''),
      bug(
        'a follow whose next order is placed meanwhile cannot be cancelled',
        'if (!isStale(error)) throw error;',
        'throw error;',
      ),
    ],
  },
  {
    file: 'server/migrations/0091-seed-chains.sql',
    tests: tests('seed-chains'),
    bugs: [
      bug('a chain is published too late for a week’s notice', 'then 7 else 2 end', 'then 6 else 2 end'),
      bug('a chain begins on the day after it is published', 'then 7 else 2 end', 'then 7 else 1 end'),
      bug(
        'a chain without keys is waited out for a week',
        'new.first_day < before.first_day + before.days then',
        'new.first_day <= before.first_day + before.days then',
      ),
      bug(
        'the last key of a chain is passed over without notice',
        'new.first_day < before.first_day + before.days then',
        'new.first_day + 1 < before.first_day + before.days then',
      ),
    ],
  },
  {
    file: 'server/features/rounds/seed-chains.ts',
    tests: tests('seed-chains'),
    bugs: [
      bug('the next chain is published a day late', 'today >= usedUntil -', 'today > usedUntil -'),
      bug(
        'the chain after a long downtime begins before its notice',
        'Math.max(usedUntil, today + noticeDays)',
        'Math.min(usedUntil, today + noticeDays)',
      ),
    ],
  },
];
