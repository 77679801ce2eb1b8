/** What is done to a member's account, or to its money. */
const actsOnAccounts = [
  'withdrawalApproved',
  'withdrawalRefused',
  'depositProofSeen',
  'depositRefused',
  'recoveryApproved',
  'recoveryRefused',
  'passwordRequestsClosed',
  'memberViewed',
  'memberNoted',
  'memberFrozen',
  'memberUnfrozen',
  'memberSessionsEnded',
] as const;

/** What operators do, as the log names it. Those of `actsOnMembers` touch a member, who sees them. */
export const operatorActs = [
  'operatorCreated',
  'operatorLinkMade',
  'operatorRoleChanged',
  'operatorEnded',
  'passkeyEnrolled',
  'authenticatorEnrolled',
  'signedIn',
  'signedOut',
  'sessionRevoked',
  'operatorSessionsEnded',
  'disbursementApproved',
  'disbursementRefused',
  'fundingProposed',
  'fundingApproved',
  'fundingRefused',
  ...actsOnAccounts,
  'membersSearched',
  'listViewed',
  'chatAssigned',
  'chatReturned',
  'chatSeen',
  'chatAnswered',
  'chatClosed',
  'snippetSaved',
  'snippetRemoved',
  'productProposed',
  'productApproved',
  'productRefused',
  'draftSaved',
  'draftDiscarded',
  'contentPublished',
  'contentPutBack',
  'contentWithdrawn',
] as const;

/** An act of the log. */
export type OperatorAct = (typeof operatorActs)[number];

/** The acts that touch a member: each has its plain words in `web/locales`, and its member can always see it. */
export const actsOnMembers = [
  ...actsOnAccounts,
  'chatAssigned',
  'chatReturned',
  'chatClosed',
] as const satisfies readonly OperatorAct[];

/** An act that touches a member. */
export type ActOnMember = (typeof actsOnMembers)[number];

/**
 * Why an operator closes a member's requests for a new login password: nobody showed to be the owner, the owner says that the requests
 * are not theirs, or the owner has found another way in.
 */
export const passwordRequestReasons = ['notIdentified', 'notByOwner', 'otherWayIn'] as const;
