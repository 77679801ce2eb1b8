import type { Texts } from '../catalogue.ts';
import type { termsSummary as english } from '../en/terms-summary.ts';

export const termsSummary: Texts<typeof english> = {
  paper: '這裡的一切都是模擬資金。餘額不能買賣、提取或兌換。',
  loss: '計劃的虧損最多為確認前載明的最大虧損，絕不會更多。',
  outcome: '計劃依公開的策略，以錄製或即時的K線結算。Clearlot 的任何人都無法決定結果。',
  past: '計劃過去的表現，無法確切說明它未來的表現。',
  age: 'Clearlot 僅供年滿 18 歲人士使用。',
};
