import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: '当前账号：{name}',
  topMarkets: '主要币种',
  ranking: '行情榜',
  name: '名称',
  last: '最新价',
  change: '涨跌幅',
  change24h: '24小时',
  noPrices: '暂无价格',
  noPricesText: '行情源送出首根K线后，价格会立即显示在这里。',
};
