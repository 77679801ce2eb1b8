export const home = {
  title: 'Clearlot',
  signedInAs: 'Signed in as {name}',
  topMarkets: 'Leading coins',
  ranking: 'Ranking',
  name: 'Name',
  last: 'Last',
  change: 'Change',
  change24h: '24 h',
  noPrices: 'There are no prices yet',
  noPricesText: 'They appear here as soon as the market source delivers its first candle.',
} as const;
