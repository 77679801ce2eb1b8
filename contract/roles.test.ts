import { expect, test } from 'vitest';
import { approvalKinds } from './operators-approvals.ts';
import { operatorRoles, permissionsOf } from './roles.ts';

/** Written out once more: a right that somebody gets or loses is to be seen as such. */
const rights = {
  owner: [
    ...['useOwnSession', 'manageOperators', 'readOperators', 'reviewWithdrawals', 'reviewDeposits', 'reviewRecoveries'],
    ...['moveHouseMoney', 'readApprovals', 'decideApprovals', 'readDecisions', 'readLog', 'readMembers', 'noteMembers'],
    ...['protectMembers', 'readPayments', 'readBooks', 'readHealth', 'answerChat', 'editContent', 'changeProducts'],
  ],
  finance: [
    ...['useOwnSession', 'reviewWithdrawals', 'reviewDeposits', 'moveHouseMoney', 'readApprovals', 'decideApprovals'],
    ...['readDecisions', 'readMembers', 'noteMembers', 'readPayments', 'readBooks', 'readHealth', 'changeProducts'],
  ],
  support: [
    ...['useOwnSession', 'reviewRecoveries', 'readApprovals', 'decideApprovals', 'readDecisions', 'readMembers'],
    ...['noteMembers', 'protectMembers', 'readPayments', 'readHealth', 'answerChat', 'editContent'],
  ],
  auditor: [
    ...['useOwnSession', 'readOperators', 'readApprovals', 'readDecisions', 'readLog', 'readMembers', 'readPayments'],
    ...['readBooks', 'readHealth'],
  ],
};

test('each role may do what was decided for it, and nothing else', () => {
  expect(Object.fromEntries(operatorRoles.map((role) => [role, permissionsOf(role)]))).toEqual(rights);
});

test('what takes two operators is decided by those who work with it', () => {
  expect(approvalKinds).toEqual({
    withdrawal: ['owner', 'finance'],
    recovery: ['owner', 'support'],
    disbursement: ['owner', 'finance'],
    funding: ['owner', 'finance'],
    product: ['owner', 'finance'],
  });
});
