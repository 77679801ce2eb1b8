import { bug, mutantsOf } from '../mutant.ts';

const withdrawing = ['request-withdrawal', 'withdrawals', 'review-withdrawal', 'approvals-of-a-day', 'histories'].map(
  (name) => `server/features/withdrawals/${name}.test.ts`,
);

/** Money out, and what operators decide. */
export const withdrawals = mutantsOf('withdrawals', [
  {
    file: 'server/features/withdrawals/request-withdrawal.ts',
    tests: withdrawing,
    bugs: [
      bug(
        'the address is not part of a withdrawal’s input',
        'input: { method, amount, address, comment }',
        'input: { method, amount, comment }',
      ),
      bug(
        'the comment is not part of a withdrawal’s input',
        'input: { method, amount, address, comment }',
        'input: { method, amount, address }',
      ),
      bug(
        'the method is not part of a withdrawal’s input',
        'input: { method, amount, address, comment }',
        'input: { amount, address, comment }',
      ),
      bug(
        'a withdrawal needs no password',
        'await dependencies.identity.requireWithdrawalPassword(memberId, request.password);',
        '',
      ),
      bug(
        'a wrong withdrawal password is not waited for',
        'await dependencies.identity.requireWithdrawalPassword(memberId, request.password);',
        'dependencies.identity.requireWithdrawalPassword(memberId, request.password).catch(() => undefined);',
      ),
      bug(
        'a frozen account withdraws',
        "if (await dependencies.identity.isFrozen(memberId)) throw new Refusal('accountFrozen');",
        '',
      ),
      bug(
        'a card of another name is paid to',
        "if (realName === null || !isSameName(realName, card.nameOnCard)) throw new Refusal('nameMismatch');",
        '',
      ),
      bug(
        'two at once of a new member are an internal error',
        'if (error instanceof AttachedRowsRefused && error.constraint === oneInReview)',
        "if (error instanceof AttachedRowsRefused && error.constraint === '')",
      ),
      bug('all of the funds cannot be withdrawn', 'if (available < amount) throw', 'if (available <= amount) throw'),
    ],
  },
  {
    file: 'server/features/withdrawals/poll-withdrawals.ts',
    tests: withdrawing,
    bugs: [
      bug(
        'approvals cut the review short',
        'now >= withdrawal.reviewEndsAt && withdrawal.isApproved',
        'withdrawal.isApproved',
      ),
      bug(
        'one approval less is enough',
        '&& withdrawal.isApproved',
        '&& withdrawal.approvals + 1 >= withdrawal.approvalsNeeded',
      ),
      bug('the review ends a millisecond late', 'now >= withdrawal.reviewEndsAt', 'now > withdrawal.reviewEndsAt'),
      bug(
        'only the first page of withdrawals goes on',
        'if (!last || page.length < pageSize) return count;',
        'return count;',
      ),
      bug(
        'one withdrawal that fails stops the others',
        "dependencies.log.error({ err: error, withdrawal: id }, 'a withdrawal could not be advanced');",
        'throw error;',
      ),
      bug(
        'a page hears nothing of a withdrawal',
        "await dependencies.memberEvents.publish(memberId, { name: 'withdrawal', value: { id, state } });",
        'void memberId; void id;',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/poll-withdrawals.ts',
    tests: ['server/test/frozen-payout.test.ts'],
    bugs: [
      bug(
        'a withdrawal is sent while its account is being frozen',
        '    await lockAvailable(transaction, withdrawal.memberId);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-transfers.ts',
    tests: withdrawing,
    bugs: [
      bug(
        'a sent withdrawal is returned to one who refuses it in review',
        "case when ended.sent then withdrawal.state = 'sent' else withdrawal.state in ('requested', 'inReview') end`",
        "withdrawal.state in ('requested', 'inReview', 'sent')`",
      ),
      bug(
        'a withdrawal is paid in whatever state',
        " and withdrawal.state = 'sent'`,\n} as const;\n\n/**",
        '`,\n} as const;\n\n/**',
      ),
      bug('the fee is not paid', 'fee > 0n', 'fee < 0n'),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: withdrawing,
    bugs: [
      bug(
        'approvals of a member’s other withdrawals count',
        "cardinality(approvers_of('withdrawal', withdrawal.member_id || '.' || withdrawal.id))",
        "(select count(distinct operator)::int from approval_decision as d where d.reference like withdrawal.member_id || '.%')",
      ),
      bug('a withdrawal moves on from whatever state', ' and state = ${state}`', '`'),
      bug(
        'a withdrawal of another member is found',
        'where member_id = ${memberId} and id = ${id}`.execute(tables)',
        'where ${memberId}::bigint > 0 and id = ${id}`.execute(tables)',
      ),
      bug('payout times count what was not paid', "where state = 'done' and ended_at", 'where ended_at'),
      bug('a page of withdrawals begins with the last one again', 'id < ${before}', 'id <= ${before}'),
    ],
  },
  {
    file: 'server/features/withdrawals/review-withdrawal.ts',
    tests: withdrawing,
    bugs: [
      bug('a withdrawal that is over is decided on', "if (!isInReview(withdrawal)) return { outcome: 'over' };", ''),
      bug(
        'a decision does not lock the withdrawal',
        'select from withdrawal where id = ${id} for no key update',
        'select from withdrawal where id = ${id}',
      ),
      bug('an approver refuses what they approved', 'approverMayRefuse: false', 'approverMayRefuse: true'),
    ],
  },
  {
    file: 'server/features/withdrawals/end-withdrawal.ts',
    tests: withdrawing,
    bugs: [
      bug('a withdrawal that is over is an internal error', 'if (isStale(error)) return false;', ''),
      bug(
        'cancelling what was just paid is an internal error',
        "if (outcome.status === 'refused' && outcome.reason === 'insufficientFunds') return false;",
        '',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/quote-withdrawal.ts',
    tests: withdrawing.concat('server/test/money-out.test.ts'),
    bugs: [
      bug(
        'a quote does not name the frozen account',
        "isFrozen && 'accountFrozen'",
        "isFrozen && amount === 0n && 'accountFrozen'",
      ),
      bug('a quote refuses all of the funds', 'amount > available &&', 'amount >= available &&'),
    ],
  },
  {
    file: 'server/platform/approvals/approvals.ts',
    tests: ['server/platform/approvals'],
    bugs: [
      bug(
        'an approval counts for another subject',
        'if (!opened?.subject_hash.equals(hash) || opened.needed !== needed)',
        'if (!opened || opened.needed !== needed)',
      ),
      bug(
        'decisions at once do not see each other',
        '    for no key update`.execute(within);',
        '    `.execute(within);',
      ),
      bug(
        'an approval at its last moment counts',
        "decision === 'approved' && at >= expiresAt",
        "decision === 'approved' && at > expiresAt",
      ),
      bug(
        'a refusal after the approvals is recorded as approved',
        "if (decisions.some(({ decision }) => decision === 'refused')) return 'refused';",
        '',
      ),
      bug('approvals count after a refusal', "status === 'refused' ? 0 : ", ''),
      bug(
        'a refusal is told among the approvals',
        "decisions.filter(({ decision }) => decision === 'approved').map(",
        'decisions.filter(() => true).map(',
      ),
    ],
  },
  {
    file: 'core/withdrawals/rules.ts',
    tests: ['core/withdrawals/rules.test.ts'],
    bugs: [
      bug(
        'a quote does not know the sum to a destination',
        '    before.toDestination + amount > approvalAbove ||\n',
        '',
      ),
      bug(
        'a quote counts one withdrawal too few',
        'before.count >= approvalAboveCount',
        'before.count > approvalAboveCount',
      ),
      bug('a quote counts one destination too few', '>= approvalAboveDestinations', '> approvalAboveDestinations'),
    ],
  },
  {
    file: 'server/features/bank-card/bind-bank-card.ts',
    tests: ['server/test/bank-cards.test.ts'],
    bugs: [
      bug('cards of a day are not bounded', '  await requireRoomForCard(transaction, memberId, now);\n', ''),
      bug('one card too many is bound', 'freeAgainAt(uses, 1n,', 'freeAgainAt(uses, 0n,'),
    ],
  },
  {
    file: 'server/features/bank-card/card-seal.ts',
    tests: ['server/test/bank-cards.test.ts'],
    bugs: [
      bug(
        'a card’s fingerprint can be computed without the key',
        "createHmac('sha256', fingerprintKey)",
        "createHmac('sha256', 'card')",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug('refused withdrawals count towards a destination', "and other.state not in ('refused', 'cancelled')", ''),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: ['server/features/withdrawals/review-withdrawal.test.ts'],
    bugs: [
      bug(
        'a refusal counts as an approval',
        "where d.kind = of_kind and d.reference = of_reference and d.decision = 'approved'\n      and (\n",
        'where d.kind = of_kind and d.reference = of_reference\n      and (\n',
      ),
    ],
  },
]);
