import type { Texts } from '../catalogue.ts';
import type { planDetail as english } from '../en/plan-detail.ts';

/** One plan: how far it is, how it ended, and its rounds. */
export const planDetail: Texts<typeof english> = {
  plan: '计划 {id}',
  planUnknown: '此计划不存在，或不属于您。',
  planLine: '{amount} USDT\u00a0· {leverage}X\u00a0· {pair}\u00a0· {strategy}',
  bounds: '等级 {level}\u00a0· 达 {profit} 或 {loss} 即结束',
  roundsDone: '已完成 {done}/{total} 轮',
  nextResultAt: '下一轮结果于 {time} 得出',
  endsAt: '最后一轮于 {time} 收盘，触及上下限则提前结束',
  waitingForFirst: '计划正在等待第一根K线，第一轮随它开始。',
  waitingForNext: '还没有新的K线，计划将随下一根K线继续。',
  endCompleted: '已走完全部轮次',
  endMaximumProfit: '触及最大盈利，提前结束',
  endMaximumLoss: '触及最大亏损，提前结束',
  endVoid: '作废：K线没有出现',
  shortfall: '超出所示上限的部分由平台承担：{amount} USDT',
  directionResult: '方向\u00a0· 结果',
  long: '做多',
  short: '做空',
  flat: '空仓',
  feePaid: '手续费 {fee}',
  total: '合计',
  noRounds: '尚无完成的轮次。',
  jumpBefore: '此轮之前价格跳变，不计入任何一轮',
  planStart: '计划开始',
};
