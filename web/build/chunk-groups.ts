/**
 * Which modules share a file. Lists of what is in, not of what is left out: a new module is loaded by the pages that import it until it
 * is named here. Names are paths without their endings, so that a component's styles go with it; one that ends in a slash is a folder.
 */
export const listed = {
  boot: {
    web: [
      'boot',
      'routes',
      'pages',
      'platform/api/preload',
      'platform/i18n/registry',
      'platform/not-loaded',
      'platform/session/storage',
    ],
    contract: ['account-name', 'locale'],
  },
  /** What every page draws and calls. */
  base: {
    'web/ui': [
      ...['feedback/error-boundary', 'feedback/states', 'feedback/toast'],
      ...[
        'figure/amounts',
        'figure/changing-number',
        'figure/figure',
        'figure/rule-value',
        'figure/source',
        'figure/source-mark',
      ],
      ...['form/button', 'form/field', 'form/segmented'],
      ...['layout/card', 'layout/labelled', 'layout/screen', 'layout/tab-bar'],
      ...['loading/', 'picture/icon', 'style/'],
    ],
    'web/platform': [
      ...['api/call', 'api/form', 'api/query-client', 'api/read-key', 'api/refusal', 'api/request'],
      ...['api/use-read', 'format/account-name', 'format/number', 'format/time', 'format/time-zone', 'listeners'],
      ...['format/use-format', 'i18n/', 'installed/install', 'installed/typed-input', 'navigation/', 'session/session'],
      ...['session/session-end', 'session/use-username', 'product-clock', 'theme', 'use-store', 'visible-interval'],
    ],
    'web/features': ['identity/sessions/session-guard'],
    contract: ['envelope', 'fields', 'operation', 'text'],
    core: ['money/', 'time/lengths'],
  },
  /** What the login page takes of the preferences. */
  language: { 'web/features/preferences': ['language-button', 'language-list'] },
  /** Forms of signing in, and what they share with others; sheets and writes, which every page has but trading before its sheets. */
  forms: {
    'web/ui': [
      'feedback/note',
      'feedback/outcome-toasts',
      'feedback/save-file',
      'figure/paper-line',
      'captcha/captcha-field',
      'form/factor-field',
      'form/form',
      'form/icon-button',
      'form/password-field',
      'layout/chip',
      'layout/list-end.module',
      'layout/row',
      'overlay/',
    ],
    'web/platform': [
      'api/problem-text',
      'api/use-factor-required',
      'api/use-form-errors',
      'api/use-form-fields',
      'api/use-write',
      'captcha-work/use-captcha-work',
      'next-day',
      'passkeys/passkey-failure',
    ],
    'web/features/identity': ['identity-form', 'paper-statement', 'queries/sign-in', 'sign-out-button'],
    contract: [
      'captcha-field',
      'factor-field',
      'identity',
      'identity-schemas',
      'passkey-forms',
      'passwords',
      'reauthentication',
    ],
  },
  /** What the three tabs share; what other pages share is in `shared`, which the tabs do not load. */
  tabs: {
    'web/ui': [
      'chart/candle-chart',
      'chart/chart-colours',
      'chart/chart-rows',
      'chart/load-chart',
      'form/amount-field',
      'form/picker-field',
    ],
    'web/platform': ['format/recording-name', 'format/shown-quota', 'api/stale-reads', 'stream/'],
    'web/features': [
      ...[
        'market/candle-feed',
        'market/market-chart',
        'market/market-note',
        'market/market-prices',
        'market/queries/market',
      ],
      ...['plans/queries/offer', 'plans/trading-choices', 'plans/words'],
    ],
    contract: ['events', 'market', 'plans-offer', 'profile'],
    core: ['market/candle'],
  },
  /** What home needs of the content feature, and what other lists by page need with it. */
  lists: {
    'web/ui': ['chart/sparkline', 'layout/list-end', 'picture/coin-icon'],
    'web/platform': ['api/use-pages', 'unread'],
    'web/features': ['content/queries', 'plans/plan-progress', 'plans/queries/records', 'plans/status-chips'],
    contract: ['content', 'content-blocks', 'plans-proof'],
  },
  /** What the assets tab shares with other pages: without it the tab would load all of `shared`. */
  assets: {
    'web/platform': ['api/use-money-call'],
    'web/features': ['deposits/deposit-progress', 'deposits/queries', 'profile/queries/profile'],
    contract: ['deposits', 'images', 'profile-account'],
    core: ['weight/rules'],
  },
  /** What recomputes a result on the phone, for the pages that show one. */
  proofs: {
    'web/features/plans': ['difference-table', 'proof-failure-text', 'queries/proof', 'verify-card'],
    'web/features/proofs': ['queries/minutes', 'queries/replay'],
    contract: ['proofs'],
    core: [
      'rewards/result-hash',
      'plans/engine',
      'plans/replay-reveal',
      'plans/strategies/',
      'market/aggregate',
      'market/columns',
      'market/replay',
      'proofs/',
    ],
  },
  /** What the forms that stake money share. */
  stakes: {
    'web/ui': ['feedback/loaded', 'form/checkbox', 'layout/value-lines'],
    'web/platform': ['api/use-send-once'],
    'web/features/limits': ['exclusion-notice', 'limits-reminder', 'queries'],
    contract: ['limits', 'security'],
  },
  /** What the pages of rounds share. */
  rounds: {
    'web/pages': ['entry-card', 'running-round-query'],
    'web/features/rounds': ['phase', 'queries', 'rounds-menu', 'running-round', 'words'],
    contract: ['closed-candles', 'rounds'],
    core: ['rounds/'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Libraries of every page; paging is left to the pages with lists, writing to those with forms. */
const libraries =
  /\/node_modules\/(react|react-dom|scheduler|zod|@tanstack)\/(?!.*([iI]nfiniteQuery(Observer)?|useMutation|mutationObserver)\.js)/;
const writes = /\/@tanstack\/.*(useMutation|mutationObserver)\.js/;

function inGroup(name: keyof typeof listed, besides?: RegExp): (module: string) => boolean {
  const starts = Object.entries(listed[name]).flatMap(([folder, files]) =>
    files.map((file: string) => `/${folder}/${file}${file.endsWith('/') ? '' : '.'}`),
  );
  return (module) => besides?.test(module) === true || starts.some((start) => module.includes(start));
}

/** The bundler's groups: of those that a module is in, the one with the highest priority takes it. */
export const chunkGroups = [
  { name: 'boot', test: inGroup('boot', /preload-helper|rolldown.runtime/), priority: 3 },
  // One file: each request costs a round trip on a slow network.
  { name: 'base', test: inGroup('base', libraries), priority: 2 },
  // A group takes what its modules import and no group with a higher priority takes: rows are for pages without `language`, too.
  { name: 'forms', test: inGroup('forms', writes), minShareCount: 2, priority: 2 },
  { name: 'language', test: inGroup('language'), priority: 1 },
  { name: 'tabs', test: inGroup('tabs'), minShareCount: 2, priority: 1 },
  { name: 'lists', test: inGroup('lists'), minShareCount: 2, priority: 1 },
  { name: 'assets', test: inGroup('assets'), minShareCount: 2, priority: 1 },
  { name: 'hashes', test: /\/node_modules\/@noble\/hashes\//, minShareCount: 2, priority: 1 },
  { name: 'stakes', test: inGroup('stakes'), minShareCount: 2, priority: 1 },
  // Before `proofs`, whose shapes of answers need some of these.
  { name: 'rounds', test: inGroup('rounds'), minShareCount: 2, priority: 1 },
  { name: 'proofs', test: inGroup('proofs', /\/node_modules\/@noble\/curves\//), minShareCount: 2, priority: 1 },
  {
    name: 'shared',
    test: /\/web\/(?!features\/(withdrawals\/|deposits\/(?!queries|deposit-progress)))|\/contract\/(?!\w+(-\w+)*-texts\/)|\/core\//,
    minShareCount: 3,
    priority: 0,
  },
];
