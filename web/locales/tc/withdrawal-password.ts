import type { Texts } from '../catalogue.ts';
import type { withdrawalPassword as english } from '../en/withdrawal-password.ts';

export const withdrawalPassword: Texts<typeof english> = {
  forgotten: '忘記密碼',
  remembered: '我想起來了',
  text: '憑登入密碼與圖形驗證碼即可設定新密碼，24 小時後生效。在此之前舊密碼仍有效，您可在任一裝置取消。',
  waits: '新的出金密碼等待生效',
  waitsText: '自 {time} 起生效，在此之前舊密碼仍有效。若非本人申請，請取消並更改登入密碼。',
  keep: '取消申請',
};
