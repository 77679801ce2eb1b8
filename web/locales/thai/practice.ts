import type { Texts } from '../catalogue.ts';
import type { practice as english } from '../en/practice.ts';

export const practice: Texts<typeof english> = {
  title: 'แผนฝึกหัด',
  note: 'เป็นการฝึก คิดผลบนโทรศัพท์เครื่องนี้จากแท่งเทียนที่เพิ่งปิด ไม่มีการวางเงินและไม่มีการบันทึกบัญชี',
  choose: 'ลองแบบอื่น',
  tooFew: 'ตลาดยังมีแท่งเทียนที่ปิดแล้วไม่พอ',
  real: 'ใช้ตัวเลือกนี้กับแผนจริง',
  firstSteps: 'เริ่มต้น',
  try: 'ฝึกกับชั่วโมงล่าสุด',
  place: 'เปิดแผนแรก',
};
