import { bug, type MutatedFile } from '../mutant.ts';

/** Further bugs of money out: order of checks, what operators are shown, quotes and payout times. */
export const moreWithdrawals: readonly MutatedFile[] = [
  {
    file: 'server/features/withdrawals/quote-withdrawal.ts',
    tests: ['server/features/withdrawals/withdrawals.test.ts'],
    bugs: [
      bug(
        'a quote lets everybody have one withdrawal in review',
        "limit === 'one' && hasOne && 'inReview'",
        "hasOne && 'inReview'",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/withdrawals.test.ts'],
    bugs: [
      bug(
        'payout times are those of what was asked for since',
        "state = 'done' and ended_at >= ",
        "state = 'done' and requested_at >= ",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/reviewed-withdrawals.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'a withdrawal that is approved still waits for operators',
        'refusal === null && !isApproved',
        'refusal === null',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/review-withdrawal.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'what operators approve of a withdrawal leaves the destination out',
        'return [memberId, id, method, amount, fee, destination];',
        'return [memberId, id, method, amount, fee];',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/request-withdrawal.ts',
    tests: ['server/features/withdrawals/request-withdrawal.test.ts'],
    bugs: [
      bug(
        'a withdrawal that is refused anyway uses up an attempt at the password',
        '  await requireFunds(dependencies, memberId, amount);\n  // Checked last, because each wrong attempt counts: an otherwise invalid request must not use up attempts.\n  await dependencies.identity.requireWithdrawalPassword(memberId, request.password);\n',
        '  await dependencies.identity.requireWithdrawalPassword(memberId, request.password);\n  await requireFunds(dependencies, memberId, amount);\n',
      ),
    ],
  },
];
