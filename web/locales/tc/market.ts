import type { Texts } from '../catalogue.ts';
import type { market as english } from '../en/market.ts';

/** Prices and charts, wherever they show. */
export const market: Texts<typeof english> = {
  pair: '{coin} / {quote}',
  high: '最高',
  low: '最低',
  value24h: '24H額',
  rangeLabel: '時間週期',
  rangeTime: '分時',
  range5m: '5分',
  range30m: '30分',
  range1h: '1小時',
  range6h: '6小時',
  range1d: '1日',
  replay: '回放：{recording}',
  recordingOfMay2025: 'Binance 永續合約，2025 年 5 月',
  live: '{exchange} 即時行情',
  replayShort: '回放',
  liveShort: '即時',
  age: '{age}前',
  stale: '行情停滯：最新價已是 {age}前',
  staleUnknown: '行情停滯：尚未收到價格',
  clockSpeed: '時鐘 ×{speed}',
  behind: '正在追上進度',
  chart: '{coin} 兌 {quote}，最新價 {last}，所示區間漲跌 {change}。',
  chartEmpty: '{coin} 兌 {quote}：尚無K線。',
  candlesFailed: '無法載入K線',
  chartFailed: '無法載入圖表',
  seam: '下一個錄製日',
  attribution: '圖表由 TradingView 提供',
  marketsFailed: '無法載入行情列表',
};
