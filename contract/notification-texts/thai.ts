import type { NotificationTexts } from './en.ts';

/** What notifications say, in Thai. */
export const thai = {
  planSettled: 'สรุปผลแผนแล้ว',
  planVoided: 'แผนเป็นโมฆะ คืนจำนวนเงินครบแล้ว',
  depositConfirmed: 'เงินฝากเข้าบัญชีแล้ว',
  withdrawalPaid: 'จ่ายเงินถอนแล้ว',
  withdrawalRefused: 'การถอนถูกปฏิเสธ',
  financingMatured: 'ผลิตภัณฑ์การเงินครบกำหนด',
  orderWon: 'ชนะเดิมพัน',
  orderReturned: 'รอบเป็นโมฆะ คืนเดิมพันแล้ว',
  prizeWon: 'ได้รางวัลจากการจับรางวัลรายวัน',
  invitationRewarded: 'ทีมของคุณทำให้คุณได้คะแนน',
  securityAct: 'ความปลอดภัยของบัญชี',
  amount: '{amount} USDT',
  open: 'เปิดดูใน Clearlot',
  securityBody: 'มีการเปลี่ยนแปลงในบัญชีของคุณ หากไม่ใช่คุณ ให้เปิดศูนย์ความปลอดภัย',
  several: 'การแจ้งเตือนใหม่ {count} รายการ',
  severalBody: 'เปิดรายการใน Clearlot',
} as const satisfies NotificationTexts;
