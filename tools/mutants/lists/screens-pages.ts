import { bug, mutantsOf } from '../mutant.ts';

/** What pages hand to their parts, and what their parts do when polling, a day or a session ends. */
export const pageScreens = mutantsOf('screens', [
  {
    file: 'web/pages/deposit-success.tsx',
    tests: ['web/pages/money-presses.test.tsx'],
    bugs: [
      bug(
        'a deposit that does not exist is to be tried again',
        " || refusalCode(deposit.error) === 'depositUnknown'",
        '',
      ),
    ],
  },
  {
    file: 'web/pages/withdraw-success.tsx',
    tests: ['web/pages/money-presses.test.tsx'],
    bugs: [
      bug(
        'a withdrawal that does not exist is to be tried again',
        " || refusalCode(withdrawal.error) === 'withdrawalUnknown'",
        '',
      ),
    ],
  },
  {
    file: 'web/features/deposits/deposit-address.tsx',
    tests: ['web/features/deposits/deposits.test.tsx'],
    bugs: [
      bug(
        'a deposit on its way still asks to send the amount',
        "channel === undefined || deposit.state !== 'requested'",
        'channel === undefined',
      ),
    ],
  },
  {
    file: 'web/features/deposits/use-proof.ts',
    tests: ['web/features/deposits/deposit-presses.test.tsx'],
    bugs: [
      bug(
        'an upload that was broken off by another shows its failure',
        'if (!signal.aborted) setProof(failed(preview, error));',
        'setProof(failed(preview, error));',
      ),
    ],
  },
  {
    file: 'web/features/financing/queries.ts',
    tests: ['web/features/financing/financing-presses.test.tsx'],
    bugs: [
      bug(
        'the earnings of today stand after midnight',
        'runningPollMs : msToNextMemberDay()) },',
        'runningPollMs : false) },',
      ),
    ],
  },
  {
    file: 'web/features/notifications/notification-toast.tsx',
    tests: ['web/features/notifications/notification-presses.test.tsx'],
    bugs: [
      bug(
        'news that were followed stay over the page',
        'useEffect(() => setNews([]), [path, search]);',
        'useEffect(() => setNews([]), []);',
      ),
    ],
  },
  {
    file: 'web/features/plans/leverage-sheet.tsx',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug(
        'the highest leverage cannot be chosen',
        'Array.from({ length: maximum }, (_, index) => index + 1)',
        'Array.from({ length: maximum - 1 }, (_, index) => index + 1)',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-list.tsx',
    tests: ['web/features/plans/plan-list-presses.test.tsx'],
    bugs: [
      bug(
        'a session that is over is told as a list that failed',
        "error === null || error.name === 'SessionOver' ? null",
        'error === null ? null',
      ),
    ],
  },
  {
    file: 'web/features/rounds/queries.ts',
    tests: ['web/features/rounds/round-presses.test.tsx'],
    bugs: [
      bug(
        'a round is no more polled while the stream is behind',
        '(data && isPaying(data) ? payingPollMs : pollWhenBehind) },',
        '(data && isPaying(data) ? payingPollMs : false) },',
      ),
    ],
  },
  {
    file: 'web/features/tasks/queries.ts',
    tests: ['web/features/tasks/tasks-presses.test.tsx'],
    bugs: [
      bug(
        'a failed verification report is told to every member',
        "if (refusalCode(error) === 'resultDiffers') showFailure(error);",
        'showFailure(error);',
      ),
    ],
  },
  {
    file: 'web/features/wallet/record-list.tsx',
    tests: ['web/features/wallet/wallet-presses.test.tsx'],
    bugs: [
      bug('showing everything changes to USDT', 'setTyped(noFilterOf(typed.asset))', "setTyped(noFilterOf('USDT'))"),
    ],
  },
  {
    file: 'web/features/wallet/words.ts',
    tests: ['web/features/wallet/words.test.ts'],
    bugs: [
      bug(
        'what a movement changed in points counts as USDT',
        'changes.filter((change) => change.asset === asset)',
        'changes',
      ),
    ],
  },
  {
    file: 'web/pages/deposit-success.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug('a found deposit stays on the page of the other', 'if (found.id !== id) go(', 'if (found.id === id) go('),
    ],
  },
  {
    file: 'web/pages/game.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug(
        'the bet slip warns of no limits',
        'warnings={(worst) => <LimitsReminder worst={worst} />}',
        'warnings={() => null}',
      ),
    ],
  },
  {
    file: 'web/pages/holdings.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug('a question about a holding pins a plan', "pin={{ kind: 'holding', id }}", "pin={{ kind: 'plan', id }}"),
    ],
  },
  {
    file: 'web/pages/notices.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug(
        'a wanted notice is hidden behind the member’s own',
        "useState<Shown | null>(wanted === null ? null : 'notices')",
        'useState<Shown | null>(null)',
      ),
    ],
  },
  {
    file: 'web/pages/red-envelope.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug('the free activation counts the promotion points', 'weight={listed.weight}', 'weight={listed.promotion}'),
    ],
  },
  {
    file: 'web/pages/round-orders.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [bug('the one bet of the address is not found', "only={useQueryParameter('order')}", 'only={null}')],
  },
  {
    file: 'web/pages/cash.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug(
        'the page of withdrawal methods carries the note on test money of deposits',
        '<PaperNote of="withdrawals" />',
        '<PaperNote of="deposits" />',
      ),
    ],
  },
  {
    file: 'web/pages/home.tsx',
    tests: ['web/pages/any-number-of-coins.test.tsx'],
    bugs: [
      bug(
        'the home page says that there are no prices while they are still being read',
        'if (markets.data?.length === 0) {',
        'if (!markets.data?.length) {',
      ),
    ],
  },
]);
