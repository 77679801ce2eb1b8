import type { Texts } from '../catalogue.ts';
import type { market as english } from '../en/market.ts';

/** Prices and charts, wherever they show. */
export const market: Texts<typeof english> = {
  pair: '{coin} / {quote}',
  high: '高値',
  low: '安値',
  value24h: '24H売買代金',
  rangeLabel: '時間足',
  rangeTime: 'ライン',
  range5m: '5分',
  range30m: '30分',
  range1h: '1時間',
  range6h: '6時間',
  range1d: '1日',
  replay: 'リプレイ：{recording}',
  recordingOfMay2025: 'Binance無期限先物、2025年5月',
  live: 'ライブ：{exchange}',
  replayShort: 'リプレイ',
  liveShort: 'ライブ',
  age: '{age}前',
  stale: '価格停止：最後の価格は{age}前',
  staleUnknown: '価格停止：まだ価格が届いていません',
  clockSpeed: '時計 ×{speed}',
  behind: '更新遅延中',
  chart: '{coin}/{quote}、現在値{last}、表示期間の騰落率{change}。',
  chartEmpty: '{coin}/{quote}：表示できるローソク足がありません。',
  candlesFailed: 'ローソク足を読み込めませんでした',
  chartFailed: 'チャートを読み込めませんでした',
  seam: '次の記録日',
  attribution: 'チャート提供：TradingView',
  marketsFailed: '銘柄一覧を読み込めませんでした',
};
