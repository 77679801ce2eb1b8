import { bug, mutantsOf } from '../mutant.ts';

const of = (feature: string): string[] => [`web/features/${feature}`];

/** What the screens of money show. */
export const moneyScreens = mutantsOf('screens', [
  {
    file: 'web/features/withdrawals/withdrawal-tracker.tsx',
    tests: of('withdrawals'),
    bugs: [
      bug(
        'a withdrawal that is over can be cancelled',
        '{withdrawal.cancellable ? <CancelButton',
        '{withdrawal.id ? <CancelButton',
      ),
      bug(
        'fee and receipt are swapped',
        'note={t(\'withdrawals.feeNote\')}\n        value={<Money source="ledger" value={fee}',
        'note={t(\'withdrawals.feeNote\')}\n        value={<Money source="ledger" value={actualReceipt}',
      ),
      bug(
        'the review ends when it was asked for',
        'time: format.dayTime(reviewEndsAt)',
        'time: format.dayTime(withdrawal.requestedAt)',
      ),
      bug(
        'approvals are the wrong way round',
        'done: approvals, needed: approvalsNeeded',
        'done: approvalsNeeded, needed: approvals',
      ),
      bug(
        'a refusal says no reason',
        "step === 'refused' && reason !== null",
        "step === 'cancelled' && reason !== null",
      ),
      bug(
        'the end of a withdrawal is when it was sent',
        'value={format.dayTime(endedAt)}',
        'value={format.dayTime(sentAt ?? 0)}',
      ),
      bug('an empty comment is a line', "{comment === '' ? null : (", '{comment === null ? null : ('),
    ],
  },
  {
    file: 'web/features/withdrawals/withdrawal-history.tsx',
    tests: of('withdrawals'),
    bugs: [
      bug('an address stands in full in the history', "method === 'bank' ? destination", 'method ? destination'),
      bug('the history leads to the newest withdrawal', '`/withdrawSuccess?withdrawal=${id}`', '"/withdrawSuccess"'),
      bug('an empty history says nothing', "title={t('withdrawals.empty')}", "title={t('withdrawals.historyTitle')}"),
    ],
  },
  {
    file: 'web/features/withdrawals/quote-lines.tsx',
    tests: of('withdrawals'),
    bugs: [
      bug('what arrives is the fee', 'value={quote.actualReceipt}', 'value={quote.fee}'),
      bug('a review takes a thousandth', 'format.spanWithin(reviewSeconds * 1000)', 'format.spanWithin(reviewSeconds)'),
      bug(
        'approvals are not announced',
        'quote !== null && quote.approvalsNeeded > 0',
        'quote !== null && quote.approvalsNeeded > 2',
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/blockers.tsx',
    tests: of('withdrawals'),
    bugs: [
      bug(
        'names that differ are swapped',
        "{ card: card.nameOnCard, name: realName ?? '' }",
        "{ card: realName ?? '', name: card.nameOnCard }",
      ),
      bug('a frozen account is not said', "blockers.includes('accountFrozen') ?", "blockers.includes('cardUnset') ?"),
      bug('a card of another name is said to match', 'card.nameMatches ? t(note', 'card.nameOnCard ? t(note'),
      bug(
        'a name that is taken is said to match',
        "realName === null ? 'withdrawals.nameTaken' : 'withdrawals.nameMatches'",
        "realName !== null ? 'withdrawals.nameTaken' : 'withdrawals.nameMatches'",
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/needs-card.tsx',
    tests: of('withdrawals'),
    bugs: [
      bug(
        'what is set is said to be unset',
        "isSet ? 'security.isSet' : 'security.isUnset'",
        "isSet ? 'security.isUnset' : 'security.isSet'",
      ),
      bug(
        'the card’s state is the password’s',
        'value={set(data?.hasBankCard)}',
        'value={set(data?.hasWithdrawalPassword)}',
      ),
      bug(
        'a bound card leads to binding one',
        "data?.hasBankCard ? '/card' : '/editbank'",
        "data?.hasBankCard ? '/editbank' : '/card'",
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/payout-times.tsx',
    tests: of('withdrawals'),
    bugs: [
      bug(
        'the median is told as the worst',
        'format.spanWithin(percentile95Seconds * 1000)',
        'format.spanWithin(medianSeconds * 1000)',
      ),
      bug(
        'nothing measured is told as no time',
        'medianSeconds === null || percentile95Seconds === null ?',
        'count < 0 || medianSeconds === null && percentile95Seconds !== null ?',
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/method-list.tsx',
    tests: of('withdrawals'),
    bugs: [
      bug(
        'methods have each other’s notes',
        "note={t('withdrawals.toBankNote')}",
        "note={t('withdrawals.toAddressNote')}",
      ),
    ],
  },
  {
    file: 'web/features/deposits/deposit-tracker.tsx',
    tests: of('deposits'),
    bugs: [
      bug(
        'a deposit that is over asks to send',
        '{isFinal(deposit) ? null : <DepositAddress',
        '{!isFinal(deposit) ? null : <DepositAddress',
      ),
      bug(
        'what was announced is shown where it came in',
        'announced === null || announced === amount ? null',
        'announced === null ? null',
      ),
      bug('all confirmations are done', 'step < done && styles.done', 'step <= needed && styles.done'),
      bug('too much is told as too little', "reason === 'belowMinimum'\n", "reason !== 'belowMinimum'\n"),
      bug(
        'an outage is said of a deposit that is over',
        '{behindSince === null || isFinal(deposit) ? null',
        '{behindSince === null ? null',
      ),
      bug(
        'the crediting is when it was asked for',
        'value={format.fullTime(confirmedAt)}',
        'value={format.fullTime(requestedAt)}',
      ),
    ],
  },
  {
    file: 'web/features/deposits/deposit-history.tsx',
    tests: of('deposits'),
    bugs: [
      bug('a deposit on its way shows its number', 'if (!isFinal(deposit)) {', 'if (isFinal(deposit)) {'),
      bug(
        'reasons in the history are swapped',
        "belowMinimum: 'deposits.underMinimum'",
        "belowMinimum: 'deposits.overMaximum'",
      ),
    ],
  },
  {
    file: 'web/features/deposits/channel-list.tsx',
    tests: of('deposits'),
    bugs: [
      bug(
        'bounds of a channel are swapped',
        'minimum: format.usdt(minimum, 2), maximum: format.usdt(maximum, 2)',
        'minimum: format.usdt(maximum, 2), maximum: format.usdt(minimum, 2)',
      ),
      bug('each channel leads to the first', '`/deposit?channel=${id}`', '"/deposit"'),
      bug('a network that is away is not said', 'channel.behindSince !== null', 'channel.behindSince === undefined'),
    ],
  },
  {
    file: 'web/features/rounds/bet-outlook.tsx',
    tests: ['web/pages/printed-sums.test.tsx'],
    bugs: [
      bug(
        'the share of outcomes that lose is that of those that win',
        '(outcomeCount - winningOutcomes[form.category]) /',
        'winningOutcomes[form.category] /',
      ),
      bug('the share of outcomes that lose is their number', '/ outcomeCount;', '* outcomeCount;'),
    ],
  },
  {
    file: 'web/features/financing/financing-ways.tsx',
    tests: ['web/features/financing'],
    bugs: [bug('only their own page leads to all products', 'inAllProducts ? null :', '!inAllProducts ? null :')],
  },
  {
    file: 'web/features/deposits/proof-picker.tsx',
    tests: ['web/features/deposits'],
    bugs: [
      bug(
        'a proof that is not sent is said to be sent as it is',
        "proof.step === 'sent' && !proof.redrawn",
        "proof.step !== 'sent' || !proof.redrawn",
      ),
      bug(
        'The progress bar of a proof being sent takes the share for percent and stays almost empty until the end',
        'value={proof.share} aria-label',
        'value={proof.share} max={100} aria-label',
      ),
      bug('a proof that was shrunk is said to be sent as it is', ' && !proof.redrawn', ''),
    ],
  },
]);
