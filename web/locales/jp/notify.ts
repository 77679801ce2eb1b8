import { jp as messages } from '#contract/notification-texts/jp.ts';
import type { Texts } from '../catalogue.ts';
import type { notify as english } from '../en/notify.ts';

export const notify: Texts<typeof english> = {
  ...messages,
  title: '通知',
  own: 'あなた宛て',
  all: 'すべて',
  plans: 'プラン',
  deposits: '入金',
  withdrawals: '出金',
  financing: '運用商品',
  rounds: 'ラウンド',
  draws: '抽選',
  team: 'チーム',
  security: 'セキュリティ',
  filter: '表示',
  none: 'まだ何もありません',
  noneText:
    '決済されたプラン、反映された入金、出金、満期の運用商品、当たった賭けと抽選、チームからのポイント、口座のセキュリティの変更がここに表示されます。',
  older: '以前の通知を表示',
  source: '金額は元帳のものです。',
  openIt: '開く',
  settings: '通知の設定',
  settingsText: 'オフにした項目は一覧に残りますが、画面や端末には表示されません。',
  securityAlways: '口座のセキュリティの変更は必ず通知します。',
  push: 'プッシュ通知',
  pushText: 'Clearlotを閉じている間、この端末に通知します。ここでログアウトすると終わります。',
  pushTurnOn: 'この端末でオンにする',
  pushTurnOff: 'この端末でオフにする',
  pushUnsupported: 'このブラウザはここでのプッシュ通知に対応していません。iPhoneではインストールしたアプリが必要です。',
  pushDenied: 'このサイトの通知がブロックされています。先にブラウザの設定で許可してください。',
  pushFailed: 'ブラウザのプッシュサービスが応答しませんでした。後でもう一度お試しください。',
  pushRefused: '許可されなかったため、この端末ではプッシュ通知を受け取れません。',
  pushNoWorker:
    'このブラウザはここではバックグラウンドで動作しないため、プッシュ通知をオンにできません。Clearlotを再読み込みしてもう一度お試しください。',
  amounts: 'プッシュ通知に金額を表示します。ロック画面にも表示されます。',
  devices: 'プッシュ通知を受け取る端末：{count}',
};
