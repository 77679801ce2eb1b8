import type { Texts } from '../catalogue.ts';
import type { notOpen as english } from '../en/not-open.ts';

export const notOpen: Texts<typeof english> = {
  title: '尚未开放',
  text: '“{feature}”即将推出，开放时会以公告通知。',
  draws: '每日抽奖',
  giving: '捐赠',
  market: '热门行情',
  rounds: '交易中心',
  redEnvelope: '红包',
  invitation: '邀请好友',
  chat: '在线客服',
};
