import { expect, type Page } from '@playwright/test';
import { deposit, determinePlan, fillPlan, register } from './member.ts';
import { test } from './test.ts';

/** A member on the page of a settled plan, which this phone kept when it was placed. */
async function settledPlan(page: Page): Promise<void> {
  await register(page, '/healthz');
  await deposit(page, '1000');
  await fillPlan(page, '5X', '200');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  await page.getByRole('button', { name: 'View History' }).click();
  await page.getByText(/Investment (success|failure)/).click();
  await expect(page).toHaveURL(/\/ordersDetail/);
}

type Wire = {
  url: Record<string, unknown> & { claimed: Record<string, unknown>; market: { market: Record<string, unknown> } };
};

/** Verifies on a fresh page, from a server that changes its proofs in this way. */
async function verifyChanged(page: Page, change: (body: Wire) => void): Promise<void> {
  await page.unroute('**/api/plans/proof/*');
  await page.route('**/api/plans/proof/*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    change(body);
    await route.fulfill({ response, json: body });
  });
  await page.reload();
}

const mismatch = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your phone got a different result' });
const point = (page: Page, name: string) => mismatch(page).getByRole('listitem').filter({ hasText: name });
const nothingKept = 'This phone keeps nothing of this plan from when it was placed';

test('a proof with another figure or another binding is contradicted by its field', async ({ page }) => {
  await settledPlan(page);

  await verifyChanged(page, ({ url }) => {
    url.claimed.income = '199.000001';
  });
  await expect(point(page, 'Income').first()).toContainText('199.000001');
  await expect(page.getByText('Same result, to the last digit')).toHaveCount(0);

  const moved = 1_700_006_400_000;
  await verifyChanged(page, ({ url }) => {
    url.market.market.startsAt = moved;
  });
  const start = point(page, 'Start of the replay');
  await expect(start).toContainText('Kept on this phone at placing');
  await expect(start).toContainText(String(moved));
  await expect(page.getByText(nothingKept)).toHaveCount(0);

  // Days that are never revealed.
  await verifyChanged(page, ({ url }) => {
    url.reveal = { state: 'hidden', until: moved };
  });
  await expect(point(page, 'When the days are revealed').first()).toContainText(String(moved));
  await verifyChanged(page, ({ url }) => {
    url.reveal = null;
  });
  await expect(point(page, 'Whether the days are revealed')).toBeVisible();

  // Days that are left unrevealed because another replay is said to play, while the market says that it is this one.
  await verifyChanged(page, ({ url }) => {
    url.reveal = { state: 'elsewhere' };
  });
  await expect(point(page, 'Whether the days are revealed')).toContainText('elsewhere');
  await page.route('**/api/market/status', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.url.identity.commitment = 'f'.repeat(64);
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(page.getByText('Recomputed, not all of it compared')).toBeVisible();
  await expect(page.getByText('now plays another replay than this plan ran on')).toBeVisible();
  await expect(page.getByText('Verified on this phone')).toHaveCount(0);
});

test('a server that places something else than was sent is found on the receipt, and by the proof', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '1000');
  await page.route('**/Exchange/shenqing', async (route) => {
    const fields = new URLSearchParams(route.request().postData() ?? '');
    fields.set('price', '150');
    fields.set('multiple', '2');
    await route.continue({ postData: fields.toString() });
  });
  await fillPlan(page, '5X', '200');
  await determinePlan(page);
  const alert = page.getByRole('alert').filter({ hasText: 'The server did not place what this phone sent' });
  await expect(alert.getByRole('listitem').filter({ hasText: 'Amount' })).toContainText('150');
  await expect(alert.getByRole('listitem').filter({ hasText: 'Leverage' })).toContainText('Sent by this phone');
  await expect(page.getByText('This phone keeps what it sent and the receipt')).toBeVisible();
  await page.getByRole('button', { name: 'View History' }).click();
  await page.getByText(/Investment (success|failure)/).click();
  await expect(point(page, 'Amount').first()).toContainText('Kept on this phone at placing');
  await expect(point(page, 'Leverage').first()).toContainText('Kept on this phone at placing');
});

test('a plan that cannot be kept is tried again, and the receipt says so until it is', async ({ page }) => {
  await register(page, '/healthz');
  await deposit(page, '1000');
  // The receipt is read by the page as well: both go without it.
  await page.route('**/plans/detail/*', (route) => route.abort());
  await fillPlan(page, '5X', '200');
  await determinePlan(page);
  await expect(page.getByText('This phone is keeping what it sent and the receipt')).toBeVisible();
  const again = page.getByRole('button', { name: 'Keep it again' });
  await expect(again).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('This phone could not keep this plan')).toBeVisible();
  await page.unroute('**/plans/detail/*');
  await again.click();
  await expect(page.getByText('This phone keeps what it sent and the receipt')).toBeVisible();
});

test('a phone whose data was cleared says what it did not compare', async ({ page }) => {
  await settledPlan(page);
  await expect(page.getByText('Same result, to the last digit')).toBeVisible();
  await expect(page.getByText(nothingKept)).toHaveCount(0);

  // A page without the app, so that none of its connections holds the data.
  const address = page.url();
  await page.goto('/healthz');
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name ?? '');
        request.onsuccess = resolve;
        request.onerror = reject;
      });
    }
  });
  await page.goto(address);
  await expect(page.getByText('Recomputed, not all of it compared')).toBeVisible();
  await expect(page.getByText('These candles give the same result')).toBeVisible();
  await expect(page.getByText('Verified on this phone')).toHaveCount(0);
  await expect(page.getByText(nothingKept)).toBeVisible();
});

test('a proof with a field too many, or of more than 4 MB, is refused with the reason', async ({ page }) => {
  await settledPlan(page);
  await verifyChanged(page, ({ url }) => {
    url.bonus = '1';
  });
  await expect(
    page.getByText(/cannot be read, and nothing of it was used: .*bonus: unrecognized_keys/).first(),
  ).toBeVisible();
  await expect(page.getByText('Same result, to the last digit')).toHaveCount(0);

  await verifyChanged(page, ({ url }) => {
    url.bonus = 'x'.repeat(4_100_000);
  });
  await expect(page.getByText('nothing of it was used: > 4000000 B').first()).toBeVisible();
});
