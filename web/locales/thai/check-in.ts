import type { Texts } from '../catalogue.ts';
import type { checkIn as english } from '../en/check-in.ts';

export const checkIn: Texts<typeof english> = {
  text: 'คะแนนเข้าบัญชีคะแนนช่วยเหลือของคุณ นำไปบริจาคได้ แต่ไม่ใช่เงิน ถอนหรือซื้อขายไม่ได้',
  zone: 'วันใหม่เริ่มตอนเที่ยงคืนตามเขตเวลาของคุณ {zone}',
  yourPoints: 'คะแนนช่วยเหลือของคุณ',
  checkIn: 'เช็ก\u2060อิน',
  done: 'เช็ก\u2060อินแล้ว',
  signed: 'เช็ก\u2060อินแล้ว',
  open: 'ยังไม่ได้เช็ก\u2060อิน',
};
