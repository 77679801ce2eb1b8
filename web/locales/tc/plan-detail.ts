import type { Texts } from '../catalogue.ts';
import type { planDetail as english } from '../en/plan-detail.ts';

/** One plan: how far it is, how it ended, and its rounds. */
export const planDetail: Texts<typeof english> = {
  plan: '計劃 {id}',
  planUnknown: '此計劃不存在，或不屬於您。',
  planLine: '{amount} USDT\u00a0· {leverage}X\u00a0· {pair}\u00a0· {strategy}',
  bounds: '等級 {level}\u00a0· 達 {profit} 或 {loss} 即結束',
  roundsDone: '已完成 {done}/{total} 輪',
  nextResultAt: '下一輪結果於 {time} 得出',
  endsAt: '最後一輪於 {time} 收盤，觸及上下限則提前結束',
  waitingForFirst: '計劃正在等待第一根K線，第一輪隨它開始。',
  waitingForNext: '還沒有新的K線，計劃將隨下一根K線繼續。',
  endCompleted: '已走完全部輪次',
  endMaximumProfit: '觸及最大獲利，提前結束',
  endMaximumLoss: '觸及最大虧損，提前結束',
  endVoid: '作廢：K線沒有出現',
  shortfall: '超出所示上限的部分由平台承擔：{amount} USDT',
  directionResult: '方向\u00a0· 結果',
  long: '做多',
  short: '做空',
  flat: '空手',
  feePaid: '手續費 {fee}',
  total: '合計',
  noRounds: '尚無完成的輪次。',
  jumpBefore: '此輪之前價格跳動，不計入任何一輪',
  planStart: '計劃開始',
};
