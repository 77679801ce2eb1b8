import { expect, test } from 'vitest';
import { operations } from './api.ts';
import { approvalKinds } from './operators-approvals.ts';
import { operatorRoles, type Permission, permissions, permissionsOf } from './roles.ts';

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

/** Written out once more as well: with which right an operation is called. */
const opened: Readonly<Partial<Record<Permission, readonly string[]>>> = {
  useOwnSession: ['getOperatorSession', 'listOperatorSessions', 'revokeOperatorSession'],
  manageOperators: [
    ...['changeOperatorRole', 'createOperator', 'endOperator', 'endOperatorSessions', 'renewOperatorLink'],
  ],
  readOperators: ['listOperators'],
  reviewDeposits: ['markDepositProof', 'refuseDeposit'],
  reviewRecoveries: ['closePasswordRequests', 'proposeRecovery'],
  moveHouseMoney: ['proposeDisbursement', 'proposeFunding'],
  readApprovals: ['listApprovals', 'listOpenRecoveries', 'listPasswordRequests'],
  decideApprovals: ['decideApproval'],
  readDecisions: ['listEndedRecoveries'],
  readLog: ['getOperatorLogState', 'listOperatorActs'],
  readMembers: [
    ...['listMemberActs', 'listMemberNotes', 'listMemberObjects', 'listMemberRecords', 'searchMembers', 'viewMember'],
  ],
  noteMembers: ['addMemberNote'],
  protectMembers: ['endMemberSessions', 'freezeMember', 'unfreezeMember'],
  readPayments: ['listOpenDeposits', 'listReviewedWithdrawals'],
  readBooks: ['getBooks', 'getTrialBalance', 'listCauses', 'listFundings', 'listTrialBalanceChecks'],
  readHealth: ['getHealth'],
  answerChat: [
    ...['answerConversation', 'assignConversation', 'closeConversation', 'getChatRatings', 'listConversations'],
    ...['listSnippets', 'markConversationSeen', 'openPinnedObject', 'readConversation', 'removeSnippet'],
    ...['saveSnippet', 'sendChatImage'],
  ],
  editContent: [
    ...['discardDraft', 'getContent', 'getContentVersion', 'listContent', 'listContentFigures', 'publishContent'],
    ...['putBackContent', 'saveDraft', 'withdrawContent'],
  ],
  changeProducts: [
    ...['listOffers', 'listProductChanges', 'proposeBands', 'proposeCause', 'proposePrizes', 'proposeProductChange'],
  ],
};

test('each operation of a role asks for the right that was decided for it', () => {
  const asked = operations.flatMap(({ name, operation: { access } }) => {
    if (typeof access === 'string') return [];
    const right = (Object.keys(permissions) as Permission[]).find((one) => permissions[one] === access.role);
    return [`${name}: ${right}`];
  });
  const decided = Object.entries(opened).flatMap(([right, names]) => names.map((name) => `${name}: ${right}`));
  expect(asked.sort()).toEqual(decided.sort());
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
