import type { ConsoleTexts } from '../../console-texts.ts';

export const log: ConsoleTexts['log'] = {
  title: '日誌',
  chain: '雜湊鏈',
  position: '位置',
  waiting: '尚未上鏈的操作',
  operator: '營運人員',
  act: '操作',
  anyAct: '全部操作',
  empty: '沒有符合條件的操作。',
  subject: '對象',
  detail: '詳情',
  notChained: '等待中',
};
