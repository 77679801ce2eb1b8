/** A forgotten login password. */
export const reset = {
  title: 'Forgotten login password',
  ways: 'How you show that it is you',
  byCode: 'Code',
  byPasskey: 'Passkey',
  byOperators: 'Neither',
  factorText: 'With a backup code, or two codes of your authenticator app in a row, your new password counts at once.',
  passkeyText: 'With a passkey of this account your new password counts at once.',
  operatorsText:
    'With none of them left, two operators make sure that it is you. 72 hours after they agreed your new password counts, and authenticator app, backup codes and passkeys are gone. Until then it can be called off on any signed-in device, and any use of the old password calls it off.',
  after: 'Every device is then signed out, and for a day no money leaves the account and no plan is placed.',
  next: 'The next code of the app',
  nextHint: 'Wait until the app shows another code, and type that one',
  set: 'Set the new password',
  ask: 'Ask for the new password',
  asked: 'Your request is kept',
  copyNumber: 'Copy the number',
  askedText: 'Give our operators this number within 7 days, and remember the new password: nobody else knows it.',
} as const;
