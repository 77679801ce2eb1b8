import type { Texts } from '../catalogue.ts';
import type { termsSummary as english } from '../en/terms-summary.ts';

export const termsSummary: Texts<typeof english> = {
  paper: 'ทุกอย่างที่นี่เป็นเงินจำลอง ยอดเงินซื้อ ขาย แลกเปลี่ยน หรือถอนเป็นเงินสดไม่ได้',
  loss: 'แผนอาจขาดทุนได้ถึงเพดานขาดทุนสูงสุดที่แจ้งก่อนยืนยัน และจะไม่เกินกว่านั้น',
  outcome: 'แผนสรุปผลด้วยกลยุทธ์ที่เปิดเผย บนแท่งเทียนที่บันทึกไว้หรือราคาสด ไม่มีใครใน Clearlot เลือกผลลัพธ์ได้',
  past: 'ผลในอดีตของแผนไม่ได้รับประกันผลในอนาคต',
  age: 'Clearlot สำหรับผู้มีอายุ 18 ปีขึ้นไป',
};
