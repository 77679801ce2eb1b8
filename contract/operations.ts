import { getLoginState, getMember, getVerifyCode, register, signIn, signOut } from './account.ts';
import { getHome } from './home.ts';
import { getCandles, getMarketStatus, listMarkets } from './market.ts';
import type { Operation } from './operation.ts';
import {
  getMaxLeverage,
  getPlan,
  getPlanProof,
  getQuota,
  listLevels,
  listPlans,
  placePlan,
  quotePlan,
} from './plans.ts';
import {
  changeLoginPassword,
  getAccountInfo,
  listSessions,
  listSignIns,
  revokeSession,
  updateProfile,
} from './profile.ts';
import {
  acceptTerms,
  getDocument,
  getHelp,
  listDocuments,
  listHelp,
  listNotices,
  listRules,
  listTips,
  markNoticesRead,
} from './support.ts';
import { getDeposit, listDepositChannels, listDeposits, requestDeposit } from './wallet.ts';

/** Every operation there is. The server starts only when each has exactly one handler. */
export const operations: readonly Operation[] = [
  register,
  signIn,
  getVerifyCode,
  signOut,
  getLoginState,
  getMember,
  changeLoginPassword,
  getAccountInfo,
  updateProfile,
  listSessions,
  revokeSession,
  listSignIns,

  listMarkets,
  getCandles,
  getMarketStatus,

  listLevels,
  getMaxLeverage,
  getQuota,
  quotePlan,
  placePlan,
  listPlans,
  getPlan,
  getPlanProof,

  listDepositChannels,
  requestDeposit,
  listDeposits,
  getDeposit,

  getHome,

  listHelp,
  getHelp,
  listTips,
  listRules,
  listNotices,
  markNoticesRead,
  listDocuments,
  getDocument,
  acceptTerms,
];
