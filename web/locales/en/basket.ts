/** The page of the index basket. */
export const basket = {
  title: 'Index basket',
  index: 'Index',
  since: 'Since',
  chart: 'Index of {count, plural, one {# coin} other {# coins}}: {last} now, {change} since the start',
  none: 'There are not enough candles for an index yet',
  parts: 'What is in it',
  partsText: 'Share of the basket now, change since the start',
  what: 'What an index basket is',
  whatText:
    'One number for many coins: it says what became of equal parts of every coin listed here. One coin that falls weighs less in it than in an account that holds nothing else.',
  how: 'How it is computed',
  howText:
    'At the first candle every coin gets the same share, and the index is one hundred. Nothing is exchanged after that: a coin that rises weighs more. The index is the mean of all prices, each divided by its first price, times one hundred. It uses the same six-hour candles as the charts; a candle that one coin lacks is left out for all.',
  notSold: 'Nothing to buy',
  notSoldText: 'The basket is an explanation. It cannot be bought, and no product of Clearlot follows it.',
  noTie: 'No tie to any company',
  noTieText:
    'The address of this page holds a name that a company bears as well. Clearlot has no tie to any company of that name, and the basket is none of its products.',
} as const;
