import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { act, section, signedInDesk } from './desk.ts';
import { setUpAuthenticator } from './factors.ts';
import { fillCaptcha, type Member, register, signIn } from './member.ts';
import { createOwnersAt } from './operators.ts';
import { letRecoveryWaitPass } from './past-waits.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

let server: SlowClockServer;
let anna: Page;
let bert: Page;

// Every desk sees every recovery, and an owner enrols once: this journey has its own server.
test.beforeAll(async ({ browser }) => {
  server = await openSlowClockServer(1);
  await createOwnersAt(server, 'anna', 'bert');
  anna = await signedInDesk(browser, 'anna', server);
  bert = await signedInDesk(browser, 'bert', server);
});
test.afterAll(async () => {
  for (const desk of [anna, bert]) await desk?.context().close();
  await server?.stop();
});

const newPassword = 'Brown2Heron';

async function newPage(browser: Browser): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  return await (await browser.newContext({ baseURL: server.address, viewport })).newPage();
}

/** Asks for a new login password without any way in; returns the number of the request. */
async function askForPassword(visitor: Page, { username }: Member): Promise<string> {
  await visitor.goto('/forgotten');
  await visitor.getByRole('button', { name: 'Neither' }).click();
  await visitor.getByLabel('Account', { exact: true }).fill(username);
  await visitor.getByLabel('New password', { exact: true }).fill(newPassword);
  await visitor.getByLabel('Repeat the new password').fill(newPassword);
  await fillCaptcha(visitor);
  await visitor.getByRole('button', { name: 'Ask for the new password' }).click();
  await expect(visitor.getByText('Your request is kept')).toBeVisible();
  return (await visitor.locator('code').textContent()) ?? '';
}

async function openAccount(desk: Page, { username }: Member): Promise<void> {
  await section(desk, 'Members').click();
  await desk.getByLabel('Account name or member number').fill(username);
  await desk.getByRole('link', { name: username }).click();
}

/** Asks for the recovery with a request's number, in the open account of the member; the dialog stays where it is refused. */
async function fillProposal(desk: Page, number: string, reason: string): Promise<Locator> {
  await desk.getByRole('button', { name: 'Every way in is lost' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByLabel('Number of the request').fill(number);
  await dialog.getByRole('button', { name: 'Every way in is lost' }).click();
  return dialog;
}

/** Asks for the recovery in the member's account; the last number of a request is the right one. */
async function propose(desk: Page, { username }: Member, numbers: readonly string[], reason: string): Promise<void> {
  await section(desk, 'Members').click();
  await desk.getByLabel('Account name or member number').fill(username);
  await desk.getByRole('link', { name: username }).click();
  await desk.getByRole('button', { name: 'Every way in is lost' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  for (const [place, number] of numbers.entries()) {
    await dialog.getByLabel('Number of the request').fill(number);
    await dialog.getByRole('button', { name: 'Every way in is lost' }).click();
    if (place < numbers.length - 1)
      await expect(dialog.getByText('This member has no such request of the last seven days')).toBeVisible();
  }
  await expect(dialog).toBeHidden();
  await desk.getByRole('link', { name: 'A recovery of this account is open' }).click();
  await expect(openOf(desk, username)).toContainText('Waits for a second operator');
}

/** The card of the member's open recovery. */
const openOf = (desk: Page, username: string): Locator =>
  desk.locator('section').filter({ has: desk.getByRole('heading', { name: username, exact: true }) });

/** The member's row in one of the tables of the section. */
const rowOf = (desk: Page, table: string, username: string): Locator =>
  desk.getByRole('region', { name: table }).getByRole('row').filter({ hasText: username });

test('a member without any way in asks for a password, two operators approve it side by side, and after the wait the new one signs in', async ({
  browser,
}) => {
  test.slow();
  const page = await newPage(browser);
  const member = await register(page, '/securityCenter');
  await setUpAuthenticator(page, member.password);
  const { username } = member;
  await section(bert, 'Recoveries').click();
  await expectAccessible(bert, 'recoveries before there is one');
  const visitor = await newPage(browser);
  const number = await askForPassword(visitor, member);
  const asked = rowOf(bert, 'Requests for a new login password', username);
  await expect(asked).toBeVisible();
  // Only its owner knows the number: an operator who could read it might approve a stranger's.
  await expect(bert.locator('main')).not.toContainText(number);

  const how = '<img src=x onerror="document.title=1"> passport seen on a call';
  await propose(anna, member, ['0123456789ABCDEF', number], how);
  const ofAnna = openOf(anna, username);
  const ofBert = openOf(bert, username);
  await expect(ofBert).toContainText('Every way in, the login password as well');
  await expect(ofBert).toContainText(number);
  await expect(ofBert).toContainText(how);
  await expect(ofBert).toContainText('1 of 2');
  await expect(asked).toHaveCount(0);
  await expect(ofAnna.getByRole('button', { name: 'Refuse' })).toBeVisible();
  await expect(ofAnna.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(bert.locator('main img')).toHaveCount(0);
  await expectAccessible(bert, 'an open recovery');
  await bert.setViewportSize({ width: 390, height: 844 });
  expect(
    await bert.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  await bert.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByText('An operator approved the recovery of your account')).toHaveCount(1);
  await expect(page.getByText('Your account is being recovered')).toHaveCount(0);

  await act(bert, ofBert, 'Approve', 'the same passport, by post');
  for (const card of [ofAnna, ofBert]) {
    await expect(card).toContainText('Approved: the wait runs, and the member can stop it');
    await expect(card).toContainText('2 of 2');
    await expect(card.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  }
  await expect(page.getByText('Your account is being recovered')).toBeVisible();
  await expect(page.getByText('An operator approved the recovery of your account')).toHaveCount(2);
  await expect(page.getByText('the same passport, by post', { exact: false })).toBeVisible();

  await letRecoveryWaitPass(server, username);
  // Recoveries that are due are completed once a minute.
  const inAMinute = { timeout: 150_000 };
  await expect(page.getByText('Your login has expired').first()).toBeVisible(inAMinute);
  const ended = rowOf(anna, 'Ended recoveries', username);
  await expect(ended).toContainText('Done', inAMinute);
  await expect(ended).toContainText('Approved by anna');
  await expect(ended).toContainText('Approved by bert');
  await expect(ofAnna).toHaveCount(0);

  await visitor.goto('/login');
  await signIn(visitor, member);
  await expect(visitor.getByText('The account or the password is wrong')).toBeVisible();
  await signIn(visitor, { username, password: newPassword });
  await expect(visitor).toHaveURL(/\/homeTab$/);
  await visitor.goto('/securityCenter');
  await expect(visitor.getByText('Login password replaced: it had been forgotten')).toBeVisible();
  await expect(visitor.getByText('Account recovered: second factors removed')).toBeVisible();
  await expect(
    visitor.getByText('The account was recovered. The freeze can be lifted from', { exact: false }),
  ).toBeVisible();
  for (const one of [page, visitor]) await one.context().close();
});

test('a recovery is refused with a reason that the member reads, before the second approval and during the wait; nothing of the account changes', async ({
  browser,
}) => {
  const page = await newPage(browser);
  const member = await register(page, '/securityCenter');
  const { username } = member;
  const visitor = await newPage(browser);

  await propose(anna, member, [await askForPassword(visitor, member)], 'the voice is known');
  await section(bert, 'Recoveries').click();
  await act(bert, openOf(bert, username), 'Refuse', 'the owner knows nothing of it');
  for (const desk of [anna, bert]) {
    await expect(openOf(desk, username)).toHaveCount(0);
    const ended = rowOf(desk, 'Ended recoveries', username);
    await expect(ended).toContainText('Refused by an operator');
    await expect(ended).toContainText('Refused by bert');
    await expect(ended).toContainText('the owner knows nothing of it');
  }
  await expect(page.getByText('An operator refused the recovery of your account')).toBeVisible();
  await expect(page.getByText('the owner knows nothing of it', { exact: false })).toBeVisible();

  await propose(anna, member, [await askForPassword(visitor, member)], 'the voice is known well');
  await act(bert, openOf(bert, username), 'Approve', 'I know it as well');
  await expect(page.getByText('Your account is being recovered')).toBeVisible();
  await act(anna, openOf(anna, username), 'Refuse', 'it was a recording');
  await expect(page.getByText('Your account is being recovered')).toHaveCount(0);
  await expect(page.getByText('Recovery called off')).toBeVisible();
  await expect(page.getByText('it was a recording', { exact: false })).toBeVisible();
  await expect(rowOf(bert, 'Ended recoveries', username)).toHaveCount(2);
  await expectAccessible(bert, 'ended recoveries');

  await visitor.goto('/login');
  await signIn(visitor, { username, password: newPassword });
  await expect(visitor.getByText('The account or the password is wrong')).toBeVisible();
  await signIn(visitor, member);
  await expect(visitor).toHaveURL(/\/homeTab$/);
  for (const one of [page, visitor]) await one.context().close();
});

test('requests of a stranger are closed with a reason of the list; every desk and the member see it at once', async ({
  browser,
}) => {
  const page = await newPage(browser);
  const member = await register(page, '/securityCenter');
  const { username } = member;
  const visitor = await newPage(browser);
  for (const desk of [anna, bert]) await section(desk, 'Recoveries').click();
  const number = await askForPassword(visitor, member);
  const [ofAnna, ofBert] = [anna, bert].map((desk) => rowOf(desk, 'Requests for a new login password', username)) as [
    Locator,
    Locator,
  ];
  await expect(ofAnna).toBeVisible();
  await ofBert.getByRole('button', { name: 'Close' }).click();
  const dialog = bert.getByRole('dialog');
  await expectAccessible(bert, 'closing requests');
  await dialog.getByLabel('Reason').selectOption('notByOwner');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  for (const row of [ofAnna, ofBert]) await expect(row).toHaveCount(0);
  await expect(page.getByText('An operator closed requests for a new login password')).toBeVisible();
  await expect(page.getByText('Reason: the owner did not ask', { exact: false })).toBeVisible();

  await openAccount(anna, member);
  const refused = await fillProposal(anna, number, 'the number is old');
  await expect(refused.getByText('This member has no such request of the last seven days')).toBeVisible();
  await refused.getByRole('button', { name: 'Cancel' }).click();
  for (const one of [page, visitor]) await one.context().close();
});
