// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { session } from '#web/platform/session/session.ts';
import styles from '#web/ui/layout/screen.module.css';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { codeOf } from '../pages.ts';
import { routeOf, routes } from '../routes.ts';

/** The library that draws charts needs a browser. */
vi.mock('#web/ui/chart/candle-chart.tsx', () => ({ CandleChart: () => 'the chart' }));

/** A stream that is never heard of. */
class SilentStream {
  addEventListener(): void {}
  close(): void {}
}

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  vi.stubGlobal('EventSource', SilentStream);
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  session.signIn('newcomer7');
});
afterEach(() => session.signOut());

/** Address, heading, where its arrow leads (null: it has none), and what it asks the server for. */
const screens: readonly (readonly [path: string, heading: string, back: string | null, ...reads: string[]])[] = [
  ['/login', 'Clearlot', null],
  ['/registe', 'Open an account', '/login', '/verify/code'],
  ['/homeTab', 'Clearlot', null, '/page/notice', '/ajax/allcoin_a/id/1/type/0', '/index/index'],
  ['/tab1', 'ETH / USDT', null, '/ajax/allcoin_a/id/1/type/0', '/ajax/kxianb/name/ETH/time/5m', '/api/viplist'],
  ['/tab2', 'Daily draw', '/homeTab', '/draws/list', '/draws/entries', '/index/drawslist'],
  ['/tab4', 'Assets', null, '/user/center'],
  ['/wallet', 'Wallet', '/tab4', '/api/wallet', '/api/purse'],
  ['/singing', '新加坡彩票：捐贈', '/wallet', '/donations/giving'],
  ['/boosting', '助力：捐贈', '/singing', '/user/center', '/donations/giving'],
  ['/orders', 'Order Record', '/tab1', '/user/ctrecords'],
  ['/ordersDetail', 'Plan ', '/orders'],
  ['/practice', 'Practice plan', '/homeTab', '/api/viplist'],
  ['/profit', 'Earnings', '/tab4', '/financing/log'],
  ['/deposit', 'Deposit', '/tab4', '/limits', '/wallet/channels', '/api/recharge'],
  ['/deposits', 'Deposit', '/tab4', '/limits', '/wallet/channels', '/api/recharge'],
  ['/recharge', 'Recharge', '/wallet', '/wallet/channels'],
  ['/depositSuccess', 'Deposit', '/deposits', '/api/recharge'],
  ['/withdraw', 'Withdraw', '/tab4', '/withdrawals/quote', '/withdrawals/times', '/withdrawals/list'],
  ['/txmoney', 'Withdraw', '/tab4', '/api/wallet', '/withdrawals/times', '/withdrawals/list'],
  ['/cash', 'How to withdraw', '/txmoney', '/api/wallet', '/withdrawals/times'],
  ['/tixian', 'To an address', '/cash', '/withdrawals/quote', '/withdrawals/times'],
  ['/tixianbank', 'To the bank card', '/cash', '/withdrawals/quote', '/withdrawals/times'],
  ['/withdrawSuccess', 'Withdrawal', '/txmoney', '/withdrawals/list'],
  ['/card', 'Bank card', '/wallet', '/User/getbank'],
  ['/editbank', 'Bind a bank card', '/card', '/User/getbank', '/api/wallet'],
  ['/financial', 'Financial Records', '/tab4', '/wallet/movements'],
  ['/account', 'Financial Records', '/tab4', '/wallet/movements'],
  ['/billRecord', 'Financial Records', '/tab4', '/wallet/movements'],
  ['/remen', 'Hot markets', '/homeTab', '/ajax/allcoin_a/id/1/type/0'],
  ['/jiaoyizhongxin', 'Transaction center', '/wallet', '/order/thblist'],
  ['/game', 'Place a bet', '/jiaoyizhongxin', '/limits', '/order/thblist', '/order/thbtype', '/User/balance'],
  ['/gameinfo', 'Round and proof', '/jiaoyizhongxin', '/order/thblist'],
  ['/haoma', 'Numbers and trends', '/jiaoyizhongxin', '/rounds/results'],
  ['/myOrderInfo', 'My bets', '/jiaoyizhongxin', '/rounds/follows', '/order/thborder'],
  ['/fund', 'Financing', '/wallet', '/api/financinlist'],
  ['/funds', 'Product', '/fund', '/api/financinlist'],
  ['/touzijilu', 'Investment records', '/fund', '/Mobile/Financing/log'],
  ['/chanpingjieshao', 'How financing works', '/fund'],
  ['/moreProject', 'All products', '/fund', '/api/financinlist'],
  ['/blackRock', 'Index basket', '/moreProject', '/ajax/allcoin_a/id/1/type/0'],
  ['/shezhi', 'Settings', '/tab4', '/notifications/settings'],
  ['/yuyanshezhi', 'Language', '/shezhi'],
  ['/securityCenter', 'Security Center', '/tab4', '/security/recovery', '/account/factors', '/limits'],
  ['/user_edit', 'Profile', '/securityCenter', '/user/accountinfo'],
  ['/loginPwd', 'Change the login password', '/securityCenter', '/verify/code'],
  ['/resetPassword', 'Forgotten login password', '/securityCenter', '/verify/code'],
  ['/forgotten', 'Forgotten login password', '/securityCenter', '/verify/code'],
  ['/bankPwd', 'Withdrawal password', '/securityCenter', '/security/fundpassword'],
  ['/user_money_pwd', 'Withdrawal password', '/securityCenter', '/security/fundpassword'],
  ['/hongbao', 'Red envelope', '/homeTab', '/tasks/list'],
  ['/invitation', 'Invitation', '/tab4', '/user/invite', '/user/team'],
  ['/Invite', 'Invitation', '/tab4', '/invitations/inviter'],
  ['/rule', 'Rules', '/homeTab', '/weight/entries', '/api/viplist', '/weight/levels/coming'],
  ['/auth', 'Terms and risks', '/homeTab', '/page/documents'],
  ['/fairness', 'Fairness', '/jiaoyizhongxin', '/rounds/days', '/rounds/fairness'],
  ['/proofs', 'Proof of liabilities', '/tab4', '/proofs/roots'],
  ['/faq', 'Help Center', '/homeTab', '/page/help'],
  ['/Notifications', 'Notifications', '/homeTab', '/notifications/list'],
  ['/Tips', 'Must-know Tips', '/homeTab', '/page/tips'],
  ['/service', 'Customer service', '/homeTab', '/chat/replytimes', '/chat/log'],
];

for (const [path, heading, back, ...reads] of screens) {
  test(`${path} stands without an answer of the server, and its arrow leads back`, async () => {
    const server = fakeServer();
    const route = routeOf(path);
    const { Page } = await codeOf(route?.page ?? 'login');
    const { container, user, went } = mount(<Page method={route?.method} />, { path });
    await expect.poll(() => [...container.querySelectorAll('h1')].map((one) => one.textContent)).toEqual([heading]);
    expect(document.title).toBe(heading === 'Clearlot' ? heading : `${heading} · Clearlot`);
    await expect.poll(() => server.requests.map((request) => request.path)).toEqual(expect.arrayContaining(reads));
    expect(container.querySelector(`.${styles.overTabBar}`) !== null).toBe(route?.tabBar === true);
    if (back === null) return;
    await user.click(container.querySelector('header > button') as Element);
    expect(went).toEqual([back]);
  });
}

test('of the pages of giving only “boosting” has sample totals', async () => {
  fakeServer();
  const totals = { boosting: 1, singing: 0 };
  for (const [name, samples] of Object.entries(totals) as [keyof typeof totals, number][]) {
    const { Page } = await codeOf(name);
    const { page, unmount } = mount(<Page />, { path: `/${name}` });
    await page.findByText('公益帳戶，來自帳本');
    expect(page.queryAllByText('範例合計')).toHaveLength(samples);
    unmount();
  }
});

test('no screen is left out', () => {
  expect(screens.map(([path]) => path).toSorted()).toEqual(routes.map(({ path }) => path).toSorted());
});
