import type { Texts } from '../catalogue.ts';
import type { replay as english } from '../en/replay.ts';

export const replay: Texts<typeof english> = {
  title: '錄製日',
  hidden: '這是哪個錄製日，將在播放完畢後揭示：{at}。',
  played: '{day}，價格 × {factor}',
  proven: '本手機由公布的金鑰抽出這些日子，該金鑰通向計劃所綁定的承諾值。',
  wrong: '公布的金鑰並不通向計劃所綁定的承諾值。請保留證明與回執。',
  foreign: '伺服器現在公布的回放，不是計劃所綁定的那一個。',
  knowable:
    '此行情按祕密的順序播放完整的錄製日。一天開始之前外人無從得知，營運者則可能知道。一天開始後，持有錄製行情的人一兩分鐘內就能認出它，並查到其餘的行情，也就查得到當天的計劃如何結束。因此這裡的結果不代表本事，任何排名、等級積分、獎項或獎勵都與它無關。即時交易所的行情則誰也無法預先查看。',
};
