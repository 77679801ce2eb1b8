import type { NotificationTexts } from './en.ts';

/** What notifications say, in Japanese. */
export const jp = {
  planSettled: 'プランが決済されました',
  planVoided: 'プランは無効になり、金額が全額戻りました',
  depositConfirmed: '入金が反映されました',
  withdrawalPaid: '出金が支払われました',
  withdrawalRefused: '出金が拒否されました',
  financingMatured: '運用商品が満期になりました',
  orderWon: '賭けが当たりました',
  orderReturned: 'ラウンド無効、賭け金は返還',
  prizeWon: '毎日の抽選に当たりました',
  invitationRewarded: 'チームからポイントを獲得しました',
  securityAct: '口座のセキュリティ',
  amount: '{amount} USDT',
  open: 'Clearlotで開く',
  securityBody: '口座に変更がありました。心当たりがない場合は、セキュリティセンターを開いてください。',
  several: '新しいお知らせ{count}件',
  severalBody: 'Clearlotで一覧を開く',
} as const satisfies NotificationTexts;
