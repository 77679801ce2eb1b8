import type { Texts } from '../catalogue.ts';
import type { notOpen as english } from '../en/not-open.ts';

export const notOpen: Texts<typeof english> = {
  title: '尚未開放',
  text: '「{feature}」是 Clearlot 的一部分，但尚未開放。本頁沒有可用的功能，也就沒有可按的按鈕。',
  draws: '每日抽獎',
  giving: '捐款',
  market: '熱門行情',
  rounds: '交易中心',
  redEnvelope: '紅包',
  invitation: '邀請好友',
  chat: '線上客服',
};
