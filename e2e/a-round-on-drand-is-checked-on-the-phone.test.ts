import { expect, type Page } from '@playwright/test';
import { fixturePublicKey } from '#core/fairness/transcript.fixture.ts';
import { expectAccessible } from './accessible.ts';
import { placeBets } from './bets.ts';
import { type LocalDrand, openLocalDrand, trustLocalDrand } from './local-drand.ts';
import { deposit, register } from './member.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

/** Bets that are placed at the beginning of a round wait as long for its end. */
const roundMs = 60_000;

let drand: LocalDrand;
let server: SlowClockServer;

test.beforeAll(async () => {
  drand = await openLocalDrand();
  // A round lasts a minute; without a beacon it is void 48 seconds after its result was due. Faster, and closing would come after drand's next round, which
  // is three seconds of the clock away.
  server = await openSlowClockServer(5, {
    module: './e2e/local-drand-hooks.ts',
    // Of servers that lie every look is logged.
    settings: { BEACON: 'drand', LOG_LEVEL: 'error', E2E_DRAND_URL: drand.url, E2E_DRAND_KEY: fixturePublicKey },
  });
});
test.afterAll(async () => {
  await server?.stop();
  await drand?.stop();
});

test('a round on drand is won and its signature checked on the phone; where drand’s servers lie it is void and every stake returns', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.address });
  const replaced = await trustLocalDrand(context);
  const page = await context.newPage();
  await register(page, '/healthz');
  await deposit(page, '1000');

  // One of the two wins whatever is drawn.
  const drawn = await placeBets(page, server, ['big', 'small']);
  await page.goto('/myOrderInfo');
  const bets = page
    .getByRole('list', { name: 'My bets' })
    .getByRole('link')
    .filter({ hasText: `Round ${drawn}` });
  await expect(bets.filter({ hasText: 'Lost' })).toBeVisible({ timeout: roundMs + 60_000 });
  await bets.filter({ hasText: 'Won' }).click();
  await expect(page).toHaveURL(new RegExp(`/gameinfo\\?round=${drawn}$`));
  await replay(page);
  await expect(page.getByText('Same result, to the last digit')).toBeVisible();
  await expect(page.locator('[data-step="beacon"]')).toHaveAttribute('data-holds', 'true');
  expect(replaced()).toBeGreaterThan(0);
  await expectAccessible(page, '/gameinfo on drand');

  // A phone that trusts quicknet alone finds another network's signature.
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${server.address}/fairness?round=${drawn}`);
  await replay(other);
  await expect(other.getByText('The transcript does not match')).toBeVisible();
  await expect(other.locator('[data-step="beacon"]')).toHaveAttribute('data-holds', 'false');
  await expect(other.locator('[data-step="seed"]')).toHaveAttribute('data-holds', 'true');
  await other.context().close();

  drand.lie();
  const before = await available(page);
  const voided = await placeBets(page, server, ['triple']);
  await page.goto(`/gameinfo?round=${voided}`);
  await expect(page.getByText('No result yet. Void in')).toBeVisible({ timeout: roundMs + 60_000 });
  await expect(page.getByText('There was no result by the deadline')).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: 'Triple' }).first()).toContainText('Returned');
  await expectAccessible(page, '/gameinfo of a void round');
  await replay(page);
  await expect(page.getByText('Same result, to the last digit')).toBeVisible();
  await expect.poll(() => available(page)).toBe(before);
});

async function replay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replay on this phone' }).click();
}

async function available(page: Page): Promise<string> {
  return (await (await page.request.get('/api/User/balance')).json()).url.spot;
}
