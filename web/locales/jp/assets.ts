import type { Texts } from '../catalogue.ts';
import type { assets as english } from '../en/assets.ts';

export const assets: Texts<typeof english> = {
  title: '資産',
  signedInAs: 'ログイン中：{name}',
  authorization: '総残高',
  available: '利用可能額',
  locked: '拘束中',
  accountWeight: '口座のランクポイント',
  earningsToday: '本日の損益',
  incomeTotal: '累計損益',
  postings: 'すべての数字は{count}件の仕訳の合計です',
  onePosting: 'すべての数字は1件の仕訳に基づきます',
  noPostings: '仕訳はまだなく、すべての数字はゼロです',
  menu: '資産メニュー',
  withdraw: '出金',
  deposits: '入金',
  financialRecords: '資金明細',
  orderRecord: '注文履歴',
  invitation: '招待',
  helpCenter: 'ヘルプセンター',
  tips: '必読事項',
  wallet: 'ウォレット',
  security: 'セキュリティセンター',
  settings: '設定',
  explainWeight: 'ランクポイントとは？',
  weightTitle: 'ランクポイントについて',
  weightSum:
    'ランクポイントは、公開された項目（口座のセキュリティ設定、チェックイン、決済済みプラン、承認済みのテスト入金、紅包）の合計です。プランレベル、レバレッジ、各種イベントが開放されるだけで、それ以外の役割はありません。',
  activationTitle: '有効化',
  activationText:
    '口座は最初の100ポイントで有効化されます。有効化の前は同時に審査できる出金が1件、有効化の後は複数です。「出金1件の制限」の意味はこれだけです。',
  neverCondition: 'ランクポイント、入金、招待、キャンペーンを理由に出金をお断りすることはありません。',
  activate: 'ランクポイントを有効化',
  activateDone: 'ランクポイントは有効です',
  activateText:
    '承認済みのテスト入金でランクポイントが増えます。チェックインや決済済みプランでも増えます。入金は最初の100ポイントを得る方法の一つで、何かの条件ではありません。',
  activateProgress: '{points} / {needed}ポイント',
  depositAddress: 'テスト入金用アドレス',
  noAddress: '最初のテスト入金で発行されます',
  toDeposits: '入金へ',
  understood: '閉じる',
};
