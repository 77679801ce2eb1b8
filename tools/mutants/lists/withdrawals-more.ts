import { bug, mutantsOf } from '../mutant.ts';

/** Further bugs of money out: order of checks, what operators are shown, quotes and payout times. */
export const moreWithdrawals = mutantsOf('withdrawals', [
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
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'a withdrawal that is approved still waits for operators',
        "(d.completes or d.decision = 'refused')",
        "d.decision = 'refused'",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-transfers.ts',
    tests: ['server/test/frozen-payout.test.ts'],
    bugs: [
      bug(
        'a withdrawal that was on its way is recorded after the response to a freeze',
        '    where not exists (select from account_freeze as frozen where frozen.member_id = given.member_id)\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/request-withdrawal.ts',
    tests: ['server/features/withdrawals/request-withdrawal.test.ts'],
    bugs: [
      bug(
        'a withdrawal goes to another card than the one that was seen',
        "  if (seen !== undefined && seen !== card.id) throw new Refusal('cardChanged');\n",
        '',
      ),
      bug(
        'a withdrawal that is refused anyway uses up an attempt at the password',
        '  await requireFunds(dependencies, memberId, amount);\n  // Checked last, because each wrong attempt counts: an otherwise invalid request must not use up attempts.\n  await dependencies.identity.requireWithdrawalPassword(memberId, request.password);\n',
        '  await dependencies.identity.requireWithdrawalPassword(memberId, request.password);\n  await requireFunds(dependencies, memberId, amount);\n',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/approvals-of-a-day.test.ts'],
    bugs: [bug('what deleted members sent to a destination is quoted no more', 'known.erased_until > ${at}', 'false')],
  },
  {
    file: 'server/features/bank-card/bind-bank-card.ts',
    tests: ['server/test/frozen-meanwhile.test.ts'],
    bugs: [
      bug(
        'a card is bound after the response to a freeze',
        '  await owner.requireToStayUnfrozen(transaction, memberId);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/reset-withdrawal-password.ts',
    tests: ['server/test/frozen-meanwhile.test.ts'],
    bugs: [
      bug(
        'a withdrawal password is reset after the response to a freeze',
        '    await requireToStayUnfrozen(transaction, memberId);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/add-passkey.ts',
    tests: ['server/features/identity/ways-in.test.ts'],
    bugs: [
      bug(
        'a passkey that is being added outlives a recovery',
        "    if (!(await isSessionOpen(transaction, readSession(call) ?? ''))) throw new Refusal('passkeyExpired');\n",
        '',
      ),
      bug('a passkey does not wait for a recovery under way', '    await lockMember(transaction, memberId);\n', ''),
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
]);
