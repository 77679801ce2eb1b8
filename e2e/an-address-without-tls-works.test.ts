import { chromium, expect } from '@playwright/test';
import { findBrowser } from '../tools/test/browser.ts';
import { depositByForm, determinePlan, fillPlan, registerByForm } from './member.ts';
import { test } from './test.ts';

/** As a phone reaches a server in its own network: an address that browsers do not trust, of those reserved for examples (RFC 5737). */
const address = `http://192.0.2.10:${process.env.E2E_PORT}`;

test('at an address without TLS a member registers, pays in, places a plan and proves how it ended and what is owed', async () => {
  const { args, ...found } = await findBrowser();
  const browser = await chromium.launch({
    ...found,
    args: [...args, '--host-resolver-rules=MAP 192.0.2.10 127.0.0.1'],
  });
  try {
    const page = await browser.newPage({ baseURL: address, viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    await page.goto('/healthz');
    expect(await page.evaluate(() => [window.isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined']);

    // The captcha's work is done without WebCrypto.
    await registerByForm(page);
    await depositByForm(page, '750');
    await fillPlan(page, '3X', '100');
    await determinePlan(page);
    await page.getByRole('button', { name: 'View History' }).click();
    await page.getByText(/Investment (success|failure)/).click();
    await expect(page.getByText('Same result, to the last digit')).toBeVisible();

    await expect(async () => {
      await page.goto('/tab4');
      await expect(page.getByText('Included, sums match, and so do your own records')).toBeVisible({ timeout: 5_000 });
    }).toPass();

    // What such an address cannot have says so.
    await page.goto('/shezhi');
    await expect(page.getByText('This browser does not support push messages here.')).toBeVisible();
    await page.goto('/securityCenter');
    await expect(page.getByText('Passkeys do not work at this address of Clearlot')).toBeVisible();
  } finally {
    await browser.close();
  }
});
