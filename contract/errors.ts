import type { en as confirmations } from './confirmation-texts/en.ts';
import type { en as memberErrors } from './error-texts/en.ts';
import type { en as operatorErrors } from './operator-error-texts/en.ts';
import { operatorErrorStatus } from './operator-errors.ts';
import type { TextArguments } from './text.ts';

/**
 * Every refusal the server can return, with its HTTP status. The code travels as `code` in the envelope; its text in the
 * member's language travels as `info` (contract/error-texts, contract/operator-error-texts).
 */
export const errorStatus = {
  notSignedIn: 401,
  sessionExpired: 401,
  otherAccount: 409,
  notPermitted: 403,
  notFound: 404,
  crossSiteRefused: 403,
  tooManyRequests: 429,
  tooLarge: 413,
  malformedRequest: 400,
  fieldMissing: 400,
  fieldInvalid: 400,
  fieldRepeated: 400,
  fieldUnknown: 400,
  idempotencyKeyInvalid: 400,
  idempotencyKeyReused: 409,
  requestInProgress: 409,
  serverBusy: 503,
  internalError: 500,

  usernameMissing: 400,
  usernameInvalid: 400,
  usernameTaken: 409,
  passwordMissing: 400,
  passwordInvalid: 400,
  passwordIsUsername: 400,
  passwordKnown: 400,
  passwordUnchanged: 400,
  passwordsDiffer: 400,
  inviteMissing: 400,
  inviteUnknown: 422,
  adultRequired: 400,
  termsRequired: 400,
  captchaMissing: 400,
  captchaWrong: 422,
  registrationsOfDay: 429,
  wrongCredentials: 422,
  signInLocked: 429,

  secondFactorMissing: 400,
  secondFactorNeeded: 403,
  secondFactorWrong: 422,
  secondFactorLocked: 429,
  authenticatorSet: 409,
  authenticatorUnset: 409,
  authenticatorExpired: 409,
  passkeysUnavailable: 409,
  passkeysFull: 409,
  passkeyNameMissing: 400,
  passkeyNameInvalid: 400,
  passkeyUnreadable: 400,
  passkeyExpired: 409,
  resetRefused: 422,
  passkeyRefused: 422,
  passkeyTaken: 409,
  passkeyUnknown: 404,

  coinMissing: 400,
  coinUnknown: 404,
  intervalUnknown: 404,
  marketStale: 503,

  levelMissing: 400,
  levelUnknown: 404,
  levelClosed: 409,
  levelLockedByWeight: 403,
  levelLockedByBalance: 403,
  leverageMissing: 400,
  leverageInvalid: 400,
  leverageLocked: 403,
  amountMissing: 400,
  amountInvalid: 400,
  amountOutsideQuota: 422,
  insufficientFunds: 422,
  dailyLossLimit: 422,
  weeklyLossLimit: 422,
  selfExcluded: 403,
  plansRunning: 409,
  planUnknown: 404,
  planUnsettled: 409,

  channelMissing: 400,
  channelUnknown: 404,
  depositTooSmall: 422,
  depositTooLarge: 422,
  depositsOpen: 409,
  depositsOfDay: 429,
  depositedOfDay: 429,
  depositUnknown: 404,
  depositEnded: 409,
  depositProven: 409,
  depositUnproven: 409,
  depositArrived: 409,
  channelWithoutTransactions: 409,
  transactionMissing: 400,
  transactionInvalid: 400,
  transactionUnknown: 404,
  transactionPending: 409,
  transactionFailed: 422,
  transactionOtherToken: 422,
  transactionNotYours: 422,
  transactionTooOld: 422,
  chainUnavailable: 503,

  imageMissing: 400,
  imageNotOne: 400,
  imageTooLarge: 413,
  imageKindUnknown: 422,
  imageTooManyPixels: 422,
  imageMoves: 422,
  imageDamaged: 422,
  imageTooSlow: 422,
  imageCarriesMore: 422,
  imagesOfDay: 429,
  imagesSlow: 429,
  imagesWaiting: 429,
  imageUnknown: 404,
  imageUsed: 409,

  alreadyCheckedIn: 409,
  tierMissing: 400,
  tierUnknown: 404,
  nothingToDonate: 422,
  donationTooLarge: 422,

  resultUnknown: 404,
  resultDiffers: 422,
  readingUnknown: 409,
  readingTooShort: 409,
  teamLevelUnknown: 404,
  teamMemberUnknown: 404,
  inviterUnset: 409,

  helpUnknown: 404,
  noticeUnknown: 404,
  documentUnknown: 404,
  documentOutdated: 409,

  passwordAndCodeMissing: 400,
  oldPasswordMissing: 400,
  oldPasswordWrong: 422,
  loginPasswordNeeded: 403,
  withdrawalPasswordMissing: 400,
  withdrawalPasswordUnset: 409,
  withdrawalPasswordWrong: 422,
  withdrawalPasswordLocked: 429,
  withdrawalPasswordResetUnknown: 409,

  recoveryUnknown: 409,
  freezeHolds: 403,
  operatorFreezeHolds: 403,

  cardUnset: 409,
  cardNameMissing: 400,
  cardNameInvalid: 400,
  cardNumberMissing: 400,
  cardNumberInvalid: 400,
  bankNameMissing: 400,
  bankNameInvalid: 400,
  cardsOfDay: 429,
  cardReplacementUnknown: 409,
  securityActUnknown: 404,

  methodMissing: 400,
  methodUnknown: 404,
  addressMissing: 400,
  addressInvalid: 400,
  nameMismatch: 422,
  accountFrozen: 403,
  accountOpen: 409,
  withdrawalInReview: 409,
  withdrawalCommentInvalid: 400,
  withdrawalUnknown: 404,
  withdrawalNotCancellable: 409,

  balanceTreeUnknown: 404,
  replayDayUnknown: 404,
  balanceNotInTree: 409,

  roundMissing: 400,
  roundUnknown: 404,
  roundClosed: 409,
  roundRunning: 409,
  categoryMissing: 400,
  categoryUnknown: 404,
  stakeTooSmall: 422,
  amountLimit: 422,
  winningsLimit: 422,
  ordersOfRound: 409,
  followsRunning: 409,
  followInvalid: 400,
  stopInvalid: 400,
  orderUnknown: 404,
  followUnknown: 404,
  followEnded: 409,
  dayUnknown: 404,
  dayRunning: 409,

  noEntries: 422,
  entryUnknown: 404,
  entryDrawn: 409,
  drawClosed: 409,
  drawUnknown: 404,
  drawDayRunning: 409,
  clientSeedUnset: 409,
  clientSeedMissing: 400,
  clientSeedInvalid: 400,
  clientSeedChanged: 409,

  productMissing: 400,
  productUnknown: 404,
  productClosed: 409,
  productPaused: 409,
  productRateChanged: 409,
  amountOutsideProduct: 422,
  holdingsRunning: 409,
  holdingUnknown: 404,
  holdingStateUnknown: 404,
  holdingMatured: 409,

  recordUnknown: 404,
  recordRangeUnknown: 404,
  recordAccountUnknown: 404,

  nicknameInvalid: 400,
  realNameInvalid: 400,
  realNameNeeded: 409,
  timeZoneUnknown: 400,
  localeUnknown: 400,
  sessionUnknown: 404,
  signInUnknown: 404,

  limitUnset: 409,
  exclusionNotLiftable: 409,
  weightEntryUnknown: 404,

  notificationUnknown: 404,
  notificationTopicUnknown: 404,
  pushDeviceRefused: 422,
  pushDeviceUnknown: 404,

  messageMissing: 400,
  messageInvalid: 400,
  messageIdInvalid: 400,
  messageIdReused: 409,
  messageUnknown: 404,
  chatMessagesOfDay: 429,
  pinUnknown: 404,
  conversationUnknown: 404,
  conversationOpen: 409,
  conversationRated: 409,
  ratingMissing: 400,

  ...operatorErrorStatus,
} as const satisfies { readonly [Code in keyof typeof memberErrors | keyof typeof operatorErrors]: number };

/** The code of a refusal, as it travels in the envelope. */
export type ErrorCode = keyof typeof errorStatus;

/** Confirmations that an operation may return as its `info`. */
export type MessageCode = keyof typeof confirmations;

/** The values that the text of a refusal needs; none for most. */
export type ErrorArguments<Code extends ErrorCode> = TextArguments<(typeof memberErrors & typeof operatorErrors)[Code]>;

/** Whether the text is the code of a refusal. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorStatus, text);
}

/** Refusals that any operation may return beside those it lists. */
export const commonErrors = [
  'otherAccount',
  'crossSiteRefused',
  'tooManyRequests',
  'tooLarge',
  'malformedRequest',
  'fieldMissing',
  'fieldInvalid',
  'fieldRepeated',
  'fieldUnknown',
  'serverBusy',
  'internalError',
] as const satisfies readonly ErrorCode[];

/** Refusals that any operation that is not public may return as well. */
export const accessErrors = ['notSignedIn', 'sessionExpired', 'notPermitted'] as const satisfies readonly ErrorCode[];

/** Refusals that any operation with an idempotency key may return as well. */
export const keyedErrors = [
  'idempotencyKeyInvalid',
  'idempotencyKeyReused',
  'requestInProgress',
] as const satisfies readonly ErrorCode[];
