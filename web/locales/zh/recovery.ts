import type { Texts } from '../catalogue.ts';
import type { recovery as english } from '../en/recovery.ts';

export const recovery: Texts<typeof english> = {
  title: '您的账户正在恢复',
  text: '有人表示遗失了您的身份验证器、备用码和通行密钥，两位工作人员已同意移除。{time} 生效，届时所有设备将退出登录，账户冻结一天。若非您本人，请立即取消。',
  passwordText:
    '有人表示忘记了您的登录密码，也没有其他登录方式，两位工作人员已同意改用其选定的密码。{time} 生效，届时身份验证器、备用码和通行密钥将移除，所有设备将退出登录，账户冻结一天。若非您本人，请立即取消。',
  stop: '取消恢复',
  asked: '是我要求的',
  holds: '账户已恢复，{time} 起可解除冻结。',
  heldByTeam: 'Clearlot 团队为保护此账户已将其冻结。您可从 {time} 起解除冻结。',
  lost: '身份验证器、备用码和通行密钥全部遗失？可由两位工作人员共同移除。所有设备都会收到通知，您有 72 小时可以取消。',
};
