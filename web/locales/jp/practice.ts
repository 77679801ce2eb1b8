import type { Texts } from '../catalogue.ts';
import type { practice as english } from '../en/practice.ts';

export const practice: Texts<typeof english> = {
  title: '練習プラン',
  note: '練習です。確定したばかりのローソク足を使い、この端末で結果を計算します。資金は動かず、記帳もされません。',
  choose: '条件を変えて試す',
  tooFew: '確定したローソク足がまだ足りません',
  real: 'この条件で本番のプランへ',
  firstSteps: 'はじめに',
  try: '直近1時間で練習する',
  place: '最初のプランを注文する',
};
