import { expect, type Page } from '@playwright/test';
import { deposit, determinePlan, fillPlan, placePlan, register } from './member.ts';
import { test } from './test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The number next to a label in the first card. */
async function numberOf(page: Page, label: string): Promise<number> {
  const named = cardOf(page, 'Bots at work').getByText(label, { exact: true });
  const shown = await named.locator('..').locator('dd').textContent();
  return Number(shown?.replace(/\D/g, ''));
}

const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('sample figures say that they are samples, and this platform’s own figures are beside them', async ({ page }) => {
  await register(page);
  const bots = cardOf(page, 'Bots at work');
  await expect(bots.getByText('Sample', { exact: true })).toBeVisible();
  const before = await Promise.all(['traders', 'bots created', 'earnings'].map((label) => numberOf(page, label)));
  for (const [place, start] of [318_817, 480_144_328, 104_819_912].entries()) {
    expect(before[place]).toBeGreaterThanOrEqual(start);
    expect(before[place]).toBeLessThan(start + 10_000);
  }
  await expect.poll(() => numberOf(page, 'bots created')).not.toBe(before[1]);
  // Numbers cross-fade: the old one is still in the document for a moment.
  await expect(bots.locator('[data-before^="480,1"]')).toBeAttached();
  for (const figure of await bots.locator('dd [data-source="sample"]').all()) await expect(figure).toBeVisible();
  await expect(bots.locator('dd [data-source="ledger"]')).toHaveCount(3);
  expect(await numberOf(page, 'members')).toBeGreaterThanOrEqual(0);

  await cardOf(page, 'Bots at work')
    .getByRole('button', { name: /Example figures/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Where this comes from' })).toContainText('illustration');
});

test('a settled plan is in the real ticker with its result, under a masked name', async ({ page }) => {
  const member = await register(page, '/healthz');
  await deposit(page, '1000');
  await fillPlan(page, '5X', '123');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByText(/Investment (success|failure)/).first()).toBeVisible();
  // The ticker shows a few entries at a time; its full list comes from one response.
  const masked = `${member.username.slice(0, 2)}***${member.username.slice(-2)}`;
  const settled = () =>
    page.evaluate(async () => {
      const { url } = await (await fetch('/api/index/index')).json();
      return (url.settled as { name: string }[]).map(({ name }) => name);
    });
  // Plans of other journeys can fill the list before it is counted again.
  await expect(async () => {
    if (!(await settled()).includes(masked)) await placePlan(page, '10');
    await expect.poll(settled, { timeout: 20_000 }).toContain(masked);
  }).toPass();
  expect(await settled()).not.toContain(member.username);

  await page.goto('/homeTab');
  const entry = page.getByRole('list', { name: 'Settled here, wins and losses alike' }).getByRole('listitem').first();
  await expect(entry).toContainText('***');
  await expect(entry.locator('[data-source="ledger"]').last()).toHaveText(/^([+−]\d|0\.00)/);
});

test('the uptime board tells measured, sample and not measured apart', async ({ page }) => {
  await register(page);
  const uptime = cardOf(page, 'Uptime');
  await expect(uptime.getByText('99.806%')).toHaveAttribute('data-source', 'sample');
  await expect(uptime.getByText('99.958%')).toHaveAttribute('data-source', 'sample');
  const rows = uptime.getByRole('img', { name: /not measured/ });
  await expect(rows).toHaveCount(10);
  for (const row of await rows.all()) expect(await row.locator('> span').count()).toBe(37);
  // A freshly started server has measured minutes, not hours: the rest is shown as not measured.
  await expect(rows.first()).toHaveAccessibleName(/, [1-9]\d* not measured$/);
});

test('the training slides advance, can be paused, and can be chosen', async ({ page }) => {
  await register(page);
  const training = cardOf(page, 'AI training, step by step');
  const dot = (name: string) => training.getByRole('button', { name });
  await expect(dot('Minutes become candles')).toHaveAttribute('aria-current', 'step');
  await dot('Two bounds end it early').click();
  await expect(dot('Two bounds end it early')).toHaveAttribute('aria-current', 'step');
  await expect(training.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.waitForTimeout(4500);
  await expect(dot('Two bounds end it early')).toHaveAttribute('aria-current', 'step');
});

test('nothing is animated with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await register(page);
  const ticker = page.getByRole('list', { name: 'Made-up names and amounts' });
  await expect(ticker).toBeVisible();
  const first = (await ticker.textContent()) ?? '';
  await page.waitForTimeout(4500);
  await expect(ticker).toHaveText(first);
});

test('input in the popup and the subscribe box is neither sent nor stored', async ({ page }) => {
  await register(page);
  const subscribe = cardOf(page, 'Subscribe by e-mail');
  await expect(subscribe).toBeVisible();
  const secret = '<img src=x onerror=alert(1)> @@';
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
    if (decodeURIComponent(request.url()).includes('onerror')) sent.push(request.url());
  });

  await subscribe.getByLabel('E-mail', { exact: true }).fill(secret);
  await subscribe.getByRole('button', { name: 'Subscribe' }).click();
  await expect(subscribe.getByText('Nothing was sent and nothing was kept.')).toBeVisible();
  await expect(subscribe.getByLabel('E-mail', { exact: true })).toHaveValue('');

  await page.getByRole('button', { name: 'Personal information' }).click();
  const popup = page.getByRole('dialog', { name: 'Personal information' });
  await expect(popup.getByRole('textbox')).toHaveCount(7);
  for (const input of await popup.getByRole('textbox').all()) await input.fill(secret);
  await popup.getByRole('button', { name: 'Confirm' }).click();
  await expect(popup).toBeHidden();
  await page.getByRole('button', { name: 'Personal information' }).click();
  for (const input of await popup.getByRole('textbox').all()) await expect(input).toHaveValue('');

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('onerror');
  expect(sent).toEqual([]);
});
