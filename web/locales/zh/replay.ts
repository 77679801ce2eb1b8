import type { Texts } from '../catalogue.ts';
import type { replay as english } from '../en/replay.ts';

export const replay: Texts<typeof english> = {
  title: '录制日',
  hidden: '这是哪个录制日，将在播放完毕后揭示：{at}。',
  played: '{day}，价格 × {factor}',
  proven: '本手机由公布的密钥抽出这些日子，该密钥通向计划所绑定的承诺值。',
  wrong: '公布的密钥并不通向计划所绑定的承诺值。请保留证明与回执。',
  foreign: '服务器现在公布的回放，不是计划所绑定的那一个。',
  knowable:
    '回放按秘密的顺序播放完整的录制日。运营者可能知道接下来的日子。持有录制行情的人一两分钟内就能认出一天，并查到其余的行情。',
};
