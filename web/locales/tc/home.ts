import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: '目前帳號：{name}',
  notices: '公告',
  unreadNotices: '公告，有未讀',
  topMarkets: '主要幣種',
  checkIn: '每日簽到',
  ranking: '行情榜',
  name: '名稱',
  last: '最新價',
  change: '漲跌幅',
  change24h: '24小時',
  noPrices: '尚無價格',
  noPricesText: '行情來源送出首根K線後，價格會立即顯示在這裡。',
  bots: '機器人運作中',
  botsSample: '示例數據，非真實',
  traders: '交易者',
  botsCreated: '已建立機器人',
  botEarnings: '收益',
  onThisPlatform: '本平台，由帳本統計',
  members: '會員',
  plansPlaced: '已下單計劃',
  netIncome: '淨收益（USDT）',
  noneSettled: '尚無計劃結算',
  settledShare: '已結算 {settled} 個計劃\u00a0· {share} 獲利',
};
