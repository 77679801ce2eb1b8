import { bug, mutantsOf } from '../mutant.ts';

/** Ways of money that are seldom gone: repeated, overtaken, dropped, at the limit, after a downtime. */
export const moneyPaths = mutantsOf('money', [
  {
    file: 'core/limits/loss-limits.ts',
    tests: ['core/limits/loss-limits.test.ts'],
    bugs: [
      bug(
        'a request is held against the limit before the one that waited',
        'const { amount } = limitAt(limit, now);\n  if (isLooser',
        'const { amount } = limit;\n  if (isLooser',
      ),
    ],
  },
  {
    file: 'server/ledger/movement-sums.ts',
    tests: ['server/features/wallet/movements.test.ts'],
    bugs: [
      bug(
        'what a sum has counted is counted again at the next look',
        '    ...later,\n    movements:',
        '    ...before,\n    movements:',
      ),
    ],
  },
  {
    file: 'server/ledger/committer.ts',
    tests: ['server/ledger/ledger.test.ts'],
    bugs: [bug('a ledger that closes drops what is being committed', '    await this.#running;\n', '')],
  },
  {
    file: 'server/features/financing/holding-record.ts',
    tests: ['server/features/financing/end-holding.test.ts'],
    bugs: [bug('a redeemed holding goes on earning days', 'endedAt ?? now', 'now')],
  },
  {
    file: 'server/features/withdrawals/poll-withdrawals.ts',
    tests: ['server/features/withdrawals/withdrawals.test.ts'],
    bugs: [bug('a payout that is asked for again begins now', 'sentAt: sentAt ?? now }, now)', 'sentAt: now }, now)')],
  },
  {
    file: 'server/features/withdrawals/quote-withdrawal.ts',
    tests: ['server/features/withdrawals/approvals-of-a-day.test.ts'],
    bugs: [
      bug(
        'a quote to an address counts what went to the card',
        "method === 'bank' && card ? card.fingerprint : null",
        'card ? card.fingerprint : null',
      ),
    ],
  },
  {
    file: 'server/features/deposits/follow-transfers.ts',
    tests: ['server/features/deposits/follow-transfers.test.ts'],
    bugs: [
      bug(
        'a rejected transfer is looked at for ever',
        "if (ended === 'confirmed' || ended === 'rejected') {",
        "if (ended === 'confirmed') {",
      ),
    ],
  },
  {
    file: 'server/features/deposits/transfer-store.ts',
    tests: ['server/features/deposits/follow-transfers.test.ts'],
    bugs: [
      bug('a transfer of another amount goes to the oldest request', 'desc, id desc limit 1', 'desc, id limit 1'),
      bug(
        'a transfer takes a request of another channel',
        ' and channel = ${channel} and transfer is null',
        ' and transfer is null',
      ),
    ],
  },
  {
    file: 'server/features/deposits/review-deposit.ts',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'a deposit whose transfer a reorganisation dropped can be refused',
        "deposit.state !== 'requested' || deposit.transfer !== null",
        "deposit.state !== 'requested'",
      ),
    ],
  },
  {
    file: 'server/features/deposits/request-deposit.ts',
    tests: ['server/features/deposits/deposits.test.ts'],
    bugs: [
      bug(
        'a repeated key with another proof is the first deposit',
        'amount, ...(image === undefined ? {} : { image }) })',
        'amount })',
      ),
    ],
  },
  {
    file: 'server/features/deposits/request-deposit.ts',
    tests: ['server/test/deposit-exclusion.test.ts'],
    bugs: [
      bug(
        'a deposit looks for an exclusion before its lock',
        '      await guard.requireNotExcluded(transaction, memberId);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/limits/get-limits.ts',
    tests: ['server/features/limits/limits.test.ts'],
    bugs: [
      bug(
        'losses are counted to the wall clock',
        'readLimitStatus(tables, memberId, clock.now())',
        'readLimitStatus(tables, memberId, now)',
      ),
    ],
  },
  {
    file: 'server/features/bank-card/bind-bank-card.ts',
    tests: ['server/test/bank-cards.test.ts'],
    bugs: [
      bug(
        'a card with another name on it is the same card',
        'kept.number === given.number && kept.name === given.name &&',
        'kept.number === given.number &&',
      ),
      bug('the wait of a card begins anew when it is bound again', 'of [card, replacement])', 'of [card])'),
    ],
  },
  {
    file: 'server/features/products/product-content.ts',
    tests: ['server/test/product-offers.test.ts', 'server/test/product-changes.test.ts'],
    bugs: [
      bug(
        'an approval covers another rate',
        'return [...product, content.minimum, content.maximum, ...rate];',
        'return [...product, content.minimum, content.maximum];',
      ),
    ],
  },
  {
    file: 'server/features/products/reviewed-products.ts',
    tests: ['server/test/product-offers.test.ts'],
    bugs: [
      bug(
        'operators decide on a change without its reason',
        '{ ...shownOf(change), reason: change.reason }',
        'shownOf(change)',
      ),
    ],
  },
  {
    file: 'server/ledger/approval-rows.ts',
    tests: ['server/features/books/fundings.test.ts'],
    bugs: [
      bug(
        'the act of an approval that makes a funding has no reason',
        'subject: about, member_id: null, reason }',
        "subject: about, member_id: null, reason: '' }",
      ),
    ],
  },
  {
    file: 'server/features/books/funding-store.ts',
    tests: ['server/features/books/fundings.test.ts'],
    bugs: [
      bug(
        'a funding that was made still waits',
        'where f.request_id is null and decisions.refused_by is null and r.asked_at',
        'where decisions.refused_by is null and r.asked_at',
      ),
    ],
  },
  {
    file: 'server/ledger/ledger.ts',
    tests: ['server/ledger/pages.test.ts'],
    bugs: [bug('an empty page waits for ever', '    if (page.length === 0) return;\n', '')],
  },
  {
    file: 'server/features/financing/list-products.ts',
    tests: ['server/test/product-offers.test.ts'],
    bugs: [
      bug('each product shows the coming offers of all', '        .filter(({ item }) => item.id === product.id)\n', ''),
    ],
  },
  {
    file: 'server/features/products/ask-for-change.ts',
    tests: ['server/test/product-changes.test.ts'],
    bugs: [
      bug(
        'a change is asked for from a moment that is past',
        'Math.max(now, from === undefined ? now : Number(from))',
        'from === undefined ? now : Number(from)',
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/withdrawal-store.ts',
    tests: ['server/features/withdrawals/approvals-of-a-day.test.ts'],
    bugs: [
      bug(
        'a quote counts the destination itself among the others',
        'filter (where destination_hash <> (table destination))',
        'filter (where (table destination) is not null)',
      ),
    ],
  },
  {
    file: 'server/features/deposits/request-limits.ts',
    tests: ['server/features/deposits/request-limits.test.ts'],
    bugs: [
      bug(
        'deposits that were seen do not count as under way',
        "state === 'requested' || state === 'seen');\n  const openFreeAt",
        "state === 'requested');\n  const openFreeAt",
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-from-wallet.ts',
    tests: ['server/features/deposits/follow-transfers.test.ts'],
    bugs: [
      bug(
        'a transfer that a reorganisation dropped is seen',
        "if (!isOpen || state === 'requested') {",
        'if (!isOpen) {',
      ),
    ],
  },
  {
    file: 'server/features/deposits/prove-deposit.ts',
    tests: ['server/features/deposits/deposits.test.ts'],
    bugs: [
      bug(
        'a rejected deposit can be proven',
        "if (deposit.state === 'confirmed' || deposit.state === 'rejected') throw",
        "if (deposit.state === 'confirmed') throw",
      ),
    ],
  },
  {
    file: 'server/features/wallet/list-movements.ts',
    tests: ['server/features/wallet/movements.test.ts'],
    bugs: [
      bug(
        'a void plan’s movement has no coin',
        "kind.startsWith('plan')",
        "kind.startsWith('planP') || kind.startsWith('planS')",
      ),
    ],
  },
  {
    file: 'server/features/financing/holding-store.ts',
    tests: ['server/features/financing/financing.test.ts'],
    bugs: [
      bug(
        'payouts are listed by their subscription',
        'order by ended_at desc, id desc limit $2',
        'order by id desc limit $2',
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-record.ts',
    tests: ['server/features/deposits/deposits.test.ts'],
    bugs: [
      bug(
        'a deposit needs the confirmations of the first channel',
        'rail.channels.find(({ id }) => id === deposit.channel)',
        'rail.channels[0]',
      ),
    ],
  },
]);
