import type { Texts } from '../catalogue.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Texts<typeof english> = {
  languageNote: '仅对此设备的本次使用有效',
  prices: '行情来源',
  pricesFailed: '行情来源加载失败',
  recordedRange: '录制共 {count} 个整日，{from} 至 {to}（UTC）。',
  staleCoins: '{coins} 没有新价格：不接受以其为标的的计划，运行中的计划会等待。',
  about: '关于 Clearlot',
  aboutText: '以模拟资金进行的交易计划，每个数字都可核查。这里没有真实买卖，任何余额都不具有货币价值。',
  version: '版本',
  install: '安装为应用',
  installText: '安装后可从主屏幕打开 Clearlot，没有网络时会明确提示。',
  installed: '此设备已安装 Clearlot',
  installByHand: '打开浏览器菜单，选择“添加到主屏幕”。',
};
