/** The recovery of an account whose second factors are lost. */
export const recovery = {
  title: 'Your account is being recovered',
  text: 'Someone told us they lost your authenticator app, backup codes and passkeys, and two operators agreed to remove them. That happens {time}; every device is then signed out and the account is frozen for a day. If this was not you, cancel it.',
  stop: 'Call it off',
  asked: 'It was me',
  told: 'Your account: {act}',
  holds: 'The account was recovered. The freeze can be lifted from {time}.',
  lost: 'Lost the app, the backup codes and every passkey? Two operators can remove them together. You are told on every device and have 72 hours to stop it.',
} as const;
