import type { Texts } from '../catalogue.ts';
import type { weight as english } from '../en/weight.ts';

export const weight: Texts<typeof english> = {
  title: '您的成长值',
  activated: '已激活',
  notActivated: '尚未激活',
  activation: '激活',
  next: '再 {points} 分可开启等级 {level}',
  top: '所有等级均已开启',
  ladder: '各分数开启的内容',
  leverage: '杠杆最高 {leverage}X',
  several: '可同时有多笔提现审核',
  here: '您在这里',
  earns: '如何获得分数',
  'kind-depositConfirmed': '测试充值获确认',
  'kind-planSettled': '计划结算，不论盈亏',
  'kind-withdrawalPasswordSet': '首次设置提现密码',
  'kind-cardBound': '首次绑定银行卡',
  each: '每次',
  once: '一次',
  entries: '您的得分记录',
  entriesText: '各笔相加即为您的成长值，从不更改或扣除。',
  after: '累计 {score}',
  empty: '还没有记录',
  emptyText: '首次测试充值、计划结算、提现密码或银行卡，都会带来最初的分数。',
};
