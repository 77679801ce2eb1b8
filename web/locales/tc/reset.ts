import type { Texts } from '../catalogue.ts';
import type { reset as english } from '../en/reset.ts';

export const reset: Texts<typeof english> = {
  title: '忘記登入密碼',
  ways: '如何證明是您本人',
  byCode: '驗證碼',
  byPasskey: '通行密鑰',
  byOperators: '都沒有',
  factorText: '使用一個備用碼，或驗證器連續顯示的兩個驗證碼，新密碼立即生效。',
  passkeyText: '使用此帳戶的通行密鑰，新密碼立即生效。',
  operatorsText:
    '若以上皆無，將由兩位操作員確認是您本人。兩人同意 72 小時後新密碼生效，驗證器、備用碼與通行密鑰一併移除。在此之前，可在任何已登入的裝置上取消；使用舊密碼也會取消。',
  after: '屆時所有裝置將登出，一天內不能出金，也不能下單。',
  next: '驗證器的下一個驗證碼',
  nextHint: '等驗證器顯示新的驗證碼後再輸入',
  set: '設定新密碼',
  ask: '申請新密碼',
  asked: '已收到您的申請',
  copyNumber: '複製編號',
  askedText: '請於 7 天內將此編號告知操作員，並記住新密碼：除您之外無人知道。',
};
