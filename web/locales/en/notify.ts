import { en as messages } from '#contract/notification-texts/en.ts';

/** Notifications: the list, the message on the screen, and the settings. */
export const notify = {
  ...messages,
  title: 'Notifications',
  own: 'For you',
  all: 'All',
  plans: 'Plans',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  financing: 'Financing',
  rounds: 'Rounds',
  draws: 'Draws',
  team: 'Team',
  security: 'Security',
  filter: 'Show',
  none: 'Nothing here yet',
  noneText:
    'Settled plans, credited deposits, withdrawals, matured financing, bets and draws won, points for your team and changes to the security of your account appear here.',
  older: 'Show earlier ones',
  source: 'Amounts come from the ledger.',
  openIt: 'Open',
  settings: 'Notification settings',
  settingsText: 'What you switch off stays in the list, without a message on the screen or on your devices.',
  securityAlways: 'Changes to the security of your account are always announced.',
  push: 'Push messages',
  pushText: 'Messages on this device while Clearlot is closed. They end when you sign out here.',
  pushTurnOn: 'Turn on for this device',
  pushTurnOff: 'Turn off for this device',
  pushUnsupported: 'This browser does not support push messages here. On an iPhone they need the installed app.',
  pushDenied: 'You blocked messages from this site. Allow them in the browser’s settings first.',
  pushFailed: 'The browser’s push service did not answer. Please try again later.',
  pushRefused: 'The permission was not given, so there are no push messages on this device.',
  pushNoWorker:
    'This browser runs no background worker here, so push messages cannot be turned on. Reload Clearlot and try again.',
  amounts: 'Show amounts in push messages. A locked screen shows them, too.',
  devices: 'Devices with push messages: {count}',
} as const;
