import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: '当前账号：{name}',
  notices: '公告',
  unreadNotices: '公告，有未读',
  topMarkets: '主要币种',
  checkIn: '每日签到',
  ranking: '行情榜',
  name: '名称',
  last: '最新价',
  change: '涨跌幅',
  change24h: '24小时',
  noPrices: '暂无价格',
  noPricesText: '行情源送出首根K线后，价格会立即显示在这里。',
  bots: '运行中的机器人',
  botsSample: '示例数据',
  traders: '交易者',
  botsCreated: '已创建机器人',
  botEarnings: '收益',
  onThisPlatform: '本平台，由账本统计',
  members: '会员',
  plansPlaced: '已下单计划',
  netIncome: '净收益（USDT）',
  noneSettled: '尚无计划结算',
  settledShare: '已结算 {settled} 个计划\u00a0· {share} 盈利',
};
