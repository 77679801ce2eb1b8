import type { NotificationTexts } from './en.ts';

/** What notifications say, in Traditional Chinese. */
export const tc = {
  planSettled: '計劃已結算',
  planVoided: '計劃作廢，金額已全數退回',
  depositConfirmed: '入金已入帳',
  withdrawalPaid: '出金已完成',
  withdrawalRefused: '出金被拒絕',
  financingMatured: '理財產品已到期',
  orderWon: '投注中獎',
  orderReturned: '本期無效，投注已退回',
  prizeWon: '每日抽獎中獎',
  invitationRewarded: '您的團隊帶來了積分',
  securityAct: '您的帳戶安全',
  amount: '{amount} USDT',
  open: '在 Clearlot 中查看',
  securityBody: '帳戶設定已變更。如非本人操作，請開啟安全中心。',
  several: '{count} 則新通知',
  severalBody: '在 Clearlot 中開啟清單',
} as const satisfies NotificationTexts;
