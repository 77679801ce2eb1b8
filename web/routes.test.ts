import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { routeOf, routes } from './routes.ts';

const memberPaths =
  '/homeTab /tab1 /tab2 /tab4 /wallet /singing /boosting /shezhi /yuyanshezhi /recharge /card /cash /editbank /remen /jiaoyizhongxin /securityCenter /blackRock /chanpingjieshao /txmoney /tixian /tixianbank /loginPwd /bankPwd /fund /funds /touzijilu /profit /game /gameinfo /account /user_money_pwd /user_edit /haoma /hongbao /resetPassword /myOrderInfo /moreProject /invitation /rule /deposit /depositSuccess /withdrawSuccess /orders /ordersDetail /billRecord'.split(
    ' ',
  );
const publicPaths =
  '/login /registe /Invite /auth /faq /Notifications /Tips /service /financial /deposits /withdraw'.split(' ');

/** Not in the specification: practice plans, what is published of rounds and of balances, and the way back of who cannot sign in. */
const addedMemberPaths = ['/practice'];
const addedPublicPaths = ['/fairness', '/proofs', '/forgotten'];

test('every route of the specification is there, with its access', () => {
  expect(
    routes
      .filter(({ access }) => access === 'member')
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...memberPaths, ...addedMemberPaths].sort());
  expect(
    routes
      .filter(({ access }) => access === 'public')
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...publicPaths, ...addedPublicPaths].sort());
});

test('a path is found in any letter case, with or without a trailing slash', () => {
  expect(routeOf('/HOMETAB')?.path).toBe('/homeTab');
  expect(routeOf('/tab4/')?.path).toBe('/tab4');
  expect(routeOf('/homeTab/more')).toBeUndefined();
  expect(routeOf('/')).toBeUndefined();
});

test('the bottom bar stands in the order of the slide', () => {
  const order = (path: string) => routeOf(path)?.order ?? Number.NaN;
  expect(order('/homeTab')).toBeLessThan(order('/tab1'));
  expect(order('/tab1')).toBeLessThan(order('/tab4'));
});

test('a page that leads deeper slides forward', () => {
  const ways: Readonly<Record<string, string>> = {
    '/login': '/registe /forgotten /auth',
    '/homeTab': '/wallet /deposits /orders /Notifications /faq /shezhi /blackRock',
    '/tab1': '/orders /ordersDetail /rule',
    '/tab4': '/withdraw /deposits /account /orders /profit /invitation /faq /Tips /securityCenter',
    '/wallet': '/recharge /cash /card /account /user_money_pwd',
    '/orders': '/ordersDetail',
    '/profit': '/ordersDetail',
    '/ordersDetail': '/rule',
    '/deposit': '/depositSuccess',
    '/deposits': '/depositSuccess',
    '/recharge': '/depositSuccess',
    '/withdraw': '/withdrawSuccess /card',
    '/txmoney': '/tixian /tixianbank /cash',
    '/tixian': '/withdrawSuccess /bankPwd',
    '/tixianbank': '/withdrawSuccess /card /bankPwd',
    '/cash': '/tixian /tixianbank',
    '/card': '/editbank',
    '/account': '/billRecord',
    '/financial': '/billRecord',
    '/billRecord': '/ordersDetail /depositSuccess /withdrawSuccess /touzijilu',
    '/fund': '/funds /touzijilu',
    '/shezhi': '/yuyanshezhi /securityCenter /user_edit',
    '/securityCenter': '/loginPwd /bankPwd /card /resetPassword',
  };
  const order = (path: string) => routeOf(path)?.order ?? Number.NaN;
  for (const [from, list] of Object.entries(ways)) {
    for (const to of list.split(' ')) expect(order(to), `${from} → ${to}`).toBeGreaterThan(order(from));
  }
});

test('every page has an address', () => {
  expect(new Set(routes.map(({ page }) => page))).toEqual(new Set(Object.keys(pages)));
});
