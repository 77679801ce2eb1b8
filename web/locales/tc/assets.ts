import type { Texts } from '../catalogue.ts';
import type { assets as english } from '../en/assets.ts';

export const assets: Texts<typeof english> = {
  title: '資產',
  signedInAs: '目前帳號：{name}',
  authorization: '總資產',
  available: '可用額度',
  locked: '鎖定中',
  accountWeight: '帳戶等級積分',
  earningsToday: '今日收益',
  incomeTotal: '累計收益',
  postings: '每個數字均由 {count} 筆分錄加總得出',
  onePosting: '每個數字均由 1 筆分錄得出',
  noPostings: '尚無分錄，所有數字均為零',
  menu: '資產選單',
  withdraw: '出金',
  deposits: '入金',
  financialRecords: '資金紀錄',
  orderRecord: '訂單紀錄',
  invitation: '邀請',
  helpCenter: '幫助中心',
  tips: '必讀須知',
  wallet: '錢包',
  security: '安全中心',
  settings: '設定',
  explainWeight: '什麼是等級積分？',
  weightTitle: '關於等級積分',
  weightSum:
    '等級積分由公開的各項得分相加：帳戶安全設定、簽到、已結算的計劃、已確認的測試入金與紅包。它用於解鎖計劃等級、槓桿與活動，別無他用。',
  activationTitle: '啟用',
  activationText:
    '帳戶取得首個 100 分即啟用。啟用前，同一時間只能有一筆出金在審核中；啟用後可以有多筆。這裡所說的「單筆出金限制」僅此而已。',
  neverCondition: '任何出金都不會因等級積分、入金、邀請或推廣活動而遭拒。',
  activate: '啟用等級積分',
  activateDone: '等級積分已啟用',
  activateText:
    '已確認的測試入金可增加等級積分，簽到與已結算的計劃亦然。入金只是取得首個 100 分的途徑之一，不是任何事項的前提。',
  activateProgress: '{points} / {needed} 分',
  depositAddress: '您的測試入金地址',
  noAddress: '首次測試入金時產生',
  toDeposits: '前往入金',
  understood: '知道了',
};
