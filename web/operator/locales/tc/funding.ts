import type { ConsoleTexts } from '../../console-texts.ts';

export const funding: ConsoleTexts['funding'] = {
  title: '注資',
  text: '從贊助帳戶（為平台承諾付款的帳戶）撥入平台的一個資金池。須在一天內由另一名營運人員核准，並嚴格按所提內容記帳。',
  ask: '提出注資',
  asked: '已提出：須由另一名營運人員核准',
  account: '資金池',
  amount: '金額',
  history: '已提出的注資',
  none: '尚未提出注資。',
  number: '編號',
  state: '狀態',
  waiting: '等待另一名營運人員',
  made: '已記帳',
  refused: '已拒絕',
  lapsed: '已失效',
};
