/** Names of the features that are not open yet, and the page that says so. */
export const notOpen = {
  title: 'Not open yet',
  text: '{feature} is part of Clearlot, but not open yet. Nothing on this page works, so there is nothing to press.',
  draws: 'The daily draw',
  giving: 'Giving',
  market: 'The page of hot markets',
  rounds: 'The transaction center',
  redEnvelope: 'The red envelope',
  invitation: 'Inviting others',
  chat: 'Customer service chat',
} as const;
