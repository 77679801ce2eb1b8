import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pathOfEntry } from './features/content/help-groups.ts';
import type { PageName } from './pages.ts';
import { slideBetween } from './platform/navigation/slide.ts';
import { routeOf, routes } from './routes.ts';

const web = fileURLToPath(new URL('./', import.meta.url));

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

/** The addresses of each page. */
const addresses: Readonly<Record<PageName, string>> = {
  login: '/login',
  register: '/registe',
  home: '/homeTab',
  trading: '/tab1',
  draws: '/tab2',
  assets: '/tab4',
  wallet: '/wallet',
  singing: '/singing',
  boosting: '/boosting',
  orders: '/orders',
  'order-detail': '/ordersDetail',
  practice: '/practice',
  earnings: '/profit',
  deposit: '/deposit /deposits',
  recharge: '/recharge',
  'deposit-success': '/depositSuccess',
  withdraw: '/withdraw /tixian /tixianbank',
  'withdraw-gate': '/txmoney',
  cash: '/cash',
  'withdraw-success': '/withdrawSuccess',
  card: '/card',
  'edit-card': '/editbank',
  records: '/financial /account',
  'bill-record': '/billRecord',
  'hot-markets': '/remen',
  rounds: '/jiaoyizhongxin',
  game: '/game',
  'round-detail': '/gameinfo',
  'round-numbers': '/haoma',
  'round-orders': '/myOrderInfo',
  fund: '/fund',
  funds: '/funds',
  holdings: '/touzijilu',
  'product-introduction': '/chanpingjieshao',
  'more-products': '/moreProject',
  'index-basket': '/blackRock',
  settings: '/shezhi',
  language: '/yuyanshezhi',
  'security-center': '/securityCenter',
  'edit-profile': '/user_edit',
  'login-password': '/loginPwd',
  'reset-password': '/resetPassword /forgotten',
  'withdrawal-password': '/bankPwd /user_money_pwd',
  'red-envelope': '/hongbao',
  invitation: '/invitation',
  rules: '/rule',
  invite: '/Invite',
  terms: '/auth',
  fairness: '/fairness',
  proofs: '/proofs',
  help: '/faq',
  notices: '/Notifications',
  tips: '/Tips',
  service: '/service',
};

test('each address opens its own page, two of them by one way out', () => {
  const opened = Object.groupBy(routes, ({ page }) => page);
  const found = Object.entries(opened).map(([page, some = []]) => [page, some.map(({ path }) => path).join(' ')]);
  expect(Object.fromEntries(found)).toEqual(addresses);
  expect(routes.filter(({ method }) => method).map(({ path, method }) => [path, method])).toEqual([
    ['/tixian', 'address'],
    ['/tixianbank', 'bank'],
  ]);
});

/** The names of pages in a file, each with that of the file that has its code. */
function loadedBy(file: string): readonly (readonly [name: string, file: string])[] {
  const text = readFileSync(join(web, file), 'utf8');
  const found = text.matchAll(/^ {2}'?([\w-]+)'?: \(\) => import\('\.\/pages\/([\w-]+)\.tsx'\),$/gm);
  return [...found].map(([, name = '', code = '']) => [name, code]);
}

test('the code of a page is that of its own file', () => {
  const loaded = [...loadedBy('pages.ts'), ...loadedBy('more-pages.ts')];
  expect(loaded.map(([name]) => name).sort()).toEqual(Object.keys(addresses).sort());
  expect(loaded.filter(([name, file]) => name !== file)).toEqual([]);
});

test('what every visit loads names the prerendered pages alone', () => {
  const prerendered = routes.filter((route) => route.prerender).map(({ page }) => page);
  expect(
    loadedBy('pages.ts')
      .map(([name]) => name)
      .sort(),
  ).toEqual(prerendered.toSorted());
});

test('a path is found in any letter case, with or without a trailing slash', () => {
  expect(routeOf('/HOMETAB')?.path).toBe('/homeTab');
  expect(routeOf('/tab4/')?.path).toBe('/tab4');
  expect(routeOf('/homeTab/more')).toBeUndefined();
  expect(routeOf('/')).toBeUndefined();
});

test('which screens have the bottom bar, which are prerendered, and which do with the first texts alone', () => {
  const pathsWith = (flag: 'tabBar' | 'prerender' | 'firstTexts') =>
    routes.filter((route) => route[flag]).map(({ path }) => path);
  expect(pathsWith('tabBar')).toEqual([...['/homeTab', '/tab1', '/tab2', '/tab4', '/wallet', '/singing', '/boosting']]);
  const opened = ['/login', '/registe', '/homeTab', '/tab1', '/tab4'];
  expect(pathsWith('prerender')).toEqual([...opened, '/wallet', '/orders']);
  expect(pathsWith('firstTexts')).toEqual([...opened, '/orders']);
});

test('the bottom bar stands in the order of the slide', () => {
  const order = (path: string) => routeOf(path)?.order ?? Number.NaN;
  expect(order('/homeTab')).toBeLessThan(order('/tab1'));
  expect(order('/tab1')).toBeLessThan(order('/tab4'));
});

/** Where a link of a page leads back, to the list or the gate that it came from. */
const waysBack: Readonly<Record<string, readonly string[]>> = {
  '/ordersDetail': ['/orders'],
  '/depositSuccess': ['/deposits'],
  '/withdrawSuccess': ['/txmoney'],
  '/editbank': ['/card'],
  '/billRecord': ['/account'],
  '/haoma': ['/game'],
  '/myOrderInfo': ['/game', '/haoma'],
  '/gameinfo': ['/game', '/myOrderInfo'],
  '/funds': ['/fund'],
  '/touzijilu': ['/fund'],
  '/chanpingjieshao': ['/fund'],
};

/** The modules of the app that a module imports, at once or later. */
function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:from|import\()\s*'([^']+\.tsx?)'/g)]
    .map(([, path = '']) =>
      path.startsWith('#web/') ? join(web, path.slice(5)) : path[0] === '.' ? resolve(dirname(file), path) : '',
    )
    .filter((path) => path.startsWith(join(web, 'features/')) || path.startsWith(join(web, 'pages/')));
}

/** The source of a page and of its parts. */
function sourceOf(page: string): string {
  const texts = new Map<string, string>();
  const waiting = [join(web, `pages/${page}.tsx`)];
  for (const file of waiting) {
    if (texts.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    waiting.push(...importsOf(file, text));
  }
  return [...texts.values()].join('\n');
}

/** The addresses that a page and its parts link to or open, as they stand in the source. */
const linksOf = (page: string): ReadonlySet<string> =>
  new Set([...sourceOf(page).matchAll(/(?:\bto=\{?|\bto: |\bgo\(\s*)[`'"](\/\w+)/g)].map(([, path = '']) => path));

test('every link in the source slides forward, but for those towards home and those back to where one came from', () => {
  const homePaths = new Set(routes.filter(({ order }) => order < 20).map(({ path }) => path));
  const back: Record<string, string[]> = {};
  let count = 0;
  for (const { path, page, order } of routes) {
    for (const link of linksOf(page)) {
      const target = routeOf(link);
      expect(target, `${path} leads to ${link}`).toBeDefined();
      if (target === undefined || target.path === path || homePaths.has(target.path)) continue;
      count += 1;
      if (slideBetween(order, target.order) === 'back') back[path] = [...(back[path] ?? []), target.path];
    }
  }
  expect(count).toBeGreaterThan(100);
  const sorted = (ways: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(ways).map(([from, to]) => [from, to.toSorted()]));
  expect(sorted(back)).toEqual(sorted(waysBack));
});

test('what a link says behind its address is read by the page that it leads to', () => {
  const sources = new Map(routes.map(({ path, page }) => [path, sourceOf(page)]));
  const links = [...sources.values()].flatMap((source) => [...source.matchAll(/[`'"](\/\w+)\?(\w+)/g)]);
  const entries = (['help', 'tip', 'rule', 'document', 'notice'] as const).map((kind) =>
    pathOfEntry({ kind, id: '1' }),
  );
  const said = new Set([
    ...links.map(([, path, name]) => `${path}?${name}`),
    ...entries.map((path) => path.slice(0, -2)),
  ]);
  expect(said.size).toBeGreaterThan(20);
  const unread = [...said].filter((link) => {
    const [path = '', name] = link.split('?');
    return !new RegExp(`(useQueryParameter|\\.get|\\.has)\\('${name}'\\)`).test(sources.get(path) ?? '');
  });
  expect(unread).toEqual([]);
});
