/** What files may not import, and the message of the violation: patterns as Biome's `noRestrictedImports` takes them. */
interface Ban {
  readonly group: readonly string[];
  readonly message: string;
}

/** Excludes `core` and `contract` from patterns as wide as `**` + `/plans/**`. */
const ban = (message: string, ...paths: string[]): Ban => ({
  group: [...paths, '!#core/**', '!#contract/**'],
  message,
});

const exactly = (message: string, ...group: string[]): Ban => ({ group, message });

const bySubpath = (...rooms: string[]): Ban =>
  exactly('Leave a room by its subpath, not by ../.', ...rooms.map((room) => `../**/${room}/**`));

const noWeb = exactly('The server does not know the web app.', '#web/**', '../**/web/**');
const noServer = exactly('The web app knows the server by the contract alone.', '#server/**', '../**/server/**');
const noNode = exactly(noServer.message, ...noServer.group, 'node:*', 'pg', 'fastify');
const noApi = exactly('A page carries the operations it uses: api.ts would bring all of them.', '#contract/api.ts');
const noConsole = exactly(
  'Nothing of the operators’ console reaches the members’ app.',
  '#web/operator/**',
  '**/operator/**',
  '!#contract/**',
);
const rulesBySubpath = bySubpath('core', 'contract');
const composer = ['**/app.ts', '**/app-features.ts', '**/app-gateways.ts', '**/main.ts'];
const composition = ['**/gateways/**', ...composer];
const pages = ['**/routes.ts', '**/pages.ts', '**/more-pages.ts', '**/app.tsx', '**/main.tsx'];

const otherFeature =
  'A feature does not know another one, nor what composes them: what two need goes to core, platform, ledger, market or rewards.';
const testedAlone = 'A feature is tested on its own, or in server/test.';
const composed = 'A feature knows neither another feature nor the pages that compose it.';

const hostage = exactly(
  'Money out is never held hostage: a withdrawal knows nothing of weight, plans, deposits, invitations or promotions.',
  ...['weight', 'plans', 'wallet', 'deposits', 'invitations', 'draws', 'donations', 'check-in', 'tasks', 'rewards'].map(
    (room) => `**/${room}/**`,
  ),
  ...['weight*', 'plans*', 'wallet*', '*deposit*', 'invitations*', 'promotion*/**', 'promotion*'].map(
    (file) => `**/${file}`,
  ),
);

/**
 * The arrows between rooms: for each set of files what it may not import. Where several rows match a file the last one counts, so a
 * row says all there is to say. `biome.json` takes them from `import-rules.json`, which `write-import-rules.ts` writes.
 */
const rows: readonly (readonly [files: readonly string[], ...bans: Ban[]])[] = [
  [
    ['core/**', '!**/*.test.ts', '!**/*.fixture.ts'],
    exactly(
      'core imports nothing but core (and hash and signature functions).',
      ...['**', '!#core/**', '!./**', '!../**', '!@noble/hashes/**', '!@noble/curves/**'],
    ),
    bySubpath('contract', 'server', 'web'),
  ],
  [
    ['core/**/*.test.ts', 'core/**/*.fixture.ts'],
    exactly('core is tested with core alone.', '#contract/**', '#server/**', '#web/**'),
    bySubpath('contract', 'server', 'web'),
  ],
  [
    ['contract/**', '!**/*.test.ts'],
    exactly(
      'contract imports core (and zod and hex), nothing else.',
      ...['**', '!#core/**', '!#contract/**', '!./**', '!../**', '!zod', '!zod/mini', '!@noble/hashes/utils.js'],
    ),
    bySubpath('core', 'server', 'web'),
  ],
  [
    ['contract/**/*.test.ts'],
    exactly('contract is tested with contract and core.', '#server/**', '#web/**'),
    bySubpath('server', 'web'),
  ],

  [['server/**'], noWeb, rulesBySubpath],
  [
    ['server/platform/**'],
    noWeb,
    rulesBySubpath,
    ban(
      'platform stands below ledger, market, rewards and features.',
      ...['**/ledger/**', '**/market/**', '**/rewards/**', '**/features/**', ...composition],
    ),
  ],
  [
    ['server/ledger/**'],
    noWeb,
    rulesBySubpath,
    ban('The ledger stands on platform alone.', '**/market/**', '**/rewards/**', '**/features/**', ...composition),
  ],
  [
    ['server/market/**'],
    noWeb,
    rulesBySubpath,
    ban('The market stands on platform alone.', '**/ledger/**', '**/rewards/**', '**/features/**', ...composition),
  ],
  [
    ['server/rewards/**'],
    noWeb,
    rulesBySubpath,
    ban('Rewards stand below the features that earn them.', '**/market/**', '**/features/**', ...composition),
  ],
  [['server/features/**'], noWeb, rulesBySubpath, ban(otherFeature, '#server/features/**', '../**', ...composition)],
  [
    ['server/features/*/*/**'],
    noWeb,
    rulesBySubpath,
    ban(otherFeature, '#server/features/**', '../../**', ...composition),
  ],
  [['server/features/*/*.test.ts'], noWeb, ban(testedAlone, '#server/features/**', '../**')],
  [['server/features/*/*/**/*.test.ts'], noWeb, ban(testedAlone, '#server/features/**', '../../**')],
  [
    ['server/features/withdrawals/**'],
    noWeb,
    hostage,
    ban(otherFeature, '#server/features/**', '../**', ...composition),
  ],
  [
    ['server/gateways/**', '!**/*.test.ts', '!**/*.fixture.ts'],
    noWeb,
    rulesBySubpath,
    ban(
      'A gateway implements the interface that a feature states, a rail or a source, and knows nothing else of it.',
      ...['**/features/**', '!**/features/*/*-rail.ts', '!**/features/*/*-source.ts', '**/ledger/**', '**/rewards/**'],
      ...composer,
    ),
  ],

  [['web/**'], noNode, noApi, noConsole, rulesBySubpath],
  [
    ['web/platform/**', 'web/ui/**'],
    noNode,
    noApi,
    noConsole,
    rulesBySubpath,
    ban('platform and ui stand below features and pages.', '**/features/**', '**/pages/**', ...pages),
  ],
  [['web/features/**'], noNode, noApi, noConsole, ban(composed, '#web/features/**', '../**', '**/pages/**', ...pages)],
  [
    ['web/features/*/*/**'],
    noNode,
    noApi,
    noConsole,
    ban(composed, '#web/features/**', '../../**', '**/pages/**', ...pages),
  ],
  [
    ['web/pages/**'],
    noNode,
    noApi,
    noConsole,
    rulesBySubpath,
    ban('routes.ts and pages.ts know the pages, not the other way round.', ...pages),
  ],
  [
    ['web/operator/**'],
    noNode,
    noApi,
    rulesBySubpath,
    ban(
      'The console stands on platform and ui, beside the members’ app.',
      '#web/features/**',
      '#web/pages/**',
      ...pages,
    ),
  ],
  [
    [
      'web/vite.config.ts',
      'web/operator/vite.config.ts',
      'web/build/**',
      'web/prerender/**',
      '!web/prerender/before-paint.ts',
      'web/**/*.test.ts',
      'web/**/*.test.tsx',
    ],
    noServer,
  ],
];

/** The rows as a configuration that Biome's own extends. */
export const importRules = {
  overrides: rows.map(([includes, ...patterns]) => ({
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  })),
};
