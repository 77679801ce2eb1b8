/** Names of the features that are not open yet, and the page that says so. */
export const notOpen = {
  title: 'Not open yet',
  text: '{feature} is on its way. A notice will tell you when it opens.',
  draws: 'The daily draw',
  giving: 'Giving',
  market: 'The page of hot markets',
  rounds: 'The transaction center',
  redEnvelope: 'The red envelope',
  invitation: 'Inviting others',
  chat: 'Customer service chat',
} as const;
