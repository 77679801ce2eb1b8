import { withdrawalPassword } from './money-world.fixture.ts';

/** Fields of one operation, beside what the app would send; `{plan}` stands for a value of an earlier response. */
export const openingFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getCandles: { name: 'BTC', time: '5m' },
  getMinutes: { name: 'BTC', from: '0' },
  getInviter: { code: 'CLEARLOT' },
  getDocument: { id: 'terms' },
  acceptTerms: { id: 'terms', version: '{terms}' },
  getHelp: { id: 'levels' },
  beginReading: { id: 'levels' },
  getPlan: { plan: '{plan}' },
  getDeposit: { deposit: '{deposit}' },
  getWithdrawal: { withdrawal: '{withdrawal}' },
  cancelWithdrawal: { withdrawal: '{withdrawal}' },
  redeem: { holding: '{holding}' },
  getAccountRecord: { transfer: '{transfer}' },
  getRound: { round: '{round}' },
  bindBankCard: { password: withdrawalPassword },
  placeOrder: { round: '{round}', amount: '1' },
  removePushDevice: { id: '{device}' },
  sendMessage: { id: '0123456789abcdef', text: 'Hello' },
  markMessagesRead: { through: '1' },
  getChatTranscript: { conversation: '1' },
  rateConversation: { conversation: '1', stars: '5' },
  viewMember: { member: '{member}' },
  listMemberRecords: { member: '{member}' },
  readConversation: { member: '{member}' },
  listMemberObjects: { member: '{member}', kind: 'plan' },
  listMemberActs: { member: '{member}' },
  listMemberNotes: { member: '{member}' },
  addMemberNote: { member: '{member}', text: 'Called back' },
  assignConversation: { member: '{member}' },
  markConversationSeen: { member: '{member}', through: '1' },
  answerConversation: { member: '{member}', id: 'fedcba9876543210', text: 'Hello', through: '1' },
  closeConversation: { member: '{member}' },
  listConversations: { queue: 'open' },
  removeSnippet: { id: '{snippet}' },
  listContent: { kind: 'document' },
  getContent: { kind: 'document', id: 'terms' },
  getContentVersion: { kind: 'document', id: 'terms', version: '1' },
  proposeFunding: { account: 'yield', amount: '5', reason: 'for a test' },
  createOperator: { operator: 'fuzzed2', role: 'auditor', reason: 'for a test' },
  changeOperatorRole: { operator: 'fuzzed2', role: 'support', reason: 'for a test' },
  endOperatorSessions: { operator: 'fuzzed2', reason: 'for a test' },
  renewOperatorLink: { operator: 'fuzzed2', reason: 'for a test' },
  freezeMember: { member: '{member}', reason: 'for a test' },
  unfreezeMember: { member: '{member}', reason: 'for a test' },
};

/** What a granted operation's response tells, by the name under which `openingFields` asks for it. */
export const learnedFrom: Readonly<Record<string, readonly [name: string, pattern: RegExp]>> = {
  getWallet: ['member', /"userid":"(\d{16})"/],
  listRounds: ['round', /"id":"?(\d+)/],
  listDocuments: ['terms', /"id":"terms"[^}]*?"version":"?(\d+)/],
  requestDeposit: ['deposit', /"id":"(\w+)"/],
  requestWithdrawal: ['withdrawal', /"id":"(\w+)"/],
  subscribe: ['holding', /"id":"(\w+)"/],
  placePlan: ['plan', /"id":"(\w+)"/],
  listAccountRecords: ['transfer', /"transfer":"?(\d+)/],
  addPushDevice: ['device', /"id":"(\w+)"/],
  saveSnippet: ['snippet', /"id":"(\w+)"/],
};

/** Operations that one request out of nowhere is not granted, by what they want first. The fuzzer is held to every other one. */
export const ungrantable: Readonly<Record<string, readonly string[]>> = {
  'a captcha that was drawn for it, and its work': [
    ...[
      'register',
      'signIn',
      'proveWork',
      'changeLoginPassword',
      'changeWithdrawalPassword',
      'resetWithdrawalPassword',
    ],
    ...['requestLoginPassword', 'resetLoginPassword', 'resetLoginPasswordByPasskey', 'unfreezeAccount'],
  ],
  'a passkey, and a site by name': [
    ...['startPasskey', 'addPasskey', 'removePasskey', 'startPasskeySignIn', 'signInWithPasskey'],
    ...['startOperatorSignIn', 'signInOperatorWithPasskey', 'enrolOperatorPasskey'],
  ],
  'an authenticator app': ['confirmAuthenticator', 'removeAuthenticator', 'renewBackupCodes'],
  'a link, or the password, of an operator': [
    ...['startOperatorEnrolment', 'startOperatorAuthenticator', 'enrolOperatorAuthenticator', 'signInOperator'],
  ],
  'the end of the session, which nothing would come after': [
    ...['signOut', 'signOutOperator', 'revokeSession', 'revokeOperatorSession', 'endMemberSessions', 'endOperator'],
  ],
  'that nothing of the account is open': ['deleteOwnData'],
  'something that waits': [
    ...['keepBankCard', 'keepWithdrawalPassword', 'cancelRecovery', 'closePasswordRequests', 'decideApproval'],
    ...['proposeRecovery'],
  ],
  'an exclusion, which bars what comes after': ['excludeMyself', 'keepExclusion', 'liftExclusion'],
  'points or an entry that are earned first': ['donate', 'draw', 'getDraw', 'getDrawTranscript'],
  'time to pass, or an order that is in its round at the moment': [
    ...['finishReading', 'reportVerification', 'getPlanProof', 'getTranscript', 'getDayTranscript', 'getReplayDay'],
    ...['getRoundOrders', 'placeOrder', 'cancelFollow', 'getRoundProof'],
  ],
  'a picture': ['uploadImage', 'proveDeposit', 'markDepositProof', 'sendChatImage'],
  'a deposit that has not arrived': ['refuseDeposit'],
  'a transfer on a chain': ['depositFromWallet'],
  'an inviter': ['leaveTeam'],
  'a pinned object': ['openPinnedObject'],
  'content or offers of a sense that is checked': [
    ...['saveDraft', 'discardDraft', 'publishContent', 'putBackContent', 'withdrawContent', 'markNotificationsRead'],
    ...['proposeProductChange', 'proposePrizes', 'proposeBands', 'proposeCause', 'proposeDisbursement'],
  ],
};
