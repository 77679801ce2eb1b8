import { expect, type Page } from '@playwright/test';
import { confirmOwner, deposit, determinePlan, fillCaptcha, fillPlan, register } from './member.ts';
import { test } from './test.ts';

test('a limit refuses what goes beyond it, loosens late and can be kept; who excludes themself places nothing', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '1000');
  await page.goto('/securityCenter');
  await setLimit(page, '5');
  await expect(page.getByText('5.00 USDT').first()).toBeVisible();

  await fillPlan(page, '2X', '500');
  await determinePlan(page);
  await expect(
    page.getByText(/^This could lose 15 USDT, but your daily loss limit of 5 USDT leaves/).first(),
  ).toBeVisible();
  await page.getByRole('textbox', { name: /Planned amount/ }).fill('100');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();

  await page.goto('/securityCenter');
  await setLimit(page, '50');
  await expect(page.getByText(/50\.00 USDT from/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep it as it is' }).click();
  await expect(page.getByText(/50\.00 USDT from/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Take a break' }).click();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take a break' }).click();
  await expect(page.getByRole('heading', { name: 'You have excluded yourself' })).toBeVisible();
  // Said where it matters, before anything is filled in.
  for (const path of ['/deposit', '/tab1']) {
    await page.goto(path);
    const notice = page.getByRole('complementary').filter({ hasText: 'You have excluded yourself' });
    await expect(notice).toContainText('withdrawals stay open');
  }
  await fillPlan(page, '2X', '20');
  await determinePlan(page);
  await expect(page.getByText(/^You have excluded yourself until/).first()).toBeVisible();

  await page.goto('/rule');
  const entries = page.getByRole('list', { name: 'Your entries' }).getByRole('listitem');
  await expect(entries.filter({ hasText: 'A confirmed test deposit' })).toContainText('+100');
  const score = page.locator('[data-source="ledger"]').first();
  // The plan may settle and earn points meanwhile.
  await expect(async () => {
    const points = (await entries.allInnerTexts()).map((text) => Number(/\+(\d+)/.exec(text)?.[1]));
    const total = points.reduce((sum, one) => sum + one, 0);
    expect((await score.textContent())?.replace(/\D/g, '')).toBe(String(total));
  }).toPass();
});

test('a weight entry that is changed after this phone has seen it is named', async ({ page }) => {
  await register(page, '/healthz');
  await deposit(page, '100');
  await page.goto('/rule');
  // The first look is followed by another as soon as an event makes the read stale.
  await expect(page.getByText(/This phone had seen none of them before|The same as this phone has seen/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('The same as this phone has seen them since')).toBeVisible();
  // A read of the page that is left would be cut off within the interception.
  await page.goto('about:blank');
  await page.route('**/api/weight/entries*', async (route) => {
    try {
      const response = await route.fetch();
      const body = await response.json();
      for (const entry of body.url.entries) entry.points += 1;
      for (const entry of body.url.entries) entry.score += 1;
      body.url.score += 1;
      await route.fulfill({ response, json: body });
    } catch {
      // A read that the page gave up for a newer one has no answer any more.
    }
  });
  await page.goto('/rule');
  const alert = page.getByRole('alert').filter({ hasText: 'These entries are not those that this phone has seen' });
  await expect(alert.getByRole('listitem').filter({ hasText: 'was changed' })).toHaveCount(1);
});

test('a forgotten withdrawal password is replaced after a day, and the change can be cancelled meanwhile', async ({
  page,
}) => {
  const { password } = await register(page, '/bankPwd');
  await page.getByLabel('New password', { exact: true }).fill('Funds1234');
  await page.getByLabel('Repeat the new password').fill('Funds1234');
  await fillCaptcha(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmOwner(page, password);
  await expect(page).toHaveURL(/\/securityCenter$/);

  await page.goto('/user_money_pwd');
  await page.getByRole('button', { name: 'I have forgotten it' }).click();
  await page.getByLabel('Login password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill('Newer1234');
  await page.getByLabel('Repeat the new password').fill('Newer1234');
  await fillCaptcha(page);
  await page.getByRole('button', { name: 'Ask for the new password' }).click();
  await expect(page.getByRole('heading', { name: 'A new withdrawal password is waiting' })).toBeVisible();
  await page.goto('/securityCenter');
  await page.getByRole('button', { name: 'Call it off' }).click();
  await expect(page.getByText('Your withdrawal password stays as it is').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A new withdrawal password is waiting' })).toHaveCount(0);
});

async function setLimit(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: /Daily loss limit/ }).click();
  await page.getByLabel('Limit in USDT').fill(amount);
  await page.getByRole('button', { name: 'Set the limit' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
