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
  newLinkText: '供丟失裝置的 {operator} 使用。使用後，之前的設置會被移除。',
  linkMade: '連結已生成',
  end: '終止權限',
  endText: '立即永久終止 {operator} 的權限和所有工作階段。',
};
