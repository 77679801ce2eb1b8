import type { ConsoleTexts } from '../../console-texts.ts';

export const books: ConsoleTexts['books'] = {
  title: '账簿',
  house: '平台账户',
  asOf: '截至',
  account: '账户',
  asset: '资产',
  balance: '余额',
  trialBalance: '试算平衡',
  trialBalanceText: '每十分钟根据全部分录重新计算每个余额。最近四小时的检查：',
  outcome: '结果',
  sound: '平衡',
  notSound: '不平衡',
  sums: '全部账户之和',
  differences: '不符的账户',
  torn: '不完整的转账',
  unfounded: '缺少依据的积分',
  took: '用时',
  roots: '已公布的负债证明',
  number: '编号',
  members: '会员数',
  owed: '应付 USDT',
};
