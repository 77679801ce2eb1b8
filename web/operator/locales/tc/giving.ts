import type { ConsoleTexts } from '../../console-texts.ts';

export const giving: ConsoleTexts['giving'] = {
  title: '公益',
  text: '撥付會連同收據一併公布。須在一天內由另一名營運人員核准，並嚴格按所提內容撥付。',
  'received-PTS': '收到的積分',
  'disbursed-PTS': '已撥付的積分',
  'unspent-PTS': '未撥付的積分',
  'received-USDT': '收到的 USDT',
  'disbursed-USDT': '已撥付的 USDT',
  'unspent-USDT': '未撥付的 USDT',
  noCauses: '尚未設立用途。',
  ask: '提出撥付',
  asked: '已提出：須由另一名營運人員核准',
  cause: '用途',
  amount: '撥付數額',
  receipt: '收據（將公布）',
  history: '已完成的撥付',
  none: '尚無撥付。',
};
