import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: '目前帳號：{name}',
  topMarkets: '主要幣種',
  ranking: '行情榜',
  name: '名稱',
  last: '最新價',
  change: '漲跌幅',
  change24h: '24小時',
  noPrices: '尚無價格',
  noPricesText: '行情來源送出首根K線後，價格會立即顯示在這裡。',
};
