import type { Texts } from '../catalogue.ts';
import type { later as english } from '../en/later.ts';

export const later: Texts<typeof english> = {
  title: '準備中',
  text: '「{feature}」はClearlotの機能ですが、まだ公開されていません。このページに操作できるものはありません。',
  draws: 'デイリー抽選',
  wallet: 'ウォレット',
  giving: '寄付',
  security: 'セキュリティセンター',
  withdrawals: '出金',
  card: '銀行カード',
  market: '注目銘柄',
  rounds: '取引センター',
  financing: '資産運用',
  earnings: '損益',
  records: '資金明細',
  redEnvelope: '紅包',
  invitation: '友達招待',
  chat: 'カスタマーサポート',
  recharge: '入金方法',
};
