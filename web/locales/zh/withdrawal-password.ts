import type { Texts } from '../catalogue.ts';
import type { withdrawalPassword as english } from '../en/withdrawal-password.ts';

export const withdrawalPassword: Texts<typeof english> = {
  forgotten: '忘记密码',
  remembered: '我想起来了',
  text: '凭登录密码和图形验证码即可设置新密码，24 小时后生效。在此之前旧密码仍有效，您可在任一设备取消。',
  waits: '新的提现密码等待生效',
  waitsText: '自 {time} 起生效，在此之前旧密码仍有效。若非本人申请，请取消并更改登录密码。',
  keep: '取消申请',
};
