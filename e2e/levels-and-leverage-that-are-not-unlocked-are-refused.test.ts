import { expect } from '@playwright/test';
import { chooseLeverage, deposit, register } from './member.ts';
import { test } from './test.ts';

test('a leverage above the unlocked multiple is refused with the reason and not set', async ({ page }) => {
  await register(page, '/tab1');
  await page.getByRole('button', { name: /leverage multiplier/i }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^25X/ }).click();
  await expect(page.getByText('This leverage ratio has not been unlocked yet').last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /leverage multiplier/i })).not.toContainText('25X');
  await chooseLeverage(page, '5X');
  await expect(page.getByRole('button', { name: /leverage multiplier/i })).toContainText('5X');
});

test('a level above the member’s weight score is shown locked, with the reason, and cannot be taken', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '5000');
  await page.goto('/tab1');
  await page.getByRole('button', { name: /Level 1/ }).click();
  const picker = page.getByRole('dialog');
  await expect(picker.getByRole('button', { name: /Level 1/ })).toBeVisible();
  const second = picker.getByRole('button', { name: /Level 2/ });
  await expect(second).toContainText(/500/);
  await second.click();
  await expect(page.getByText('This level opens at a weight score of 500').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Level 1/ })).toBeVisible();
});

test('the server refuses what the screen does not offer, and writes nothing', async ({ page }) => {
  await register(page, '/healthz');
  await deposit(page, '1000');
  const place = (fields: Record<string, string>) =>
    page.evaluate(async (body) => {
      const response = await fetch('/api/Exchange/shenqing', {
        method: 'POST',
        headers: { 'X-Clearlot': '1', 'Idempotency-Key': crypto.randomUUID() },
        body: new URLSearchParams(body),
      });
      return (await response.json()).code;
    }, fields);
  const good = { id: '1', coin: 'ETH', multiple: '2', price: '50' };
  expect(await place({ ...good, multiple: '25' })).toBe('leverageLocked');
  expect(await place({ ...good, multiple: '26' })).toBe('leverageInvalid');
  expect(await place({ ...good, multiple: '0' })).toBe('leverageInvalid');
  expect(await place({ ...good, id: '2' })).toBe('levelLockedByWeight');
  expect(await place({ ...good, id: '99' })).toBe('levelUnknown');
  expect(await place({ ...good, coin: 'NOPE' })).toBe('coinUnknown');
  expect(await place({ ...good, price: '-50' })).toBe('amountInvalid');
  expect(await place({ ...good, price: '999999' })).toBe('amountOutsideQuota');
  const records = await page.evaluate(async () => (await (await fetch('/api/user/ctrecords')).json()).info);
  expect(records).toEqual([]);
});
