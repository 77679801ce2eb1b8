import type { Texts } from '../catalogue.ts';
import type { reset as english } from '../en/reset.ts';

export const reset: Texts<typeof english> = {
  title: '忘记登录密码',
  ways: '如何证明是您本人',
  byCode: '验证码',
  byPasskey: '通行密钥',
  byOperators: '都没有',
  factorText: '使用一个备用码，或身份验证器连续显示的两个验证码，新密码立即生效。',
  passkeyText: '使用此账户的通行密钥，新密码立即生效。',
  operatorsText:
    '若以上皆无，将由两位工作人员确认是您本人。两人同意 72 小时后新密码生效，身份验证器、备用码和通行密钥一并移除。在此之前，可在任何已登录的设备上取消；使用旧密码也会取消。',
  after: '届时所有设备将退出登录，一天内不能提现，也不能下单。',
  next: '身份验证器的下一个验证码',
  nextHint: '等身份验证器显示新的验证码后再输入',
  set: '设置新密码',
  ask: '申请新密码',
  asked: '已收到您的申请',
  copyNumber: '复制编号',
  askedText: '请在 7 天内将此编号告知工作人员，并记住新密码：除您之外无人知道。',
};
