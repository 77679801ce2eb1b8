import type { Texts } from '../catalogue.ts';
import type { withdrawalPassword as english } from '../en/withdrawal-password.ts';

export const withdrawalPassword: Texts<typeof english> = {
  forgotten: 'ลืมรหัสผ่าน',
  remembered: 'จำได้แล้ว',
  text: 'ใช้รหัสผ่านเข้าสู่ระบบและรหัสในภาพเพื่อเลือกรหัสใหม่ ซึ่งมีผลใน 24 ชั่วโมง ระหว่างนี้รหัสเดิมยังใช้ได้ และยกเลิกได้จากทุกอุปกรณ์ของคุณ',
  waits: 'มีรหัสผ่านถอนเงินใหม่รออยู่',
  waitsText: 'มีผลตั้งแต่ {time} ระหว่างนี้รหัสเดิมยังใช้ได้ หากคุณไม่ได้ขอ กรุณายกเลิกและเปลี่ยนรหัสผ่านเข้าสู่ระบบ',
  keep: 'ยกเลิกคำขอ',
};
