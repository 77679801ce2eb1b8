import type { ConsoleTexts } from '../../console-texts.ts';

export const funding: ConsoleTexts['funding'] = {
  title: '注资',
  text: '从赞助账户（为平台承诺付款的账户）拨入平台的一个资金池。须在一天内由另一名运营人员批准，并严格按所提内容记账。',
  ask: '提出注资',
  asked: '已提出：须由另一名运营人员批准',
  account: '资金池',
  amount: '金额',
  history: '已提出的注资',
  none: '尚未提出注资。',
  number: '编号',
  state: '状态',
  waiting: '等待另一名运营人员',
  made: '已记账',
  refused: '已拒绝',
  lapsed: '已失效',
};
