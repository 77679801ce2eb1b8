import { bug, mutantsOf } from '../mutant.ts';

/** Edge cases of money: rows that a single condition excludes, races between nodes, duplicate notifications. */
export const moneyEdges = mutantsOf('money', [
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/request-withdrawal.test.ts'],
    bugs: [bug('after one address every other one is known', ' and destination = ${address} limit 1', ' limit 1')],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'what was asked for a day ago still counts beside a destination',
        'other.requested_at > withdrawal.requested_at',
        'other.requested_at >= withdrawal.requested_at',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/end-withdrawal.ts',
    tests: ['server/features/withdrawals/review-withdrawal.test.ts'],
    bugs: [
      bug(
        'an end that is refused for any reason passes for a withdrawal that is over',
        "outcome.status === 'refused' && outcome.reason === 'insufficientFunds'",
        "outcome.status === 'refused'",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/list-reviewed-withdrawals.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'that an operator lists withdrawals is not in the log',
        "  await recordOperatorLook(tables, { by, act: 'listViewed', subject: 'list withdrawals' });\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/deposits/list-open-deposits.ts',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'that an operator lists deposits is not in the log',
        "  await recordOperatorLook(tables, { by, act: 'listViewed', subject: 'list deposits' });\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/deposits/review-deposit.ts',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'a decision on a deposit waits for nobody',
        "    await lockInTransaction(transaction, 'depositsOfMember', memberId);\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-from-wallet.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts'],
    bugs: [
      bug(
        'a transfer that its member names is answered as seen and not kept so',
        "    await placeTransfer(tables, deposit, { state: 'seen', confirmations });\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/draws/reveal-seeds.ts',
    tests: ['server/features/draws/draw-days.test.ts'],
    bugs: [
      bug(
        'a day that another node reveals at the same moment is an error',
        'values ($1, $2, now()) on conflict do nothing',
        'values ($1, $2, now())',
      ),
    ],
  },
  {
    file: 'server/features/limits/keep-exclusion.ts',
    tests: ['server/features/limits/limits.test.ts'],
    bugs: [
      bug(
        'to keep an exclusion that nobody lifted is a fault of the server',
        "    if (!changed) throw new Refusal('exclusionNotLiftable');\n    return changed;",
        '    return changed as never;',
      ),
    ],
  },
  {
    file: 'server/features/plans/plan-store.ts',
    tests: ['server/features/plans/settlement-schedule.test.ts'],
    bugs: [
      bug(
        'a settlement is told of all plans that settled before it, too',
        ' and plan.settled_at = ${new Date(moment)}',
        '',
      ),
    ],
  },
  {
    file: 'server/features/plans/record-outcomes.ts',
    tests: ['server/features/plans/settle-outcomes.test.ts'],
    bugs: [
      bug(
        'a group that another node decided is refused',
        'values ${sql.join(outcomes)} on conflict do nothing`',
        'values ${sql.join(outcomes)}`',
      ),
    ],
  },
  {
    file: 'server/features/rounds/order-store.ts',
    tests: ['server/features/rounds/round-races.test.ts'],
    bugs: [
      bug(
        'orders that were paid are read to be paid again',
        ' and income is null\n      and (member_id, id)',
        '\n      and (member_id, id)',
      ),
    ],
  },
  {
    file: 'server/features/rounds/order-limits.ts',
    tests: ['server/features/rounds/order-limits.test.ts'],
    bugs: [
      bug(
        'who was refused before cannot reserve the last unit of the limit',
        'reserved + reserves > winningsReservedMax',
        'reserved + reserves >= winningsReservedMax',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-transcript.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug('a round to come has a transcript, with its seed', '  requireRound(dependencies, id, clock.now());\n', ''),
    ],
  },
  {
    file: 'server/features/rounds/pay-round.ts',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [bug('a round without orders that another node has paid is an error', '\n    on conflict do nothing`', '`')],
  },
  {
    file: 'server/features/deposits/transfer-store.ts',
    tests: ['server/features/deposits/deposit-transfers.test.ts'],
    bugs: [
      bug(
        'a transfer moves a deposit that has ended',
        ' and ${isOpen}\n      and (state, confirmations)',
        '\n      and (state, confirmations)',
      ),
    ],
  },
  {
    file: 'server/ledger/member-sums.ts',
    tests: ['server/ledger/ledger-reader.test.ts'],
    bugs: [bug('who has nothing is among those who are owed', 'and balance > 0 group by', 'and balance >= 0 group by')],
  },
  {
    file: 'server/ledger/member-accounts.ts',
    tests: ['server/ledger/ledger-reader.test.ts'],
    bugs: [bug('the first member has no accounts', 'memberId < 1n', 'memberId <= 1n')],
  },
  {
    file: 'server/rewards/acts.ts',
    tests: ['server/rewards/acts.test.ts'],
    bugs: [
      bug(
        'of very many recorded acts of a day one too few is read',
        'as recorded where place <= $6',
        'as recorded where place < $6',
      ),
      bug(
        'a donation of the day before is one of the day',
        'and donated_at >= $2 and donated_at < $3',
        'and donated_at < $3',
      ),
      bug(
        'no plan that settled is the first of its span',
        "wanted.kind = 'planSettled' and member_id = $1 and income is not null",
        "wanted.kind = 'planSettled' and member_id = $1 and income is null",
      ),
    ],
  },
]);
