import { expect, type Locator, type Page } from '@playwright/test';
import { captcha, deposit, determinePlan, newMember, register } from './member.ts';
import { test } from './test.ts';

/** The way of a first visitor from the first page to a verified plan, at most: one fewer than asked for, with the way back to it. */
const tapsMax = 11;

/** Counts what a finger does: each tap on a button, a link, a box or a field. */
function counted(page: Page) {
  let taps = 0;
  return {
    taps: () => taps,
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    /** A tap into the field, then typing. */
    type: async (label: string, text: string) => {
      taps += 1;
      await page.getByLabel(label, { exact: true }).click();
      await page.keyboard.type(text);
    },
  };
}

type Finger = ReturnType<typeof counted>;

async function arriveAndRegister(page: Page, { tap, type }: Finger): Promise<void> {
  const { username, password } = newMember();
  await page.goto('/');
  await tap(page.getByRole('link', { name: 'New here? Open an account' }));
  await expect(page).toHaveURL(/\/registe$/);
  await type('Account', username);
  await type('Password', password);
  await type('Confirm password', password);
  await expect(page.getByRole('img', { name: 'Image of the verification code' })).toBeVisible();
  await type('Verification code', captcha);
  await tap(page.getByLabel('I am 18 or older'));
  await tap(page.getByRole('button', { name: 'Open the account' }));
  await expect(page).toHaveURL(/\/homeTab$/);
}

const dock = (page: Page) => page.getByRole('region', { name: 'First steps' });
const verified = (page: Page) => page.getByText('Same result, to the last digit');
const availableOf = async (page: Page) => (await (await page.request.get('/api/User/balance')).json()).url.spot;
/** How many placed plans this phone keeps with what their receipt bound them to. */
const keptReceipts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((count, fail) => {
        const opening = indexedDB.open('clearlot-plans');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('placed').objectStore('placed').getAll();
          reading.onerror = () => fail(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            count(reading.result.filter((kept) => 'marketHash' in kept).length);
          };
        };
      }),
  );
const record = async (page: Page) => (await (await page.request.get('/api/user/ctrecords')).json()).info;

test('a visitor has a verified practice plan after 8 taps, without a deposit or a wait, and nothing is booked', async ({
  page,
}) => {
  const finger = counted(page);
  await arriveAndRegister(page, finger);
  await expect(dock(page)).toBeVisible();
  // From here the phone's clock moves by steps of 10 ms alone, a second at most: nothing on the way to the first tick waits longer.
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await finger.tap(dock(page).getByRole('button', { name: 'Practise on the last hour' }));
  let passedMs = 0;
  await expect(async () => {
    await page.clock.runFor(10);
    passedMs += 10;
    await expect(verified(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(passedMs).toBeLessThanOrEqual(1_000);
  await page.clock.resume();
  expect(finger.taps()).toBeLessThanOrEqual(8);
  await expect(verified(page)).toBeInViewport();
  await expect(page.getByText('Nothing is staked and nothing is booked', { exact: false })).toBeVisible();
  await expect(page.locator('main [data-source="ledger"]')).toHaveCount(0);
  await expect(page.locator('main ol li')).toHaveCount(12);
  expect(await record(page)).toEqual([]);
  expect((await (await page.request.get('/api/User/balance')).json()).url.banlance).toBe('0.000000');
});

test('a visitor has a verified plan on test funds within 11 taps, the way back by the message that it settled among them', async ({
  page,
}) => {
  const finger = counted(page);
  await arriveAndRegister(page, finger);
  await finger.tap(dock(page).getByRole('button', { name: 'Get 1,000 test USDT' }));
  await expect(page).toHaveURL(/\/tab1/);
  await expect(page.getByText('Worst case')).toBeVisible();
  await expect.poll(() => availableOf(page)).toBe('1000.000000');
  await finger.tap(page.getByRole('button', { name: 'Determine the plan' }));
  await finger.tap(page.getByRole('dialog').getByRole('button', { name: 'Place the plan', exact: true }));
  await expect(page.getByText('Plan placed').first()).toBeVisible();
  await expect.poll(() => keptReceipts(page)).toBe(1);
  // A plan of an hour: nobody waits for it with the app open. Its notification leads to it.
  await page.goto('/healthz');
  await expect.poll(async () => (await record(page))[0]?.status).not.toBe(1);
  await page.goto('/homeTab');
  await finger.tap(page.getByRole('status').getByRole('link', { name: 'Open' }).first());
  await expect(verified(page)).toBeVisible();
  await expect(verified(page)).toBeInViewport();
  expect(finger.taps()).toBeLessThanOrEqual(tapsMax);
  const [plan] = await record(page);
  expect(plan).toMatchObject({ num: '100.000000', multiple: 1, coin: 'ETH', level: 1 });
  expect(plan.status).not.toBe(1);
});

test('a plan that settles while the trading screen stays open is verified there, without another tap', async ({
  page,
}) => {
  const finger = counted(page);
  await register(page, '/healthz');
  await deposit(page, '500');
  await page.goto('/homeTab');
  await finger.tap(dock(page).getByRole('button', { name: 'Place your first plan' }));
  await expect(page.getByText('Worst case')).toBeVisible();
  await finger.tap(page.getByRole('button', { name: 'Determine the plan' }));
  await finger.tap(page.getByRole('dialog').getByRole('button', { name: 'Place the plan', exact: true }));
  await expect(verified(page)).toBeVisible();
  expect(finger.taps()).toBe(3);
});

test('any coin and level can be practised, also one that is locked, and the choices lead to the form', async ({
  page,
}) => {
  await register(page, '/practice');
  await expect(verified(page)).toBeVisible();
  await page.getByRole('button', { name: /Trading area/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^BTC/ }).click();
  await page.getByRole('group', { name: 'Plan levels' }).getByRole('button', { name: '5' }).click();
  await page.getByRole('button', { name: '25X', exact: true }).click();
  await expect(page.getByText('1,000.00 USDT · 25X · BTC/USDT', { exact: false })).toBeVisible();
  await expect(verified(page)).toBeVisible();
  await page.getByRole('button', { name: 'Use these choices for a real plan' }).click();
  await expect(page).toHaveURL(/\/tab1\?coin=BTC&level=5&leverage=25/);
});

test('a practice plan is told apart from one on candles that the market did not publish', async ({ page }) => {
  await register(page, '/healthz');
  await page.route('**/api/market/minutes/**', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const row of body.info.slice(-40)) row[4] += 0.01;
    await route.fulfill({ response, json: body });
  });
  await page.goto('/practice');
  await expect(page.getByRole('alert').filter({ hasText: 'Your phone got a different result' })).toBeVisible();
  await expect(verified(page)).toHaveCount(0);
});

test('the trading screen gives test funds with one press, and the assets screen too', async ({ page }) => {
  await register(page, '/tab1');
  await page.getByRole('button', { name: 'Get 1,000 test USDT' }).click();
  await expect(page.locator('main [data-source="ledger"]').filter({ hasText: '1,000.00' }).first()).toBeVisible();
  await expect(page.getByText('Nothing is available yet', { exact: false })).toHaveCount(0);
  await page.goto('/tab4');
  await expect(dock(page).getByRole('button', { name: 'Place your first plan' })).toBeVisible();
  await dock(page).getByRole('button', { name: 'Close' }).click();
  await expect(dock(page)).toHaveCount(0);
});

test('who has placed a plan is not offered first steps, and the offer moves nothing when it comes', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '500');
  await page.goto('/homeTab');
  await expect(dock(page)).toBeVisible();
  await dock(page).getByRole('button', { name: 'Place your first plan' }).click();
  await expect(page.getByText('Worst case')).toBeVisible();
  await determinePlan(page);
  await expect(page.getByText('Plan placed').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByText('Ranking')).toBeVisible();
  await expect(dock(page)).toHaveCount(0);
});
