import type { Texts } from '../catalogue.ts';
import type { termsSummary as english } from '../en/terms-summary.ts';

export const termsSummary: Texts<typeof english> = {
  paper: '这里的一切都是模拟资金。余额不能购买、出售、提现或兑换。',
  loss: '计划的亏损最多为确认前写明的最大亏损，绝不会更多。',
  outcome: '计划按公开的策略，依据录制或实时的K线结算。Clearlot 的任何人都无法决定结果。',
  past: '过往表现不代表未来收益。',
  age: 'Clearlot 仅面向年满 18 岁的人士。',
};
