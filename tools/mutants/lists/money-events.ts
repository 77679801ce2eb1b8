import { bug, mutantsOf } from '../mutant.ts';

/** Plans, rounds, draws and money: who is notified of them, and what stays secret. */
export const moneyEvents = mutantsOf('money', [
  {
    file: 'core/operators/act-chain.ts',
    tests: ['core/operators/act-chain.test.ts'],
    bugs: [
      bug(
        'a second act at a place of the log that is taken is no gap',
        'if (act.position !== next) {',
        'if (act.position > next) {',
      ),
    ],
  },
  {
    file: 'server/features/plans/announce-plans.ts',
    tests: ['server/features/plans/settlement-schedule.test.ts'],
    bugs: [
      bug(
        'a plan that is half over announces no progress any more',
        'const runningSinceMs = 2 * longestPlanMs;',
        'const runningSinceMs = longestPlanMs / 2;',
      ),
    ],
  },
  {
    file: 'server/features/plans/get-plan-proof.ts',
    tests: ['server/features/plans/void-plans.test.ts'],
    bugs: [
      bug(
        'the proof of a void plan that has candles names the days as played elsewhere',
        'isVoid && candles.openTime.length === 0 ? null : published',
        'isVoid ? null : published',
      ),
    ],
  },
  {
    file: 'server/features/plans/get-plan.ts',
    tests: ['server/features/plans/settle-plans.test.ts'],
    bugs: [
      bug(
        'a plan that waits for its first round shows no candles',
        'Math.max(0, start - lookback), start + rounds.length',
        'rounds.length === 0 ? start : Math.max(0, start - lookback), start + rounds.length',
      ),
      bug(
        'the detail of a lost plan shows no part that the house bore',
        'shortfall: outcome ? shortfallOf(amount, outcome) : noUsdt',
        "shortfall: outcome && outcome.end === 'completed' ? shortfallOf(amount, outcome) : noUsdt",
      ),
    ],
  },
  {
    file: 'server/features/plans/list-levels.ts',
    tests: ['server/features/plans/place-plan.test.ts'],
    bugs: [
      bug(
        'a level shows the losing pairs of the one before it',
        'losingPairs.ofLevel(level.id)',
        'losingPairs.ofLevel(index)',
      ),
    ],
  },
  {
    file: 'server/features/plans/place-plan.ts',
    tests: ['server/features/plans/place-plan.test.ts'],
    bugs: [
      bug(
        'a plan above the balance is refused as if its level were locked',
        '[{ account: available, atLeast: level.amountMin }]',
        '[{ account: available, atLeast: amount }]',
      ),
    ],
  },
  {
    file: 'server/features/plans/quote-plan.ts',
    tests: ['server/features/plans/quote-plan.test.ts'],
    bugs: [
      bug(
        'a quote shows the plan’s own spread as that of holding the coin',
        'holding: spreadOf(measured.holding)',
        'holding: spreadOf(measured)',
      ),
    ],
  },
  {
    file: 'server/features/plans/settlement-schedule.ts',
    tests: ['server/features/plans/settlement-schedule.test.ts'],
    bugs: [
      bug(
        'candles that close together with others settle nothing',
        'if (closed.some(({ interval }) => planIntervals.has(interval)))',
        'if (closed.every(({ interval }) => planIntervals.has(interval)))',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-fairness.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'a page of reveals from a later round on reveals secret seeds',
        'Math.min(newest, (before ?? newest + 1) - 1)',
        '(before ?? newest + 1) - 1',
      ),
    ],
  },
  {
    file: 'server/features/rounds/list-results.ts',
    tests: ['server/features/rounds/fairness-cost.test.ts'],
    bugs: [
      bug('new results are listed after the older ones', 'known = [...rows, ...known]', 'known = [...known, ...rows]'),
    ],
  },
  {
    file: 'server/features/rounds/pay-round.ts',
    tests: ['server/features/rounds/follows.test.ts'],
    bugs: [
      bug(
        'an order whose follow was cancelled while it was paid fails the whole round',
        '  await ledger.submitPages(paymentPages(tables, round.id, digits));\n  const {',
        '  const {',
      ),
    ],
  },
  {
    file: 'server/features/rounds/announce-rounds.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug(
        'a round is announced without the digest that pages keep of it',
        'digest: stored?.digest ?? null, now } }',
        'digest: stored?.end ? stored.digest : null, now } }',
      ),
    ],
  },
  {
    file: 'server/features/rounds/end-round.ts',
    tests: ['server/features/rounds/round-beacons.test.ts'],
    bugs: [
      bug('a beacon that does not answer holds up all rounds', 'AbortSignal.any([signal, timeout])', 'signal'),
      bug('a node that stops waits for the beacon to answer', 'AbortSignal.any([signal, timeout])', 'timeout'),
    ],
  },
  {
    file: 'server/features/rounds/list-rounds.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug(
        'a page of rounds from a later round on lists rounds that have not opened',
        'Math.min(before === null ? Number.POSITIVE_INFINITY : before - 1, roundAt(now))',
        '(before === null ? roundAt(now) : before - 1)',
      ),
    ],
  },
  {
    file: 'server/features/rounds/order-store.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug(
        'an order that was lost shows what it would have given the charity',
        "charity = state === 'won' ? payoutOf",
        "charity = state !== 'void' ? payoutOf",
      ),
      bug(
        'a list of one round shows the orders of later rounds too',
        'and o.round_id = ${BigInt(round)}',
        'and o.round_id >= ${BigInt(round)}',
      ),
    ],
  },
  {
    file: 'server/features/draws/draw.ts',
    tests: ['server/features/draws/draws.test.ts'],
    bugs: [
      bug(
        'a draw for another day than today’s is refused as having no entries',
        "  if (day !== null && day !== state.day) throw new Refusal('entryUnknown');\n  if (entry !== null && entry > 0 && entry < next) throw new Refusal('entryDrawn');\n  const ready = state.entries.find((one) => one.state === 'ready');\n  if (!ready) throw new Refusal('noEntries');",
        "  if (entry !== null && entry > 0 && entry < next) throw new Refusal('entryDrawn');\n  const ready = state.entries.find((one) => one.state === 'ready');\n  if (!ready) throw new Refusal('noEntries');\n  if (day !== null && day !== state.day) throw new Refusal('entryUnknown');",
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-from-wallet.ts',
    tests: ['server/features/deposits/follow-transfers.test.ts'],
    bugs: [
      bug('a deposit that is credited is shown as still on its way', 'if (!isOpen || state === ', 'if (state === '),
    ],
  },
  {
    file: 'server/features/deposits/prove-deposit.ts',
    tests: ['server/features/deposits/deposits.test.ts'],
    bugs: [
      bug(
        'the same proof sent again after the deposit ended is refused',
        '  if (deposit.image === image) return deposit;\n  if (deposit.image !== null)',
        "  if (deposit.image === image && deposit.state === 'requested') return deposit;\n  if (deposit.image !== null)",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/quote-withdrawal.ts',
    tests: ['server/features/withdrawals/withdrawals.test.ts'],
    bugs: [
      bug(
        'the quote for an address asks for a card',
        "method === 'bank' && card === null && 'cardUnset'",
        "card === null && 'cardUnset'",
      ),
    ],
  },
  {
    file: 'server/features/financing/list-products.ts',
    tests: ['server/features/financing/subscribe.test.ts'],
    bugs: [
      bug(
        'a product offers more than its largest subscription',
        'open ? smaller(covered, product.maximum) : noUsdt',
        'open ? covered : noUsdt',
      ),
    ],
  },
  {
    file: 'server/features/tasks/begin-reading.ts',
    tests: ['server/features/tasks/recorded-acts.test.ts'],
    bugs: [
      bug(
        'a text counts for the day in UTC on which it was opened',
        'memberDay(clock.now(), await timeZoneOf(pool, memberId))',
        "memberDay(clock.now(), (await timeZoneOf(pool, memberId)) && 'UTC')",
      ),
    ],
  },
  {
    file: 'server/features/tasks/collect-tasks.ts',
    tests: ['server/features/tasks/tasks.test.ts'],
    bugs: [
      bug(
        'weight is answered for points that came without an entry',
        'const weight = entry === null ? 0 : rewards.redEnvelope.weight;',
        'const weight = rewards.redEnvelope.weight;',
      ),
    ],
  },
  {
    file: 'server/features/books/get-trial-balance.ts',
    tests: ['server/features/books/books.test.ts'],
    bugs: [
      bug('members and house are summed up at two moments', '    readingOneMoment,\n', "    'begin read only',\n"),
    ],
  },
  {
    file: 'server/ledger/committer.ts',
    tests: ['server/ledger/lost-connection.test.ts'],
    bugs: [
      bug(
        'bulk transfers behind an outage are tried again',
        '[...this.#waiting.splice(0), ...this.#bulk.splice(0)]',
        'this.#waiting.splice(0)',
      ),
    ],
  },
  {
    file: 'server/migrations/0041-void-plans-are-counted.sql',
    tests: ['server/features/home/platform-count.test.ts'],
    bugs: [
      bug(
        'more plans may be counted as ended than were placed',
        'add check (plans_settled + plans_void <= plans_placed)',
        'add check (plans_settled + plans_void >= 0)',
      ),
    ],
  },
]);
