import type { Texts } from '../catalogue.ts';
import type { figures as english } from '../en/figures.ts';

export const figures: Texts<typeof english> = {
  title: '數字從何而來',
  legend: 'Clearlot 的每個實測數字都帶有以下其中一種標記',
  rules: '限額、費用與條款是已公布的規則，對所有人一律相同',
  ledgerName: '帳本',
  ledgerShort: '帳本：由分錄加總',
  ledgerText: '此數字由帳本分錄加總得出。每筆分錄都屬於一筆借貸平衡的轉帳，一經記錄，絕不更改或刪除。',
  marketName: '行情',
  marketShort: '行情：來自錄製或即時的K線',
  marketText: '此數字由行情K線計算得出。凡顯示價格之處，都會註明來自哪個市場，以及是即時行情還是錄製回放。',
  probeName: '實測',
  probeShort: '實測：由運作中的系統測得',
  probeText: '此數字由運作中的系統自行測得。',
  sampleName: '範例',
  sampleTag: '範例',
  sampleShort: '範例：僅作說明，並非事實',
  sampleText: '此數字僅作說明，不代表任何實際發生的事；真實數字就在旁邊。',
};
