import { type BrowserContext, expect, type Page } from '@playwright/test';
import { captcha, deposit, drawCaptcha, type Member, placePlan, register } from './member.ts';
import { test } from './test.ts';

const withdrawalPassword = 'Quiet12Fox';

/** An answer of a read, as it is on the wire. */
// biome-ignore lint/suspicious/noExplicitAny: fields are named where they are compared.
type Answer = any;

interface Screen {
  readonly path: string;
  /** The read that its figures come from. */
  readonly operation: string;
  /** Every figure of the member's money and score that it prints, by label, as it is to be printed. */
  readonly figures: (answer: Answer) => Readonly<Record<string, string>>;
}

const quotaLabels = ['Authorization Quota', 'Available Quota', 'Lock limit'] as const;

/** The home screen shows none of the member's money. */
const screens: readonly Screen[] = [
  {
    path: '/tab1',
    operation: '/User/balance',
    figures: ({ banlance, spot }) => quota(banlance, spot, 2, quotaLabels),
  },
  {
    path: '/tab4',
    operation: '/user/center',
    figures: ({ banlance, usdt, today_profit, profit, integral, postings }) => ({
      ...quota(banlance, usdt, 4, quotaLabels),
      'Today’s earnings': change(today_profit, 4),
      'Total Income': change(profit, 4),
      'Account weight score': String(integral),
      'Every figure adds up from': `Every figure adds up from ${postings} postings`,
    }),
  },
  {
    path: '/profit',
    operation: '/financing/log',
    figures: ({ plans, financing, rounds, invested, reserved }) => ({
      'Total Income': change(sum([plans.total, financing.total, rounds.total]), 6),
      'Plans, today': change(plans.today, 6),
      'Plans, ever': change(plans.total, 6),
      'Financing, today': change(financing.today, 6),
      'Financing, ever': change(financing.total, 6),
      'Rounds, today': change(rounds.today, 6),
      'Rounds, ever': change(rounds.total, 6),
      'Running principal': amount(invested, 6),
      'Interest set aside': amount(reserved, 6),
    }),
  },
  {
    path: '/wallet',
    operation: '/api/wallet',
    figures: ({ banlance, available, today_profit }) => ({
      ...quota(banlance, available, 6, ['Balance', 'Available', 'Locked']),
      'Today’s profit': change(today_profit, 6),
    }),
  },
];

/** The wallet's list of accounts with something in them. */
const accountNames = {
  plans: 'In plans',
  financing: 'In financing',
  stakes: 'In rounds',
  withdrawing: 'Being withdrawn',
};

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

  await beginDay(page);
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
  // At the member's midnight it would be read again.
  await beginDay(page);
  const screen = await openScreen(context, member, '/tab4');
  await expect.poll(() => shownOf(screen, 'Available Quota')).toBe('1,000.0000');

  await screen.route('**/api/stream**', (route) => route.abort());
  // The page reconnects, as after a change of network, and finds nobody.
  const failing = screen.waitForEvent('requestfailed', (one) => one.url().includes('/api/stream'));
  await screen.evaluate(() => window.dispatchEvent(new Event('online')));
  await failing;
  await deposit(page, '500');
  // Negative control: without the stream nothing on this screen is read again.
  await page.waitForTimeout(3_000);
  expect(await shownOf(screen, 'Available Quota')).toBe('1,000.0000');

  await screen.unroute('**/api/stream**');
  await screen.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => shownOf(screen, 'Available Quota')).toBe('1,500.0000');
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

/** Moves the member to a zone in which a day has just begun: figures of today change with the day, too. */
async function beginDay(page: Page): Promise<void> {
  const hour = new Date(Number(await read(page, '/market/status', 'now'))).getUTCHours();
  const timezone = hour === 0 ? 'UTC' : hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
  await post(page, '/User/upinfo', { timezone });
}

async function expectServersFigures(page: Page, opened: readonly Page[]): Promise<void> {
  for (const [place, { path, operation, figures }] of screens.entries()) {
    const screen = opened[place] as Page;
    await expect(async () => {
      const expected = figures(await read(page, operation));
      expect(await shown(screen, Object.keys(expected)), path).toEqual(expected);
      if (path === '/wallet') expect(await shownAccounts(screen), path).toEqual(await accounts(page));
    }).toPass();
  }
}

const micros = (value: string): bigint => BigInt(value.replace('.', ''));

/** Sums of amounts on the wire, which have six decimals. */
function sum(values: readonly string[]): string {
  const total = values.map(micros).reduce((one, other) => one + other, 0n);
  const digits = String(total < 0n ? -total : total).padStart(7, '0');
  return `${total < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** An amount as printed with fewer decimals: cut off, so that what is shown can be spent. */
function amount(value: string, decimals: number): string {
  return grouped(micros(value) / 10n ** BigInt(6 - decimals), decimals);
}

/** A result as printed: rounded half away from zero, and with its sign. */
function change(value: string, decimals: number): string {
  const exact = micros(value);
  const unit = 10n ** BigInt(6 - decimals);
  const rounded = ((exact < 0n ? -exact : exact) + unit / 2n) / unit;
  return `${rounded === 0n ? '' : exact < 0n ? '\u2212' : '+'}${grouped(rounded, decimals)}`;
}

function grouped(units: bigint, decimals: number): string {
  const one = 10n ** BigInt(decimals);
  return `${(units / one).toLocaleString('en')}.${String(units % one).padStart(decimals, '0')}`;
}

/** Total, available and locked, whose printed parts add up to the printed total. */
function quota(
  total: string,
  available: string,
  decimals: number,
  [ofTotal, ofAvailable, ofLocked]: readonly [string, string, string],
): Record<string, string> {
  const unit = 10n ** BigInt(6 - decimals);
  const locked = micros(total) / unit - micros(available) / unit;
  return {
    [ofTotal]: amount(total, decimals),
    [ofAvailable]: amount(available, decimals),
    [ofLocked]: grouped(locked, decimals),
  };
}

/** The accounts that are to be listed, with their balances. */
async function accounts(page: Page): Promise<string[]> {
  const purse = (await read(page, '/api/purse')) as { account: string; asset: string; balance: string }[];
  return purse
    .filter(({ account, asset, balance }) => asset === 'USDT' && (account === 'available' || micros(balance) !== 0n))
    .map(({ account, balance }) => {
      const name = account === 'available' ? 'Available' : accountNames[account as keyof typeof accountNames];
      return `${name}${amount(balance, 6)} USDT`;
    });
}

const shownAccounts = (screen: Page): Promise<string[]> =>
  screen.getByRole('list', { name: 'Where your balance is' }).getByRole('listitem').allTextContents();

/** The figures below or beside these labels, as they are printed. */
function shown(screen: Page, labels: readonly string[]): Promise<Record<string, string>> {
  return screen.evaluate((wanted) => {
    const pairs = [...document.querySelectorAll('main dl > div')].map((pair) => ({
      label: pair.querySelector('dt')?.textContent ?? '',
      figure: pair.querySelector('dd [data-source]')?.textContent ?? pair.querySelector('dd')?.textContent ?? '',
    }));
    const find = (label: string): string => {
      const pair = pairs.find((each) => each.label === label);
      if (pair !== undefined) return pair.figure;
      const button = [...document.querySelectorAll('main button')].find((each) => each.textContent === label);
      if (button !== undefined) return button.parentElement?.querySelector('[data-source]')?.textContent ?? '';
      const sentence = [...document.querySelectorAll('main *')].findLast((each) => each.textContent?.startsWith(label));
      return sentence?.textContent ?? '';
    };
    return Object.fromEntries(wanted.map((label) => [label, find(label)]));
  }, labels);
}

const shownOf = async (screen: Page, label: string): Promise<string | undefined> =>
  (await shown(screen, [label]))[label];

/** What a read answers with; `a.b` is the field b of its field a. */
async function read(page: Page, path: string, field = ''): Promise<unknown> {
  const { url, info } = (await (await page.request.get(`/api${path}`)).json()) as Answer;
  const names = field.split('.').filter((name) => name !== '');
  return names.reduce((value, name) => value[name], url === '' ? info : url);
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
