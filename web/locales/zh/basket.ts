import type { Texts } from '../catalogue.ts';
import type { basket as english } from '../en/basket.ts';

export const basket: Texts<typeof english> = {
  title: '指数篮子',
  index: '指数',
  since: '自',
  chart: '{count} 种币的指数：目前 {last}，自起点变动 {change}',
  none: 'K线数量尚不足以计算指数',
  parts: '组成',
  partsText: '目前在篮子中的占比，以及自起点以来的涨跌',
  what: '什么是指数篮子',
  whatText:
    '用一个数字代表多种币：若把资金平均分给这里列出的每一种币，现在会变成多少。其中一种币下跌时，对篮子的影响小于对只持有该币的账户的影响。',
  how: '如何计算',
  howText:
    '在第一根K线时，每种币占比相同，指数为一百。此后不再买卖，因此上涨的币占比会变大。指数等于所有币的价格各自除以其最初价格后的平均值，再乘以一百。所用的是与图表相同的六小时K线；任何一种币缺少的K线，全部币都略去。',
  notSold: '仅供说明，不可购买',
  notSoldText: '这个篮子只用来说明，无法购买，Clearlot 也没有任何产品跟踪它。',
  noTie: '与任何公司无关',
  noTieText:
    '本页网址中含有一个名称，也有公司使用这个名称。Clearlot 与任何使用该名称的公司都没有关系，这个篮子也不是其产品。',
};
