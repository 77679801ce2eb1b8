import type { ConsoleTexts } from '../../console-texts.ts';

export const sessions: ConsoleTexts['sessions'] = {
  title: '我的工作階段',
  device: '裝置',
  address: '網路位址',
  since: '登入時間',
  lastUse: '最近使用',
  until: '最遲結束',
  thisOne: '當前工作階段',
  end: '結束工作階段',
  endText: '該裝置將立即登出。',
};
