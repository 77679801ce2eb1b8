import type { Texts } from '../catalogue.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Texts<typeof english> = {
  languageNote: 'ใช้กับการใช้งานครั้งนี้บนโทรศัพท์เครื่องนี้',
  prices: 'แหล่งที่มาของราคา',
  pricesFailed: 'โหลดแหล่งที่มาของราคาไม่สำเร็จ',
  recordedRange: 'ข้อมูลบันทึกมี {count} วันเต็ม ตั้งแต่ {from} ถึง {to} (UTC)',
  staleCoins: 'ไม่มีราคาใหม่ของ {coins} จึงไม่รับแผนใหม่ และแผนที่กำลังทำงานจะรอ',
  about: 'เกี่ยวกับ Clearlot',
  aboutText: 'แผนการเทรดด้วยเงินจำลองที่ตรวจสอบได้ทุกตัวเลข ที่นี่ไม่มีการซื้อขายจริง และไม่มียอดใดที่มีมูลค่าเป็นเงินจริง',
  version: 'เวอร์ชัน',
  install: 'ติดตั้งเป็นแอป',
  installText: 'เปิด Clearlot ได้จากหน้าจอหลัก และจะแจ้งเมื่อไม่มีเครือข่าย',
  installed: 'ติดตั้ง Clearlot บนโทรศัพท์นี้แล้ว',
  installByHand: 'เปิดเมนูของเบราว์เซอร์แล้วเลือก “เพิ่มไปยังหน้าจอหลัก”',
};
