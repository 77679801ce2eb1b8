import { expect, type Page, test } from '@playwright/test';
import { deposit, determinePlan, fillPlan, register } from './member.ts';

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
  await expect(page.getByText('Same result, to the last digit')).toBeVisible();
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
