import type { Texts } from '../catalogue.ts';
import type { market as english } from '../en/market.ts';

/** Prices and charts, wherever they show. */
export const market: Texts<typeof english> = {
  pair: '{coin} / {quote}',
  high: 'Cao',
  low: 'Thấp',
  value24h: 'GTGD 24h',
  rangeLabel: 'Khung thời gian',
  rangeTime: 'Đường',
  range5m: '5 phút',
  range30m: '30 phút',
  range1h: '1 giờ',
  range6h: '6 giờ',
  range1d: '1 ngày',
  replay: 'Phát lại {recording}',
  recordingOfMay2025: 'hợp đồng vĩnh cửu Binance, 5/2025',
  live: 'Trực tiếp từ {exchange}',
  replayShort: 'Phát lại',
  liveShort: 'Trực tiếp',
  age: '{age} trước',
  stale: 'Ngừng cập nhật: giá cuối từ {age} trước',
  staleUnknown: 'Ngừng cập nhật: chưa có giá nào',
  clockSpeed: 'đồng hồ ×{speed}',
  behind: 'đang bắt kịp',
  chart: '{coin} theo {quote}, giá cuối {last}, {change} trong khoảng đang xem.',
  chartEmpty: '{coin} theo {quote}: không có nến để hiển thị.',
  candlesFailed: 'Không tải được nến',
  chartFailed: 'Không tải được biểu đồ',
  seam: 'Ngày ghi tiếp theo',
  attribution: 'Biểu đồ của TradingView',
  marketsFailed: 'Không tải được danh sách thị trường',
};
