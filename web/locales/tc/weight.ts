import type { Texts } from '../catalogue.ts';
import type { weight as english } from '../en/weight.ts';

export const weight: Texts<typeof english> = {
  title: '您的等級積分',
  activated: '已啟用',
  notActivated: '尚未啟用',
  activation: '啟用',
  next: '再 {points} 分可開啟等級 {level}',
  top: '所有等級均已開啟',
  ladder: '各分數開啟的內容',
  leverage: '槓桿最高 {leverage}X',
  several: '可同時有多筆出金審核',
  here: '您在這裡',
  earns: '如何獲得分數',
  'kind-depositConfirmed': '測試入金獲確認',
  'kind-planSettled': '計劃結算，不論盈虧',
  'kind-withdrawalPasswordSet': '首次設定出金密碼',
  'kind-cardBound': '首次綁定銀行卡',
  each: '每次',
  once: '一次',
  entries: '您的得分紀錄',
  entriesText: '各筆相加即為您的等級積分，從不更改或扣除。',
  after: '累計 {score}',
  empty: '還沒有紀錄',
  emptyText: '首次測試入金、計劃結算、出金密碼或銀行卡，都會帶來最初的分數。',
};
