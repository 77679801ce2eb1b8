export const enrol = {
  title: 'Set up your access',
  text: 'This link is for {operator}, role {role}. It can be used once, until',
  passkey: 'With a passkey',
  passkeyName: 'Name of this device',
  makePasskey: 'Make a passkey',
  authenticator: 'With password and authenticator app',
  showSecret: 'Set up the authenticator app',
  picture: 'QR code for the authenticator app',
  secret: 'Or type this key into the app:',
  newPassword: 'New password',
  repeat: 'Repeat the password',
  finish: 'Finish and sign in',
} as const;
