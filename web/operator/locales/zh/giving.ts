import type { ConsoleTexts } from '../../console-texts.ts';

export const giving: ConsoleTexts['giving'] = {
  title: '公益',
  text: '拨付会连同收据一并公布。须在一天内由另一名运营人员批准，并严格按所提内容拨付。',
  'received-PTS': '收到的积分',
  'disbursed-PTS': '已拨付的积分',
  'unspent-PTS': '未拨付的积分',
  'received-USDT': '收到的 USDT',
  'disbursed-USDT': '已拨付的 USDT',
  'unspent-USDT': '未拨付的 USDT',
  noCauses: '尚未设立用途。',
  ask: '提出拨付',
  asked: '已提出：须由另一名运营人员批准',
  cause: '用途',
  amount: '拨付数额',
  receipt: '收据（将公布）',
  history: '已完成的拨付',
  none: '尚无拨付。',
};
