/** The recovery of an account whose second factors are lost. */
export const recovery = {
  title: 'Your account is being recovered',
  text: 'Someone told us they lost your authenticator app, backup codes and passkeys, and two operators agreed to remove them. That happens {time}; every device is then signed out and the account is frozen for a day. If this was not you, cancel it.',
  passwordText:
    'Someone told us they forgot your login password and lost every other way in, and two operators agreed to put the password they chose in its place. That happens {time}; authenticator app, backup codes and passkeys are then gone, every device is signed out and the account is frozen for a day. If this was not you, cancel it.',
  stop: 'Call it off',
  asked: 'It was me',
  holds: 'The account was recovered. The freeze can be lifted from {time}.',
  heldByTeam: 'The Clearlot team froze this account for its protection. You can lift the freeze from {time}.',
  lost: 'Lost the app, the backup codes and every passkey? Two operators can remove them together. You are told on every device and have 72 hours to stop it.',
} as const;
