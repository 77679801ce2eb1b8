import type { Texts } from '../catalogue.ts';
import type { basket as english } from '../en/basket.ts';

export const basket: Texts<typeof english> = {
  title: '指數籃子',
  index: '指數',
  since: '自',
  chart: '{count} 種幣的指數：目前 {last}，自起點變動 {change}',
  none: 'K線數量尚不足以計算指數',
  parts: '組成',
  partsText: '目前在籃子中的占比，以及自起點以來的漲跌',
  what: '什麼是指數籃子',
  whatText:
    '用一個數字代表多種幣：若把資金平均分給這裡列出的每一種幣，現在會變成多少。其中一種幣下跌時，對籃子的影響小於對只持有該幣的帳戶的影響。',
  how: '如何計算',
  howText:
    '在第一根K線時，每種幣占比相同，指數為一百。此後不再買賣，因此上漲的幣占比會變大。指數等於所有幣的價格各自除以其最初價格後的平均值，再乘以一百。所用的是與圖表相同的六小時K線；任何一種幣缺少的K線，全部幣都略去。',
  notSold: '僅供說明，不可購買',
  notSoldText: '這個籃子只用來說明，無法購買，Clearlot 也沒有任何產品追蹤它。',
  noTie: '與任何公司無關',
  noTieText:
    '本頁網址中含有一個名稱，也有公司使用這個名稱。Clearlot 與任何使用該名稱的公司都沒有關係，這個籃子也不是其產品。',
};
