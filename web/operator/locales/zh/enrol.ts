import type { ConsoleTexts } from '../../console-texts.ts';

export const enrol: ConsoleTexts['enrol'] = {
  title: '设置您的访问权限',
  text: '此链接供 {operator} 使用，角色为{role}。仅可使用一次，有效期至',
  passkey: '使用通行密钥',
  passkeyName: '此设备的名称',
  makePasskey: '创建通行密钥',
  authenticator: '使用密码和身份验证器',
  showSecret: '设置身份验证器',
  picture: '身份验证器的二维码',
  secret: '或在应用中输入此密钥：',
  newPassword: '新密码',
  repeat: '再次输入密码',
  finish: '完成并登录',
};
