import type { Texts } from '../catalogue.ts';
import type { later as english } from '../en/later.ts';

export const later: Texts<typeof english> = {
  title: '尚未開放',
  text: '「{feature}」是 Clearlot 的一部分，但尚未開放。本頁沒有可用的功能，也就沒有可按的按鈕。',
  draws: '每日抽獎',
  wallet: '錢包',
  giving: '捐款',
  security: '安全中心',
  withdrawals: '出金',
  card: '銀行卡',
  market: '熱門行情',
  rounds: '交易中心',
  financing: '理財',
  earnings: '收益',
  records: '帳戶明細',
  redEnvelope: '紅包',
  invitation: '邀請好友',
  chat: '線上客服',
  recharge: '入金方式',
};
