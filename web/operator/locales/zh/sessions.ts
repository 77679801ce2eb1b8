import type { ConsoleTexts } from '../../console-texts.ts';

export const sessions: ConsoleTexts['sessions'] = {
  title: '我的会话',
  device: '设备',
  address: '网络地址',
  since: '登录时间',
  lastUse: '最近使用',
  until: '最迟结束',
  thisOne: '当前会话',
  end: '结束会话',
  endText: '该设备将立即退出登录。',
};
