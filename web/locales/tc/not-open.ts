import type { Texts } from '../catalogue.ts';
import type { notOpen as english } from '../en/not-open.ts';

export const notOpen: Texts<typeof english> = {
  title: '尚未開放',
  text: '「{feature}」即將推出，開放時會以公告通知。',
  draws: '每日抽獎',
  giving: '捐款',
  market: '熱門行情',
  rounds: '交易中心',
  redEnvelope: '紅包',
  invitation: '邀請好友',
  chat: '線上客服',
};
