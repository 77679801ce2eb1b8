import type { Texts } from '../catalogue.ts';
import type { planDetail as english } from '../en/plan-detail.ts';

/** One plan: how far it is, how it ended, and its rounds. */
export const planDetail: Texts<typeof english> = {
  plan: 'แผน {id}',
  planUnknown: 'ไม่มีแผนนี้ หรือไม่ใช่แผนของคุณ',
  planLine: '{amount} USDT\u00a0· {leverage}X\u00a0· {pair}\u00a0· {strategy}',
  bounds: 'ระดับ {level}\u00a0· จบเมื่อถึง {profit} หรือ {loss}',
  roundsDone: 'ปิดแล้ว {done} จาก {total} รอบ',
  nextResultAt: 'ผลของรอบถัดไปออกเวลา {time}',
  endsAt: 'รอบสุดท้ายปิด {time} เว้นแต่แผนจบก่อนเมื่อถึงขีดจำกัด',
  waitingForFirst: 'แผนกำลังรอแท่งเทียนแรก รอบแรกเริ่มจากแท่งนั้น',
  waitingForNext: 'ยังไม่มีแท่งเทียนใหม่ แผนจะทำงานต่อเมื่อแท่งถัดไปมา',
  endCompleted: 'ครบทุกรอบ',
  endMaximumProfit: 'ถึงกำไรสูงสุด จึงจบก่อนกำหนด',
  endMaximumLoss: 'ถึงขาดทุนสูงสุด จึงจบก่อนกำหนด',
  endVoid: 'เป็นโมฆะ: แท่งเทียนไม่มา',
  shortfall: 'ส่วนที่เกินเพดาน แพลตฟอร์มรับภาระ: {amount} USDT',
  directionResult: 'ทิศทาง\u00a0· ผล',
  long: 'ซื้อ (Long)',
  short: 'ขาย (Short)',
  flat: 'ไม่ถือสถานะ',
  feePaid: 'ค่า\u2060ธรรมเนียม\u00a0{fee}',
  total: 'รวม',
  noRounds: 'ยังไม่มีรอบที่ปิด',
  jumpBefore: 'ราคากระโดดก่อนรอบนี้ ซึ่งไม่นับเป็นของรอบใด',
  planStart: 'แผนเริ่ม',
};
