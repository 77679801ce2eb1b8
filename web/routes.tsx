import type { FeatureKey } from './pages/not-open.tsx';
import type { Page } from './platform/navigation/navigation.tsx';

export interface PageRoute {
  readonly path: string;
  /** `member` pages send visitors to /login and come back after it. */
  readonly access: 'public' | 'member';
  /** Pages stand in a row: a page with a higher order comes in from the right, a lower one from the left. */
  readonly order: number;
  /** Shows the bottom bar. */
  readonly tabBar?: boolean;
  readonly page: () => Promise<Page>;
  /** Does with the texts that come first: no others are fetched for it. */
  readonly firstTexts?: boolean;
  /** What the page will be about, where it is not open yet. */
  readonly feature?: FeatureKey;
}

const login = async () => (await import('./pages/login.tsx')).LoginPage;
const register = async () => (await import('./pages/register.tsx')).RegisterPage;
const home = async () => (await import('./pages/home.tsx')).HomePage;
const assets = async () => (await import('./pages/assets.tsx')).AssetsPage;
const deposit = async () => (await import('./pages/deposit.tsx')).DepositPage;
const depositSuccess = async () => (await import('./pages/deposit-success.tsx')).DepositSuccessPage;
const help = async () => (await import('./pages/help.tsx')).HelpPage;
const tips = async () => (await import('./pages/tips.tsx')).TipsPage;
const rules = async () => (await import('./pages/rules.tsx')).RulesPage;
const terms = async () => (await import('./pages/terms.tsx')).TermsPage;
const notices = async () => (await import('./pages/notices.tsx')).NoticesPage;
const settings = async () => (await import('./pages/settings.tsx')).SettingsPage;
const language = async () => (await import('./pages/language.tsx')).LanguagePage;
const notOpen = async () => (await import('./pages/not-open.tsx')).NotOpenPage;
const trading = async () => (await import('./pages/trading.tsx')).TradingPage;
const orders = async () => (await import('./pages/orders.tsx')).OrdersPage;
const orderDetail = async () => (await import('./pages/order-detail.tsx')).OrderDetailPage;
const recharge = async () => (await import('./pages/recharge.tsx')).RechargePage;
const wallet = async () => (await import('./pages/wallet.tsx')).WalletPage;
const withdraw = async () => (await import('./pages/withdraw.tsx')).WithdrawPage;
const withdrawToBank = async () => (await import('./pages/withdraw.tsx')).WithdrawToBankPage;
const withdrawToAddress = async () => (await import('./pages/withdraw.tsx')).WithdrawToAddressPage;
const withdrawGate = async () => (await import('./pages/withdraw-gate.tsx')).WithdrawGatePage;
const withdrawSuccess = async () => (await import('./pages/withdraw-success.tsx')).WithdrawSuccessPage;
const cash = async () => (await import('./pages/cash.tsx')).CashPage;
const card = async () => (await import('./pages/card.tsx')).CardPage;
const editCard = async () => (await import('./pages/edit-card.tsx')).EditCardPage;
const records = async () => (await import('./pages/records.tsx')).RecordsPage;
const billRecord = async () => (await import('./pages/bill-record.tsx')).BillRecordPage;
const securityCenter = async () => (await import('./pages/security-center.tsx')).SecurityCenterPage;
const editProfile = async () => (await import('./pages/edit-profile.tsx')).EditProfilePage;
const loginPassword = async () => (await import('./pages/login-password.tsx')).LoginPasswordPage;
const withdrawalPassword = async () => (await import('./pages/withdrawal-password.tsx')).WithdrawalPasswordPage;
const proofs = async () => (await import('./pages/proofs.tsx')).ProofsPage;
const earnings = async () => (await import('./pages/earnings.tsx')).EarningsPage;
const indexBasket = async () => (await import('./pages/index-basket.tsx')).IndexBasketPage;
const fund = async () => (await import('./pages/fund.tsx')).FundPage;
const funds = async () => (await import('./pages/funds.tsx')).FundsPage;
const holdings = async () => (await import('./pages/holdings.tsx')).HoldingsPage;
const productIntroduction = async () => (await import('./pages/product-introduction.tsx')).ProductIntroductionPage;
const moreProducts = async () => (await import('./pages/more-products.tsx')).MoreProductsPage;

/** Every address of the app. */
export const routes: readonly PageRoute[] = [
  { path: '/login', access: 'public', order: 1, firstTexts: true, page: login },
  { path: '/registe', access: 'public', order: 2, firstTexts: true, page: register },
  { path: '/homeTab', access: 'member', order: 10, firstTexts: true, tabBar: true, page: home },
  { path: '/tab1', access: 'member', order: 11, firstTexts: true, tabBar: true, page: trading },
  { path: '/tab2', access: 'member', order: 12, tabBar: true, page: notOpen, feature: 'notOpen.draws' },
  { path: '/tab4', access: 'member', order: 13, firstTexts: true, tabBar: true, page: assets },
  { path: '/wallet', access: 'member', order: 14, tabBar: true, page: wallet },
  { path: '/singing', access: 'member', order: 15, tabBar: true, page: notOpen, feature: 'notOpen.giving' },
  { path: '/boosting', access: 'member', order: 16, tabBar: true, page: notOpen, feature: 'notOpen.giving' },

  { path: '/orders', access: 'member', order: 20, firstTexts: true, page: orders },
  { path: '/ordersDetail', access: 'member', order: 21, firstTexts: true, page: orderDetail },
  { path: '/profit', access: 'member', order: 22, page: earnings },

  { path: '/deposit', access: 'member', order: 30, page: deposit },
  { path: '/deposits', access: 'public', order: 30, page: deposit },
  { path: '/recharge', access: 'member', order: 31, page: recharge },
  { path: '/depositSuccess', access: 'member', order: 32, page: depositSuccess },

  { path: '/withdraw', access: 'public', order: 40, page: withdraw },
  { path: '/txmoney', access: 'member', order: 41, page: withdrawGate },
  { path: '/cash', access: 'member', order: 42, page: cash },
  { path: '/tixian', access: 'member', order: 43, page: withdrawToAddress },
  { path: '/tixianbank', access: 'member', order: 44, page: withdrawToBank },
  { path: '/withdrawSuccess', access: 'member', order: 45, page: withdrawSuccess },
  { path: '/card', access: 'member', order: 46, page: card },
  { path: '/editbank', access: 'member', order: 47, page: editCard },

  { path: '/financial', access: 'public', order: 50, page: records },
  { path: '/account', access: 'member', order: 51, page: records },
  { path: '/billRecord', access: 'member', order: 52, page: billRecord },

  { path: '/remen', access: 'member', order: 60, page: notOpen, feature: 'notOpen.market' },
  { path: '/jiaoyizhongxin', access: 'member', order: 61, page: notOpen, feature: 'notOpen.rounds' },
  { path: '/game', access: 'member', order: 62, page: notOpen, feature: 'notOpen.rounds' },
  { path: '/gameinfo', access: 'member', order: 63, page: notOpen, feature: 'notOpen.rounds' },
  { path: '/haoma', access: 'member', order: 64, page: notOpen, feature: 'notOpen.rounds' },
  { path: '/myOrderInfo', access: 'member', order: 65, page: notOpen, feature: 'notOpen.rounds' },

  { path: '/fund', access: 'member', order: 70, page: fund },
  { path: '/funds', access: 'member', order: 71, page: funds },
  { path: '/touzijilu', access: 'member', order: 72, page: holdings },
  { path: '/chanpingjieshao', access: 'member', order: 73, page: productIntroduction },
  { path: '/moreProject', access: 'member', order: 74, page: moreProducts },
  { path: '/blackRock', access: 'member', order: 75, page: indexBasket },

  { path: '/shezhi', access: 'member', order: 80, page: settings },
  { path: '/yuyanshezhi', access: 'member', order: 81, page: language },
  { path: '/securityCenter', access: 'member', order: 82, page: securityCenter },
  { path: '/user_edit', access: 'member', order: 83, page: editProfile },
  { path: '/loginPwd', access: 'member', order: 84, page: loginPassword },
  { path: '/resetPassword', access: 'member', order: 85, page: loginPassword },
  { path: '/bankPwd', access: 'member', order: 86, page: withdrawalPassword },
  { path: '/user_money_pwd', access: 'member', order: 87, page: withdrawalPassword },

  { path: '/hongbao', access: 'member', order: 90, page: notOpen, feature: 'notOpen.redEnvelope' },
  { path: '/invitation', access: 'member', order: 91, page: notOpen, feature: 'notOpen.invitation' },
  { path: '/rule', access: 'member', order: 92, page: rules },

  { path: '/Invite', access: 'public', order: 3, page: notOpen, feature: 'notOpen.invitation' },
  { path: '/auth', access: 'public', order: 4, page: terms },
  { path: '/proofs', access: 'public', order: 94, page: proofs },
  { path: '/faq', access: 'public', order: 95, page: help },
  { path: '/Notifications', access: 'public', order: 96, page: notices },
  { path: '/Tips', access: 'public', order: 97, page: tips },
  { path: '/service', access: 'public', order: 98, page: notOpen, feature: 'notOpen.chat' },
];

/** The route of a path, without regard to letter case, or undefined. */
export function routeOf(path: string): PageRoute | undefined {
  const wanted = path.toLowerCase().replace(/(.)\/$/, '$1');
  return routes.find((route) => route.path.toLowerCase() === wanted);
}
