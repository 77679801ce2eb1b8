/** What notifications say, in push messages and in the app; the other languages have the same keys and placeholders. */
export const en = {
  planSettled: 'Plan settled',
  planVoided: 'Plan void, amount returned',
  depositConfirmed: 'Deposit credited',
  withdrawalPaid: 'Withdrawal paid out',
  withdrawalRefused: 'Withdrawal refused',
  financingMatured: 'Financing matured',
  orderWon: 'Bet won',
  orderReturned: 'Round void, stake returned',
  prizeWon: 'Prize won in the daily draw',
  invitationRewarded: 'Your team earned you points',
  securityAct: 'Security of your account',
  amount: '{amount} USDT',
  open: 'Open it in Clearlot',
  securityBody: 'Something was changed. If it was not you, open the Security Center.',
  several: '{count, plural, one {# new notification} other {# new notifications}}',
  severalBody: 'Open the list in Clearlot',
} as const;

/** The texts of one language: every key of English, each with the same placeholders. */
export type NotificationTexts = { readonly [Key in keyof typeof en]: string };
