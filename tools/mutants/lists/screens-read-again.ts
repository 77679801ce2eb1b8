import { bug, mutantsOf } from '../mutant.ts';

/** What screens keep, read again and hold against each other. */
export const screensReadAgain = mutantsOf('screens', [
  {
    file: 'web/features/deposits/from-wallet.tsx',
    tests: ['web/features/deposits/deposit-presses.test.tsx'],
    bugs: [
      bug(
        'a transaction is looked for on one channel, whichever is shown',
        'decodeForm(depositFromWallet, { channel, hash: fields.values.hash })',
        "decodeForm(depositFromWallet, { channel: 'evm', hash: fields.values.hash })",
      ),
    ],
  },
  {
    file: 'web/features/draws/queries.ts',
    tests: ['web/features/draws/draw-presses.test.tsx'],
    bugs: [
      bug(
        'a draw that another page made is missing in the list after its refusal here',
        'getEntries.path, listDraws.path, listWinners.path',
        'getEntries.path, listWinners.path',
      ),
    ],
  },
  {
    file: 'web/features/financing/queries.ts',
    tests: ['web/features/financing/financing-presses.test.tsx'],
    bugs: [
      bug(
        'a running holding on the second page never matures on the screen',
        'query.data?.pages.flat().some((holding)',
        'query.data?.pages[0]?.some((holding)',
      ),
    ],
  },
  {
    file: 'web/features/identity/recovery/recovery-note.tsx',
    tests: ['web/features/identity/sessions/session-presses.test.tsx'],
    bugs: [
      bug(
        'a recovery that replaces the password speaks of factors only',
        "t(waiting.replacesPassword ? 'recovery.passwordText' : 'recovery.text', {\n        time",
        "t('recovery.text', {\n        time",
      ),
    ],
  },
  {
    file: 'web/features/identity/sessions/login-check.tsx',
    tests: ['web/features/identity/sessions/session-presses.test.tsx'],
    bugs: [
      bug(
        'a check that got no answer signs the member out',
        'isSuccess && !signedIn && session',
        '!signedIn && session',
      ),
    ],
  },
  {
    file: 'web/features/limits/queries.ts',
    tests: ['web/features/limits/limits-presses.test.tsx'],
    bugs: [bug('a changed limit does not appear among the acts', 'void invalidate(client, listSecurityActs);', '')],
  },
  {
    file: 'web/features/market/market-prices.ts',
    tests: ['web/features/market/market-prices.test.ts'],
    bugs: [bug('the day’s low is not moved by a lower price', 'Math.min(row.low, last)', 'row.low')],
  },
  {
    file: 'web/features/own-data/deletion-card.tsx',
    tests: ['web/features/own-data/own-data-presses.test.tsx'],
    bugs: [
      bug('an account can be deleted while one thing is open in it', 'open.length > 0 ? (', 'open.length > 1 ? ('),
    ],
  },
  {
    file: 'web/features/own-data/queries.ts',
    tests: ['web/features/own-data/own-data-presses.test.tsx'],
    bugs: [
      bug(
        'what keeps an account open is not read again at the next look',
        "enabled: wanted, refetchOnMount: 'always'",
        'enabled: wanted',
      ),
    ],
  },
  {
    file: 'web/features/plans/kept-plans.ts',
    tests: ['web/features/plans/kept-plans.test.ts'],
    bugs: [
      bug(
        'a receipt that was kept is replaced by a later one',
        'if (!read.success || isWhole(stored)) return stored;',
        'if (!read.success) return stored;',
      ),
    ],
  },
  {
    file: 'web/features/plans/queries/proof.ts',
    tests: ['web/pages/order-detail-presses.test.tsx'],
    bugs: [
      bug(
        'the verification takes a proof from the cache instead of the server’s',
        '...proofQuery(id), staleTime: 0 })',
        '...proofQuery(id), staleTime: Number.POSITIVE_INFINITY })',
      ),
    ],
  },
  {
    file: 'web/features/plans/queries/proof.ts',
    tests: ['web/features/plans/plan-placed-presses.test.tsx'],
    bugs: [
      bug(
        'minutes that are no honest answer count as not loaded',
        'if (error instanceof AnswerRefused) throw error;\n',
        '',
      ),
    ],
  },
  {
    file: 'web/features/plans/queries/records.ts',
    tests: ['web/features/plans/plan-placed-presses.test.tsx'],
    bugs: [
      bug(
        'an open plan is not read again at its own event',
        'readKey(getPlan, { plan: event.id })',
        'readKey(getPlan, { plan: event.status })',
      ),
    ],
  },
  {
    file: 'web/features/plans/round-list.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [
      bug(
        'the total of the rounds is the last round’s result',
        '<Percent source="market" mark="own" ratio={total} />',
        '<Percent source="market" mark="own" ratio={results.at(-1) ?? 0} />',
      ),
    ],
  },
  {
    file: 'web/features/plans/trading-choices.ts',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug(
        'the draft of another member of the phone is shown',
        'member === session.username() ? { search, amountText } :',
        'member !== undefined ? { search, amountText } :',
      ),
    ],
  },
  {
    file: 'web/features/plans/use-plan-desk.ts',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug(
        'the typed amount is not remembered when the member leaves the desk',
        '[isListed, search, form.amountText]',
        '[isListed, search]',
      ),
    ],
  },
  {
    file: 'web/features/plans/verify-card.tsx',
    tests: ['web/features/plans/plan-placed-presses.test.tsx'],
    bugs: [
      bug(
        'a proof that was compared in parts is marked like a whole one',
        "<Verdict isSame={false}>{t('planProof.partlySame')}</Verdict>",
        "<Verdict>{t('planProof.partlySame')}</Verdict>",
      ),
    ],
  },
  {
    file: 'web/features/profile/queries/update-profile.ts',
    tests: ['web/features/profile/profile-presses.test.tsx'],
    bugs: [
      bug(
        'the records keep the days of the time zone before',
        'void invalidate(client, quoteWithdrawal, listMovements, sumMovements, listSecurityActs);',
        'void invalidate(client, quoteWithdrawal, listSecurityActs);',
      ),
      bug(
        'what is on the screen after a registration keeps the day of UTC',
        'if (before?.timezone !== value.timezone)',
        'if (before === value)',
      ),
    ],
  },
  {
    file: 'web/features/proofs/own-records.ts',
    tests: ['web/features/proofs/own-records.test.ts'],
    bugs: [
      bug(
        'records of the very moment that go on on the next page are not read',
        '(page.at(-1)?.at ?? 0) < backTo',
        '(page.at(-1)?.at ?? 0) <= backTo',
      ),
    ],
  },
  {
    file: 'web/features/rounds/own-bets.tsx',
    tests: ['web/features/rounds/proof-presses.test.tsx'],
    bugs: [bug('what a bet of a void round brought is not checked', "state === 'void' ? 'void' : digits", 'digits')],
  },
  {
    file: 'web/features/security/act-history.tsx',
    tests: ['web/features/security/security-presses.test.tsx'],
    bugs: [
      bug(
        'the approval of a withdrawal leads to a deposit',
        "act === 'withdrawalApproved' || act === 'withdrawalRefused'",
        "act === 'withdrawalRefused'",
      ),
    ],
  },
  {
    file: 'web/features/support/chat-end.tsx',
    tests: ['web/features/support/chat-end-presses.test.tsx'],
    bugs: [
      bug('a new message scrolls who reads older ones', '!hasNew) scroll();', 'true) scroll();'),
      bug('an own message is not scrolled to', ' || unsent > reached.unsent', ''),
    ],
  },
  {
    file: 'web/features/support/chat.tsx',
    tests: ['web/features/support/chat-presses.test.tsx'],
    bugs: [
      bug(
        'messages are read while the page is hidden',
        " || document.visibilityState !== 'visible') return;",
        ') return;',
      ),
    ],
  },
  {
    file: 'web/features/weight/entry-list.tsx',
    tests: ['web/features/weight/weight-presses.test.tsx'],
    bugs: [
      bug(
        'the entries are held against the phone as if all were listed',
        'isComplete: !list.hasNextPage',
        'isComplete: true',
      ),
    ],
  },
  {
    file: 'web/features/weight/kept-entries.ts',
    tests: ['web/features/weight/kept-entries.test.ts'],
    bugs: [
      bug('an entry of the same moment that is not listed yet is called gone', 'at > oldest ? [{', 'at >= oldest ? [{'),
    ],
  },
  {
    file: 'web/pages/first-steps.tsx',
    tests: ['web/pages/first-steps-presses.test.tsx'],
    bugs: [bug('the first steps come back after a reload', "tabStorage.setItem(closedKey, 'closed');", '')],
  },
  {
    file: 'web/pages/practice.tsx',
    tests: ['web/pages/practice-presses.test.tsx'],
    bugs: [
      bug(
        'a practice plan becomes a real one of another coin',
        'choosePlan({ coin, levelId',
        'choosePlan({ coin: firstCoin, levelId',
      ),
    ],
  },
  {
    file: 'web/pages/round-detail.tsx',
    tests: ['web/pages/round-detail-presses.test.tsx'],
    bugs: [bug('a round that differs is reported as recomputed', 'if (differences.length > 0 || digest', 'if (digest')],
  },
  {
    file: 'web/pages/trading.tsx',
    tests: ['web/pages/trading-presses.test.tsx'],
    bugs: [
      bug(
        'the trading screen confirms what is not complete',
        'setConfirming(desk.check())',
        'setConfirming(desk.check() || true)',
      ),
      bug('the sheet of coins stays open after a coin is chosen', '            setChoosingCoin(false);\n', ''),
    ],
  },
  {
    file: 'web/pages/withdraw.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [bug('what was typed for a withdrawal to the card stays for one to an address', '      key={method}\n', '')],
  },
]);
