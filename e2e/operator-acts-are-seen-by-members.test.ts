import { expect, type Page } from '@playwright/test';
import { scheduledJobs } from '#contract/health.ts';
import type { Locale } from '#contract/locale.ts';
import { charactersOutside } from '#web/locales/scripts.fixture.ts';
import type { ConsoleTexts } from '#web/operator/console-texts.ts';
import { en } from '#web/operator/locales/en.ts';
import { tc } from '#web/operator/locales/tc.ts';
import { sections } from '#web/operator/sections.ts';
import { expectAccessible } from './accessible.ts';
import { cutTexts } from './cut-texts.ts';
import { act, enrolledByPasskey, section, signedInDesk } from './desk.ts';
import { leftovers, wordingsOf } from './leftover-texts.ts';
import { confirmOwner, deposit, register, setWithdrawalPassword, withdrawalPassword } from './member.ts';
import { test } from './test.ts';

test('an operator finds a member and freezes the account with a reason; the member sees who did it and why, at once', async ({
  page,
  browser,
}) => {
  const { username } = await register(page, '/securityCenter');
  const desk = await signedInDesk(browser, 'emma');
  await section(desk, 'Members').click();
  await desk.getByLabel('Account name or member number').fill(username.slice(0, 8).toUpperCase());
  await desk.getByRole('link', { name: username }).click();
  await expect(desk.getByText('The member sees in the Security Center')).toBeVisible();
  await expect(page.getByText('An operator looked at your records')).toBeVisible();

  await desk.getByRole('button', { name: 'Freeze the account' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Freeze the account' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  const reason = '<img src=x onerror=alert(1)> asked by telephone';
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Freeze the account' }).click();
  await expect(desk.getByText('By operator emma')).toBeVisible();
  await expect(page.getByText(reason, { exact: false })).toBeVisible();

  await act(desk, desk.locator('main'), 'Lift the freeze', 'the owner called back');
  await expect(desk.getByText('By operator emma')).toBeHidden();
  await expect(page.getByText('the owner called back', { exact: false })).toBeVisible();
  await desk.context().close();
});

test('a message of a member is opened in the inbox as text: no markup of it runs, and neither its direction nor its length moves the console', async ({
  page,
  browser,
}) => {
  await register(page);
  const { userid } = (await (await page.request.get('/api/api/wallet')).json()).url;
  const markup = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>";
  // An override of the direction that is never ended, a right-to-left letter, and a word without a place to break.
  const text = `\u202E\u0645 ${markup} ${'W'.repeat(600)}`;
  // The first message of a chat is answered automatically: with the second one the hostile text is the newest in the queue.
  for (const [place, words] of ['Good morning', text].entries()) {
    const form = { id: `message-of-the-inbox-${place}`, text: words };
    const sent = await page.request.post('/api/chat/send', { form, headers: { 'X-Clearlot': '1' } });
    expect(sent.status()).toBe(200);
  }

  const desk = await signedInDesk(browser, 'emma');
  await section(desk, 'Inbox').click();
  const row = desk.getByRole('row').filter({ hasText: userid });
  await expect(row).toContainText(markup);
  await row.getByRole('link', { name: userid }).click();
  const lines = desk.locator('[data-author="member"]').last().locator('p');
  await expect(lines.last()).toContainText(markup);
  expect(await lines.last().textContent()).toBe(text);
  await expect(lines.last()).toHaveCSS('direction', 'rtl');
  await expect(lines.first()).toHaveCSS('direction', 'ltr');
  await expect(desk.locator('main').locator('img, script')).toHaveCount(0);
  expect(await desk.title()).not.toBe('run');
  const overflow = await desk.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBeLessThanOrEqual(0);
  await desk.context().close();
});

test('a withdrawal waits for two operators, in the list and beside the member’s records; one refusal returns another', async ({
  page,
  browser,
}) => {
  const member = await register(page, '/bankPwd');
  await setWithdrawalPassword(page, member);
  await deposit(page, '40000');
  const comment = '<img src=x onerror="document.title=1"> rent';
  const first = await requestWithdrawal(page, '20100', comment);
  await confirmOwner(page, member.password);
  await expect(page.getByText('0 of 2 approvals')).toBeVisible();

  const emma = await signedInDesk(browser, 'emma');
  await section(emma, 'Approvals').click();
  const waiting = emma.locator('section').filter({ hasText: await first() });
  await expect(waiting.getByText('20100.000000 USDT')).toBeVisible();
  await act(emma, waiting, 'Approve', 'I called the member');
  await expect(waiting.getByText('You have decided already')).toBeVisible();
  await expect(waiting.getByText('1 of 2')).toBeVisible();
  await expect(waiting.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('1 of 2 approvals')).toBeVisible();

  const fred = await signedInDesk(browser, 'fred');
  await section(fred, 'Money').click();
  const row = fred.getByRole('row').filter({ hasText: member.username });
  await row.getByRole('button', { name: 'Review' }).click();
  await expect(fred.getByText(comment)).toBeVisible();
  await expect(fred.locator('main img')).toHaveCount(0);
  await act(fred, fred.locator('main'), 'Approve', 'the records agree');
  await expect(page.getByText('Paid out. The hold has left your balance.')).toBeVisible();

  const second = await requestWithdrawal(page, '12000', '');
  await expect(page.getByText('0 of 2 approvals')).toBeVisible();
  const refused = emma.locator('section').filter({ hasText: await second() });
  await refused.getByRole('button', { name: 'Refuse' }).click();
  const dialog = emma.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption('noDestination');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(refused).toHaveCount(0);
  await expect(page.getByText('The card or the address cannot be paid to.')).toBeVisible();
  await page.goto('/securityCenter');
  await expect(page.getByText('Withdrawal password set', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'By operators' }).click();
  await expect(page.getByText('Withdrawal password set', { exact: true })).toHaveCount(0);
  await expect(page.getByText('An operator approved a withdrawal')).toHaveCount(2);
  await expect(page.getByText('An operator refused a withdrawal')).toHaveCount(1);
  await expect(page.getByText('Reason: The card or the address cannot be paid to.')).toBeVisible();
  await emma.context().close();
  await fred.context().close();
});

test('a fund of the house is funded by two operators, as the first one asked; the open books follow without a reload', async ({
  browser,
}) => {
  const emma = await signedInDesk(browser, 'emma');
  await section(emma, 'Books').click();
  const reason = `<img src=x onerror="document.title=1"> winnings ${Date.now()}`;
  const form = emma.getByRole('form', { name: 'Ask for the funding' });
  await form.getByLabel('Fund', { exact: true }).selectOption('rounds');
  await form.getByLabel('Amount').fill('2.5');
  await form.getByLabel('Reason').fill(reason);
  await form.getByRole('button', { name: 'Ask for the funding' }).click();
  const row = emma.getByRole('row').filter({ hasText: reason });
  await expect(row).toContainText('Waits for a second operator');

  const fred = await signedInDesk(browser, 'fred');
  await section(fred, 'Approvals').click();
  const waiting = fred.locator('section').filter({ hasText: reason });
  await expect(waiting.getByText('2.500000 USDT')).toBeVisible();
  await act(fred, waiting, 'Approve', 'the week was busy');
  await expect(waiting).toHaveCount(0);
  await expect(row).toContainText('Posted');
  await expect(row).toContainText('emma, fred');
  await emma.context().close();
  await fred.context().close();
});

/** Asks for a withdrawal to an address; the result reads its id from the address of the page that follows it. */
async function requestWithdrawal(page: Page, amount: string, comment: string): Promise<() => Promise<string>> {
  await page.goto('/tixian');
  await page.getByLabel('Address', { exact: true }).fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Withdrawal password', { exact: true }).fill(withdrawalPassword);
  await page.getByLabel('Comment').fill(comment);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  return async () => {
    await expect(page).toHaveURL(/withdrawSuccess\?withdrawal=/);
    return new URL(page.url()).searchParams.get('withdrawal') ?? '';
  };
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

const widthOver = (desk: Page): Promise<number> =>
  desk.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The console's texts by key, and those that it has of the members' app. */
async function textsOf(locale: Locale, texts: ConsoleTexts): Promise<ReadonlyMap<string, string>> {
  const own = Object.entries(texts).flatMap(([name, section]) =>
    Object.entries(section).map(([key, text]): [string, string] => [`${name}.${key}`, text]),
  );
  return new Map([...(await wordingsOf(locale)), ...own]);
}

const jobs: ReadonlySet<string> = new Set(scheduledJobs);

/** Short Chinese words in tables that stand on more than one line. */
const brokenWords = (desk: Page): Promise<string[]> =>
  desk.locator('td > div').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        if (cell.childElementCount > 0) return false;
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      })
      .map(({ textContent }) => textContent)
      .filter((text) => /^\p{Script=Han}{2,4}$/u.test(text)),
  );

test('every section of the console opens, passes axe and fits 390 px, for an operator who signs in with a passkey in Traditional Chinese as well; signed out, nothing is shown', async ({
  browser,
}) => {
  const failures: string[] = [];
  const desk = await enrolledByPasskey(browser, 'hana');
  desk.on('pageerror', (error) => failures.push(error.message));
  const names = sections.map(({ name }) => name);
  for (const { title } of names.map((name) => en[name])) {
    await section(desk, title).click();
    await expect(desk.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(desk.getByRole('alert')).toHaveCount(0);
    await expectAccessible(desk, title);
    await desk.setViewportSize(sizes[0]);
    expect(await widthOver(desk), `${title} at 390 px`).toBeLessThanOrEqual(0);
    await desk.setViewportSize(sizes[1]);
  }

  // Each section in Traditional Chinese: no English and no Simplified text is left, and none is cut.
  const [english, own] = [await textsOf('en', en), await textsOf('tc', tc)];
  const found: string[] = [];
  const lookAt = async (what: string): Promise<void> => {
    for (const size of sizes) {
      await desk.setViewportSize(size);
      found.push(...(await cutTexts(desk)).map((text) => `${what} at ${size.width} px: ${text}`));
    }
    found.push(...(await brokenWords(desk)).map((text) => `${what} breaks ${text}`));
    found.push(...(await desk.getByRole('cell').allInnerTexts()).filter((text) => jobs.has(text)));
    found.push(...(await leftovers(desk, english, own)).map((text) => `${what}: ${text}`));
    const words = await desk.locator('nav, h1, h2, th, dt, label, legend, button').allInnerTexts();
    const simplified = words.filter((text) => charactersOutside('tc', text.replaceAll('简体中文', '')) !== '');
    found.push(...simplified.map((text) => `${what}: ${text}`));
  };
  await desk.getByLabel('Language').selectOption('tc');
  await desk.getByRole('button', { name: '退出登入' }).click();
  await expect(desk.getByRole('heading', { name: '營運人員登入' })).toBeVisible();
  await lookAt('the sign-in');
  await desk.getByRole('button', { name: '使用通行金鑰登入' }).click();
  const menu = desk.getByRole('navigation', { name: '欄目' });
  for (const name of names) {
    const { title } = tc[name];
    await menu.getByRole('link', { name: new RegExp(`^${title}( \\d+)?$`) }).click();
    await expect(desk.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(desk.locator('[class*="_skeleton_"]'), title).toHaveCount(0);
    await lookAt(title);
  }
  expect(found).toEqual([]);

  await desk.getByLabel('語言').selectOption('zh');
  await expect(desk.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '资金' })).toBeVisible();
  await expect(desk.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await desk.getByRole('button', { name: '退出登录' }).click();
  await expect(desk.getByRole('heading', { name: '运营人员登录' })).toBeVisible();
  await desk.goto('/operator/members');
  await expect(desk.getByRole('heading', { name: '运营人员登录' })).toBeVisible();
  expect(failures).toEqual([]);
  await desk.context().close();
});
