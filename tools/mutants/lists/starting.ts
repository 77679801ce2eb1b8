import { bug, mutantsOf } from '../mutant.ts';

const inPlace = ['replace: true', 'replace: false'] as const;

/** What starts the app and the console, what their pages do beside their parts, and what every part leans on. */
export const starting = mutantsOf('web', [
  {
    file: 'web/main.tsx',
    tests: ['web/main.test.ts'],
    bugs: [
      bug(
        'the app does not know that it was opened offline',
        'onlineManager.setOnline(window.navigator.onLine);\n',
        '',
      ),
      bug('the further texts never come', '    localeStore.loadMore().catch(() => undefined);\n', ''),
      bug(
        'where further pages are is asked for at the tap',
        "    import('./more-pages.ts').catch(() => undefined);\n",
        '',
      ),
      bug('the worker is started by every build', 'if (import.meta.env.PROD)', 'if (!import.meta.env.PROD)'),
    ],
  },
  {
    file: 'web/boot.ts',
    tests: ['web/boot.test.ts'],
    bugs: [
      bug('another coin’s candles are asked for ahead', "coin ? reads.replaceAll('ETH', coin) : reads", 'reads'),
      bug('a public screen loads the code of the login', "addressed?.access === 'member' && ", ''),
      bug(
        'a new tab asks nothing of its session ahead',
        "tabStorage.getItem('username') === null",
        "tabStorage.getItem('username') !== null",
      ),
    ],
  },
  {
    file: 'web/app.tsx',
    tests: ['web/main.test.ts'],
    bugs: [
      bug(
        'texts that come later are not shown until something else renders the screen',
        '<LoadedTextsProvider>\n        <Navigation navigator={navigator}>\n          <Shell />\n        </Navigation>\n      </LoadedTextsProvider>',
        '<Navigation navigator={navigator}>\n        <Shell />\n      </Navigation>',
      ),
    ],
  },
  {
    file: 'web/platform/i18n/loaded-texts.tsx',
    tests: ['web/main.test.ts'],
    bugs: [bug('nothing renders again for the texts that come later', 'return localeStore.subscribe(update);', '')],
  },
  {
    file: 'web/platform/i18n/locale-store.ts',
    tests: ['web/platform/i18n/locale-store.test.ts'],
    bugs: [
      bug(
        'the language that is shown already is loaded and rendered once more',
        'isLoaded(language) ? Promise.resolve() : change(language)',
        'change(language)',
      ),
      bug(
        'the further texts of the language never come',
        '(!wantsMore || chosen.catalogue.settings !== undefined)',
        'true',
      ),
    ],
  },
  {
    file: 'web/platform/stream/use-stream.ts',
    tests: ['web/platform/stream/use-stream-presses.test.tsx'],
    bugs: [
      bug('each notification of the language opens another stream', ' && openedIn !== localeStore.locale()', ''),
      bug('a stream in the former language stays open', 'openedIn = localeStore.locale();', ''),
    ],
  },
  {
    file: 'web/router.tsx',
    tests: ['web/router-presses.test.tsx'],
    bugs: [bug('back from the page leads to a login that is over', ...inPlace)],
  },
  {
    file: 'web/operator/main.tsx',
    tests: ['web/operator/main.test.ts'],
    bugs: [
      bug('calls of an open console all count as touches', 'carryHeaders(watchAttendance(window, Date.now));\n', ''),
      bug('the console keeps the look of its first opening', 'startTheme();\n', ''),
    ],
  },
  {
    file: 'web/operator/start.tsx',
    tests: ['web/operator/console-presses.test.tsx'],
    bugs: [bug('back in the console leads forward again', ...inPlace)],
  },
  {
    file: 'web/operator/paths.ts',
    tests: ['web/operator/paths.test.ts'],
    bugs: [bug('a member’s address in the console opens nobody', "path.split('/')[3]", "path.split('/')[4]")],
  },
  {
    file: 'web/operator/queries/support.ts',
    tests: ['web/operator/queries/refresh-presses.test.tsx'],
    bugs: [
      bug(
        'a chat that is open is not read again',
        "search === '' ? refreshMs : false",
        "search !== '' ? refreshMs : false",
      ),
    ],
  },
  {
    file: 'web/platform/captcha-work/solve-worker.ts',
    tests: ['web/platform/captcha-work'],
    bugs: [
      bug('a captcha whose work has no end breaks', 'if (solution !== null) report', 'if (solution === null) report'),
    ],
  },
  {
    file: 'web/platform/api/upload.ts',
    tests: ['web/platform/api/upload.test.ts'],
    bugs: [
      bug(
        'a refused upload keeps the language before',
        'decodeResult(operation, answer, locale)',
        'decodeResult(operation, answer)',
      ),
      bug('an upload tells no progress', 'total === 0 ? 0 : loaded / total', 'total === 0 ? loaded / total : 0'),
      bug('an upload goes on after it was given up', "    signal.addEventListener('abort', giveUp);\n", ''),
    ],
  },
  {
    file: 'web/platform/pictures/redraw-picture.ts',
    tests: ['web/platform/pictures'],
    bugs: [
      bug('a transparent picture becomes black', '    drawing.fillRect(0, 0, canvas.width, canvas.height);\n', ''),
    ],
  },
  {
    file: 'web/platform/passkeys/passkey-failure.ts',
    tests: ['web/platform/passkeys'],
    bugs: [
      bug(
        'at an address without passkeys nothing is said',
        "  if (error.kind === 'address') return errorText('passkeysUnavailable');\n",
        '',
      ),
    ],
  },
  {
    file: 'web/platform/i18n/text.ts',
    tests: ['web/platform/i18n/text-presses.test.tsx'],
    bugs: [bug('words stay in the language before', '  useLocale();\n', '')],
  },
  {
    file: 'web/pages/order-detail.tsx',
    tests: ['web/pages/order-detail-presses.test.tsx'],
    bugs: [
      bug(
        'a running plan offers its proof',
        '{settledAt === null ? <VerifyLater',
        '{settledAt !== null ? <VerifyLater',
      ),
    ],
  },
  {
    file: 'web/pages/edit-card.tsx',
    tests: ['web/pages/money-presses.test.tsx'],
    bugs: [bug('a first card is called a replacement', 'cards.data.card !== null', 'cards.data.card === null')],
  },
  {
    file: 'web/pages/assets.tsx',
    tests: ['web/pages/assets-presses.test.tsx', 'web/pages/after-request-presses.test.tsx'],
    bugs: [
      bug('who has signed out comes back to the assets', ...inPlace),
      bug(
        'the deposits are read for a sheet that is closed',
        "useLatestDeposit(open === 'activation')",
        "useLatestDeposit(open !== 'activation')",
      ),
    ],
  },
  {
    file: 'web/features/content/use-new-notices.ts',
    tests: ['web/features/content/notices-presses.test.tsx'],
    bugs: [bug('a notice of a time offline never pops up', 'wasListed.current = true;', 'wasListed.current = false;')],
  },
  {
    file: 'web/features/wallet/record-filters.tsx',
    tests: ['web/features/wallet/wallet-presses.test.tsx'],
    bugs: [bug('the sheet of accounts stays open after the choice', '                setOpen(false);\n', '')],
  },
  {
    file: 'web/features/withdrawals/withdrawal-tracker.tsx',
    tests: ['web/features/withdrawals/withdrawals.test.tsx'],
    bugs: [
      bug(
        'a reader is told of another step of a withdrawal',
        "aria-current={look === 'now'",
        "aria-current={look !== 'now'",
      ),
    ],
  },
  {
    file: 'contract/locale.ts',
    tests: ['contract/locale.test.ts'],
    bugs: [bug('a browser of Taiwan gets simplified characters', "? 'tc' : 'zh';", "? 'zh' : 'tc';")],
  },
  {
    file: 'core/withdrawals/rules.ts',
    tests: ['core/bounds.test.ts'],
    bugs: [bug('a new card takes effect after an hour', 'cardReplacementMs = 24 * 60', 'cardReplacementMs = 1 * 60')],
  },
]);
