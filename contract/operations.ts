import { getLoginState, getMember, getVerifyCode, register, signIn, signOut } from './account.ts';
import {
  addPasskey,
  confirmAuthenticator,
  getSecondFactors,
  removeAuthenticator,
  removePasskey,
  renewBackupCodes,
  signInWithPasskey,
  startAuthenticator,
  startPasskey,
  startPasskeySignIn,
} from './factors.ts';
import { getFinancingLog, listHoldings, listProducts, quoteFinancing, redeem, subscribe } from './financing.ts';
import { getFundPassword, keepFundPassword, resetFundPassword } from './fund-password.ts';
import { getHome } from './home.ts';
import { uploadImage } from './images.ts';
import {
  excludeMyself,
  getLimits,
  keepExclusion,
  keepLossLimit,
  liftExclusion,
  liftLossLimit,
  setLossLimit,
} from './limits.ts';
import { getCandles, getMarketStatus, listMarkets } from './market.ts';
import type { Operation } from './operation.ts';
import { getMaxLeverage, getQuota, listLevels, quotePlan } from './plan-offer.ts';
import { getPlan, getPlanProof, listPlans, placePlan } from './plans.ts';
import {
  changeLoginPassword,
  getAccountInfo,
  listSessions,
  listSignIns,
  revokeSession,
  updateProfile,
} from './profile.ts';
import { getBalanceProof, listBalanceRoots } from './proofs.ts';
import { exportAccountRecords, getAccountRecord, getPurse, getWallet, listAccountRecords } from './records.ts';
import { cancelRecovery, getRecovery } from './recovery.ts';
import {
  bindBankCard,
  changeFundPassword,
  freezeAccount,
  getBankCard,
  keepBankCard,
  listSecurityActs,
  unfreezeAccount,
} from './security.ts';
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
import {
  depositFromWallet,
  getDeposit,
  listDepositChannels,
  listDeposits,
  proveDeposit,
  requestDeposit,
} from './wallet.ts';
import { listWeightEntries } from './weight.ts';
import {
  cancelWithdrawal,
  getPayoutTimes,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  requestWithdrawal,
} from './withdrawals.ts';

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
  getSecondFactors,
  startAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewBackupCodes,
  startPasskey,
  addPasskey,
  removePasskey,
  startPasskeySignIn,
  signInWithPasskey,

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
  uploadImage,
  depositFromWallet,
  proveDeposit,
  listDeposits,
  getDeposit,
  getWallet,
  getPurse,
  listAccountRecords,
  exportAccountRecords,
  getAccountRecord,

  quoteWithdrawal,
  requestWithdrawal,
  listWithdrawals,
  getWithdrawal,
  cancelWithdrawal,
  getPayoutTimes,

  listProducts,
  quoteFinancing,
  subscribe,
  listHoldings,
  redeem,
  getFinancingLog,

  changeFundPassword,
  getFundPassword,
  resetFundPassword,
  keepFundPassword,
  getRecovery,
  cancelRecovery,
  getBankCard,
  bindBankCard,
  keepBankCard,
  freezeAccount,
  unfreezeAccount,
  listSecurityActs,

  getLimits,
  setLossLimit,
  liftLossLimit,
  keepLossLimit,
  excludeMyself,
  liftExclusion,
  keepExclusion,

  listWeightEntries,

  getHome,

  listBalanceRoots,
  getBalanceProof,

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
