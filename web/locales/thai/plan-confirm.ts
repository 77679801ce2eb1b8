import type { Texts } from '../catalogue.ts';
import type { planConfirm as english } from '../en/plan-confirm.ts';

export const planConfirm: Texts<typeof english> = {
  title: 'เปิดแผนนี้หรือไม่',
  odds: 'ผลทดสอบย้อนหลัง',
  ends: 'รอบสุดท้ายปิด',
  final: 'เมื่อเปิดแล้ว แผนจะดำเนินจนจบและยกเลิกไม่ได้',
  place: 'เปิดแผน',
  back: 'ยังก่อน',
  see: 'ดูแผนนี้',
  sending: 'กำลังเปิดแผน',
  noAnswer: 'ไม่มีการตอบกลับ กดอีกครั้งได้ แผนจะไม่ถูกเปิดซ้ำ',
};
