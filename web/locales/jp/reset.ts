import type { Texts } from '../catalogue.ts';
import type { reset as english } from '../en/reset.ts';

export const reset: Texts<typeof english> = {
  title: 'ログインパスワードを忘れた場合',
  ways: '本人確認の方法',
  byCode: 'コード',
  byPasskey: 'パスキー',
  byOperators: 'どれもない',
  factorText:
    'バックアップコード1つ、または認証アプリの連続する2つのコードがあれば、新しいパスワードはすぐに有効になります。',
  passkeyText: 'この口座のパスキーがあれば、新しいパスワードはすぐに有効になります。',
  operatorsText:
    'どれもない場合は、担当者2名が本人であることを確認します。2名の同意から72時間後に新しいパスワードが有効になり、認証アプリ、バックアップコード、パスキーは解除されます。それまではログイン中のどの端末からでも取り消せ、古いパスワードを使うと取り消されます。',
  after: 'その後すべての端末がログアウトされ、1日の間は出金もプランの注文もできません。',
  next: 'アプリの次のコード',
  nextHint: 'アプリに別のコードが表示されてから入力してください',
  set: '新しいパスワードを設定',
  ask: '新しいパスワードを申請',
  asked: '申請を受け付けました',
  copyNumber: '番号をコピー',
  askedText: '7日以内にこの番号を担当者に伝え、新しいパスワードを覚えておいてください。ほかに知る人はいません。',
};
