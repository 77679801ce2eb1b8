import type { ConsoleTexts } from '../../console-texts.ts';

export const log: ConsoleTexts['log'] = {
  title: '日志',
  chain: '哈希链',
  position: '位置',
  waiting: '尚未上链的操作',
  operator: '运营人员',
  act: '操作',
  anyAct: '全部操作',
  empty: '没有符合条件的操作。',
  subject: '对象',
  detail: '详情',
  notChained: '等待中',
};
