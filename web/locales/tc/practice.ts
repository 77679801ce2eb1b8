import type { Texts } from '../catalogue.ts';
import type { practice as english } from '../en/practice.ts';

export const practice: Texts<typeof english> = {
  title: '練習計劃',
  note: '這是練習：以剛收盤的K線在本機結算，不動用資金，也不記帳。',
  choose: '換個方式試試',
  tooFew: '市場已收盤的K線還不夠',
  real: '用這些選擇建立真正的計劃',
  firstSteps: '第一步',
  try: '用剛過去的一小時練習',
  place: '下第一個計劃',
};
