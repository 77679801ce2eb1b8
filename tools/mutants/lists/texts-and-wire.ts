import { bug, mutantsOf } from '../mutant.ts';

/** Texts as they are published, what they promise, the home screen, and the contract’s fields. */
export const textsAndWire = mutantsOf('http', [
  {
    file: 'server/features/content/accept-terms.ts',
    tests: ['server/features/content/content-http.test.ts'],
    bugs: [
      bug(
        'a consent names the language that was asked for, not the one that was read',
        'version, locale: wanted.page.locale }',
        'version, locale }',
      ),
    ],
  },
  {
    file: 'server/features/content/library.ts',
    tests: ['server/features/content/library.test.ts'],
    bugs: [
      bug(
        'after one failed reload a node never reads changed texts again',
        'loading.catch(() => undefined).then(load)',
        'loading.then(load)',
      ),
    ],
  },
  {
    file: 'server/features/content/list-content.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'the console lists a withdrawn version of a document as the one in force',
        'if (!one.isWithdrawn && version >',
        'if (version >',
      ),
    ],
  },
  {
    file: 'server/features/content/save-draft.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'of two first drafts at once the second one overwrites the first',
        '\n        where ${draft !== undefined}`',
        '`',
      ),
    ],
  },
  {
    file: 'server/features/content/publish-texts.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'two notices published within one millisecond of the clock share the time',
        'const later = Math.max(at, (rows[0]?.last?.getTime() ?? 0) + 1);',
        'const later = at;',
      ),
      bug(
        'a text that its folder withdrew cannot be taken away by an operator',
        "withdrawn_by is distinct from 'operator'",
        'withdrawn_by is null',
      ),
      bug(
        'a document whose newest version ships no more cannot be published',
        "where kind = 'document'`.execute",
        "where kind = 'document' and withdrawn_by is null`.execute",
      ),
    ],
  },
  {
    file: 'server/features/content/past-results.ts',
    tests: ['server/features/content/past-results.test.ts'],
    bugs: [
      bug(
        'past results that were read before there was history stay empty for an hour',
        'known.results.starts === 0 || ',
        '',
      ),
    ],
  },
  {
    file: 'server/features/content/published-figures.ts',
    tests: ['server/features/content/example-figures.test.ts'],
    bugs: [
      bug(
        'the texts state the wait of a recovery as the hours of its freeze',
        'recoveryFreezeMs / 3_600_000',
        'recoveryWaitMs / 3_600_000',
      ),
      bug(
        'the texts state the count of a day as the count of destinations',
        'approvalAboveDestinations],',
        'approvalAboveCount],',
      ),
      bug(
        'the texts state one fee where opening and closing are two',
        'first.terms.feeRate * 200',
        'first.terms.feeRate * 100',
      ),
    ],
  },
  {
    file: 'server/features/content/content-text.ts',
    tests: ['server/features/content/content-text.test.ts'],
    bugs: [
      bug(
        'a link in a text loses its figure',
        'return { ...block, text: runsOf(block.text, figureOf) };',
        'return { ...block, text: [block.text] };',
      ),
    ],
  },
  {
    file: 'server/features/content/suggest-help.ts',
    tests: ['server/features/content/suggest-help.test.ts'],
    bugs: [
      bug(
        'a word that most help texts have decides which is suggested',
        `    if (inText.length * 2 > pages.length) continue;
`,
        '',
      ),
      bug(
        'a question’s capital letters find no help text',
        `isWordLike ? fold(segment) : ''`,
        `isWordLike ? segment : ''`,
      ),
    ],
  },
  {
    file: 'server/features/health/load-totals.ts',
    tests: ['server/features/health/load-totals.test.ts'],
    bugs: [bug('a fault of the server with status 500 is no failure', '>= serverFault', '> serverFault')],
  },
  {
    file: 'server/features/home/component-checks.ts',
    tests: ['server/features/home/component-checks.test.ts'],
    bugs: [
      bug(
        'deposits that wait for a chain make the platform look late',
        "state = 'seen' and transfer is null`",
        "state = 'seen'`",
      ),
    ],
  },
  {
    file: 'server/features/home/probe.ts',
    tests: ['server/features/home/probe.test.ts'],
    bugs: [
      bug(
        'a check that answers slowly counts as up',
        `found === 'up' && performance.now() - startedAt > slowMs ? 'degraded' : found`,
        'found',
      ),
    ],
  },
  {
    file: 'contract/text.ts',
    tests: ['contract/text.test.ts'],
    bugs: [bug('an age of an hour and a half is one hour', 'minutes < 120', 'minutes < 60')],
  },
  {
    file: 'contract/transfer-pages.ts',
    tests: ['web/features/wallet/words.test.ts'],
    bugs: [bug('the link of a prize leads to no draw', `return of('/tab2', 'draw');`, `return '/tab2';`)],
  },
  {
    file: 'contract/notification-kinds.ts',
    tests: ['server/features/notifications/notifications.test.ts'],
    bugs: [
      bug(
        'a void plan is announced with no amount',
        `planVoided: { topic: 'plans', amount: 'whole' }`,
        `planVoided: { topic: 'plans', amount: 'change' }`,
      ),
    ],
  },
  {
    file: 'contract/wallet-movements.ts',
    tests: ['contract/wallet.test.ts'],
    bugs: [
      bug(
        'the phone takes what came in for what went out',
        `      incoming: minorUnits(wire.asset, incoming, payload),
      outgoing: minorUnits(wire.asset, outgoing, payload),`,
        `      incoming: minorUnits(wire.asset, outgoing, payload),
      outgoing: minorUnits(wire.asset, incoming, payload),`,
      ),
    ],
  },
  {
    file: 'contract/operator-fields.ts',
    tests: ['contract/operator-inputs.test.ts'],
    bugs: [bug('an operator’s reason may be one letter', '{3,200}$/u', '{1,200}$/u')],
  },
  {
    file: 'contract/plans-offer.ts',
    tests: ['contract/wire.test.ts'],
    bugs: [
      bug(
        'levels state the losing pairs without their fees',
        'losing: level.pairsLosing,',
        'losing: level.pairsLosingWithoutFees,',
      ),
      bug(
        'the band of the highest level ends where it begins',
        'weightMax: wire.integral_max,',
        'weightMax: wire.integral_max ?? wire.integral,',
      ),
    ],
  },
  {
    file: 'contract/check-in.ts',
    tests: ['contract/api.test.ts'],
    bugs: [
      bug(
        'a check-in is a read, which any page can cause',
        `path: '/User/signin',
  access: 'member',
  effect: 'write'`,
        `path: '/User/signin',
  access: 'member',
  effect: 'read'`,
      ),
    ],
  },
  {
    file: 'contract/home.ts',
    tests: ['contract/wire.test.ts'],
    bugs: [
      bug(
        'a component that is down is drawn as degraded',
        `const stateOfLetter = { u: 'up', d: 'degraded', x: 'down',`,
        `const stateOfLetter = { u: 'up', d: 'degraded', x: 'degraded',`,
      ),
    ],
  },
  {
    file: 'contract/donations.ts',
    tests: ['contract/wire.test.ts'],
    bugs: [
      bug(
        'a tier of a donation is sent as another one',
        'decode: (text) => Number(text) as DonationTier',
        'decode: (text) => (Number(text) - 1) as DonationTier',
      ),
    ],
  },
]);
