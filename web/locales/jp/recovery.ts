import type { Texts } from '../catalogue.ts';
import type { recovery as english } from '../en/recovery.ts';

export const recovery: Texts<typeof english> = {
  title: '口座の復旧が進んでいます',
  text: '認証アプリ、バックアップコード、パスキーをすべて失くしたという申し出があり、担当者2名が解除に同意しました。{time}に実行され、すべての端末がログアウトされ、口座は1日凍結されます。心当たりがなければ取り消してください。',
  stop: '取り消す',
  asked: '自分が依頼した',
  told: '口座：{act}',
  holds: '口座は復旧されました。{time}から凍結を解除できます。',
  lost: 'アプリ、バックアップコード、パスキーをすべて失くしましたか。担当者2名が共同で解除できます。すべての端末に通知され、72時間以内なら取り消せます。',
};
