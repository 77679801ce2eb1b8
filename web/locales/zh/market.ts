import type { Texts } from '../catalogue.ts';
import type { market as english } from '../en/market.ts';

/** Prices and charts, wherever they show. */
export const market: Texts<typeof english> = {
  pair: '{coin} / {quote}',
  high: '最高',
  low: '最低',
  value24h: '24H额',
  rangeLabel: '时间周期',
  rangeTime: '分时',
  range5m: '5分',
  range30m: '30分',
  range1h: '1小时',
  range6h: '6小时',
  range1d: '1日',
  replay: '回放：{recording}',
  recordingOfMay2025: 'Binance 永续合约，2025 年 5 月',
  live: '{exchange} 实时行情',
  replayShort: '回放',
  liveShort: '实时',
  age: '{age}前',
  stale: '行情停滞：最新价已是 {age}前',
  staleUnknown: '行情停滞：尚未收到价格',
  clockSpeed: '时钟 ×{speed}',
  behind: '正在追赶',
  chart: '{coin} 兑 {quote}，最新价 {last}，所示区间涨跌 {change}。',
  chartEmpty: '{coin} 兑 {quote}：暂无K线。',
  candlesFailed: 'K线加载失败',
  chartFailed: '图表加载失败',
  seam: '下一个录制日',
  attribution: '图表由 TradingView 提供',
  marketsFailed: '行情列表加载失败',
};
