import type { Texts } from '../catalogue.ts';
import type { planDetail as english } from '../en/plan-detail.ts';

/** One plan: how far it is, how it ended, and its rounds. */
export const planDetail: Texts<typeof english> = {
  plan: 'プラン {id}',
  planUnknown: 'このプランは存在しないか、ほかの会員のものです。',
  planLine: '{amount} USDT\u00a0· {leverage}X\u00a0· {pair}\u00a0· {strategy}',
  bounds: 'レベル{level}\u00a0· {profit}または{loss}で終了',
  roundsDone: '{done}/{total}ラウンド終了',
  nextResultAt: '次のラウンドの結果は{time}',
  endsAt: '最終ラウンドの終了は{time}（上限か下限に届けば早く終了）',
  waitingForFirst: '最初のローソク足を待っています。最初のラウンドはそこから始まります。',
  waitingForNext: '新しいローソク足がまだ届いていません。プランは次のローソク足から続きます。',
  endCompleted: '全ラウンド終了',
  endMaximumProfit: '最大利益に達し、途中で終了',
  endMaximumLoss: '最大損失に達し、途中で終了',
  endVoid: '無効：ローソク足が届きませんでした',
  shortfall: '表示上限を超え、運営が負担した額：{amount} USDT',
  directionResult: '方向\u00a0· 結果',
  long: '買い（ロング）',
  short: '売り（ショート）',
  flat: 'ポジションなし',
  feePaid: '手数料 {fee}',
  total: '合計',
  noRounds: '終了したラウンドはまだありません。',
  jumpBefore: '直前に価格が飛びました（どのラウンドにも含まれません）',
  planStart: 'プラン開始',
};
