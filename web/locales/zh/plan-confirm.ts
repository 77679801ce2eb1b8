import type { Texts } from '../catalogue.ts';
import type { planConfirm as english } from '../en/plan-confirm.ts';

export const planConfirm: Texts<typeof english> = {
  title: '确认以这个计划下单？',
  odds: '以往回测',
  ends: '最后一轮收盘',
  final: '下单后计划会运行到结束，无法撤回。',
  place: '下单',
  back: '先不要',
  see: '查看这个计划',
  sending: '正在提交计划',
  noAnswer: '未收到响应，请再点一次：计划绝不会重复提交。',
};
