import { expect } from '@playwright/test';
import { openScreens } from '../tools/test/screens.ts';
import { register } from './member.ts';
import { goInApp } from './open-in-app.ts';
import { test } from './test.ts';

const memberPaths =
  `/homeTab /tab1 /tab2 /tab4 /wallet /singing /boosting /shezhi /yuyanshezhi /recharge /card /cash /editbank /remen
  /jiaoyizhongxin /securityCenter /blackRock /chanpingjieshao /txmoney /tixian /tixianbank /loginPwd /bankPwd /fund /funds
  /touzijilu /profit /game /gameinfo /account /user_money_pwd /user_edit /haoma /hongbao /resetPassword /myOrderInfo
  /moreProject /invitation /rule /deposit /depositSuccess /withdrawSuccess /orders /ordersDetail /billRecord`
    .trim()
    .split(/\s+/);
const publicPaths =
  '/login /registe /Invite /auth /faq /Notifications /Tips /service /financial /deposits /withdraw'.split(' ');

test('every protected address of the specification sends a visitor to the login', async ({ page }) => {
  await page.goto(memberPaths[0] ?? '');
  await expect(page).toHaveURL(/\/login/);
  for (const path of memberPaths) {
    await goInApp(page, path);
    // Sign-in returns to it; home is the default and needs no parameter.
    await expect(page, path).toHaveURL(path === '/homeTab' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true }), path).toBeVisible();
  }
});

test('every address of the specification shows a page of its own to a member, and no error', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  await register(page, '/healthz');
  for (const path of [...memberPaths, ...publicPaths.filter((each) => each !== '/login' && each !== '/registe')]) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading').first(), path).toBeVisible();
    await expect(page.getByText('There is no such page'), path).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(errors).toEqual([]);
});

test('an address that does not exist says so', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page.getByText('There is no such page')).toBeVisible();
});

test('no menu leads to an address without a page', async ({ page }) => {
  const open = openScreens().map(({ path }) => path.toLowerCase());
  await register(page, '/healthz');
  for (const path of ['/homeTab', '/tab1', '/tab4', '/wallet', '/shezhi']) {
    await page.goto(path);
    await expect(page.getByRole('link').first()).toBeVisible();
    if (path === '/homeTab') await expect(page.getByRole('button', { name: 'Personal information' })).toBeAttached();
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '').filter((href) => href.startsWith('/')));
    expect(links.length, path).toBeGreaterThan(2);
    for (const link of links) expect(open, `${path} has ${link}`).toContain(link.split('?')[0]?.toLowerCase());
  }
});
