import type { Texts } from '../catalogue.ts';
import type { weight as english } from '../en/weight.ts';

export const weight: Texts<typeof english> = {
  title: 'ランクポイント',
  activated: '有効化済み',
  notActivated: '未有効化',
  activation: '有効化',
  next: 'あと{points}ポイントでレベル{level}が開放',
  top: 'すべてのレベルが開放されています',
  ladder: 'スコアで開放されるもの',
  leverage: 'レバレッジ最大{leverage}X',
  several: '出金を複数同時に申請可',
  here: '現在地',
  earns: 'スコアの増え方',
  'kind-depositConfirmed': 'テスト入金の承認',
  'kind-planSettled': 'プランの決済（損益を問わず）',
  'kind-withdrawalPasswordSet': '出金パスワードの初回設定',
  'kind-cardBound': '銀行カードの初回登録',
  each: '毎回',
  once: '1回のみ',
  entries: '獲得の記録',
  entriesText: '合計がランクポイントです。変更も減点もされません。',
  after: '累計 {score}',
  empty: '記録はまだありません',
  emptyText: '最初のテスト入金、プランの決済、出金パスワード、銀行カードで最初のポイントが付きます。',
};
