import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: 'ログイン中：{name}',
  topMarkets: '主要銘柄',
  ranking: 'ランキング',
  name: '銘柄',
  last: '現在値',
  change: '騰落率',
  change24h: '24時間',
  noPrices: 'まだ価格がありません',
  noPricesText: '最初のローソク足が届くと、すぐここに表示されます。',
};
