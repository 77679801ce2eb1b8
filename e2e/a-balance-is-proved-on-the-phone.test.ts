import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { deposit, register } from './member.ts';
import { test } from './test.ts';

/** A member with 750 USDT, on Assets, with the first tree that includes them: a product hour takes six seconds here. */
async function provedMember(page: Page): Promise<void> {
  await register(page, '/healthz');
  await deposit(page, '750');
  await expect(async () => {
    await page.goto('/tab4');
    await expect(page.getByText('750.000000 USDT were yours at that moment')).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

test('a member’s balance is recomputed into the public root on the phone, and a changed root is detected', async ({
  page,
}) => {
  await provedMember(page);
  await expect(page.getByRole('heading', { name: 'Your balance is in the books' })).toBeVisible();
  await expect(page.getByText(/^Root [0-9a-f]{4}…[0-9a-f]{4}\s· .+\s· recomputed on this phone$/)).toBeVisible();
  await expect(page.getByText('Included, sums match, and so do your own records')).toBeVisible();

  // The roots of every check follow those that the phone kept before.
  await page.getByRole('button', { name: 'Check my balance now' }).click();
  await expect(page.getByText('Follows the roots that this phone has kept since')).toBeVisible();
  await expect(page.getByText('Included, sums match')).toBeVisible();
  await expect(page.getByText('Your records lead back to the balances that this phone kept at')).toBeVisible();

  // A server whose public total differs from the one that the member's path leads to.
  await page.route('**/api/proofs/roots*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const root of body.info) root.total = '1.000000';
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(page.getByText('Your balance could not be verified')).toBeVisible();
  await expect(page.getByText('Included, sums match')).toHaveCount(0);
  const owed = page.getByRole('listitem').filter({ hasText: 'Owed to all members' });
  await expect(owed.getByText('1.000000', { exact: true })).toBeVisible();
  await page.unroute('**/api/proofs/roots*');

  await page.getByRole('link', { name: 'All published roots' }).click();
  await expect(page).toHaveURL(/\/proofs$/);
  await expect(page.getByText('The books balance: together zero')).toBeVisible();
});

test('a server that leaves a member out, or whose records lack a deposit, is contradicted by the phone', async ({
  page,
}) => {
  await provedMember(page);
  await page.route('**/api/proofs/balance', (route) =>
    route.fulfill({ status: 409, json: { status: false, info: 'too young', url: '', code: 'balanceNotInTree' } }),
  );
  await page.getByRole('button', { name: 'Check my balance now' }).click();
  await expect(page.getByText('You are not in the tree, although you have an older record')).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText('Your balance could not be verified')).toBeVisible();
  await page.unroute('**/api/proofs/balance');

  await page.route('**/api/purse', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const line of body.info) if (line.account === 'available') line.balance = '751.000000';
    await route.fulfill({ response, json: body });
  });
  await page.getByRole('button', { name: 'Check my balance now' }).click();
  await expect(page.getByText('Your own records at that moment').first()).toBeVisible();
  await page.unroute('**/api/purse');
  await page.getByRole('button', { name: 'Check my balance now' }).click();
  await expect(page.getByText('Included, sums match, and so do your own records')).toBeVisible();
});

test('a visitor sees the published roots without an account, keeps them, and finds a root that is another one later', async ({
  page,
}) => {
  await page.goto('/proofs');
  await expect(page.getByRole('heading', { name: 'Proof of liabilities' })).toBeVisible();
  await expect(page.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  await expect(page.getByText('House: payment rail')).toBeVisible();
  await expectAccessible(page, '/proofs');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the roots kept here' }).click();
  const file = await (await downloading).path();
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  expect(saved.info.length).toBeGreaterThan(0);
  const [first] = saved.info;

  // What this phone kept is the server's feed, as another program sees it.
  const program = fileURLToPath(new URL('../tools/verify/roots.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, new URL(page.url()).origin, file]);
  expect(stdout).toContain('sound');

  // The same number with another digest, as a server would publish that rewrites its history.
  await page.route('**/api/proofs/roots*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const root of body.info) if (root.number === first.number) root.digest = 'ab'.repeat(32);
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(page.getByText('The published roots contradict themselves or this phone')).toBeVisible();
  await expect(page.getByText('Root kept on this phone: the published one is another')).toBeVisible();
  await expect(page.getByText(first.digest, { exact: true }).first()).toBeVisible();
});
