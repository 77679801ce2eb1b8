import { bug, mutantsOf } from '../mutant.ts';

/** What a screen shows as time passes, as a figure gets small, and as its address changes. */
export const screensInTime = mutantsOf('web', [
  {
    file: 'web/features/notifications/notification-toast.tsx',
    tests: ['web/features/notifications/notification-presses.test.tsx'],
    bugs: [
      bug(
        'A toast of news stays until it is dismissed - its time runs once from the opening of the page and not from the news',
        '}, [news]);',
        '}, []);',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-form.ts',
    tests: ['web/features/plans/plan-form.test.ts'],
    bugs: [
      bug(
        'After a plan was placed, the form for another one marks its empty amount as missing at once',
        "amountText: '', tried: false };",
        "amountText: '' };",
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-head.tsx',
    tests: ['web/features/plans/plan-list-presses.test.tsx'],
    bugs: [
      bug(
        'A running plan is said to wait for the market from the very moment its next result is due, without the interval that a result may take',
        'const late = productNow() > resultAt + intervalMs[terms.interval];',
        'const late = productNow() >= resultAt && intervalMs[terms.interval] > 0;',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-head.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [
      bug(
        'A shortfall below one cent is shown as 0.00 unless it is below a ten-thousandth',
        'shortfall < 10_000n',
        'shortfall < 100n',
      ),
    ],
  },
  {
    file: 'web/pages/notices.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug(
        'A visitor who has the notices open and follows a link to another notice does not see that one opened',
        '<Both wanted={wanted} /> : <NoticeList key={wanted} wanted={wanted} />',
        '<Both wanted={wanted} /> : <NoticeList wanted={wanted} />',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-fields.tsx',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug(
        'An amount typed with the comma of the language is not understood in the plan form',
        "dispatch({ type: 'amountTyped', text: format.typedAmount(text) })",
        "dispatch({ type: 'amountTyped', text })",
      ),
      bug(
        'An amount becomes another number while a Japanese keyboard composes it',
        '=== form.amountText ? typed : form.amountText',
        '=== form.amountText ? form.amountText : form.amountText',
      ),
      bug(
        'An amount that begins with its point is rewritten under the keyboard',
        'withLeadingZero(format.typedAmount(typed))',
        'format.typedAmount(typed)',
      ),
    ],
  },
  {
    file: 'web/operator/sections/content-editor.tsx',
    tests: ['web/operator/sections/content-presses.test.tsx'],
    bugs: [
      bug(
        'Once one language of a text is saved the changes of the others are dropped, also where their saving then fails',
        'return left.size === 0 ? null : left;',
        'return null;',
      ),
    ],
  },
  {
    file: 'web/features/limits/limit-sheet.tsx',
    tests: ['web/features/limits/limits-presses.test.tsx'],
    bugs: [
      bug(
        'A loss limit typed with the comma of the language is not understood',
        'format.typedAmount(fields.values.amount)',
        'fields.values.amount',
      ),
    ],
  },
  {
    file: 'web/features/deposits/deposit-request.tsx',
    tests: ['web/features/deposits/deposit-presses.test.tsx'],
    bugs: [
      bug('A deposit typed with the comma of the language is not understood', 'format.typedAmount(amount)', 'amount'),
    ],
  },
  {
    file: 'web/features/financing/subscription.tsx',
    tests: ['web/features/financing/changed-offers-presses.test.tsx'],
    bugs: [
      bug(
        'A subscription typed with the comma of the language is not understood',
        'format.typedAmount(fields.values.amount)',
        'fields.values.amount',
      ),
    ],
  },
  {
    file: 'web/features/rounds/bet-slip.tsx',
    tests: ['web/features/rounds/bet-presses.test.tsx'],
    bugs: [
      bug(
        'A stake typed with the comma of the language is not understood',
        'amount: format.typedAmount(fields.values.amount)',
        'amount: fields.values.amount',
      ),
      bug('A wide number of rounds is not understood', 'narrowDigits(fields.values.follow)', 'fields.values.follow'),
    ],
  },
  {
    file: 'web/features/plans/leverage-sheet.tsx',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug(
        'The highest unlocked leverage carries a lock in the sheet',
        '{leverage > unlocked && <Icon',
        '{leverage >= unlocked && <Icon',
      ),
    ],
  },
  {
    file: 'web/features/rounds/replay-in-worker.ts',
    tests: ['web/features/rounds/replay-presses.test.tsx'],
    bugs: [
      bug(
        'The step "market" counts as compared in a replay although the market was left open',
        "market: beacon?.kind === 'market' && !open.includes('market'),",
        "market: beacon?.kind === 'market',",
      ),
    ],
  },
  {
    file: 'web/operator/attendance.ts',
    tests: ['web/operator/attendance.test.ts'],
    bugs: [
      bug(
        'Only the first touch of each kind counts as attendance - a working operator is signed out',
        '{ capture: true, passive: true }',
        '{ capture: true, passive: true, once: true }',
      ),
    ],
  },
  {
    file: 'web/operator/queries/hints.ts',
    tests: ['web/operator/queries/hints.test.ts'],
    bugs: [
      bug(
        'A hint about chats that names no member leaves the open chat stale',
        'path !== readConversation.path || member === undefined || (',
        'path !== readConversation.path || (',
      ),
    ],
  },
  {
    file: 'web/operator/queries/support.ts',
    tests: ['web/reads-after-writes.test.tsx'],
    bugs: [
      bug(
        'After a chat was marked seen the inbox still counts it as unread',
        'useWrite(markConversationSeen, { onSettled: useInvalidate(...ofChat) })',
        'useWrite(markConversationSeen, { onSettled: useInvalidate(readConversation) })',
      ),
    ],
  },
]);
