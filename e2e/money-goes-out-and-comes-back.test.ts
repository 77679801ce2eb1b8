import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { cutTexts } from './cut-texts.ts';
import { confirmOwner, deposit, type Member, register, setWithdrawalPassword, withdrawalPassword } from './member.ts';
import { test } from './test.ts';

const testCard = '4242 4242 4242 4242';

test('what is missing is asked for in order: first the card, then the withdrawal password', async ({ page }) => {
  const member = await register(page, '/txmoney');
  await page.getByRole('button', { name: 'Choose how to withdraw' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Please set up a bank card first')).toBeVisible();
  await dialog.getByRole('button', { name: 'Set up a bank card' }).click();
  await expect(page).toHaveURL(/\/editbank$/);
  await bindCard(page, member);
  await expect(page).toHaveURL(/\/card$/);
  await expect(page.getByText('**** **** **** 4242')).toBeVisible();

  await page.goto('/txmoney');
  await page.getByRole('button', { name: 'Choose how to withdraw' }).click();
  await expect(dialog.getByText('Please set a withdrawal password first')).toBeVisible();
  await dialog.getByRole('button', { name: 'Set the password' }).click();
  await expect(page).toHaveURL(/\/bankPwd$/);
  await setWithdrawalPassword(page, member);

  await page.goto('/txmoney');
  await page.getByRole('button', { name: 'Choose how to withdraw' }).click();
  await expect(page).toHaveURL(/\/cash$/);
});

test('a withdrawal is paid to the card, and a second one that is cancelled is returned', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const member = await register(page, '/healthz');
  await deposit(page, '1000');
  await page.goto('/bankPwd');
  await setWithdrawalPassword(page, member);
  await page.goto('/editbank');
  await bindCard(page, member, withdrawalPassword);
  await expect(page).toHaveURL(/\/card$/);
  await expect(page.getByText('**** **** **** 4242')).toBeVisible();
  await expectAccessible(page, '/card');
  expect(await cutTexts(page)).toEqual([]);

  await page.goto('/cash');
  await page.getByRole('button', { name: /To the bank card/ }).click();
  await expect(page).toHaveURL(/\/tixianbank$/);
  await expect(page.getByText('The card is in the name Ann Lee')).toBeVisible();
  expect(await cutTexts(page)).toEqual([]);
  await page.getByLabel('Amount', { exact: true }).fill('250');
  await expect(page.getByText('250.000000 USDT')).toBeVisible();

  await page.getByLabel('Withdrawal password', { exact: true }).fill('Wrong123');
  await page.getByLabel('Comment').fill('rent');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('The withdrawal password is wrong')).toBeVisible();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('250');
  await expect(page.getByLabel('Comment')).toHaveValue('rent');
  await expectAccessible(page, '/tixianbank with a wrong password');
  await page.getByLabel('Withdrawal password', { exact: true }).fill(withdrawalPassword);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page).toHaveURL(/\/withdrawSuccess/);
  // The server's words are on the page for a moment.
  expect(await cutTexts(page)).toEqual([]);
  await expect(page.getByText('Paid out. The hold has left your balance.')).toBeVisible();
  await expectAccessible(page, '/withdrawSuccess');

  await withdrawAndCancel(page);
  await expect(page.getByText('You took it back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the withdrawal' })).toHaveCount(0);

  await page.goto('/wallet');
  await expect(page.getByText('20,750.0000').first()).toBeVisible();
  await page.goto('/account');
  for (const line of ['Deposit credited', 'Withdrawal paid out', 'Hold returned']) {
    await expect(page.getByText(line).first()).toBeVisible();
  }
  await expectAccessible(page, '/account');
  expect(await exportedSum(page)).toBe(20_750_000_000n);

  await page
    .getByRole('link', { name: /Hold returned/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/billRecord\?transfer=/);
  await expect(page.getByText('Being withdrawn → Available')).toBeVisible();
  await expectAccessible(page, '/billRecord');
});

test('a visitor sees what a withdrawal takes, is asked to sign in, and no private figure shows', async ({ page }) => {
  await page.goto('/withdraw');
  await expect(page.getByText('Sign in to withdraw')).toBeVisible();
  await expect(page.getByText('Time to payout')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fwithdraw/);
  await page.goto('/financial');
  await expect(page.getByText('Sign in to see your records')).toBeVisible();
});

test('each error is shown at its field and no input is lost', async ({ page }) => {
  const member = await register(page, '/editbank');
  await page.getByLabel('Card number').fill('4242 4242 4242 4243');
  await page.getByRole('button', { name: 'Save the card' }).click();
  await expect(page.getByText('This card number is not right. Please check its digits')).toBeVisible();
  await expect(page.getByText('Please enter the name on the card')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4243');

  await page.goto('/loginPwd');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter password and verification code').first()).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('After123');
  await page.getByLabel('Repeat the new password').fill('After124');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The passwords entered twice are inconsistent')).toBeVisible();

  await page.goto('/bankPwd');
  await setWithdrawalPassword(page, member);
  await page.goto('/tixian');
  await page.getByLabel('Address', { exact: true }).fill('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
  await page.getByLabel('Amount', { exact: true }).fill('1.0000001');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('This address does not match its checksum')).toBeVisible();
  await expect(page.getByText('The amount must be a positive number with at most 6 decimals')).toBeVisible();
  await page.getByLabel('Address', { exact: true }).fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await page.getByLabel('Amount', { exact: true }).fill('1');
  await page.getByLabel('Withdrawal password', { exact: true }).fill(withdrawalPassword);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('The amount is over your available quota of 0')).toBeVisible();
});

test('a name that differs from the card’s is shown before submitting', async ({ page }) => {
  const member = await register(page, '/editbank');
  await bindCard(page, member);
  await expect(page).toHaveURL(/\/card$/);
  await page.goto('/user_edit');
  await page.getByLabel('Real name').fill('Somebody Else');
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmOwner(page, member.password);
  await expect(page.getByText('Your profile is saved').first()).toBeAttached();
  await page.goto('/tixianbank');
  await expect(page.getByText('The card is in the name Ann Lee, your profile says Somebody Else')).toBeVisible();
});

async function bindCard(page: Page, member: Member, password?: string): Promise<void> {
  await page.getByLabel('Name on the card').fill('Ann Lee');
  await page.getByLabel('Card number').fill(testCard);
  await page.getByLabel('Bank', { exact: true }).fill('Donaudampfschifffahrtsgesellschaftskapitänsbank');
  if (password !== undefined) await page.getByLabel('Withdrawal password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save the card' }).click();
  await confirmOwner(page, member.password);
}

/** With the accelerated clock a review takes about a second: the second withdrawal is large enough to need two approvals. */
async function withdrawAndCancel(page: Page): Promise<void> {
  await deposit(page, '20000');
  await page.goto('/tixianbank');
  await page.getByLabel('Amount', { exact: true }).fill('20100');
  await expect(page.getByText(/2 people approve it as well: over 10,000(\.00)? USDT in a day/)).toBeVisible();
  await page.getByLabel('Withdrawal password', { exact: true }).fill(withdrawalPassword);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('0 of 2 approvals')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the withdrawal' }).click();
}

/** Sum of the USDT rows of the exported CSV, in micro-units. */
async function exportedSum(page: Page): Promise<bigint> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV for programs' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk));
  const [head = '', ...lines] = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);
  const columns = head.split(',');
  const [asset, amount] = [columns.indexOf('asset'), columns.indexOf('amount')];
  expect(asset).toBeGreaterThanOrEqual(0);
  expect(amount).toBeGreaterThanOrEqual(0);
  expect(lines.length).toBeGreaterThan(5);
  return lines
    .map((line) => line.split(','))
    .filter((cells) => cells[asset] === 'USDT')
    .reduce((sum, cells) => sum + microUnits(cells[amount] ?? ''), 0n);
}

function microUnits(text: string): bigint {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
  return text.startsWith('-') ? -value : value;
}
