import type { ConsoleTexts } from '../../console-texts.ts';

export const books: ConsoleTexts['books'] = {
  title: '帳簿',
  house: '平台帳戶',
  asOf: '截至',
  account: '帳戶',
  asset: '資產',
  balance: '餘額',
  trialBalance: '試算表',
  trialBalanceText: '每十分鐘根據全部分錄重新計算每個餘額。最近四小時的檢查：',
  outcome: '結果',
  sound: '平衡',
  notSound: '不平衡',
  sums: '全部帳戶之和',
  differences: '不符的帳戶',
  torn: '不完整的轉帳',
  unfounded: '缺少依據的積分',
  took: '用時',
  roots: '已公布的負債證明',
  number: '編號',
  members: '會員數',
  owed: '應付 USDT',
};
