import type { Texts } from '../catalogue.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Texts<typeof english> = {
  languageNote: '僅適用於此裝置的本次使用',
  prices: '行情來源',
  pricesFailed: '無法載入行情來源',
  recordedRange: '錄製共 {count} 個整日，{from} 至 {to}（UTC）。',
  staleCoins: '{coins} 沒有新價格：不接受以其為標的的計劃，執行中的計劃會等待。',
  about: '關於 Clearlot',
  aboutText: '以模擬資金進行的交易計劃，每個數字都可查證。這裡沒有真實買賣，任何餘額都不具金錢價值。',
  version: '版本',
  install: '安裝為應用程式',
  installText: '安裝後可從主畫面開啟 Clearlot，沒有網路時會明確告知。',
  installed: '此裝置已安裝 Clearlot',
  installByHand: '開啟瀏覽器選單，選擇「加入主畫面」。',
};
