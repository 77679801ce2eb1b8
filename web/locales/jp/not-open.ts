import type { Texts } from '../catalogue.ts';
import type { notOpen as english } from '../en/not-open.ts';

export const notOpen: Texts<typeof english> = {
  title: '準備中',
  text: '「{feature}」は準備中です。公開時に「お知らせ」でご案内します。',
  draws: 'デイリー抽選',
  giving: '寄付',
  market: '注目銘柄',
  rounds: '取引センター',
  redEnvelope: '紅包',
  invitation: '友達招待',
  chat: 'カスタマーサポート',
};
