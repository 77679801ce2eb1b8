import { expect, type Locator, type Page } from '@playwright/test';
import {
  chooseLeverage,
  deposit,
  determinePlan,
  fillCaptcha,
  fillRegistration,
  newMember,
  register,
  signIn,
} from './member.ts';
import { test } from './test.ts';

test('registration names each wrong field, keeps what was typed, and goes through once it is right', async ({
  page,
}) => {
  const member = newMember();
  await page.goto('/registe');
  await expect(page.getByLabel('Invitation code')).toHaveValue('CLEARLOT');
  await page.getByLabel('Invitation code').fill('');
  await page.getByRole('button', { name: 'Open the account' }).click();
  for (const message of [
    'Please enter your account',
    'Please enter your password',
    'Please enter the invitation code',
    'Please enter the verification code',
    'Please confirm that you are 18 or older and accept the terms',
  ]) {
    await expect(page.getByText(message).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Use CLEARLOT' }).click();
  await fillRegistration(page, member);
  await page.getByLabel('Confirm password').fill('Passw0rd2');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('The passwords entered twice are inconsistent')).toBeVisible();
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue(member.username);

  await page.getByLabel('Confirm password').fill(member.password);
  await fillCaptcha(page, 'wrong');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('The verification code is wrong or has expired')).toBeVisible();
  await fillCaptcha(page);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page).toHaveURL(/\/homeTab$/);
});

test('a taken account name is refused at its field', async ({ page }) => {
  const member = await register(page, '/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/registe');
  await fillRegistration(page, member);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('This account name is taken')).toBeVisible();
});

test('a wrong password says no more than that account or password are wrong', async ({ page }) => {
  const member = await register(page, '/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  for (const attempt of [{ ...member, password: 'Wrong1234' }, newMember()]) {
    await page.goto('/login');
    await signIn(page, attempt);
    await expect(page.getByText('The account or the password is wrong')).toBeVisible();
  }
});

test('a deposit under 100 is refused, a plan without leverage or amount is refused, each with its own words', async ({
  page,
}) => {
  await register(page, '/deposit');
  await page.getByLabel('Amount', { exact: true }).fill('99.99');
  await page.getByRole('button', { name: 'Get test funds' }).click();
  await expect(page.getByText('The minimum deposit is 100')).toBeVisible();
  expect(await resultColoursIn(page.getByRole('main'))).toEqual([]);

  await deposit(page, '100');
  await page.goto('/tab1');
  const toast = page.locator('[popover] > span');
  // It goes after some seconds: a slow machine looks again.
  await expect(async () => {
    await page.getByRole('button', { name: 'Determine the plan' }).click({ timeout: 5_000 });
    await expect(toast).toBeVisible({ timeout: 3_000 });
    const [box, header, bar] = await Promise.all(
      [toast, page.getByRole('banner'), page.getByRole('navigation', { name: 'Main pages' })].map((one) =>
        one.boundingBox({ timeout: 1_000 }),
      ),
    );
    expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? Number.NaN) + (header?.height ?? Number.NaN));
    expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(bar?.y ?? Number.NaN);
    expect(await resultColoursIn(toast)).toEqual([]);
  }).toPass();
  await expect(page.getByText('Please select leverage multiplier').first()).toBeVisible();
  await chooseLeverage(page, '2X');
  await page.getByRole('button', { name: 'Determine the plan' }).click();
  await expect(page.getByText('Please enter amount').first()).toBeVisible();

  const amount = page.getByRole('textbox', { name: /Planned amount/ });
  await amount.fill('400');
  await determinePlan(page);
  await expect(page.getByText('The amount is over your available quota of 100').first()).toBeVisible();
  await amount.fill('100000');
  await determinePlan(page);
  await expect(page.getByText(/Enter .* to .* USDT/).first()).toBeVisible();
});

test('whatever gets focus by the keyboard is seen: not behind the header, and not behind the bar at the bottom', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await register(page, '/tab1');
  await expect(page.getByRole('button', { name: 'Determine the plan' })).toBeVisible();
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate((end) => window.scrollTo(0, end ? document.body.scrollHeight : 0), key !== 'Tab');
    for (let count = 0; count < focusMoves; count++) {
      await page.keyboard.press(key);
      expect(await coveredFocus(page), `${key}, ${count}`).toBeNull();
    }
  }
});

/** As many as the screen has to its end. */
const focusMoves = 30;

/** What has the focus and lies behind the header or the bar, or outside of the window; null where nothing does. */
const coveredFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const isFrame = focused?.closest('header, nav, dialog') != null;
    if (focused === null || focused === document.body || isFrame) return null;
    const { top, bottom } = focused.getBoundingClientRect();
    const from = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const until = document.querySelector('nav')?.getBoundingClientRect().top ?? window.innerHeight;
    // What is taller than the room has its beginning or its end there.
    const isSeen = bottom - top > until - from ? bottom > from && top < until : top >= from && bottom <= until;
    return isSeen ? null : `${focused.outerHTML.slice(0, 80)}: ${top} to ${bottom}, of ${from} to ${until}`;
  });

/** The colours of results in an element and all that it holds: text, backgrounds, borders. */
const resultColoursIn = (element: Locator): Promise<string[]> =>
  element.evaluate((root) => {
    const probe = document.body.appendChild(document.createElement('span'));
    const colours = ['--up', '--down', '--up-text', '--down-text'].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return [root, ...root.querySelectorAll('*')]
      .flatMap((each) => [getComputedStyle(each), getComputedStyle(each, '::before')])
      .flatMap(({ color, backgroundColor, borderTopColor, boxShadow, fill, stroke }) => [
        ...[color, backgroundColor, borderTopColor, boxShadow, fill, stroke],
      ])
      .filter((value) => colours.some((colour) => value.includes(colour)));
  });
