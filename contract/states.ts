/** States of a withdrawal, in the order it goes through them; the last three end it. */
export const withdrawalStates = ['requested', 'inReview', 'sent', 'done', 'refused', 'cancelled'] as const;

export type WithdrawalState = (typeof withdrawalStates)[number];

/** Acts that touched the safety of the account. The member is told of each. */
export const securityActs = [
  'loginPasswordChanged',
  'withdrawalPasswordSet',
  'withdrawalPasswordChanged',
  'withdrawalPasswordLocked',
  'cardBound',
  'cardReplacementRequested',
  'cardReplacementCancelled',
  'sessionsRevoked',
  'accountFrozen',
  'accountUnfrozen',
  'withdrawalPasswordResetRequested',
  'withdrawalPasswordResetCancelled',
  'withdrawalPasswordReset',
  'lossLimitSet',
  'lossLimitLoosened',
  'lossLimitKept',
  'selfExcluded',
  'exclusionLifted',
  'exclusionKept',
  'authenticatorSet',
  'authenticatorRemoved',
  'backupCodesRenewed',
  'backupCodeUsed',
  'secondFactorLocked',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCopied',
  'recoveryApproved',
  'recoveryCancelled',
  'accountRecovered',
] as const;

export type SecurityAct = (typeof securityActs)[number];
