import type { Texts } from '../catalogue.ts';
import type { weight as english } from '../en/weight.ts';

export const weight: Texts<typeof english> = {
  title: 'คะแนนสะสมของคุณ',
  activated: 'เปิดใช้งานแล้ว',
  notActivated: 'ยังไม่เปิดใช้งาน',
  activation: 'เปิดใช้งาน',
  next: 'อีก {points} คะแนนจะปลดล็อกระดับ {level}',
  top: 'ปลดล็อกครบทุกระดับแล้ว',
  ladder: 'คะแนนและสิทธิ์ที่ปลดล็อก',
  leverage: 'เลเวอเรจสูงสุด {leverage}X',
  several: 'ตรวจสอบการถอนได้หลายรายการพร้อมกัน',
  here: 'คุณอยู่ที่นี่',
  earns: 'ได้คะแนนจากอะไรบ้าง',
  'kind-depositConfirmed': 'การฝากทดสอบที่ยืนยันแล้ว',
  'kind-planSettled': 'แผนที่สรุปผลแล้ว ไม่ว่ากำไรหรือขาดทุน',
  'kind-withdrawalPasswordSet': 'ตั้งรหัสผ่านถอนเงินครั้งแรก',
  'kind-cardBound': 'ผูกบัตรธนาคารครั้งแรก',
  each: 'ทุกครั้ง',
  once: 'ครั้งเดียว',
  entries: 'รายการของคุณ',
  entriesText: 'รวมกันเป็นคะแนนของคุณ ไม่มีรายการใดถูกแก้ไขหรือหักออก',
  after: 'คะแนน {score}',
  empty: 'ยังไม่มีรายการ',
  emptyText: 'การฝากทดสอบ แผนที่สรุปผล รหัสผ่านถอนเงิน หรือบัตรธนาคารครั้งแรก ทำให้ได้คะแนนแรก',
};
