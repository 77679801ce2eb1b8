import type { PageName } from './pages.ts';
import type { PageProps } from './platform/navigation/navigation.tsx';

/** A route as plain data: the build, the benches and the tests read it without loading any page. */
export interface Route extends PageProps {
  readonly path: string;
  /** `member` pages redirect visitors to /login, and back after it. */
  readonly access: 'public' | 'member';
  /** Position for the slide, of which the tens are one branch: see `platform/navigation/slide.ts`. */
  readonly order: number;
  /** Shows the bottom bar. */
  readonly tabBar?: boolean;
  readonly page: PageName;
  /** Uses only the texts that load first. */
  readonly firstTexts?: boolean;
  /** Prerendered at build time in every language: the pages opened first, and most often. */
  readonly prerender?: boolean;
  /** Modules that the page imports on its first render, by their path in `web/`; requested with the page. */
  readonly preload?: readonly string[];
}

export const routes: readonly Route[] = [
  { path: '/login', access: 'public', order: 1, firstTexts: true, page: 'login', prerender: true },
  { path: '/registe', access: 'public', order: 2, firstTexts: true, page: 'register', prerender: true },
  { path: '/homeTab', access: 'member', order: 10, firstTexts: true, tabBar: true, page: 'home', prerender: true },
  {
    path: '/tab1',
    access: 'member',
    order: 11,
    firstTexts: true,
    tabBar: true,
    page: 'trading',
    prerender: true,
    preload: ['ui/chart/chart-view.ts'],
  },
  { path: '/tab2', access: 'member', order: 14, tabBar: true, page: 'draws' },
  { path: '/tab4', access: 'member', order: 12, firstTexts: true, tabBar: true, page: 'assets', prerender: true },
  { path: '/wallet', access: 'member', order: 13, tabBar: true, page: 'wallet', prerender: true },
  { path: '/singing', access: 'member', order: 15, tabBar: true, page: 'singing' },
  { path: '/boosting', access: 'member', order: 16, tabBar: true, page: 'boosting' },

  { path: '/orders', access: 'member', order: 21, firstTexts: true, page: 'orders', prerender: true },
  { path: '/ordersDetail', access: 'member', order: 29, page: 'order-detail' },
  { path: '/practice', access: 'member', order: 22, page: 'practice' },
  { path: '/profit', access: 'member', order: 20, page: 'earnings' },

  { path: '/deposit', access: 'member', order: 31, page: 'deposit' },
  { path: '/deposits', access: 'public', order: 31, page: 'deposit' },
  { path: '/recharge', access: 'member', order: 30, page: 'recharge' },
  { path: '/depositSuccess', access: 'member', order: 39, page: 'deposit-success' },

  { path: '/withdraw', access: 'public', order: 40, page: 'withdraw' },
  { path: '/txmoney', access: 'member', order: 41, page: 'withdraw-gate' },
  { path: '/cash', access: 'member', order: 42, page: 'cash' },
  { path: '/tixian', access: 'member', order: 43, page: 'withdraw', method: 'address' },
  { path: '/tixianbank', access: 'member', order: 44, page: 'withdraw', method: 'bank' },
  { path: '/withdrawSuccess', access: 'member', order: 49, page: 'withdraw-success' },
  { path: '/card', access: 'member', order: 45, page: 'card' },
  { path: '/editbank', access: 'member', order: 46, page: 'edit-card' },

  { path: '/financial', access: 'public', order: 50, page: 'records' },
  { path: '/account', access: 'member', order: 51, page: 'records' },
  { path: '/billRecord', access: 'member', order: 52, page: 'bill-record' },

  { path: '/remen', access: 'member', order: 60, page: 'hot-markets' },
  { path: '/jiaoyizhongxin', access: 'member', order: 61, page: 'rounds' },
  { path: '/game', access: 'member', order: 62, page: 'game' },
  { path: '/gameinfo', access: 'member', order: 65, page: 'round-detail' },
  { path: '/haoma', access: 'member', order: 63, page: 'round-numbers' },
  { path: '/myOrderInfo', access: 'member', order: 64, page: 'round-orders' },

  { path: '/fund', access: 'member', order: 71, page: 'fund' },
  { path: '/funds', access: 'member', order: 73, page: 'funds' },
  { path: '/touzijilu', access: 'member', order: 74, page: 'holdings' },
  { path: '/chanpingjieshao', access: 'member', order: 72, page: 'product-introduction' },
  { path: '/moreProject', access: 'member', order: 180, page: 'more-products' },
  { path: '/blackRock', access: 'member', order: 75, page: 'index-basket' },

  { path: '/shezhi', access: 'member', order: 80, page: 'settings' },
  { path: '/yuyanshezhi', access: 'member', order: 81, page: 'language' },
  { path: '/securityCenter', access: 'member', order: 82, page: 'security-center' },
  { path: '/user_edit', access: 'member', order: 83, page: 'edit-profile' },
  { path: '/loginPwd', access: 'member', order: 84, page: 'login-password' },
  { path: '/resetPassword', access: 'member', order: 85, page: 'reset-password' },
  { path: '/bankPwd', access: 'member', order: 86, page: 'withdrawal-password' },
  { path: '/user_money_pwd', access: 'member', order: 87, page: 'withdrawal-password' },

  { path: '/hongbao', access: 'member', order: 90, page: 'red-envelope' },
  { path: '/invitation', access: 'member', order: 91, page: 'invitation' },
  { path: '/rule', access: 'member', order: 100, page: 'rules' },

  { path: '/Invite', access: 'public', order: 3, page: 'invite' },
  { path: '/auth', access: 'public', order: 110, page: 'terms' },
  { path: '/forgotten', access: 'public', order: 4, page: 'reset-password' },
  { path: '/fairness', access: 'public', order: 120, page: 'fairness' },
  { path: '/proofs', access: 'public', order: 130, page: 'proofs' },
  { path: '/faq', access: 'public', order: 140, page: 'help' },
  { path: '/Notifications', access: 'public', order: 150, page: 'notices' },
  { path: '/Tips', access: 'public', order: 160, page: 'tips' },
  { path: '/service', access: 'public', order: 170, page: 'service' },
];

/** The route of a path in any letter case, or undefined. */
export function routeOf(path: string): Route | undefined {
  const wanted = path.toLowerCase().replace(/(.)\/$/, '$1');
  return routes.find((route) => route.path.toLowerCase() === wanted);
}
