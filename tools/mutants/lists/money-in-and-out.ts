import { bug, mutantsOf } from '../mutant.ts';

/** Deposits and withdrawals: what several nodes see, what operators are shown, and what is counted. */
export const moneyInAndOut = mutantsOf('money', [
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'a page of withdrawals in review begins with the last one of the page before',
        '${inReview} and id > ${after}',
        '${inReview} and id >= ${after}',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/reviewed-withdrawals.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'a withdrawal is refused for a reason that is not listed, as the first listed one',
        "if (!listed) throw new Refusal('actReasonUnknown');",
        'if (!listed) return outcomeOf(await refuseWithdrawal(dependencies, id, by, withdrawalReasons[0], hash));',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/quote-withdrawal.ts',
    tests: ['server/features/withdrawals/withdrawals.test.ts'],
    bugs: [
      bug(
        'a quote without an amount says that an empty account lacks funds',
        'amount !== undefined && amount > available &&',
        '(amount ?? 1n) > available &&',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/withdrawals.test.ts'],
    bugs: [
      bug(
        'payout times end when a withdrawal is sent, not when it is paid',
        'extract(epoch from ended_at - requested_at)',
        'extract(epoch from sent_at - requested_at)',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/approvals-of-a-day.test.ts'],
    bugs: [
      bug(
        'a quote counts refused withdrawals towards the approvals of a day',
        "and state not in ('refused', 'cancelled')`;",
        "and state <> 'cancelled'`;",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/review-withdrawal.test.ts'],
    bugs: [
      bug(
        'a withdrawal whose refusal is recorded still waits for operators',
        "(d.completes or d.decision = 'refused')",
        'd.completes',
      ),
    ],
  },
  {
    file: 'server/features/deposits/poll-deposits.ts',
    tests: ['server/features/deposits/deposit-transfers.test.ts'],
    bugs: [
      bug(
        'a deposit that was counted up cannot be rejected by its rail',
        "observation.state === 'seen' ? observation.confirmations : deposit.confirmations",
        "observation.state === 'seen' ? observation.confirmations : 0",
      ),
    ],
  },
  {
    file: 'server/features/deposits/follow-transfers.ts',
    tests: ['server/features/deposits/follow-transfers.test.ts'],
    bugs: [
      bug(
        'a transfer that another node credited is followed for ever',
        '      await dependencies.rail.finish(transfer.transfer,',
        '      if (changed) await dependencies.rail.finish(transfer.transfer,',
      ),
    ],
  },
  {
    file: 'server/features/deposits/transfer-store.ts',
    tests: ['server/features/deposits/follow-transfers.test.ts'],
    bugs: [
      bug(
        'a deposit credits the amount that its transaction moved before it was rewritten',
        ' and arrived <> ${String(amount)}::numeric',
        ' and arrived is null',
      ),
      bug(
        'a transfer that its member names while it is matched is matched to a second request',
        `    await lockInTransaction(transaction, 'depositsOfMember', incoming.memberId);
    return (
      (await known(transaction, incoming)) ??
`,
        `    const matched = await known(transaction, incoming);
    await lockInTransaction(transaction, 'depositsOfMember', incoming.memberId);
    return (
      matched ??
`,
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-from-wallet.ts',
    tests: ['server/features/deposits/follow-transfers.test.ts'],
    bugs: [
      bug(
        'a named transaction with several transfers is answered with its last deposit',
        'const [first] = deposits;',
        'const first = deposits.at(-1);',
      ),
    ],
  },
  {
    file: 'server/features/deposits/request-limits.ts',
    tests: ['server/features/deposits/request-limits.test.ts'],
    bugs: [bug('transfers that nobody requested use up the requests of a day', ' and amount is not null', '')],
  },
  {
    file: 'server/features/deposits/list-open-deposits.ts',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'the list of open deposits does not say who has looked at a proof',
        'reviewedBy: deposit.reviewedBy,',
        'reviewedBy: null,',
      ),
    ],
  },
]);
