import { bug, mutantsOf } from '../mutant.ts';

const ofApp = ['server/test/wires-of-app.test.ts'];
const ofFeatures = ['server/test/wires-of-features.test.ts'];
const ofWork = ['server/test/background-work.test.ts'];

/** What the parts of the server are given: hooks, periods, limits of time, and figures for operators. */
export const serverWires = mutantsOf('platform', [
  {
    file: 'server/app-features.ts',
    tests: ofFeatures,
    bugs: [
      bug(
        'the first card gives its member no name',
        'owner: { ...owner, giveFirstName }, hasSealedSecrets',
        'owner: { ...owner, giveFirstName: async () => undefined }, hasSealedSecrets',
      ),
      bug(
        'a server without cards takes another key than that of its authenticator apps',
        'giveFirstName }, hasSealedSecrets }',
        'giveFirstName }, hasSealedSecrets: async () => false }',
      ),
      bug(
        'a frozen account takes another name',
        'identity: identity.check, owner });',
        'identity: identity.check, owner: { ...owner, requireUnfrozen: async () => undefined, requireToStayUnfrozen: async () => undefined } });',
      ),
      bug(
        'a frozen account takes another card',
        'owner: { ...owner, giveFirstName }, hasSealedSecrets',
        'owner: { ...owner, requireUnfrozen: async () => undefined, requireToStayUnfrozen: async () => undefined, giveFirstName }, hasSealedSecrets',
      ),
      bug(
        'texts name another least deposit than the rail takes',
        'deposits: depositFigures(rail) }',
        'deposits: { ...depositFigures(rail), minimum: depositFigures(rail).maximum } }',
      ),
    ],
  },
  {
    file: 'server/features/identity/identity-feature.ts',
    tests: ofFeatures,
    bugs: [
      bug('a factor that is used ends no recovery', 'stopForUsedProof(recovery, memberId, proof)', 'Promise.resolve()'),
      bug(
        'guesses at operators make no captcha harder',
        'countUse(tables, networkOf(address), wallNow())',
        'Promise.resolve()',
      ),
      bug(
        'an account that came back in time is not frozen',
        'recoveryEffects(sessions, dependencies.freeze)',
        'recoveryEffects(sessions, async () => undefined)',
      ),
      bug(
        'a withdrawal password is changed without the second factor',
        '        await requireFactor(own, call.member.memberId, factor, subjects);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposits-feature.ts',
    tests: ['server/test/images.test.ts'],
    bugs: [
      bug(
        'that an operator saw the proof of a deposit is not recorded',
        '      await tables.transaction().execute((transaction) => recordOperatorView(transaction, { by, memberId }));\n',
        '',
      ),
    ],
  },
  {
    file: 'server/app-features.ts',
    tests: ofApp,
    bugs: [
      bug(
        'acts about an account are in no log',
        'openSecurityActs(memberEvents, clock, securityLog)',
        'openSecurityActs(memberEvents, clock, { ...securityLog, write: () => undefined })',
      ),
      bug(
        'no open page hears of an act about its account',
        'openSecurityActs(memberEvents, clock, securityLog)',
        'openSecurityActs({ publish: async () => undefined }, clock, securityLog)',
      ),
      bug(
        'acts about an account are dated by the wall clock',
        'openSecurityActs(memberEvents, clock, securityLog)',
        'openSecurityActs(memberEvents, { now: clock.wallNow }, securityLog)',
      ),
    ],
  },
  {
    file: 'server/app.ts',
    tests: ofApp,
    bugs: [
      bug(
        'the metrics count no transfer',
        'exposeCounts(metrics.registry, ledger)',
        'exposeCounts(metrics.registry, { counts: () => ({ ...ledger.counts(), transfers: 0 }) })',
      ),
      bug('unused images are kept for ever', 'images.removeWaiting', 'async () => undefined'),
    ],
  },
  {
    file: 'server/platform/http/stream-routes.ts',
    tests: ofApp,
    bugs: [
      bug('open streams are not counted', '        dependencies.metrics.streams.inc();\n', ''),
      bug('streams that ended are counted on', '          dependencies.metrics.streams.dec();\n', ''),
    ],
  },
  {
    file: 'server/platform/http/connections.ts',
    tests: ofApp,
    bugs: [bug('the metrics say no bound of connections', '.set(bounds.max)', '')],
  },
  {
    file: 'server/platform/http/http-server.ts',
    tests: ['server/platform/http/http-server.test.ts'],
    bugs: [
      bug('the head of a request may take a minute', 'headersTimeout: headTimeoutMs, ', ''),
      bug('a request may take five minutes to come', '    requestTimeout: requestTimeoutMs,\n', ''),
      bug('a silent connection is never given up', '    connectionTimeout: stalledMs,\n', ''),
      bug('a long field of a path is no path', ', maxParamLength: 200', ''),
      bug('a doubled slash leads nowhere', 'ignoreDuplicateSlashes: true, ', ''),
    ],
  },
  {
    file: 'server/platform/http/http-server.ts',
    tests: ['server/platform/http/limits.test.ts'],
    bugs: [
      bug(
        'a server that lags takes calls as before',
        'if (dependencies.limits !== null)',
        'if (dependencies.limits === null)',
      ),
    ],
  },
  {
    file: 'server/main.ts',
    tests: ['server/test/main.test.ts'],
    bugs: [
      bug(
        'a terminal that is closed leaves the database behind',
        "['SIGTERM', 'SIGINT', 'SIGHUP'] as const",
        "['SIGTERM', 'SIGINT'] as const",
      ),
      bug('a bug does not end the server', "    end('a bug', 1);\n", ''),
      bug('a server that a bug ended has ended well', "end('a bug', 1)", "end('a bug', 0)"),
      bug(
        'a server outlives its npm',
        "if (process.env.npm_lifecycle_event === 'start') whenParentEnds",
        "if (process.env.npm_lifecycle_event === 'stop') whenParentEnds",
      ),
    ],
  },
  {
    file: 'server/features/donations/donations-feature.ts',
    tests: ofWork,
    bugs: [
      bug('disbursements that were cut off wait for hours', 'const everyMs = 10_000', 'const everyMs = 10_000_000'),
    ],
  },
  {
    file: 'server/features/home/home-feature.ts',
    tests: ofWork,
    bugs: [
      bug('the platform is counted and probed every two minutes', 'const everyMs = 10_000', 'const everyMs = 120_000'),
    ],
  },
  {
    file: 'server/features/financing/mature-holdings.ts',
    tests: ofWork,
    bugs: [bug('holdings mature by the wall clock', 'clock.wallDelayMs(lookEveryMs)', 'lookEveryMs')],
  },
  {
    file: 'server/features/deposits/poll-deposits.ts',
    tests: ofWork,
    bugs: [
      bug(
        'the sandbox is asked by the wall clock',
        "rail.kind === 'transfers' ? rail.pollEveryMs : clock",
        "rail.kind !== 'transfers' ? rail.pollEveryMs : clock",
      ),
    ],
  },
  {
    file: 'server/features/withdrawals/poll-withdrawals.ts',
    tests: ofWork,
    bugs: [bug('withdrawals go on by the wall clock', 'clock.wallDelayMs(rail.pollEveryMs)', 'rail.pollEveryMs')],
  },
  {
    file: 'server/features/invitations/reward-team.ts',
    tests: ofWork,
    bugs: [bug('inviters wait for their points for an hour', 'lookEveryMs = 3_000', 'lookEveryMs = 3_600_000')],
  },
  {
    file: 'server/features/draws/reveal-seeds.ts',
    tests: ofWork,
    bugs: [
      bug('every node reveals seeds', "    lock: { pool, name: 'draws' },\n", ''),
      bug('seeds are revealed at midnight alone', 'Math.min(lookEveryMs, ', 'Math.max(lookEveryMs, '),
    ],
  },
  {
    file: 'server/features/plans/settlement-schedule.ts',
    tests: ofWork,
    bugs: [bug('plans are settled under the lock of rounds', "name: 'settlement' }", "name: 'rounds' }")],
  },
  {
    file: 'server/features/rounds/run-rounds.ts',
    tests: ofWork,
    bugs: [bug('rounds are looked for when they close alone', 'Math.min(lookEveryMs, ', 'Math.max(lookEveryMs, ')],
  },
  {
    file: 'server/features/content/announce-notices.ts',
    tests: ofWork,
    bugs: [bug('texts are read again once a day', 'readAgainMs = 10 * 60_000', 'readAgainMs = 24 * 3_600_000')],
  },
  {
    file: 'server/platform/offers/product-offers.ts',
    tests: ofWork,
    bugs: [bug('changed offers are read again by the hour', 'readAgainMs = 10_000', 'readAgainMs = 3_600_000')],
  },
  {
    file: 'server/features/health/health-feature.ts',
    tests: ofWork,
    bugs: [bug('the health of a node is sampled by the hour', 'sampleMs = minuteMs', 'sampleMs = 60 * minuteMs')],
  },
  {
    file: 'server/features/proofs/tree-schedule.ts',
    tests: ofWork,
    bugs: [
      bug('trees of balances follow the wall clock', 'clock.wallDelayMs(hourMs - (clock.now() % hourMs))', 'hourMs'),
    ],
  },
]);
