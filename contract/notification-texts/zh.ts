import type { NotificationTexts } from './en.ts';

/** What notifications say, in Simplified Chinese. */
export const zh = {
  planSettled: '计划已结算',
  planVoided: '计划作废，金额已全数退回',
  depositConfirmed: '充值已入账',
  withdrawalPaid: '提现已完成',
  withdrawalRefused: '提现被拒绝',
  financingMatured: '理财产品已到期',
  orderWon: '投注中奖',
  orderReturned: '本期无效，投注已退回',
  prizeWon: '每日抽奖中奖',
  invitationRewarded: '您的团队带来了积分',
  securityAct: '您的账户安全',
  amount: '{amount} USDT',
  open: '在 Clearlot 中查看',
  securityBody: '账户设置已更改。如非本人操作，请打开安全中心。',
  several: '{count} 条新通知',
  severalBody: '在 Clearlot 中打开列表',
} as const satisfies NotificationTexts;
