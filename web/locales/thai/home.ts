import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: 'เข้าสู่ระบบในชื่อ {name}',
  notices: 'ประกาศ',
  unreadNotices: 'ประกาศ มีที่ยังไม่ได้อ่าน',
  topMarkets: 'เหรียญหลัก',
  checkIn: 'เช็ก\u2060อินรายวัน',
  ranking: 'อันดับ',
  name: 'ชื่อ',
  last: 'ล่าสุด',
  change: 'เปลี่ยนแปลง',
  change24h: '24 ชม.',
  noPrices: 'ยังไม่มีราคา',
  noPricesText: 'ราคาจะแสดงที่นี่ทันทีที่แหล่งข้อมูลตลาดส่งแท่งเทียนแรกมา',
  bots: 'บอทที่กำลังทำงาน',
  botsSample: 'ตัวเลขตัวอย่าง',
  traders: 'ผู้เทรด',
  botsCreated: 'บอทที่สร้าง',
  botEarnings: 'รายได้',
  onThisPlatform: 'บนแพลตฟอร์มนี้ จากบัญชีแยกประเภท',
  members: 'สมาชิก',
  plansPlaced: 'แผนที่เปิด',
  netIncome: 'กำไรสุทธิ USDT',
  noneSettled: 'ยังไม่มีแผนที่สรุปผล',
  settledShare: 'สรุปผลแล้ว {settled} แผน\u00a0· จบด้วยกำไร {share}',
};
