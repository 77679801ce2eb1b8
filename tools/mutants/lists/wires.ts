import { bug, mutantsOf } from '../mutant.ts';

const ofApp = ['server/test/wires-of-app.test.ts'];
const ofFeatures = ['server/test/wires-of-features.test.ts'];

/** What parts of the app are given by what composes them, and what is waited for before texts are shown. */
export const wires = mutantsOf('platform', [
  {
    file: 'server/app.ts',
    tests: ofApp,
    bugs: [
      bug('a ledger that fails for a while counts as a fault of the server', '    isPassing,\n', ''),
      bug(
        'a member has the allowance of a network, and a network that of a member',
        'createNetworkRateLimiter(addressAllowance), ofMember: createRateLimiter(memberAllowance)',
        'createNetworkRateLimiter(memberAllowance), ofMember: createRateLimiter(addressAllowance)',
      ),
      bug(
        'an IPv6 network has as many allowances as it has parts',
        'ofAddress: createNetworkRateLimiter(addressAllowance)',
        'ofAddress: createRateLimiter(addressAllowance)',
      ),
      bug(
        'a probable mistake in the settings is said nowhere',
        '  for (const warning of warningsOf(config)) log.warn(warning);\n',
        '',
      ),
      bug('a server that listens by a name refuses it', '    host: config.host,\n', "    host: '127.0.0.1',\n"),
      bug('the books are dated by the product clock', 'wallNow: clock.wallNow })', 'wallNow: clock.now })'),
      bug('the trial balance is checked every 17 hours', '10 * minuteMs', '1_000 * minuteMs'),
      bug('recoveries take effect by the hour', "'recoveries', minuteMs", "'recoveries', 60 * minuteMs"),
      bug(
        'jobs go on after the close',
        'keep(schedule({ pool, log, name, everyMs, run }), (one) => one.stop())',
        'keep(schedule({ pool, log, name, everyMs, run }), undefined)',
      ),
      bug(
        'the polls of features go on after the close',
        'keep(feature, (one) => one.close?.() ?? Promise.resolve())',
        'keep(feature, undefined)',
      ),
      bug(
        'the market ticks on after the close',
        'keep(await source.open({ pool, clock, log, secretKeys }), (one) => one.stop())',
        'keep(await source.open({ pool, clock, log, secretKeys }), undefined)',
      ),
      bug(
        'the ledger keeps its connections after the close',
        'openLedger({ pool, clock, onCommitted }), (one) => one.close()',
        'openLedger({ pool, clock, onCommitted }), undefined',
      ),
      bug(
        'a part that cannot be closed keeps those before it open',
        ".catch((error: unknown) => log.error({ err: error }, 'a part did not close'))",
        '',
      ),
      bug(
        'a change of keys changes the numbers of members',
        'memberNumbers(secretKeys.first)',
        'memberNumbers(secretKeys.newest)',
      ),
      bug(
        'a change of keys changes the names of accounts in the log',
        "keyFor('security log', secretKeys.first)",
        "keyFor('security log', secretKeys.newest)",
      ),
      bug(
        'the recording is played whatever the settings say',
        'prepareMarket(config.marketSource,',
        "prepareMarket('replay',",
      ),
    ],
  },
  {
    file: 'server/app.ts',
    tests: ofFeatures,
    bugs: [
      bug(
        'a start on another market leaves running plans waiting',
        '  await requireMarketOfRunningPlans(pool, market, clock);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/app-features.ts',
    tests: ofFeatures,
    bugs: [
      bug(
        'a card of a member who gave no name takes no withdrawal',
        '(await profile.realNameOf(memberId)) ?? (await bankCard.firstNameOf(memberId))',
        'await profile.realNameOf(memberId)',
      ),
      bug('no plan can be reported as verified', 'ofPlan: plans.resultHashOf', 'ofPlan: async () => null'),
      bug(
        'an account whose password was replaced is not frozen',
        'freeze: (...recovered) => security.freezeRecovered(...recovered)',
        'freeze: async () => undefined',
      ),
      bug(
        'nobody is told until when a freeze holds',
        'freezeHoldOf: (memberId) => security.freezeHoldOf(memberId)',
        'freezeHoldOf: async () => null',
      ),
      bug('the job of recoveries finishes none', 'finish: identity.finishRecoveries', 'finish: async () => undefined'),
      bug(
        'members’ passkeys are of the address that was called',
        '    publicOrigin,\n    captchaTest,',
        '    publicOrigin: undefined,\n    captchaTest,',
      ),
      bug(
        'operators’ passkeys are of the address that was called',
        'captcha: identity.check, publicOrigin: config.publicOrigin',
        'captcha: identity.check, publicOrigin: undefined',
      ),
      bug(
        'push services are told another contact',
        '      publicOrigin: config.publicOrigin,\n',
        '      publicOrigin: undefined,\n',
      ),
      bug(
        'push messages go to this machine whatever the settings say',
        'pushToLoopback: config.pushToLoopback',
        'pushToLoopback: true',
      ),
      bug(
        'registrations of a network are never bounded',
        'areRegistrationsBounded: rateLimit',
        'areRegistrationsBounded: false',
      ),
      bug(
        'invitation codes can be guessed without end',
        'areUnknownCodesBounded: config.rateLimit',
        'areUnknownCodesBounded: false',
      ),
      bug(
        'a frozen account subscribes to financing',
        'openFinancing({ ...own, identity: guards })',
        'openFinancing({ ...own, identity: { isFrozen: async () => false } })',
      ),
    ],
  },
  {
    file: 'server/app-features.ts',
    tests: ['server/test/rounds-over-http.test.ts'],
    bugs: [
      bug(
        'a bet of a frozen account fails without a reason',
        'guard: limits.guard, beacon',
        'guard: { placing: (_, __, place) => place() }, beacon',
      ),
    ],
  },
  {
    file: 'server/app-features.ts',
    tests: ['server/test/answers-of-rounds.test.ts'],
    bugs: [bug('no round can be reported as verified', 'ofRound: rounds.resultHashOf', 'ofRound: async () => null')],
  },
  {
    file: 'server/gateways/evm/rail-evm.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts'],
    bugs: [
      bug(
        'a checkpoint that another node moved is a fault',
        '      if (error instanceof CheckpointMoved) return;\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/get-captcha.ts',
    tests: ['server/test/answers-of-passkeys.test.ts'],
    bugs: [bug('a captcha is good for an hour', 'const codeSecondsMax = 5 * 60;', 'const codeSecondsMax = 60 * 60;')],
  },
  {
    file: 'web/pages/trading.tsx',
    tests: ['tools/lint/waited-texts.test.ts'],
    bugs: [bug('parts of the trading screen are shown before their texts', '    await localeStore.loadMore();\n', '')],
  },
  {
    file: 'web/features/content/notice-bell.tsx',
    tests: ['tools/lint/waited-texts.test.ts'],
    bugs: [bug('the bell is named by a text that comes later', "'home.notices'", "'notify.title'")],
  },
]);
