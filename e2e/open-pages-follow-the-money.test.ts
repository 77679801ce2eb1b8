import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { captcha, deposit, drawCaptcha, type Member, placePlan, register } from './member.ts';

const withdrawalPassword = 'Quiet12Fox';

/** What each screen shows of the member's money (the home screen shows none): the label, the read and its field. Figures of "today" change with the day, too. */
const screens: readonly {
  readonly path: string;
  readonly figures: readonly [label: string, path: string, field: string][];
}[] = [
  {
    path: '/tab1',
    figures: [
      ['Authorization Quota', '/User/balance', 'banlance'],
      ['Lock limit', '/User/balance', 'financial'],
      ['Available Quota', '/User/balance', 'spot'],
    ],
  },
  {
    path: '/tab4',
    figures: [
      ['Authorization Quota', '/user/center', 'banlance'],
      ['Lock limit', '/user/center', 'usdtd'],
      ['Available Quota', '/user/center', 'usdt'],
      ['Total Income', '/user/center', 'profit'],
    ],
  },
  {
    path: '/profit',
    figures: [
      ['Running principal', '/financing/log', 'invested'],
      ['Interest set aside', '/financing/log', 'reserved'],
      ['Plans, ever', '/financing/log', 'plans.total'],
      ['Financing, ever', '/financing/log', 'financing.total'],
    ],
  },
  {
    path: '/wallet',
    figures: [
      ['Balance', '/api/wallet', 'banlance'],
      ['Locked', '/api/wallet', 'locked'],
      ['Available', '/api/wallet', 'available'],
    ],
  },
];

test('screens that stay open follow a credited deposit, a settled plan, a payout and a matured holding', async ({
  page,
  context,
}) => {
  // A holding of a day matures in two and a half minutes.
  const member = await register(page, '/healthz');
  await deposit(page, '1000');
  await post(page, '/User/rebank', {
    name: 'Ann Lee',
    number: '4242424242424242',
    bank: 'First Bank',
    login: member.password,
  });
  await setWithdrawalPassword(page, member.password);

  await post(page, '/Mobile/Financing/index', { product: 'day1', amount: '100' });
  const opened = await Promise.all(screens.map(({ path }) => openScreen(context, member, path)));
  const holdings = await openScreen(context, member, '/touzijilu');
  await expectServersFigures(page, opened);
  await expect(holdings.getByText('Running', { exact: true }).last()).toBeVisible();

  await deposit(page, '500');
  await expectServersFigures(page, opened);

  await placePlan(page, '200');
  await expectServersFigures(page, opened);
  // 100 USDT stay with the holding.
  await expect.poll(() => read(page, '/User/balance', 'financial')).toBe('100.000000');
  await expectServersFigures(page, opened);

  await post(page, '/Finance/withdraw', { method: 'bank', amount: '250', password: withdrawalPassword });
  await expect.poll(() => read(page, '/User/balance', 'financial')).toBe('100.000000');
  await expectServersFigures(page, opened);

  await expect.poll(() => read(page, '/User/balance', 'financial'), { timeout: 240_000 }).toBe('0.000000');
  await expectServersFigures(page, opened);
  await expect(holdings.getByText('Matured', { exact: true }).last()).toBeVisible();
});

test('a screen whose stream was cut shows what moved meanwhile once the stream is back', async ({ page, context }) => {
  const member = await register(page, '/healthz');
  await deposit(page, '1000');
  const screen = await openScreen(context, member, '/tab4');
  await expect.poll(() => shown(screen, 'Available Quota')).toBe(1000);

  await screen.route('**/api/stream**', (route) => route.abort());
  // The page reconnects, as after a change of network, and finds nobody.
  const failing = screen.waitForEvent('requestfailed', (one) => one.url().includes('/api/stream'));
  await screen.evaluate(() => window.dispatchEvent(new Event('online')));
  await failing;
  await deposit(page, '500');
  // Negative control: without the stream nothing on this screen is read again.
  await page.waitForTimeout(3_000);
  expect(await shown(screen, 'Available Quota')).toBe(1000);

  await screen.unroute('**/api/stream**');
  await screen.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => shown(screen, 'Available Quota')).toBe(1500);
});

/** Another tab of the same browser, which stays where it is. */
async function openScreen(context: BrowserContext, member: Member, path: string): Promise<Page> {
  const screen = await context.newPage();
  await screen.addInitScript((name) => sessionStorage.setItem('username', name), member.username);
  const connected = screen.waitForResponse((one) => one.url().includes('/api/stream'));
  await screen.goto(path);
  await connected;
  return screen;
}

async function expectServersFigures(page: Page, opened: readonly Page[]): Promise<void> {
  for (const [place, { path, figures }] of screens.entries()) {
    for (const [label, operation, field] of figures) {
      const screen = opened[place] as Page;
      const difference = async () =>
        Math.abs((await shown(screen, label)) - Number(await read(page, operation, field)));
      // Screens show two decimals at least.
      await expect.poll(difference, { message: `${label} of ${path}` }).toBeLessThan(0.01);
    }
  }
}

/** The figure below a label, as a number. */
async function shown(screen: Page, label: string): Promise<number> {
  const pair = screen.locator('dl > div', { has: screen.locator('dt').getByText(label, { exact: true }) }).first();
  const text = await pair.locator('dd').textContent();
  return Number((text ?? '').replace(/[^\d.−-]/g, '').replace('−', '-'));
}

/** A field of a read's answer; `a.b` is the field b of its field a. */
async function read(page: Page, path: string, field: string): Promise<unknown> {
  const { url } = (await (await page.request.get(`/api${path}`)).json()) as { readonly url: unknown };
  return field.split('.').reduce((value, name) => (value as Readonly<Record<string, unknown>>)[name], url);
}

async function post(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(`/api${path}`, { form, headers: { 'X-Clearlot': '1' } });
  expect(await answer.json(), path).toMatchObject({ status: true });
}

async function setWithdrawalPassword(page: Page, login: string): Promise<void> {
  await expect(async () => {
    await drawCaptcha(page);
    const password = withdrawalPassword;
    await post(page, '/User/uppp', { password, repassword: password, code: captcha, login });
  }).toPass();
}
