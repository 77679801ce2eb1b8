import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { attachAuthenticator, authenticatorOf, namedAddress, newVisitor } from './factors.ts';
import { confirmOwner, fillCaptcha, register, signIn } from './member.ts';
import { test } from './test.ts';

test.use({ baseURL: namedAddress });

test('the authenticator code is required after the password, is accepted once, and a backup code can replace it', async ({
  page,
  browser,
}) => {
  const member = await register(page, '/securityCenter');
  await page.getByRole('button', { name: 'Set up' }).click();
  const sheet = page.getByRole('dialog');
  const key = (await sheet.locator('code').textContent()) ?? '';
  await expect(sheet.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectAccessible(page, 'setting up the authenticator app');
  const app = authenticatorOf(key);
  const firstCode = app();
  await fillOwner(page, firstCode, member.password);
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  await expect(sheet.getByText('They are shown only now.')).toBeVisible();
  const backupCodes = await sheet.locator('li code').allTextContents();
  expect(backupCodes).toHaveLength(10);
  await sheet.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Unused backup codes')).toBeVisible();
  await expect(page.getByText('Authenticator app turned on')).toBeVisible();

  const other = await newVisitor(browser);
  await signIn(other, member);
  const factor = other.getByLabel('Code of the authenticator app');
  await expect(factor).toBeFocused();
  await factor.fill(firstCode);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByText('This code is wrong, or was used already')).toBeVisible();
  // The next time step's code is accepted already, so the journey need not wait for it.
  await factor.fill(app(30));
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).toHaveURL(/\/homeTab$/);
  await other.context().close();

  const third = await newVisitor(browser);
  await signIn(third, member);
  await third.getByLabel('Code of the authenticator app').fill(backupCodes[0] ?? '');
  await third.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(third).toHaveURL(/\/homeTab$/);
  await third.context().close();
  await expect(page.getByText('Backup code used')).toBeVisible();
});

test('a passkey is added, signs in without name or password, and is removed', async ({ page, browser }) => {
  const member = await register(page, '/healthz');
  const device = await attachAuthenticator(page);
  await page.goto('/securityCenter');
  await expect(page.getByText('No passkey yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Blue phone');
  await page.getByLabel('Login password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Blue phone').first()).toBeVisible();
  await expectAccessible(page, 'the security centre with a passkey');

  const other = await newVisitor(browser);
  const otherDevice = await attachAuthenticator(other);
  await otherDevice.take(await device.credentials());
  await other.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(other).toHaveURL(/\/homeTab$/);
  await other.goto('/securityCenter');
  await expect(other.getByText('Signed in with a passkey')).toBeVisible();

  await other.getByRole('button', { name: 'Remove', exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await confirmOwner(other, member.password);
  await expect(other.getByText('No passkey yet')).toBeVisible();
  // The other device is notified of the removal at once.
  await expect(page.getByText('No passkey yet')).toBeVisible();
  await other.context().clearCookies();
  await other.goto('/login');
  await other.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(other.getByText('This passkey was not accepted')).toBeVisible();
  await other.context().close();
});

test('a device signed out from another is signed out at once; a frozen account says why no money leaves it', async ({
  page,
  browser,
}) => {
  const member = await register(page, '/healthz');
  const other = await newVisitor(browser);
  await signIn(other, member);
  await expect(other).toHaveURL(/\/homeTab$/);
  await page.goto('/securityCenter');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await confirmOwner(page, member.password);
  await expect(page.getByText('Signed out there').first()).toBeAttached();
  await expect(other.getByText('Your login has expired').first()).toBeVisible();
  await other.getByRole('button', { name: 'Sign in again' }).click();
  await expect(other).toHaveURL(/\/login/);
  await other.context().close();

  await setWithdrawalPassword(page, member.password);
  await page.goto('/securityCenter');
  await page.getByRole('button', { name: 'Freeze now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze now' }).click();
  await expect(page.getByText('The account is frozen', { exact: true })).toBeVisible();
  await page.goto('/tixian');
  await page.getByLabel('Address', { exact: true }).fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await page.getByLabel('Amount', { exact: true }).fill('10');
  await page.getByLabel('Withdrawal password', { exact: true }).fill('Quiet12Fox');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('This account is frozen.').first()).toBeVisible();

  await page.goto('/securityCenter');
  await page.getByLabel('Login password', { exact: true }).fill(member.password);
  await fillCaptcha(page);
  await page.getByRole('button', { name: 'See what would happen' }).click();
  await expect(page.getByRole('dialog').getByText('The account is frozen: lift the freeze')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Lift the freeze' }).click();
  await expect(page.getByRole('button', { name: 'Freeze now' })).toBeVisible();

  await page.getByRole('button', { name: 'See what would happen' }).click();
  await expect(page.getByRole('heading', { name: 'What stays' })).toBeVisible();
  await expectAccessible(page, 'the deletion of the account');
  await expect(page.getByRole('button', { name: 'Delete for ever' })).toBeDisabled();
  await page.getByLabel('I want the personal part of my account deleted for ever').check();
  await page.getByRole('button', { name: 'Delete for ever' }).click();
  await confirmOwner(page, member.password);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('The personal part of your account is deleted').first()).toBeAttached();
  await signIn(page, member);
  await expect(page.getByText('The account or the password is wrong').first()).toBeAttached();
});

async function fillOwner(page: Page, code: string, password: string): Promise<void> {
  await page.getByLabel('Code of the authenticator app').fill(code);
  await page.getByLabel('Login password', { exact: true }).fill(password);
}

async function setWithdrawalPassword(page: Page, password: string): Promise<void> {
  await page.goto('/bankPwd');
  await page.getByLabel('New password', { exact: true }).fill('Quiet12Fox');
  await page.getByLabel('Repeat the new password').fill('Quiet12Fox');
  await fillCaptcha(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmOwner(page, password);
  await expect(page.getByText('The withdrawal password is set').first()).toBeAttached();
}
