import type { Texts } from '../catalogue.ts';
import type { market as english } from '../en/market.ts';

/** Prices and charts, wherever they show. */
export const market: Texts<typeof english> = {
  pair: '{coin} / {quote}',
  high: 'สูงสุด',
  low: 'ต่ำสุด',
  value24h: 'มูลค่า 24 ชม.',
  rangeLabel: 'ช่วงเวลา',
  rangeTime: 'เส้น',
  range5m: '5 นาที',
  range30m: '30 นาที',
  range1h: '1 ชม.',
  range6h: '6 ชม.',
  range1d: '1 วัน',
  replay: 'ราคาย้อนหลัง: {recording}',
  recordingOfMay2025: 'สัญญา Perpetual ของ Binance พ.ค. 2025',
  live: 'ราคาสดจาก {exchange}',
  replayShort: 'ราคาย้อนหลัง',
  liveShort: 'ราคาสด',
  age: '{age} ที่แล้ว',
  stale: 'ราคาค้าง: ราคาล่าสุดเมื่อ {age} ที่แล้ว',
  staleUnknown: 'ราคาค้าง: ยังไม่มีราคาเข้ามา',
  clockSpeed: 'นาฬิกา ×{speed}',
  behind: 'กำลังตามให้ทัน',
  chart: '{coin} ต่อ {quote} ราคาล่าสุด {last} เปลี่ยนแปลง {change} ในช่วงที่แสดง',
  chartEmpty: '{coin} ต่อ {quote}: ไม่มีแท่งเทียนให้แสดง',
  candlesFailed: 'โหลดแท่งเทียนไม่สำเร็จ',
  chartFailed: 'โหลดกราฟไม่สำเร็จ',
  seam: 'วันที่บันทึกถัดไป',
  attribution: 'กราฟโดย TradingView',
  marketsFailed: 'โหลดรายการตลาดไม่สำเร็จ',
};
