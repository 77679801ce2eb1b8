import type { Texts } from '../catalogue.ts';
import type { later as english } from '../en/later.ts';

/** Names of the features that are not open yet, and the page that says so. */
export const later: Texts<typeof english> = {
  title: 'ยังไม่เปิดให้ใช้',
  text: '{feature}เป็นส่วนหนึ่งของ Clearlot แต่ยังไม่เปิดให้ใช้ หน้านี้จึงยังไม่มีอะไรให้กด',
  draws: 'การจับรางวัลประจำวัน',
  wallet: 'กระเป๋าเงิน',
  giving: 'การบริจาค',
  security: 'ศูนย์ความปลอดภัย',
  withdrawals: 'การถอนเงิน',
  card: 'บัตรธนาคาร',
  market: 'หน้าตลาดยอดนิยม',
  rounds: 'ศูนย์ธุรกรรม',
  financing: 'ผลิตภัณฑ์การเงิน',
  earnings: 'หน้ากำไรขาดทุน',
  records: 'ประวัติการเคลื่อนไหวของบัญชี',
  redEnvelope: 'อั่งเปา',
  invitation: 'การเชิญเพื่อน',
  chat: 'แชตฝ่ายบริการลูกค้า',
  recharge: 'หน้าช่องทางฝากเงิน',
};
