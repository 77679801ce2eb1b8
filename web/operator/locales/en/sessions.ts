export const sessions = {
  title: 'My sessions',
  device: 'Device',
  address: 'Address',
  since: 'Signed in',
  lastUse: 'Last used',
  until: 'Ends at the latest',
  thisOne: 'This session',
  end: 'End session',
  endText: 'The device is signed out at once.',
} as const;
