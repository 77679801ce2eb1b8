/** What an operator can be; each has one role. */
export const operatorRoles = ['owner', 'finance', 'support', 'auditor'] as const;

/** One of the roles. */
export type OperatorRole = (typeof operatorRoles)[number];

/** The roles that may call an operation: at least one. */
export type PermittedRoles = readonly [OperatorRole, ...OperatorRole[]];

/** Who may do what: an operation for operators takes its roles from here, as `access: { role: permissions.reviewWithdrawals }`. */
export const permissions = {
  /** See the own session and end own sessions. */
  useOwnSession: ['owner', 'finance', 'support', 'auditor'],
  /** Create operators, change their roles, end them. */
  manageOperators: ['owner'],
  /** See who the operators are. */
  readOperators: ['owner', 'auditor'],
  /** Approve and refuse withdrawals above the limit. */
  reviewWithdrawals: ['owner', 'finance'],
  /** Mark proofs of deposits as looked at, and refuse deposits that nothing came in for. */
  reviewDeposits: ['owner', 'finance'],
  /** Approve and refuse the recovery of an account whose second factors are lost. */
  reviewRecoveries: ['owner', 'support'],
  /** Propose and approve postings of house money. */
  moveHouseMoney: ['owner', 'finance'],
  /** See what waits for a second operator. What may be decided depends on its kind. */
  readApprovals: ['owner', 'finance', 'support', 'auditor'],
  /** Approve and refuse what takes two operators: its kind says which of these roles may. */
  decideApprovals: ['owner', 'finance', 'support'],
  /** Read what operators decided. */
  readDecisions: ['owner', 'finance', 'support', 'auditor'],
  /** Read the log of all acts of operators. */
  readLog: ['owner', 'auditor'],
  /** Read a member's records, and search for members. */
  readMembers: ['owner', 'finance', 'support', 'auditor'],
  /** Write notes on a member, which the member can read. */
  noteMembers: ['owner', 'finance', 'support'],
  /** Freeze and unfreeze an account, end its sessions. */
  protectMembers: ['owner', 'support'],
  /** Read withdrawals and deposits of all members that are not over. */
  readPayments: ['owner', 'finance', 'support', 'auditor'],
  /** Read the books of the house. */
  readBooks: ['owner', 'finance', 'auditor'],
  /** See how the system runs. */
  readHealth: ['owner', 'finance', 'support', 'auditor'],
  /** Read and answer members' messages. */
  answerChat: ['owner', 'support'],
  /** Write and publish help, notices, tips and terms. */
  editContent: ['owner', 'support'],
  /** Propose and approve products. */
  changeProducts: ['owner', 'finance'],
} as const satisfies Readonly<Record<string, PermittedRoles>>;

/** What a role may do, by the name in the table. */
export type Permission = keyof typeof permissions;

/** The names of what the role may do. */
export function permissionsOf(role: OperatorRole): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((name) =>
    (permissions[name] as PermittedRoles).includes(role),
  );
}
