import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { routeOf, routes } from './routes.ts';

const memberPaths =
  '/homeTab /tab1 /tab2 /tab4 /wallet /singing /boosting /shezhi /yuyanshezhi /recharge /card /cash /editbank /remen /jiaoyizhongxin /securityCenter /blackRock /chanpingjieshao /txmoney /tixian /tixianbank /loginPwd /bankPwd /fund /funds /touzijilu /profit /game /gameinfo /account /user_money_pwd /user_edit /haoma /hongbao /resetPassword /myOrderInfo /moreProject /invitation /rule /deposit /depositSuccess /withdrawSuccess /orders /ordersDetail /billRecord'.split(
    ' ',
  );
const publicPaths =
  '/login /registe /Invite /auth /faq /Notifications /Tips /service /financial /deposits /withdraw'.split(' ');

/** Not in the specification: the published roots of the proof of balances. */
const addedPublicPaths = ['/proofs'];

test('every route of the specification is there, with its access', () => {
  expect(
    routes
      .filter(({ access }) => access === 'member')
      .map(({ path }) => path)
      .sort(),
  ).toEqual(memberPaths.sort());
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

test('every page has an address, and a page that is not open yet says of which feature', () => {
  expect(new Set(routes.map(({ page }) => page))).toEqual(new Set(Object.keys(pages)));
  for (const { path, page, feature } of routes) expect(page === 'not-open', path).toBe(feature !== undefined);
});
