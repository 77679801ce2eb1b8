import type { ConsoleTexts } from '../../console-texts.ts';

export const signIn: ConsoleTexts['signIn'] = {
  title: '运营人员登录',
  passkey: '使用通行密钥登录',
  password: '使用密码和验证码登录',
  passwordLabel: '密码',
  factor: '身份验证器的验证码',
};
