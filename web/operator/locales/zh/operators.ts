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
  newLinkText: '供丢失设备的 {operator} 使用。使用后，之前的设置会被移除。',
  linkMade: '链接已生成',
  end: '终止权限',
  endText: '立即永久终止 {operator} 的权限和所有会话。',
};
