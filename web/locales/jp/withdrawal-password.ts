import type { Texts } from '../catalogue.ts';
import type { withdrawalPassword as english } from '../en/withdrawal-password.ts';

export const withdrawalPassword: Texts<typeof english> = {
  forgotten: 'パスワードを忘れた',
  remembered: '思い出した',
  text: 'ログインパスワードと画像のコードで新しいパスワードを決められます。24時間後に有効になり、それまでは古いものが使え、どの端末からでも取り消せます。',
  waits: '新しい出金パスワードが待機中です',
  waitsText:
    '{time}から有効です。それまでは古いものが使えます。心当たりがなければ取り消し、ログインパスワードを変更してください。',
  keep: '取り消す',
};
