import type { Texts } from '../catalogue.ts';
import type { planConfirm as english } from '../en/plan-confirm.ts';

export const planConfirm: Texts<typeof english> = {
  title: 'このプランを注文しますか？',
  odds: '過去のバックテスト',
  ends: '最終ラウンドの終了',
  final: '注文したプランは最後まで続き、取り消せません。',
  place: '注文する',
  back: 'あとで',
  see: 'このプランを見る',
  sending: 'プランを送信中',
  noAnswer: '応答がありません。もう一度押してください。二重に注文されることはありません。',
};
