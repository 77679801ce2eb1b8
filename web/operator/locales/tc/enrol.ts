import type { ConsoleTexts } from '../../console-texts.ts';

export const enrol: ConsoleTexts['enrol'] = {
  title: '設置您的訪問權限',
  text: '此連結供 {operator} 使用，角色為{role}。僅可使用一次，有效期至',
  passkey: '使用通行金鑰',
  passkeyName: '此裝置的名稱',
  makePasskey: '創建通行金鑰',
  authenticator: '使用密碼和身份驗證器',
  showSecret: '設置身份驗證器',
  picture: '身份驗證器的 QR 碼',
  secret: '或在應用程式中輸入此金鑰：',
  newPassword: '新密碼',
  repeat: '再次輸入密碼',
  finish: '完成並登入',
};
