import type { Texts } from '../catalogue.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Texts<typeof english> = {
  languageNote: 'この端末の今回の利用に適用されます',
  prices: '価格の出所',
  pricesFailed: '価格の出所を読み込めませんでした',
  recordedRange: '記録は丸{count}日分、{from}から{to}まで（UTC）です。',
  staleCoins: '{coins}の新しい価格が届いていません。新しいプランは受け付けず、運用中のプランは待機します。',
  about: 'Clearlotについて',
  aboutText:
    '模擬資金による取引プランで、すべての数字を検証できます。実際の売買は行われず、残高に金銭的価値はありません。',
  version: 'バージョン',
  install: 'アプリとしてインストール',
  installText: 'ホーム画面からClearlotを開けます。通信できないときは、その旨を表示します。',
  installed: 'Clearlotはこの端末にインストール済みです',
  installByHand: 'ブラウザのメニューを開き、「ホーム画面に追加」を選んでください。',
};
