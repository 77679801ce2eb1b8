import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { callAt, readAt, signedInDesk } from './desk.ts';
import { attachAuthenticator, namedAddress, newVisitor, setUpAuthenticator } from './factors.ts';
import { fillCaptcha, register, signIn } from './member.ts';
import { test } from './test.ts';

test.use({ baseURL: namedAddress });

const newPassword = 'Brown2Heron';

async function fillReplacement(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat the new password').fill(newPassword);
  await fillCaptcha(page);
}

test('two codes of the app in a row bring a member back from the login page; a wrong one changes nothing', async ({
  page,
  browser,
}) => {
  const member = await register(page, '/securityCenter');
  const { codeAt } = await setUpAuthenticator(page, member.password);
  const setUpIn = Math.floor(Date.now() / 30_000);
  const other = await newVisitor(browser);
  await other.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(other).toHaveURL(/\/forgotten$/);
  await expectAccessible(other, 'the way back for a forgotten password');
  await other.getByLabel('Account', { exact: true }).fill(member.username);
  await other.getByLabel('Code of the authenticator app').fill('aaaaa-aaaaa');
  await fillReplacement(other);
  await other.getByRole('button', { name: 'Set the new password' }).click();
  await expect(other.getByText('These do not belong together')).toBeVisible();

  // The code that turned the app on is used up.
  await expect.poll(() => Math.floor(Date.now() / 30_000)).toBeGreaterThan(setUpIn);
  await other.getByLabel('Code of the authenticator app').fill(codeAt());
  await other.getByLabel('The next code of the app').fill(codeAt(30));
  await fillCaptcha(other);
  await other.getByRole('button', { name: 'Set the new password' }).click();
  await expect(other).toHaveURL(/\/homeTab$/);
  await expect(page.getByText('Your login has expired').first()).toBeVisible();
  await other.goto('/securityCenter');
  await expect(other.getByText('The account is frozen', { exact: true })).toBeVisible();
  await expect(other.getByText('Login password replaced: it had been forgotten')).toBeVisible();
  await expect(other.getByText('Login password replaced, signed in')).toBeVisible();
  await other.context().close();
});

test('a passkey sets a new password, also from inside, and the old one no longer signs in', async ({
  page,
  browser,
}) => {
  const member = await register(page, '/healthz');
  const device = await attachAuthenticator(page);
  await page.goto('/securityCenter');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Blue phone');
  await page.getByLabel('Login password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Blue phone').first()).toBeVisible();
  expect(await device.credentials()).toHaveLength(1);
  await page.goto('/resetPassword');
  await page.getByRole('button', { name: 'Passkey', exact: true }).click();
  await fillReplacement(page);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page).toHaveURL(/\/homeTab$/);
  const other = await newVisitor(browser);
  await signIn(other, member);
  await expect(other.getByText('The account or the password is wrong')).toBeVisible();
  await signIn(other, { ...member, password: newPassword });
  await expect(other).toHaveURL(/\/homeTab$/);
  await other.context().close();
});

test('a request gets a number, whoever it is for; approved by two it is shown on every device and called off there', async ({
  page,
  browser,
}) => {
  const member = await register(page, '/homeTab');
  const other = await newVisitor(browser);
  const numberFor = async (username: string): Promise<string> => {
    await other.goto('/forgotten');
    await other.getByRole('button', { name: 'Neither' }).click();
    await other.getByLabel('Account', { exact: true }).fill(username);
    await fillReplacement(other);
    await other.getByRole('button', { name: 'Ask for the new password' }).click();
    await expect(other.getByText('Your request is kept')).toBeVisible();
    return (await other.locator('code').textContent()) ?? '';
  };
  expect(await numberFor('nobodyhere')).toMatch(/^[0-9A-Z]{16}$/);
  const number = await numberFor(member.username);
  const [anna, bert] = [await signedInDesk(browser, 'anna'), await signedInDesk(browser, 'bert')];
  await approveByTwo([anna, bert], member.username, number);
  const question = page.getByRole('dialog', { name: 'Your account is being recovered' });
  await expect(question).toContainText('forgot your login password');
  await question.getByRole('button', { name: 'Call it off' }).click();
  await expect(question).toBeHidden();
  for (const one of [other, anna, bert]) await one.context().close();
});

/** One operator asks for the recovery by the number of the request, and the other approves it. */
async function approveByTwo([anna, bert]: readonly [Page, Page], username: string, number: string): Promise<void> {
  const reason = 'seen in person';
  const found = await anna.request.get('/api/operator/members/search', { params: { search: username } });
  const { info } = (await found.json()) as { readonly info: readonly { readonly number: string }[] };
  const member = info[0]?.number ?? '';
  await callAt(anna, '/recoveries/propose', { member, request: number, reason });
  type Waiting = readonly { readonly id: string; readonly hash: string; readonly member: string | null }[];
  const asked = (await readAt<Waiting>(bert, '/approvals')).find((one) => one.member === member);
  const { id, hash } = asked ?? { id: '', hash: '' };
  await callAt(bert, '/approvals/decide', { kind: 'recovery', id, hash, decision: 'approved', reason });
}
