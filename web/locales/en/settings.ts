/** Settings, the choice of language, and the app as something installed. */
export const settings = {
  languageNote: 'Chosen for this session, on this phone',
  prices: 'Source of prices',
  pricesFailed: 'The source of prices could not be loaded',
  recordedRange: 'The recording has {count, plural, one {# whole day} other {# whole days}}, {from} to {to} (UTC).',
  staleCoins: 'No new prices come of {coins}: no plan is taken on them, and running plans on them wait.',
  about: 'About Clearlot',
  aboutText:
    'Trading plans on paper money, where every figure can be checked. Nothing here can be bought or sold, and no balance is worth money.',
  version: 'Version',
  install: 'Install as an app',
  installText: 'Clearlot then opens from the home screen, and says so when there is no network.',
  installed: 'Clearlot is installed on this phone',
  installByHand: "Open your browser's menu and choose “Add to Home Screen”.",
} as const;
