import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: 'ログイン中：{name}',
  notices: 'お知らせ',
  unreadNotices: 'お知らせ（未読あり）',
  topMarkets: '主要銘柄',
  checkIn: '毎日のチェックイン',
  ranking: 'ランキング',
  name: '銘柄',
  last: '現在値',
  change: '騰落率',
  change24h: '24時間',
  noPrices: 'まだ価格がありません',
  noPricesText: '最初のローソク足が届くと、すぐここに表示されます。',
  bots: '稼働中のボット',
  botsSample: '見本の数字',
  traders: 'トレーダー',
  botsCreated: '作成ボット',
  botEarnings: '収益',
  onThisPlatform: 'このサービスの実績（元帳より）',
  members: '会員',
  plansPlaced: '注文プラン',
  netIncome: '純損益（USDT）',
  noneSettled: '決済されたプランはまだありません',
  settledShare: '決済済み{settled}件・利益で終了{share}',
};
