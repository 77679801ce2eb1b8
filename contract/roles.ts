/** What an operator can be; each has one role. */
export const operatorRoles = ['owner', 'finance', 'support', 'auditor'] as const;

/** One of the roles. */
export type OperatorRole = (typeof operatorRoles)[number];

/** The roles that may call an operation: at least one. */
export type PermittedRoles = readonly [OperatorRole, ...OperatorRole[]];

/** Who may do what: an operation for operators takes its roles from here, as `access: { role: permissions.reviewWithdrawals }`. */
export const permissions = {
  /** Approve and refuse withdrawals above the limit. */
  reviewWithdrawals: ['owner', 'finance'],
  /** Approve and refuse the recovery of an account whose second factors are lost. */
  reviewRecoveries: ['owner', 'support'],
  /** Read what operators decided. */
  readDecisions: ['owner', 'finance', 'support', 'auditor'],
} as const satisfies Readonly<Record<string, PermittedRoles>>;
