import type { Texts } from '../catalogue.ts';
import type { checkIn as english } from '../en/check-in.ts';

export const checkIn: Texts<typeof english> = {
  text: '積分存入您的援助帳戶，可用於捐贈；積分不是錢，不能出金或交易。',
  zone: '每天從您所在時區 {zone} 的午夜開始。',
  yourPoints: '您的援助積分',
  checkIn: '簽到',
  done: '已簽到',
  signed: '已簽到',
  open: '未簽到',
};
