/** The summary of the terms that the registration opens. */
export const termsSummary = {
  paper: 'Everything here is paper money. Balances cannot be bought, sold, cashed in or exchanged.',
  loss: 'A plan can lose up to the maximum loss it states before you confirm it, and never more.',
  outcome:
    'A plan settles by a published strategy on recorded or live candles. Nobody at Clearlot can choose how it ends.',
  past: 'What a plan did in the past says nothing certain about what it will do.',
  age: 'Clearlot is for people aged 18 or older.',
} as const;
