import type { Texts } from '../catalogue.ts';
import type { planConfirm as english } from '../en/plan-confirm.ts';

export const planConfirm: Texts<typeof english> = {
  title: '確認以這個計劃下單？',
  odds: '以往回測',
  ends: '最後一輪收盤',
  final: '下單後計劃會執行到結束，無法撤回。',
  place: '下單',
  back: '先不要',
  see: '查看這個計劃',
  sending: '正在送出計劃',
  noAnswer: '未收到回應，請再按一次：計劃絕不會重複送出。',
};
