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
    '回放按秘密的順序播放完整的錄製日。營運者可能知道接下來的日子。持有錄製行情的人一兩分鐘內就能認出一天，並查到其餘的行情。',
};
