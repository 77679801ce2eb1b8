import type { ConsoleTexts } from '../../console-texts.ts';

export const operators: ConsoleTexts['operators'] = {
  title: '运营人员',
  name: '运营人员名称',
  role: '角色',
  since: '添加时间',
  ended: '已终止',
  create: '添加运营人员',
  link: '{operator} 的一次性链接',
  linkText: '请亲自把此链接交给对方。链接只在此时显示，且仅可使用一次。',
  changeRole: '更改角色',
  changeRoleText: '{operator} 的新角色立即生效。',
  roleChanged: '角色已更改',
  newLink: '新链接',
  newLinkText: '供丢失设备的 {operator} 使用。所有会话立即结束；链接使用后，之前的设置会被移除。',
  linkMade: '链接已生成',
  signOut: '退出登录',
  signOutText: '立即在所有设备上退出 {operator} 的登录。通行密钥和身份验证器保留不变。',
  signedOut: '已在所有设备上退出',
  end: '终止权限',
  endText: '立即永久终止 {operator} 的权限和所有会话。',
};
