import type { ConsoleTexts } from '../../console-texts.ts';

export const operators: ConsoleTexts['operators'] = {
  title: '營運人員',
  name: '營運人員名稱',
  role: '角色',
  since: '添加時間',
  ended: '已終止',
  create: '添加營運人員',
  link: '{operator} 的一次性連結',
  linkText: '請親自把此連結交給對方。連結只在此時顯示，且僅可使用一次。',
  changeRole: '更改角色',
  changeRoleText: '{operator} 的新角色立即生效。',
  roleChanged: '角色已更改',
  newLink: '新連結',
  newLinkText: '供遺失裝置的 {operator} 使用。所有工作階段立即結束；連結使用後，先前的設定會被移除。',
  linkMade: '連結已生成',
  signOut: '登出',
  signOutText: '立即在所有裝置上登出 {operator}。通行金鑰和身份驗證器保留不變。',
  signedOut: '已在所有裝置上登出',
  end: '終止權限',
  endText: '立即永久終止 {operator} 的權限和所有工作階段。',
};
