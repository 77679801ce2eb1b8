import { bug, mutantsOf } from '../mutant.ts';

const of = (name: string): string[] => [`web/features/${name}-presses.test.tsx`];

/** What members press on the screens that move or show money. */
export const moneyPresses = mutantsOf('presses', [
  {
    file: 'web/features/withdrawals/withdrawal-request.tsx',
    tests: of('withdrawals/withdrawal'),
    bugs: [
      bug(
        'a withdrawal is requested without the card that it needs',
        'if (missing !== undefined) return',
        'if (missing === null) return',
      ),
      bug('a second press requests a second withdrawal', 'request.isPending || ', ''),
      bug(
        'all of a withdrawal is what is quoted',
        "toDecimal('USDT', quote.available)",
        "toDecimal('USDT', quote.quote?.amount ?? quote.available)",
      ),
      bug('a refused withdrawal says nothing', '        fields.refused(error);\n', ''),
      bug(
        'a form whose card was replaced goes on showing the old one',
        "if (refusalCode(error) === 'cardChanged') void asked.refetch();",
        '',
      ),
      bug(
        'a lost answer to a withdrawal says that nothing changed',
        'request.error instanceof ApiFailure ?',
        'request.error === null ?',
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/queries.ts',
    tests: [...of('withdrawals/withdrawal'), ...of('withdrawals/withdrawal-lists')],
    bugs: [
      bug(
        'a new address is refused instead of asking for the login password',
        'useMoneyCall(requestWithdrawal, onSuccess, send)',
        'useMoneyCall(requestWithdrawal, onSuccess)',
      ),
      bug(
        'a cancelled withdrawal stays as it was until it is read again',
        'client.setQueryData(withdrawalKey(value.id), value);\n    onCancelled(message);',
        'onCancelled(message);',
      ),
      bug(
        'a withdrawal on its way is read once',
        '(state.data && isFinal(state.data) ? false : pollWhenBehind || slowPollMs)',
        '(state.data ? false : pollWhenBehind || slowPollMs)',
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/withdrawal-gate.tsx',
    tests: [...of('withdrawals/withdrawal'), ...of('withdrawals/withdrawal-lists')],
    bugs: [
      bug(
        'a press before the wallet is known does nothing',
        'const { data, error } = isOnItsWay ?',
        'const { data, error } = !isOnItsWay ?',
      ),
      bug('what a withdrawal needs stays open after it is followed', '    onClose();\n    go(path);', '    go(path);'),
    ],
  },
  {
    file: 'web/features/plans/plan-confirm.tsx',
    tests: of('plans/plan-desk'),
    bugs: [
      bug('a double tap places two plans', 'sendOnce(input, {', 'submission.mutate(input, {'),
      bug('a lost answer closes the plan’s confirmation', 'if (error instanceof ApiRefusal) onClose();', 'onClose();'),
      bug('a refused plan leaves its confirmation open', 'if (error instanceof ApiRefusal) onClose();', ''),
      bug('the phone keeps another level than it sent', 'level: level.id, terms:', 'level: level.id + 1, terms:'),
    ],
  },
  {
    file: 'web/features/plans/use-plan-desk.ts',
    tests: of('plans/plan-desk'),
    bugs: [
      bug('an incomplete plan is confirmed', 'return first === undefined;', 'return true;'),
      bug('a leverage that is locked stays chosen', 'leverage: isLocked ? null : leverage', 'leverage'),
    ],
  },
  {
    file: 'web/features/plans/leverage-sheet.tsx',
    tests: of('plans/plan-desk'),
    bugs: [
      bug('a locked leverage can be chosen', 'if (leverage > unlocked) {', 'if (leverage > maximum) {'),
      bug(
        'the leverages stay open after a choice',
        '    onChoose(leverage);\n    onClose();',
        '    onChoose(leverage);',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-placed.tsx',
    tests: of('plans/plan-placed'),
    bugs: [
      bug(
        'a plan that could not be kept cannot be kept again',
        'onClick={() => void keeping.refetch()}',
        'onClick={() => undefined}',
      ),
      bug(
        'the market of a placed plan keeps its English label',
        'recordingName(t, receipt.market.market.label)',
        'receipt.market.market.label',
      ),
      bug(
        'a settled plan is verified by nobody',
        'receipt && receipt.settledAt !== null && <Settled',
        'receipt && receipt.settledAt === null && <Settled',
      ),
    ],
  },
  {
    file: 'web/features/plans/verify-card.tsx',
    tests: of('plans/plan-placed'),
    bugs: [
      bug('a proof that could not be loaded is saved from before', 'if (error || !data) {', 'if (!data) {'),
      bug('a mismatch cannot be verified again', '(failure || verification?.matches === false) && (', 'failure && ('),
    ],
  },
  {
    file: 'web/features/plans/queries/records.ts',
    tests: of('plans/plan-list'),
    bugs: [
      bug(
        'a running plan of the record stands still',
        "useStreamEvent('plan', (event) => takePlanEvent(client, event));",
        "useStreamEvent('plan', () => undefined);",
      ),
    ],
  },
  {
    file: 'web/features/deposits/deposit-request.tsx',
    tests: of('deposits/deposit'),
    bugs: [
      bug(
        'a deposit is asked for before its proof has arrived',
        'if (read.input === null || !isReady) return;',
        'if (read.input === null) return;',
      ),
      bug('a deposit goes without its proof', "proof.step === 'sent' ? proof.id : null);", 'null);'),
      bug(
        'a refused proof stays as it was',
        "fieldOfRefusal(refusalCode(refusal)) === 'proof' &&",
        "fieldOfRefusal(refusalCode(refusal)) === 'amount' &&",
      ),
    ],
  },
  {
    file: 'web/features/deposits/queries.ts',
    tests: of('deposits/deposit-lists'),
    bugs: [
      bug(
        'a deposit that is not listed yet does not appear',
        'if (listed?.state !== event.state) void invalidate(client, listDeposits);',
        '',
      ),
    ],
  },
  {
    file: 'web/features/financing/subscription.tsx',
    tests: of('financing/financing'),
    bugs: [
      bug(
        'a rate that changed is not read again',
        'ofOtherOffers.has(error.code)) readOffersAgain();',
        "error.code === 'productPaused') readOffersAgain();",
      ),
      bug('a closed product can be subscribed to', 'disabled={!product.open}', 'disabled={false}'),
    ],
  },
  {
    file: 'web/pages/more-products.tsx',
    tests: ['web/pages/money-presses.test.tsx'],
    bugs: [
      bug(
        'Choosing a product among all financing products opens the subscription with the main product',
        '`/funds?product=${product.id}`',
        '`/funds?days=${product.days}`',
      ),
    ],
  },
  {
    file: 'web/features/bank-card/queries.ts',
    tests: of('bank-card/card'),
    bugs: [bug('a card is bound without the login password', 'useOwnerWrite(bindBankCard', 'useWrite(bindBankCard')],
  },
  {
    file: 'web/features/limits/exclusion-card.tsx',
    tests: of('limits/limits'),
    bugs: [
      bug('the end of a break counts from when the page was opened', '    void refetch();\n', ''),
      bug(
        'a break that was refused says nothing',
        '{ onSuccess: onClose, onError: showFailure }',
        '{ onSuccess: onClose }',
      ),
    ],
  },
  {
    file: 'web/features/limits/limit-sheet.tsx',
    tests: of('limits/limits'),
    bugs: [
      bug(
        'a limit that is set leaves its sheet open',
        'setting.mutate(read.input, { onSuccess: onDone, onError',
        'setting.mutate(read.input, { onError',
      ),
    ],
  },
  {
    file: 'web/features/wallet/queries.ts',
    tests: of('wallet/wallet'),
    bugs: [
      bug(
        'the export ends after its first part',
        'if (chunk.next === null) return { csv, lines };',
        'return { csv, lines };',
      ),
    ],
  },
  {
    file: 'web/features/market/queries/market.ts',
    tests: of('market/market'),
    bugs: [
      bug(
        'a chart takes the candles of another coin',
        'if (of !== coin || time !== range || !candles) return;',
        'if (time !== range || !candles) return;',
      ),
      bug('after a gap a chart stands still', 'else void client.invalidateQueries({ queryKey: key });', ''),
    ],
  },
  {
    file: 'web/features/deposits/queries.ts',
    tests: ['web/features/deposits/deposit-lists-presses.test.tsx'],
    bugs: [
      bug(
        'a deposit that the list does not have yet does not appear when its event arrives',
        'if (listed?.state !== event.state) void invalidate',
        'if (listed !== undefined && listed.state !== event.state) void invalidate',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-proof.ts',
    tests: ['web/features/plans/plan-proof.test.ts'],
    bugs: [
      bug(
        'the published candles of a plan take in the minute after its end, so that an honest proof is said to differ',
        'openTime >= from && openTime < through',
        'openTime >= from && openTime <= through',
      ),
    ],
  },
  {
    file: 'web/features/plans/practice/practice-plan.ts',
    tests: ['web/features/plans/practice/practice-plan.test.ts'],
    bugs: [
      bug(
        'a practice plan that earned nothing is called a success, while a real one is a failure',
        "status: income > 0n ? 'success' : 'failure'",
        "status: income >= 0n ? 'success' : 'failure'",
      ),
    ],
  },
  {
    file: 'web/features/plans/quote-figures.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [
      bug(
        'the fees of a plan in USDT are shown with a plus sign, as if they were earned',
        'value={value} decimals={2} sign={sign} />',
        'value={value} decimals={2} sign="always" />',
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/withdrawal-request.tsx',
    tests: ['web/features/withdrawals/withdrawal-presses.test.tsx'],
    bugs: [
      bug(
        'an amount typed with a decimal comma is not quoted',
        'useDeferredValue(amount)',
        'useDeferredValue(fields.values.amount)',
      ),
      bug('a withdrawal is sent with its fee not shown', 'if (failed !== null) {', 'if (failed === undefined) {'),
      bug('a withdrawal is sent on the figures of another amount', ' || (failed === null && !isOfTyped)', ''),
      bug('the figures of another amount are shown', 'isOfTyped ? quote : { ...quote, quote: null }', 'quote'),
    ],
  },
]);
