import { zh as messages } from '#contract/notification-texts/zh.ts';
import type { Texts } from '../catalogue.ts';
import type { notify as english } from '../en/notify.ts';

export const notify: Texts<typeof english> = {
  ...messages,
  title: '通知',
  own: '给您的',
  all: '全部',
  plans: '计划',
  deposits: '充值',
  withdrawals: '提现',
  financing: '理财',
  rounds: '期次',
  draws: '抽奖',
  team: '团队',
  security: '安全',
  filter: '显示',
  none: '暂无内容',
  noneText:
    '已结算的计划、已入账的充值、提现、到期的理财、中奖的投注与抽奖、团队带来的积分，以及账户安全的变更会显示在这里。',
  older: '显示更早的通知',
  source: '金额来自账本。',
  openIt: '打开',
  settings: '通知设置',
  settingsText: '关闭的项目仍保留在列表中，但不会在屏幕或设备上显示消息。',
  securityAlways: '账户安全的变更始终会通知。',
  push: '推送通知',
  pushText: 'Clearlot 关闭时在此设备上显示消息。在此退出登录后即停止。',
  pushTurnOn: '在此设备开启',
  pushTurnOff: '在此设备关闭',
  pushUnsupported: '此浏览器在这里不支持推送通知。在 iPhone 上需要已安装的应用。',
  pushDenied: '您阻止了本网站的消息。请先在浏览器设置中允许。',
  pushFailed: '浏览器的推送服务没有响应，请稍后再试。',
  pushRefused: '未获得许可，因此此设备不会有推送通知。',
  pushNoWorker: '此浏览器在这里无法在后台运行，因此不能开启推送通知。请重新加载 Clearlot 后再试。',
  amounts: '在推送通知中显示金额。锁屏也会显示。',
  devices: '接收推送通知的设备：{count}',
};
