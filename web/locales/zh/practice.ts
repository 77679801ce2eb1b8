import type { Texts } from '../catalogue.ts';
import type { practice as english } from '../en/practice.ts';

export const practice: Texts<typeof english> = {
  title: '练习计划',
  note: '这是练习：用刚收盘的K线在本机结算，不动用资金，也不记账。',
  choose: '换个方式试试',
  tooFew: '市场已收盘的K线还不够',
  real: '用这些选择建立真正的计划',
  firstSteps: '第一步',
  try: '用刚过去的一小时练习',
  place: '下第一个计划',
};
