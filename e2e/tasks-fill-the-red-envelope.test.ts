import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { register } from './member.ts';
import { animationCounts, recordMotion, runningAnimations } from './motion-events.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

interface Listed {
  readonly tasks: readonly { readonly task: string; readonly points: number; readonly state: string }[];
  readonly promotion: number;
  readonly weight: number;
}

let server: SlowClockServer;

test.beforeAll(async () => {
  // A round lasts 25 seconds, and a day two hours.
  server = await openSlowClockServer(12);
});
test.afterAll(() => server.stop());

/** A page of a new member for whom midnight is far. */
async function memberPage(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  await register(page, path);
  const rounds = await listedRounds(page);
  const hour = new Date((rounds[0]?.id ?? 0) * 300_000).getUTCHours();
  const form = { timezone: hour < 20 ? 'UTC' : 'Asia/Tokyo' };
  expect((await page.request.post('/api/User/upinfo', { form, headers: changesState })).status()).toBe(200);
  return page;
}

async function listedRounds(page: Page): Promise<readonly { readonly id: number; readonly state: string }[]> {
  const answer = await page.request.post('/api/order/thblist', { form: {}, headers: changesState });
  return ((await answer.json()) as { info: { id: number; state: string }[] }).info;
}

const changesState = { 'X-Clearlot': '1' };

async function listed(page: Page): Promise<Listed> {
  return ((await (await page.request.get('/api/tasks/list')).json()) as { url: Listed }).url;
}

const main = (page: Page) => page.getByRole('main');
const stateOf = (page: Page, task: string) => main(page).locator(`[data-task="${task}"]`);

const coins = (page: Page) => main(page).locator('[class*="_coin_"]');
const coinCount = 14;

test('what is done fills the envelope, opening it gives the points of the list once, on every open page, and moves nothing where motion is reduced', async ({
  browser,
}) => {
  const page = await memberPage(browser, '/tab4');
  await page.getByRole('link', { name: 'Red envelope' }).click();
  await expect(page).toHaveURL(/\/hongbao$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Red envelope');
  await expect(main(page).getByRole('button', { name: 'Open the envelope' })).toBeDisabled();
  await expect(main(page)).toContainText('716 × 360 days = 257,760 points');
  await expect(main(page)).toContainText('66 + 150 + 250 + 50 + 50 + 150 = 716 points a day');
  await expect(stateOf(page, 'donated')).toHaveAttribute('data-state', 'waiting');
  await expectAccessible(page, '/hongbao');

  const other = await page.context().newPage();
  await other.goto('/hongbao');
  await expect(stateOf(other, 'checkedIn')).toHaveAttribute('data-state', 'open');

  await page.request.get('/api/User/signin', { headers: changesState });
  await expect(stateOf(other, 'checkedIn')).toHaveAttribute('data-state', 'done');
  await main(page).getByRole('button', { name: 'Open the envelope' }).click();
  await expect(page.getByText('Collected: 66 points and 10 of the weight score').first()).toBeVisible();
  await expect(coins(page)).toHaveCount(coinCount);
  expect(await runningAnimations(page, 'fly', 'nudge')).toEqual([]);

  // A help text that is read for its time.
  await stateOf(page, 'helpRead').click();
  await expect(page).toHaveURL(/\/faq/);
  await page.goto('/faq?id=what-is-clearlot');
  await expect(main(page)).toContainText(/Keep reading: \d+ s more/);
  await expect(main(page)).toContainText('Read: this counts as today’s task', { timeout: 40_000 });

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await recordMotion(page);
  await page.goto('/hongbao');
  await expect(stateOf(page, 'helpRead')).toHaveAttribute('data-state', 'done');
  await expect(main(page)).toContainText('150 points are ready');
  await main(page).getByRole('button', { name: 'Open the envelope' }).dblclick();
  await expect(page.getByText('Collected: 150 points and 10 of the weight score').first()).toBeVisible();
  await expect.poll(() => animationCounts(page, 'fly')).toEqual({ started: coinCount, ended: coinCount });
  await expect.poll(() => runningAnimations(page, 'fly', 'nudge')).toEqual([]);
  await expect(stateOf(page, 'helpRead')).toHaveAttribute('data-state', 'collected');
  await expect(main(page).getByRole('button', { name: 'Open the envelope' })).toBeDisabled();
  expect(await listed(page)).toMatchObject({ promotion: 216, weight: 20 });
  await expect(main(page)).toContainText('20 of 1,000 points');
  // The other page hears of it.
  await expect(stateOf(other, 'checkedIn')).toHaveAttribute('data-state', 'collected');
  await expect(main(other)).toContainText('20 of 1,000 points');

  // The entries of the score name the envelope, and lead back to it.
  await page.goto('/rule');
  const entries = main(page).getByRole('list', { name: 'Your entries' });
  await expect(entries.getByText('A collected task, from the red envelope')).toHaveCount(2);
  await entries.getByText('A collected task, from the red envelope').first().click();
  await expect(page).toHaveURL(/\/hongbao$/);
  // The points are movements of the ledger.
  await page.goto('/financial');
  await main(page).getByRole('button', { name: 'Points' }).click();
  await expect(main(page).getByText('Task', { exact: true })).toHaveCount(2);
});

test('a round that this phone has recomputed counts as a verified result, once', async ({ browser }) => {
  const page = await memberPage(browser, '/jiaoyizhongxin');
  let round = 0;
  await expect
    .poll(
      async () => {
        round = (await listedRounds(page)).find(({ state }) => state === 'drawn')?.id ?? 0;
        return round;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  await page.goto(`/gameinfo?round=${round}`);
  await main(page)
    .getByRole('button', { name: /recompute|replay/i })
    .first()
    .click();
  await expect
    .poll(async () => (await listed(page)).tasks.find(({ task }) => task === 'resultVerified')?.state)
    .toBe('done');
});

test('nothing is collected or read without the header, by HEAD or from another site, and no report of a wrong result counts', async ({
  browser,
}) => {
  const page = await memberPage(browser, '/hongbao');
  await page.request.get('/api/User/signin', { headers: changesState });
  for (const path of ['/tasks/collect', '/tasks/reading', '/tasks/read', '/tasks/verified']) {
    const form = { id: 'what-is-clearlot', reading: 'x'.repeat(20), plan: 'AAAA', computed: 'a'.repeat(64) };
    expect((await page.request.post(`/api${path}`, { form })).status(), path).toBe(403);
    await page.request.head(`/api${path}`, { headers: changesState });
    const foreign = { ...changesState, 'Sec-Fetch-Site': 'cross-site' };
    expect((await page.request.post(`/api${path}`, { form, headers: foreign })).status(), path).toBe(403);
  }
  expect(await listed(page)).toMatchObject({ promotion: 0, weight: 0 });
  const wrong = { plan: 'AAAA', computed: 'a'.repeat(64) };
  const report = await page.request.post('/api/tasks/verified', { form: wrong, headers: changesState });
  expect([report.status(), ((await report.json()) as { code: string }).code]).toEqual([404, 'resultUnknown']);
  const begun = await page.request.post('/api/tasks/reading', {
    form: { id: 'what-is-clearlot' },
    headers: changesState,
  });
  const { reading } = ((await begun.json()) as { url: { reading: string } }).url;
  const early = await page.request.post('/api/tasks/read', { form: { reading }, headers: changesState });
  expect([early.status(), ((await early.json()) as { code: string }).code]).toEqual([409, 'readingTooShort']);
});
