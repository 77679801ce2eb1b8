import { bug, mutantsOf } from '../mutant.ts';

const ofConfig = ['server/platform/config.test.ts'];
const ofSetUp = ['tools/setup/setup-parts.test.ts'];

/** What the settings and the start of the server are given. */
export const settingWires = mutantsOf('platform', [
  {
    file: 'server/app.ts',
    tests: ['server/test/wires-of-app.test.ts'],
    bugs: [
      bug(
        'nothing notices that the database has fallen silent',
        '  keep(watchDatabase(database.url, log), (one) => one.stop());\n',
        '',
      ),
      bug('pages hear no prices', 'feeds: [prices, ...feeds]', 'feeds'),
      bug('pages hear of no round', 'feeds: [prices, ...feeds]', 'feeds: [prices]'),
      bug(
        'the product clock begins now, whatever the settings say',
        'openOwnClock(pool, config.clock, log)',
        'openOwnClock(pool, { ...config.clock, startMs: null }, log)',
      ),
    ],
  },
  {
    file: 'server/main.ts',
    tests: ['server/test/main.test.ts'],
    bugs: [bug('an older Node starts the server', 'const nodeMajorMin = 24;', 'const nodeMajorMin = 23;')],
  },
  {
    file: 'server/platform/config.ts',
    tests: ofConfig,
    bugs: [
      bug('LOG_LEVEL is ignored', 'logLevel: values.LOG_LEVEL', "logLevel: 'info'"),
      bug('DATA_DIR is ignored', 'dataFolder: values.DATA_DIR', "dataFolder: '/tmp/.clearlot'"),
      bug('the key file is not beside DATA_DIR', '`${values.DATA_DIR}.card.key`', '`/tmp/.clearlot.card.key`'),
      bug('RATE_LIMIT is ignored', "rateLimit: values.RATE_LIMIT === 'on'", 'rateLimit: true'),
      bug('PUSH_TO_LOOPBACK is ignored', "pushToLoopback: values.PUSH_TO_LOOPBACK === 'on'", 'pushToLoopback: false'),
      bug('MARKET_SOURCE is ignored', 'marketSource: values.MARKET_SOURCE', "marketSource: 'replay'"),
      bug('settings of the other rail are printed', '(ofRail === undefined || ofRail === values.RAIL)', 'true'),
      bug('a misspelt PUBLIC_ORIGIN is passed over', 'CLEARLOT|PUBLIC|', 'CLEARLOT|'),
      bug('a misspelt METRICS_KEY is passed over', '|METRICS|PUSH', '|PUSH'),
      bug('a misspelt TRUSTED_PROXIES is passed over', '|TRUSTED|VERIFY_CODE', '|VERIFY_CODE'),
      bug('a misspelt BEACON is passed over', '|BEACON|MARKET', '|MARKET'),
      bug('a misspelt CARD_KEY is passed over', '|CARD|METRICS', '|METRICS'),
    ],
  },
  {
    file: 'server/platform/settings.ts',
    tests: ofConfig,
    bugs: [
      bug('a port beyond the last one is taken', 'Number(port) <= 65_535', 'Number(port) <= 65_536'),
      bug('the clock may be a million times as fast', 'Number(speed) <= 100_000', 'Number(speed) <= 1_000_000'),
      bug('the key of the metrics may be short', '{16,200}', '{15,200}'),
      bug('a year alone is a moment', '/^\\d{4}-\\d{2}-\\d{2}(T|$)/.test(moment) && ', ''),
    ],
  },
]);

/** What the app is made of on the phone, and the console’s sections. */
export const pageWires = mutantsOf('web', [
  {
    file: 'web/platform/api/stale-reads.ts',
    tests: ['tools/lint/stale-reads.test.ts'],
    bugs: [
      bug('the results of rounds are not read again', "  '/rounds/results',\n", ''),
      bug('a changed factor leaves the list of factors as it was', "  '/account/factors',\n", ''),
      bug(
        'a freeze leaves the quote of a withdrawal as it was',
        "    '/api/wallet',\n    '/withdrawals/quote',\n",
        "    '/api/wallet',\n",
      ),
      bug('the times of payouts are not read again', "    '/withdrawals/times',\n", ''),
      bug(
        'after a loss of events deposits stay as they were',
        '  resync: [\n    ...plans,\n    ...deposits,\n',
        '  resync: [\n    ...plans,\n',
      ),
      bug(
        'a withdrawal that moves on leaves its list as it was',
        '  withdrawal: withdrawals,\n',
        '  withdrawal: chat,\n',
      ),
      bug('unread messages are not counted again', "['/chat/log', '/chat/notice']", "['/chat/log']"),
    ],
  },
  {
    file: 'web/operator/sections.ts',
    tests: ['web/operator/sections.test.ts'],
    bugs: [
      bug(
        'the inbox draws the own sessions',
        "(await import('./sections/inbox.tsx')).Inbox",
        "(await import('./sections/sessions.tsx')).OwnSessions",
      ),
      bug('support is shown the books', "permission: 'readBooks'", "permission: 'readHealth'"),
    ],
  },
  {
    file: 'web/routes.ts',
    tests: ['web/routes.test.ts'],
    bugs: [
      bug(
        'the game is at the address of a round’s numbers',
        "path: '/haoma', access: 'member', order: 63, page: 'round-numbers'",
        "path: '/haoma', access: 'member', order: 63, page: 'game'",
      ),
      bug(
        'a withdrawal to a card is one to an address',
        "page: 'withdraw', method: 'bank'",
        "page: 'withdraw', method: 'address'",
      ),
    ],
  },
  {
    file: 'web/more-pages.ts',
    tests: ['web/routes.test.ts'],
    bugs: [bug('the proofs are loaded from another file', "'./pages/proofs.tsx'", "'./pages/fairness.tsx'")],
  },
  {
    file: 'web/shell.tsx',
    tests: ['web/shell-parts-presses.test.tsx'],
    bugs: [
      bug('nothing shows that the next page is coming', '{loading ? <div className={styles.progress} /> : null}', ''),
      bug('nobody hears of a newer version', '      <UpdateNote />\n', ''),
      bug('messages are shown nowhere', '      <ToastRegion />\n', ''),
      bug('a figure’s mark explains nothing', '      <Explanation />\n', ''),
      bug('a session that has ended is passed over', '      <SessionGuard />\n', ''),
      bug('the explanation of a figure comes with the first tap alone', '  usePrefetch(prefetched);\n', ''),
      bug('the explanation of a figure cannot be closed', 'onClose: hideSource', 'onClose: () => undefined'),
      bug('the code of the tabs comes with the tap alone', '  useEffect(prefetchTabs, []);\n', ''),
      bug('a page that was left loads the tabs', '  return () => clearTimeout(timer);', '  return () => undefined;'),
    ],
  },
  {
    file: 'web/features/identity/sessions/login-check.tsx',
    tests: ['web/features/identity/sessions/session-presses.test.tsx'],
    bugs: [
      bug('a part that was left looks at the session', "      window.removeEventListener('focus', look);\n", ''),
      bug('a part that was left hears of the end of a session', '      unsubscribe();\n', ''),
    ],
  },
  {
    file: 'web/features/profile/member-preferences.tsx',
    tests: ['web/features/profile/profile-presses.test.tsx'],
    bugs: [
      bug('a zone that was not saved is tried for another member', '      isLeft = true;\n      stopRetrying();\n', ''),
    ],
  },
  {
    file: 'web/member-announcements.tsx',
    tests: ['web/shell-presses.test.tsx'],
    bugs: [
      bug('own acts are announced on the page that did them', 'showsActs={showsActs}', 'showsActs={() => false}'),
      bug('terms lie over the binding of a card', "  'edit-card',\n", ''),
      bug(
        'the question of a recovery stands twice',
        '<RecoveryQuestion isShownByPage={isSecurityPage(path)}',
        '<RecoveryQuestion isShownByPage={false}',
      ),
    ],
  },
  {
    file: 'web/router.tsx',
    tests: ['web/router-parts-presses.test.tsx'],
    bugs: [
      bug('pages do not slide', 'return { order: route.order,', 'return { order: null,'),
      bug('a page is shown before its texts', 'firstTexts ? null : localeStore.loadMore()', 'null'),
      bug('a page that does not load is empty', 'notLoaded: NotLoadedPage', 'notLoaded: () => null'),
      bug('going back leads to the top of the page', 'scroll: () => window.scrollY', 'scroll: () => 0'),
      bug(
        'who has signed in is asked for again',
        'session.username() !== null || (await restoreSession())',
        'await restoreSession()',
      ),
      bug('who went on is led back to the first address', " && pathname === '/login') void", ') void'),
    ],
  },
]);

/** The set-up of a fresh clone, and what the tools make of their words. */
export const toolWires = mutantsOf('tools', [
  {
    file: 'tools/setup/setup.js',
    tests: ofSetUp,
    bugs: [
      bug('a set-up for tests installs what the product needs alone', "process.argv.includes('--tests')", 'false'),
      bug(
        'the web app is built by the Node of the machine',
        'await buildWeb(root, node);',
        'await buildWeb(root, process.execPath);',
      ),
      bug('the start follows a set-up that failed', 'process.exit(1)', 'process.exit(0)'),
    ],
  },
  {
    file: 'tools/setup/repair-packages.js',
    tests: ofSetUp,
    bugs: [
      bug('an older Node among the packages is taken', 'const nodeMajor = 24;', 'const nodeMajor = 23;'),
      bug(
        'the fetched Node is not found by its name',
        '    if (isNewEnough(node)) {\n      link(node, named);\n',
        '    if (isNewEnough(node)) {\n',
      ),
    ],
  },
  {
    file: 'tools/setup/build-web.js',
    tests: ofSetUp,
    bugs: [
      bug('a changed verifier is not built in', ", 'tools/verify'", ''),
      bug('the build of the members’ app removes the console', "['web', 'web/operator']", "['web/operator', 'web']"),
      bug('a source of the same length is taken for unchanged', '${path} ${size} ${mtimeMs}', '${path} ${size}'),
      bug('a source of the same time is taken for unchanged', '${path} ${size} ${mtimeMs}', '${path} ${mtimeMs}'),
      bug('a build that failed counts as made', 'if (code !== 0)', 'if (false)'),
    ],
  },
  {
    file: 'tools/setup/install-packages.js',
    tests: ofSetUp,
    bugs: [
      bug(
        'a changed lock file installs nothing',
        "existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted",
        'existsSync(stamp)',
      ),
      bug(
        'one package for tests stands for all',
        'Object.keys(devDependencies).every',
        'Object.keys(devDependencies).some',
      ),
      bug('npm ci runs on the Node that it removes', 'env: environment(),', 'env: process.env,'),
      bug('what somebody installed is installed again', '!isComplete || !wasInstalledByHand(root, lock)', 'true'),
    ],
  },
  {
    file: 'tools/backup/backup.ts',
    tests: ['tools/usage.test.ts'],
    bugs: [
      bug('further words of a backup are passed over', ' || rest.length > 0', ''),
      bug('any word restores', "(act !== 'backup' && act !== 'restore') || ", ''),
      bug(
        'a backup that was not understood counts as made',
        'process.stderr.write(usage);\n    return 2;',
        'process.stderr.write(usage);\n    return 0;',
      ),
    ],
  },
  {
    file: 'tools/operator/operators.ts',
    tests: ['tools/usage.test.ts'],
    bugs: [
      bug('further words about an operator are passed over', ' || surplus.length > 0', ''),
      bug('an owner may have any name', '!operatorPattern.test(name) || ', ''),
      bug('a list takes a name and passes it over', "verb === 'list' && name === undefined", "verb === 'list'"),
    ],
  },
]);
