import type { Texts } from '../catalogue.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Texts<typeof english> = {
  title: '設定',
  languageTitle: '言語',
  languageNote: 'この端末の今回のセッションに適用されます',
  prices: '価格の出所',
  pricesFailed: '価格の出所を読み込めませんでした',
  about: 'Clearlotについて',
  aboutText:
    '模擬資金による取引プランで、すべての数字を検証できます。実際の売買は行われず、残高に金銭的価値はありません。',
  version: 'バージョン',
  install: 'アプリとしてインストール',
  installText: 'ホーム画面からClearlotを開けます。通信できないときは、その旨を表示します。',
  installed: 'Clearlotはこの端末にインストール済みです',
  installByHand: 'ブラウザのメニューを開き、「ホーム画面に追加」を選んでください。',
};
