import type { Texts } from '../catalogue.ts';
import type { figures as english } from '../en/figures.ts';

export const figures: Texts<typeof english> = {
  title: '数字从何而来',
  legend: 'Clearlot 的每个实测数字都带有以下标记之一',
  rules: '限额、费用与条款是已公布的规则，对所有人一律相同',
  ledgerName: '账本',
  ledgerShort: '账本：由分录加总',
  ledgerText: '此数字由账本分录加总得出。每笔分录都属于一笔借贷平衡的转账，一经记录，绝不更改或删除。',
  marketName: '行情',
  marketShort: '行情：来自录制或实时的K线',
  marketText: '此数字由行情K线计算得出。凡显示价格之处，都会注明来自哪个市场，以及是实时行情还是录制回放。',
  probeName: '实测',
  probeShort: '实测：由运行中的系统测得',
  probeText: '此数字由运行中的系统自身测得。',
  sampleName: '示例',
  sampleTag: '示例',
  sampleShort: '示例：仅作说明，并非事实',
  sampleText: '此数字仅作说明，不代表任何实际发生的事；真实数字就在旁边。',
};
