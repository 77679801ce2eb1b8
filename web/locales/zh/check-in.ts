import type { Texts } from '../catalogue.ts';
import type { checkIn as english } from '../en/check-in.ts';

export const checkIn: Texts<typeof english> = {
  text: '积分存入您的援助账户，可用于捐赠；积分不是钱，不能提现或交易。',
  zone: '每天从您所在时区 {zone} 的零点开始。',
  yourPoints: '您的援助积分',
  checkIn: '签到',
  done: '已签到',
  signed: '已签到',
  open: '未签到',
};
