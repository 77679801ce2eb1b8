import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { type Locale, locales } from '#contract/locale.ts';
import { act, readAt, section, signedInDesk } from './desk.ts';
import { register } from './member.ts';
import { createOwnersAt } from './operators.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

let server: SlowClockServer;

// Prizes, causes and texts are everybody's: this journey has its own server. A day lasts two and a half minutes.
test.beforeAll(async () => {
  server = await openSlowClockServer(600);
  await createOwnersAt(server, 'anna', 'bert');
});
test.afterAll(() => server.stop());

async function memberAt(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server.address })).newPage();
  await register(page, path);
  return page;
}

/** Approves what another operator asked for, as it is shown. */
async function approve(desk: Page, shown: string): Promise<void> {
  await section(desk, 'Approvals').click();
  const waiting = desk.locator('section').filter({ hasText: shown });
  await act(desk, waiting, 'Approve', 'it is what we agreed on');
  await expect(waiting).toHaveCount(0);
}

test('two operators change a rate, the weight bands and the prizes: members see what is to come and then holds, and an entry of before is proved by the table of its day', async ({
  browser,
}) => {
  test.slow();
  const page = await memberAt(browser, '/funds?product=day14');
  await expect(page.getByText('0.0250%', { exact: true })).toBeVisible();
  const anna = await signedInDesk(browser, 'anna', server);
  const bert = await signedInDesk(browser, 'bert', server);
  await changeRateAndBands(anna, bert);
  await expect(async () => {
    await page.goto('/funds?product=day14');
    await expect(page.getByText(/^From .*: 0\.0300% a day, 10\.00 to 9,000\.00 USDT, Open$/)).toBeVisible({
      timeout: 5_000,
    });
  }).toPass();
  await expect(page.getByText('0.0250%', { exact: true })).toBeVisible();
  const picker = await openPicker(page);
  await expect(picker.getByText(/^From .*, level 2: weight score from 150, /)).toBeVisible();
  await expect(picker.getByText('score 500–1,999', { exact: true })).toBeVisible();

  await page.goto('/tab2');
  // Midnight may come between the check-in and the draw: the entry is gone then, and the next day earns another.
  await expect(async () => {
    await page.request.get('/api/User/signin', { headers: { 'X-Clearlot': '1' } });
    await page.goto('/tab2');
    await page.getByRole('button', { name: /^Draw entry \d+$/ }).click({ timeout: 5_000 });
    await expect(page.getByRole('link', { name: 'Proof' })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(page.getByText('1 in 200,000', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Proof' }).click();
  await expect(page).toHaveURL(/\/tab2\?draw=\w+$/);
  const proof = page.url();

  await section(anna, 'Products').click();
  await anna.getByRole('button', { name: 'Change the prizes' }).click();
  await anna.getByLabel('Second prize: Amount').fill('2500');
  await expect(anna.getByText('Four prizes of whole USDT')).toBeVisible();
  await anna.getByLabel('First prize: Amount').fill('2500');
  await anna.getByLabel('First prize: Numbers that win it').fill('7');
  await anna.getByLabel('Second prize: Amount').fill('150');
  await act(anna, anna.locator('main'), 'Ask for these prizes', 'a larger first prize');
  await expect(anna.getByRole('row').filter({ hasText: 'a larger first prize' })).toContainText('Waiting');

  await page.goto('/tab2');
  await expect(page.getByText('1 in 200,000', { exact: true })).toBeVisible();
  await approve(bert, '2500.000000 USDT, 7 / 1000000');
  await expect(anna.getByRole('row').filter({ hasText: 'a larger first prize' })).toContainText('Made');

  // The page that is open follows: first the table to come, then the table of the day.
  await expect(page.getByText('7 in 1,000,000', { exact: true })).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('region', { name: 'Prizes to come' })).toHaveCount(0, { timeout: 200_000 });
  await expect(page.getByText('1 in 200,000', { exact: true })).toHaveCount(0);
  // 7 x 2,500, 100 x 150, 2,000 x 10 and 50,000 x 1 USDT over a million entries.
  await expect(page.getByText('0.102500 USDT')).toBeVisible();

  await expect(async () => {
    await page.goto(proof);
    await expect(page.getByRole('button', { name: 'Verify on this phone' })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(page.getByText('1: first 1000.000000 of 0-4', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Verify on this phone' }).click();
  await expect(page.getByText('Everything matches, computed on this phone')).toBeVisible();

  await expect(async () => {
    await page.goto('/funds?product=day14');
    await expect(page.getByText('0.0300%', { exact: true })).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText(/^From /)).toHaveCount(0);
  }).toPass();
  await expect((await openPicker(page)).getByText('score 150–1,999', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Decided for later' })).toHaveCount(0);
  for (const one of [page, anna, bert]) await one.context().close();
});

/** From 14 hours of the product clock on, which are less than a minute and a half, and of which the other steps take most. */
async function changeRateAndBands(anna: Page, bert: Page): Promise<void> {
  const { now } = await readAt<{ now: string }>(anna, '/products');
  const start = await anna.evaluate(
    (moment) => {
      const offsetMs = new Date(moment).getTimezoneOffset() * 60_000;
      return new Date(moment - offsetMs).toISOString().slice(0, 16);
    },
    Date.parse(now) + 14 * 3_600_000,
  );
  const from = anna.getByLabel('Starts (date and time on this device)');
  await section(anna, 'Products').click();
  await anna.getByRole('row').filter({ hasText: 'Financing day14' }).getByRole('button', { name: 'Change' }).click();
  await anna.getByLabel('Most', { exact: true }).fill('9000');
  await anna.getByLabel('Interest of a day in millionths').fill('300');
  await from.fill(start);
  await act(anna, anna.locator('main'), 'Ask for this offer', 'more for two weeks');
  await expect(from).toHaveCount(0);
  await anna.getByRole('button', { name: 'Change the bands' }).click();
  await anna.getByLabel('Level 2: Opens at').fill('150');
  await from.fill(start);
  await act(anna, anna.locator('main'), 'Ask for these bands', 'the second level earlier');
  await approve(bert, 'more for two weeks');
  await approve(bert, 'the second level earlier');
}

async function openPicker(page: Page): Promise<Locator> {
  await page.goto('/tab1');
  await page.getByRole('button', { name: /^Level 1/ }).click();
  return page.getByRole('dialog', { name: 'Plan levels' });
}

test('two operators name a cause, whose markup stays text, and close it again; the open giving page follows', async ({
  browser,
}) => {
  const page = await memberAt(browser, '/singing');
  await expect(page.getByText('目前尚未指定用途。')).toBeVisible();
  const anna = await signedInDesk(browser, 'anna', server);
  await section(anna, 'Products').click();
  await anna.getByRole('button', { name: 'New cause' }).click();
  await anna.getByLabel('Id', { exact: true }).fill('wells');
  const texts = {
    English: ['Wells', 'Clean water for a village'],
    简体中文: ['水井', '为一个村庄提供清洁用水'],
    繁體中文: ['<img src=x onerror="document.title=1"> 水井', '為一個村莊提供潔淨用水'],
    日本語: ['井戸', '村にきれいな水を'],
  };
  for (const [language, [name = '', about = '']] of Object.entries(texts)) {
    await anna.getByLabel(`Name · ${language}`).fill(name);
    await anna.getByLabel(`What it is for · ${language}`).fill(about);
  }
  await act(anna, anna.locator('main'), 'Ask for this cause', 'the village asked for it');
  const bert = await signedInDesk(browser, 'bert', server);
  await approve(bert, 'cause wells');

  const causes = page.getByRole('list', { name: '公益款項目前的用途' });
  await expect(causes.getByText('<img src=x onerror="document.title=1"> 水井')).toBeVisible();
  await expect(causes.getByText('為一個村莊提供潔淨用水')).toBeVisible();
  await expect(causes.locator('img')).toHaveCount(0);

  await section(bert, 'Products').click();
  await bert.getByRole('row').filter({ hasText: 'wells' }).getByRole('button', { name: 'Change' }).first().click();
  await bert.getByLabel('Receives disbursements and is shown on the giving pages').uncheck();
  await act(bert, bert.locator('main'), 'Ask for this cause', 'the well is dug');
  await approve(anna, 'the well is dug');
  await expect(page.getByText('目前尚未指定用途。')).toBeVisible();
  for (const one of [page, anna, bert]) await one.context().close();
});

test('a help text is drafted, previewed, published in six languages, changed, and an earlier version put back; members read what is published', async ({
  browser,
}) => {
  const page = await memberAt(browser, '/faq');
  const anna = await signedInDesk(browser, 'anna', server);
  await section(anna, 'Content').click();
  await anna.getByLabel('Id', { exact: true }).fill('how-to-wait');
  await anna.getByLabel('Title in English').fill('How to wait');
  await anna.getByRole('button', { name: 'Begin a draft' }).click();
  await expect(anna.getByText('Draft saved by anna').last()).toBeVisible();
  await expect(anna.getByText(/^Missing: /)).toBeVisible();

  const write = async (words: (locale: Locale) => string): Promise<void> => {
    for (const locale of locales) {
      const card = anna
        .locator('section')
        .filter({ has: anna.locator(`[name="title-${locale}"]`) })
        .last();
      await card.locator(`[name="title-${locale}"]`).fill(`How to wait, ${locale}`);
      await card.locator('textarea').fill(words(locale));
    }
    await anna.getByRole('button', { name: 'Save the draft' }).click();
    // The languages are saved one after another; the previews show what is saved.
    for (const locale of locales) {
      await expect(anna.getByRole('figure').filter({ hasText: words(locale) })).toHaveCount(1);
    }
  };
  await write((locale) => (locale === 'en' ? '<b>Wait</b>' : `Wait, ${locale}.`));
  await expect(anna.getByText('It has markup in it')).toBeVisible();
  await write((locale) => `Wait quietly, ${locale}.`);
  await expect(anna.getByText('It has markup in it')).toHaveCount(0);
  await expect(anna.getByRole('figure').filter({ hasText: 'Preview on a phone, English' })).toContainText(
    'Wait quietly, en.',
  );
  await page.goto('/faq?id=how-to-wait');
  await expect(page.getByText('This help text does not exist')).toBeVisible();

  await act(anna, anna.locator('main'), 'Publish', 'members asked how');
  await reads(page, 'Wait quietly, en.');
  await write((locale) => `Wait loudly, ${locale}.`);
  await reads(page, 'Wait quietly, en.');
  await act(anna, anna.locator('main'), 'Publish', 'it was too quiet');
  await reads(page, 'Wait loudly, en.');

  const versions = anna.getByRole('region', { name: 'Published versions' });
  await versions
    .getByRole('row')
    .filter({ hasText: 'members asked how' })
    .getByRole('button', { name: 'Show' })
    .click();
  await act(anna, anna.locator('main'), 'Put this version back', 'quiet was better');
  await reads(page, 'Wait quietly, en.');
  await expect(versions.getByRole('row')).toHaveCount(4);
  for (const one of [page, anna]) await one.context().close();
});

/** What a member who opens the text reads, once the server has heard of the publication. */
async function reads(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.goto('/faq?id=how-to-wait');
    await expect(page.getByText(words)).toBeVisible({ timeout: 10_000 });
  }).toPass();
}
