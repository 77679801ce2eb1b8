import { bug, mutantsOf } from '../mutant.ts';

/** What passed unseen on the phone and in the console. */
export const webMore = mutantsOf('web', [
  {
    file: 'web/platform/api/bounded-call.ts',
    tests: ['web/platform/api/bounded-call.test.ts'],
    bugs: [
      bug(
        'a read of a proof that can be broken off is never given up',
        'const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;',
        'const ended = signal ?? timeout;',
      ),
    ],
  },
  {
    file: 'web/platform/stream/connection.ts',
    tests: ['web/platform/stream/stream.test.ts'],
    bugs: [
      bug(
        'a stream that failed once waits longer and longer for ever',
        '    opened.onopen = () => {\n      failures = 0;',
        '    opened.onopen = () => {',
      ),
    ],
  },
  {
    file: 'web/platform/api/stale-reads.ts',
    tests: ['web/platform/api/stale-reads.test.ts'],
    bugs: [
      bug(
        'the chat is not read again after a loss of events',
        '    ...notifications,\n    ...chat,\n    ...team,',
        '    ...notifications,\n    ...team,',
      ),
    ],
  },
  {
    file: 'web/ui/chart/load-chart.ts',
    tests: ['web/ui/chart/load-chart.test.ts'],
    bugs: [bug('a chart that failed is asked for at the same address', '      failures++;\n', '')],
  },
  {
    file: 'web/ui/chart/chart-rows.ts',
    tests: ['web/ui/chart/chart-rows.test.ts'],
    bugs: [
      bug(
        'a change of volume alone is not drawn',
        '    left.close === right.close &&\n    left.volume === right.volume',
        '    left.close === right.close',
      ),
    ],
  },
  {
    file: 'web/features/bank-card/queries.ts',
    tests: ['web/features/bank-card/card-presses.test.tsx'],
    bugs: [
      bug(
        'the cost of a withdrawal is not read again after the card changed',
        'getAccountInfo, quoteWithdrawal, listSecurityActs);',
        'getAccountInfo, listSecurityActs);',
      ),
    ],
  },
  {
    file: 'web/prerender/page-template.ts',
    tests: ['web/prerender/page-template.test.ts'],
    bugs: [
      bug(
        'the policy does not let the style of a first screen through',
        'shadow === null ? [style] : [style, shadow.style]',
        '[style]',
      ),
      bug(
        'the styles of a page come before those they override',
        '...new Set([...baseStyles, ...(screen === null ? [] : neededBy(bundle, modulesOf(screen.route)).styles)]),',
        '...new Set([...(screen === null ? [] : neededBy(bundle, modulesOf(screen.route)).styles), ...baseStyles]),',
      ),
    ],
  },
  {
    file: 'web/prerender/before-paint.ts',
    tests: ['web/prerender/before-paint.test.ts'],
    bugs: [
      bug(
        'a first screen in another language than the tab’s is shown',
        '  if (locale !== visitLocale()) return false;\n',
        '',
      ),
      bug(
        'a member whose cookie is gone sees the login as a first screen',
        "|| tabStorage.getItem('username') === null",
        "|| tabStorage.getItem('username') !== null",
      ),
    ],
  },
  {
    file: 'web/features/rounds/round-keeper.tsx',
    tests: ['web/features/rounds/round-keeper-presses.test.tsx'],
    bugs: [
      bug(
        'visitors are asked for their bets',
        'keepClosed(round, digest, at, isMember)',
        'keepClosed(round, digest, at, true)',
      ),
    ],
  },
  {
    file: 'web/operator/queries/members.ts',
    tests: ['web/operator/sections/members-presses.test.tsx'],
    bugs: [
      bug(
        'the console asks the server for what cannot be a name',
        'const enabled = /^[A-Za-z0-9]{1,20}$/.test(search);',
        "const enabled = search !== '';",
      ),
    ],
  },
  {
    file: 'web/features/donations/queries.ts',
    tests: ['web/features/donations/giving-presses.test.tsx'],
    bugs: [
      bug(
        'the phone keeps what a root says though the receipts do not match it',
        'if (check.matches && check.fall === null && !isContradicted) await keepReceived',
        'if (check.fall === null && !isContradicted) await keepReceived',
      ),
      bug(
        'the phone keeps less than it has seen as received',
        'if (check.matches && check.fall === null && !isContradicted) await keepReceived',
        'if (check.matches && !isContradicted) await keepReceived',
      ),
      bug(
        'the phone keeps nothing of the roots it has held the receipts against',
        '  if (check.matches && check.fall === null && !isContradicted) await keepReceived(receivedBy(newest));\n',
        '',
      ),
    ],
  },
  {
    file: 'web/features/market/market-prices.ts',
    tests: ['web/features/market/market-prices.test.ts'],
    bugs: [
      bug(
        'a price that moves without a change of percent is not shown',
        '(price[1] === row.last && price[2] === row.changePercent)',
        '(price[1] === row.last || price[2] === row.changePercent)',
      ),
    ],
  },
  {
    file: 'web/features/notifications/use-announcements.ts',
    tests: ['web/features/notifications/notification-presses.test.tsx'],
    bugs: [
      bug(
        'what one member was told of is old for every member of the phone',
        "`notified:${useUsername() ?? ''}`",
        "'notified:'",
      ),
    ],
  },
  {
    file: 'web/features/proofs/own-records.ts',
    tests: ['web/features/proofs/own-records.test.ts'],
    bugs: [
      bug(
        'money that moved between the reads is a fault of the server’s',
        'if (attempt === attempts || !isBroken) return own;',
        'return own;',
      ),
      bug(
        'a member’s accounts that never agree with the records are read again for ever',
        'if (attempt === attempts || !isBroken) return own;',
        'if (!isBroken || attempt > 1000) return own;',
      ),
    ],
  },
  {
    file: 'web/features/rounds/own-bets.tsx',
    tests: ['web/features/rounds/proof-presses.test.tsx'],
    bugs: [
      bug(
        'a bet that is not paid yet is held against the result',
        "shown.state === 'pending' && !round.isPaid ? null : outcomeOf(round)",
        'outcomeOf(round)',
      ),
    ],
  },
  {
    file: 'web/features/support/use-outbox.ts',
    tests: ['web/features/support/outbox-presses.test.tsx'],
    bugs: [
      bug(
        'messages wait for their retry though the phone is online again',
        "window.addEventListener('online', outbox.flush);\n",
        '',
      ),
      bug(
        'messages wait for their retry though the stream is live again',
        "  if (stream.state() === 'live') outbox.flush();\n",
        '',
      ),
    ],
  },
  {
    file: 'web/operator/sections/reviewed-withdrawals.tsx',
    tests: ['web/operator/sections/money-presses.test.tsx'],
    bugs: [
      bug(
        'a refused withdrawal that needed nobody is said to be free',
        'withdrawal.approvalsNeeded === 0 && refusal === null;',
        'withdrawal.approvalsNeeded === 0;',
      ),
    ],
  },
  {
    file: 'web/features/identity/sessions/login-check.tsx',
    tests: ['web/features/identity/sessions/session-presses.test.tsx'],
    bugs: [
      bug(
        'who signed in meanwhile is signed out in place of the one before',
        ' && session.username() === username) endSession(end);',
        ') endSession(end);',
      ),
    ],
  },
  {
    file: 'web/features/weight/kept-entries.ts',
    tests: ['web/features/weight/kept-entries.test.ts'],
    bugs: [
      bug(
        'the oldest entry of all can be taken away unseen',
        'const oldest = isComplete ? Number.NEGATIVE_INFINITY :',
        'const oldest = ',
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/queries.ts',
    tests: ['web/features/withdrawals/withdrawal-presses.test.tsx'],
    bugs: [
      bug(
        'the cost of one way out is shown for the other',
        '(before?.method === method ? before : undefined)',
        'before',
      ),
    ],
  },
  {
    file: 'web/features/basket/queries.ts',
    tests: ['web/features/basket/basket-presses.test.tsx'],
    bugs: [bug('the index of other coins is taken from the cache', "name: names?.join() ?? ''", "name: ''")],
  },
  {
    file: 'web/platform/api/read-text.ts',
    tests: ['web/platform/api/call.test.ts'],
    bugs: [bug('an answer that is too long is loaded to its end', '      await reader?.cancel();\n', '')],
  },
  {
    file: 'web/features/wallet/readable-csv.ts',
    tests: ['web/features/wallet/readable-csv.test.ts'],
    bugs: [
      bug(
        'a quotation mark in a word of the file of records breaks its columns',
        "cell.replaceAll('\"', '\"\"')",
        'cell',
      ),
    ],
  },
]);
