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
    '此行情按秘密的顺序播放完整的录制日。一天开始之前外人无从得知，运营者则可能知道。一天开始后，持有录制行情的人一两分钟内就能认出它，并查到其余的行情，也就查得到当天的计划如何结束。因此这里的结果不代表本事，任何排名、成长值、奖项或奖励都与它无关。实时交易所的行情则谁也无法预先查看。',
};
