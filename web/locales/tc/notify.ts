import { tc as messages } from '#contract/notification-texts/tc.ts';
import type { Texts } from '../catalogue.ts';
import type { notify as english } from '../en/notify.ts';

export const notify: Texts<typeof english> = {
  ...messages,
  title: '通知',
  own: '給您的',
  all: '全部',
  plans: '計劃',
  deposits: '入金',
  withdrawals: '出金',
  financing: '理財',
  rounds: '期次',
  draws: '抽獎',
  team: '團隊',
  security: '安全',
  filter: '顯示',
  none: '目前沒有內容',
  noneText:
    '已結算的計劃、已入帳的入金、出金、到期的理財、中獎的投注與抽獎、團隊帶來的積分，以及帳戶安全的變更會顯示在這裡。',
  older: '顯示較早的通知',
  source: '金額來自帳本。',
  openIt: '開啟',
  settings: '通知設定',
  settingsText: '關閉的項目仍留在清單中，但不會在畫面或裝置上顯示訊息。',
  securityAlways: '帳戶安全的變更一律會通知。',
  push: '推播通知',
  pushText: 'Clearlot 關閉時在此裝置上顯示訊息。在此登出後即停止。',
  pushTurnOn: '在此裝置開啟',
  pushTurnOff: '在此裝置關閉',
  pushUnsupported: '此瀏覽器在這裡不支援推播通知。在 iPhone 上需要已安裝的應用程式。',
  pushDenied: '您封鎖了本網站的訊息。請先在瀏覽器設定中允許。',
  pushFailed: '瀏覽器的推播服務沒有回應，請稍後再試。',
  pushRefused: '未取得許可，因此此裝置不會有推播通知。',
  pushNoWorker: '此瀏覽器在這裡無法於背景執行，因此不能開啟推播通知。請重新載入 Clearlot 後再試。',
  amounts: '在推播通知中顯示金額。鎖定畫面也會顯示。',
  devices: '接收推播通知的裝置：{count}',
};
