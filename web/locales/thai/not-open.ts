import type { Texts } from '../catalogue.ts';
import type { notOpen as english } from '../en/not-open.ts';

/** Names of the features that are not open yet, and the page that says so. */
export const notOpen: Texts<typeof english> = {
  title: 'ยังไม่เปิดให้ใช้',
  text: '{feature}กำลังจะมา เมื่อเปิดใช้จะแจ้งในหน้าประกาศ',
  draws: 'การจับรางวัลประจำวัน',
  giving: 'การบริจาค',
  market: 'หน้าตลาดยอดนิยม',
  rounds: 'ศูนย์ธุรกรรม',
  redEnvelope: 'อั่งเปา',
  invitation: 'การเชิญเพื่อน',
  chat: 'แชตฝ่ายบริการลูกค้า',
};
