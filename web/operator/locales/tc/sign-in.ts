import type { ConsoleTexts } from '../../console-texts.ts';

export const signIn: ConsoleTexts['signIn'] = {
  title: '營運人員登入',
  passkey: '使用通行金鑰登入',
  password: '使用密碼和驗證碼登入',
  passwordLabel: '密碼',
  factor: '身份驗證器的驗證碼',
};
