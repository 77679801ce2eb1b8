import type { Texts } from '../catalogue.ts';
import type { termsSummary as english } from '../en/terms-summary.ts';

export const termsSummary: Texts<typeof english> = {
  paper: 'すべて模擬資金です。残高の購入、売却、換金、交換はできません。',
  loss: 'プランの損失は、確定前に表示した最大損失までです。それを超えることはありません。',
  outcome:
    'プランは公開済みの戦略に従い、記録またはライブのローソク足で決済されます。当社を含め、誰も結果を選べません。',
  past: '過去の成績は、将来の結果を約束するものではありません。',
  age: 'Clearlotは18歳以上の方が対象です。',
};
