import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { attachAuthenticator, authenticatorOf, namedAddress } from './factors.ts';
import { keepWayIn, sharedServer, wayInOf } from './operators.ts';

const password = 'quiet owls fly by night';

/** A browser at a desk, with an owner who is signed in: the first time by the one-time link, then at the sign-in screen. */
export async function signedInDesk(browser: Browser, name: string, server = sharedServer()): Promise<Page> {
  const wayIn = wayInOf(server, name);
  const origin = 'link' in wayIn ? new URL(wayIn.link).origin : wayIn.origin;
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } });
  const desk = await context.newPage();
  const secret = 'link' in wayIn ? await enrol(desk, wayIn.link) : await signIn(desk, name, wayIn);
  keepWayIn(server, name, { origin, secret, step: stepNow() });
  await expect(desk.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  return desk;
}

/** A browser at a desk, with an owner who has set up a passkey there by the one-time link. */
export async function enrolledByPasskey(browser: Browser, name: string): Promise<Page> {
  const wayIn = wayInOf(sharedServer(), name);
  if (!('link' in wayIn)) throw new Error(`${name} has used the link`);
  const context = await browser.newContext({ baseURL: namedAddress, viewport: { width: 1280, height: 900 } });
  const desk = await context.newPage();
  await attachAuthenticator(desk);
  const { pathname, hash } = new URL(wayIn.link);
  await desk.goto(pathname + hash);
  await desk.getByLabel('Name of this device').fill('The desk');
  await desk.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(desk.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  return desk;
}

/** Each code of the app counts once. */
const stepNow = (): number => Math.floor(Date.now() / 30_000);

async function enrol(desk: Page, link: string): Promise<string> {
  await desk.goto(link);
  await desk.getByRole('button', { name: 'Set up the authenticator app' }).click();
  const secret = (await desk.locator('code').textContent()) ?? '';
  await desk.getByLabel('New password').fill(password);
  await desk.getByLabel('Repeat the password').fill(password);
  await desk.getByLabel('Code of the authenticator app').fill(authenticatorOf(secret)());
  await desk.getByRole('button', { name: 'Finish and sign in' }).click();
  return secret;
}

async function signIn(
  desk: Page,
  name: string,
  { secret, step }: { readonly secret: string; readonly step: number },
): Promise<string> {
  await desk.goto('/operator');
  await expect.poll(stepNow, { timeout: 60_000 }).toBeGreaterThan(step);
  await desk.getByLabel('Operator name').fill(name);
  await desk.getByLabel('Password', { exact: true }).fill(password);
  await desk.getByLabel('Code of the authenticator app').fill(authenticatorOf(secret)());
  await desk.getByRole('button', { name: 'Sign in with password and code' }).click();
  return secret;
}

/** The link to a section of the console, which may count what waits there. */
export const section = (desk: Page, name: string): Locator =>
  desk.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: new RegExp(`^${name}( \\d+)?$`) });

/** Presses a button of the console and gives the reason that its dialog asks for. */
export async function act(desk: Page, within: Locator, label: string, reason: string): Promise<void> {
  await within.getByRole('button', { name: label }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: label }).click();
  await expect(dialog).toBeHidden();
}

/** A call of the console by the operator who is signed in there; its result, which the caller knows the shape of. */
export async function callAt<Result>(
  desk: Page,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Result> {
  const response = await desk.request.post(`/api/operator${path}`, { form: fields, headers: { 'X-Clearlot': '1' } });
  const { url, code } = (await response.json()) as { readonly url: Result; readonly code?: string };
  if (code !== undefined) throw new Error(`${path}: ${code}`);
  return url;
}

/** What the console reads. */
export async function readAt<Result>(
  desk: Page,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return ((await (await desk.request.get(`/api/operator${path}`, { params: fields })).json()) as { url: Result }).url;
}
