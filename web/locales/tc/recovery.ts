import type { Texts } from '../catalogue.ts';
import type { recovery as english } from '../en/recovery.ts';

export const recovery: Texts<typeof english> = {
  title: '您的帳戶正在復原',
  text: '有人表示遺失了您的驗證器、備用碼與通行密鑰，兩位操作員已同意移除。{time} 生效，屆時所有裝置將登出，帳戶凍結一天。若非您本人，請立即取消。',
  passwordText:
    '有人表示忘記了您的登入密碼，也沒有其他登入方式，兩位操作員已同意改用其選定的密碼。{time} 生效，屆時驗證器、備用碼與通行密鑰將移除，所有裝置將登出，帳戶凍結一天。若非您本人，請立即取消。',
  stop: '取消復原',
  asked: '是我要求的',
  holds: '帳戶已復原，{time} 起可解除凍結。',
  heldByTeam: 'Clearlot 團隊為保護此帳戶已將其凍結。您可從 {time} 起解除凍結。',
  lost: '驗證器、備用碼與通行密鑰全部遺失？可由兩位操作員共同移除。所有裝置都會收到通知，您有 72 小時可以取消。',
};
