/** The practice plan, and a new member's first steps. */
export const practice = {
  title: 'Practice plan',
  note: 'Practice, settled on this phone on the candles that closed last. Nothing is staked and nothing is booked.',
  choose: 'Try it another way',
  tooFew: 'The market has too few closed candles for this yet',
  real: 'Use these choices for a real plan',
  firstSteps: 'First steps',
  try: 'Practise on the last hour',
  place: 'Place your first plan',
} as const;
