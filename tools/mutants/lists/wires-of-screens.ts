import { bug, mutantsOf } from '../mutant.ts';

const ofForms = ['web/ui/form/form-presses.test.tsx'];
const ofMoving = ['web/ui/moving-presses.test.tsx'];
const ofChat = ['web/features/support/chat-presses.test.tsx'];

/** What small parts of screens do when they open, when they are left, and when they try again. */
export const screenWires = mutantsOf('web', [
  {
    file: 'web/ui/overlay/modal.ts',
    tests: ofForms,
    bugs: [bug('the page behind a sheet can be pressed', 'dialog.showModal()', 'dialog.show()')],
  },
  {
    file: 'web/ui/overlay/dialog.tsx',
    tests: ofForms,
    bugs: [bug('what a dialog says is not read out with it', '      aria-describedby={bodyId}\n', '')],
  },
  {
    file: 'web/ui/overlay/confirm-button.tsx',
    tests: ofForms,
    bugs: [
      bug('an act is about what was there before the question', '    setAsked(() => input);\n', ''),
      bug('an act is about what was read behind the question', 'mutation.mutate(asked,', 'mutation.mutate(input,'),
    ],
  },
  {
    file: 'web/ui/loading/lazy-component.tsx',
    tests: ofMoving,
    bugs: [
      bug('code that fails once asks for a press', 'loadPage(importComponent)', 'importComponent()'),
      bug('a page that was left says that its sheet did not come', '        if (isUnmounted) return;\n', ''),
    ],
  },
  {
    file: 'web/platform/navigation/load-page.ts',
    tests: ['web/platform/navigation/load-page.test.ts'],
    bugs: [bug('a page is loaded again without a pause', 'setTimeout(resolve, options.pauseMs)', 'resolve(null)')],
  },
  {
    file: 'web/platform/retry-until.ts',
    tests: ['web/platform/retry-until.test.ts'],
    bugs: [
      bug('after the network’s return retries stay slow', '    waitMs = firstMs;\n', ''),
      bug('retries become slower without end', 'Math.min(longestMs, waitMs * 2)', 'waitMs * 2'),
      bug('a page that is hidden tries at once', "if (document.visibilityState === 'visible') soon();", 'soon();'),
    ],
  },
  {
    file: 'web/features/tasks/help-reading.tsx',
    tests: ['web/features/tasks/tasks-presses.test.tsx'],
    bugs: [
      bug(
        'a reading that is begun anew counts twice as fast',
        'return () => clearInterval(timer);',
        'return undefined;',
      ),
      bug('that a text is unknown is said twice', "  if (refusalCode(error) === 'helpUnknown') return null;\n", ''),
    ],
  },
  {
    file: 'web/features/support/waiting-message.tsx',
    tests: ['web/features/support/composer-presses.test.tsx'],
    bugs: [
      bug(
        'pictures that are drawn no more stay in memory',
        'return () => URL.revokeObjectURL(made);',
        'return undefined;',
      ),
    ],
  },
  {
    file: 'web/features/support/chat.tsx',
    tests: ofChat,
    bugs: [
      bug(
        'a chat that was left marks its messages as read',
        "    return () => document.removeEventListener('visibilitychange', markNow);\n",
        '',
      ),
      bug('a search scrolls to its end', "isOn: search === '' }", 'isOn: true }'),
    ],
  },
  {
    file: 'web/features/support/chat-end.tsx',
    tests: ofChat,
    bugs: [bug('the chat opens at its oldest message', "mark.current?.scrollIntoView({ block: 'end' })", 'undefined')],
  },
  {
    file: 'web/features/support/use-outbox.ts',
    tests: ['web/features/support/outbox-presses.test.tsx'],
    bugs: [bug('two pages send at once', "navigator.locks.request('clearlot-chat', work)", 'work()')],
  },
  {
    file: 'web/platform/stream/stream.ts',
    tests: ['web/platform/stream/stream.test.ts'],
    bugs: [bug('candles of a chart that was left go on', 'charts = charts.filter((each) => each !== chart);', '')],
  },
  {
    file: 'web/platform/stream/connection.ts',
    tests: ['web/platform/stream/stream.test.ts'],
    bugs: [
      bug(
        'a connection that opened late is taken for silent',
        '      failures = 0;\n      restartSilenceTimer();\n',
        '      failures = 0;\n',
      ),
      bug(
        'after the network’s return the stream waits on',
        '      active = true;\n      failures = 0;\n',
        '      active = true;\n',
      ),
      bug(
        'a retry connects where no page listens any more',
        '    cancelAttempt();\n    cancelSilenceTimer();\n',
        '    cancelSilenceTimer();\n',
      ),
      bug(
        'a page that listens to nothing is behind',
        "      enter('connecting');\n      cancelBehind();\n",
        "      enter('connecting');\n",
      ),
      bug(
        'a connection that was ended counts as live',
        "      close();\n      enter('connecting');\n      cancelBehind();\n",
        '      close();\n      cancelBehind();\n',
      ),
    ],
  },
  {
    file: 'web/operator/console.tsx',
    tests: ['web/operator/main.test.ts'],
    bugs: [bug('a section that broke hides the next ones', '<ErrorBoundary key={location.path} ', '<ErrorBoundary ')],
  },
  {
    file: 'web/operator/router.tsx',
    tests: ['web/operator/main.test.ts'],
    bugs: [bug('going back in the console leads to the top', 'scroll: () => window.scrollY', 'scroll: () => 0')],
  },
]);
