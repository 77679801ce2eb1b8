import { expect, type Page } from '@playwright/test';
import { teamRules } from '#core/invitations/rules.ts';
import { expectAccessible } from './accessible.ts';
import { deposit, determinePlan, fillPlan, fillRegistration, newMember, register } from './member.ts';
import { animationCounts, recordMotion, runningAnimations } from './motion-events.ts';
import { test } from './test.ts';

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return (await (await page.request.get(`/api${path}`)).json()).url as Answer;
}

declare global {
  interface Window {
    /** What was handed to the share sheet, in this order. */
    readonly shares: readonly ShareData[];
  }
}

/** Gives the page a share sheet that records what it is opened with: a headless browser has none. */
async function recordShares(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shares: ShareData[] = [];
    Object.assign(window, { shares });
    const share = async (shared: ShareData) => void shares.push(shared);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  });
}

/** Particles of a celebration. */
const particleCount = 10;

const masked = (name: string): string => `${name.slice(0, 2)}***${name.slice(-2)}`;

test('a link is passed on, its reader registers by it and verifies a result, and the inviter sees each at once', async ({
  page: inviter,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await recordShares(inviter);
  await recordMotion(inviter);
  const { username } = await register(inviter, '/tab4');
  await inviter.getByRole('link', { name: 'Invitation' }).click();
  await expect(inviter).toHaveURL(/\/invitation$/);
  await expect(inviter.getByRole('img', { name: 'QR code of your invitation link' })).toBeVisible();
  await expect(inviter.getByText('Nobody here yet')).toBeVisible();
  await expectAccessible(inviter, '/invitation');
  await inviter.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await animationCounts(inviter, 'burst')).toEqual({ started: 0, ended: 0 });

  const share = inviter.getByRole('button', { name: 'Share the link' });
  const toast = inviter.getByRole('status');
  const { code } = await read<{ code: string }>(inviter, '/user/invite');
  const link = `${new URL(inviter.url()).origin}/Invite?code=${code}`;
  await share.click();
  await expect
    .poll(() => inviter.evaluate(() => window.shares))
    .toEqual([{ title: 'Invitation', text: expect.stringContaining(`My invitation code: ${code}`), url: link }]);
  await expect(toast.getByText('Copied')).toHaveCount(0);

  // Without a share sheet the link is copied; where the clipboard is refused, a toast says so.
  await inviter.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
  await share.click();
  await expect(toast.getByText('Copied')).toBeAttached();
  expect(await inviter.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await inviter.evaluate(() => {
    const writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  });
  await share.click();
  await expect(toast.getByText('Copying did not work. Select the text and copy it by hand.')).toBeAttached();
  await inviter.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await inviter.getByRole('button', { name: 'Copy the link' }).click();
  await expect(toast.getByText('The text is selected')).toBeAttached();
  expect(await inviter.evaluate(() => String(window.getSelection()))).toBe(link);
  await inviter.getByRole('button', { name: 'Copy the code' }).click();
  await expect(toast.getByText('Copied')).toHaveCount(0);

  const other = await browser.newContext();
  const invited = await other.newPage();
  await invited.goto(`/Invite?code=${code.toLowerCase()}`);
  await expect(invited.getByRole('heading', { name: `${masked(username)} invites you` })).toBeVisible();
  await expectAccessible(invited, '/Invite');
  await invited.getByRole('button', { name: `Register with ${code}` }).click();
  await expect(invited).toHaveURL(new RegExp(`/registe\\?invite=${code}$`));
  await expect(invited.getByLabel('Invitation code')).toHaveValue(code);
  const member = newMember();
  await fillRegistration(invited, member);
  // The inviter's open page, which was touched by nobody. It says so for some seconds.
  await Promise.all([
    expect(toast.getByText('Somebody has joined your team')).toBeAttached(),
    invited.getByRole('button', { name: 'Open the account' }).click(),
  ]);
  await expect(invited).toHaveURL(/\/homeTab$/);
  const team = inviter.getByRole('list', { name: 'Level one' });
  await expect(team.getByRole('listitem')).toHaveCount(1);
  await expect(team).toContainText(masked(member.username));
  expect(await inviter.content()).not.toContain(member.username);
  await expect.poll(() => animationCounts(inviter, 'burst')).toEqual({ started: particleCount, ended: particleCount });

  await deposit(invited, '500');
  await fillPlan(invited, '3X', '100');
  await determinePlan(invited);
  await expect(invited.getByText('Plan placed')).toBeVisible();
  await invited.getByRole('button', { name: 'View History' }).click();
  await invited.getByText(/Investment (success|failure)/).click();
  await expect(invited.getByText('Verified on this phone')).toBeVisible();

  const earned = teamRules.points.firstResult[1];
  await expect(team).toContainText(`First result verified +${earned}`);
  await expect(inviter.getByText('Your points').locator('..')).toContainText(String(earned));
  // No other movement than the points of the rule, with its reference.
  await inviter.goto('/account?asset=PTS');
  await expect(inviter.getByText('Points for your team')).toHaveCount(1);
  await other.close();
});

test('an invited member sees who sees what, and leaves for good after a question', async ({ page, browser }) => {
  await recordMotion(page);
  const { username } = await register(page, '/invitation');
  const { code } = await read<{ code: string }>(page, '/user/invite');
  const other = await browser.newContext();
  const invited = await other.newPage();
  await invited.goto(`/registe?invite=${code}`);
  const member = newMember();
  await fillRegistration(invited, member);
  await invited.getByRole('button', { name: 'Open the account' }).click();
  await expect(invited).toHaveURL(/\/homeTab$/);
  const team = page.getByRole('list', { name: 'Level one' });
  await expect(team.getByRole('listitem')).toHaveCount(1);
  // Where less motion is wanted, nobody sees anything fly.
  const particles = page.locator('[class*="_particle_"]');
  await expect(particles).toHaveCount(particleCount);
  for (const particle of await particles.all()) await expect(particle).toHaveCSS('opacity', '0');
  expect(await runningAnimations(page, 'burst')).toEqual([]);
  expect(await animationCounts(page, 'burst')).toEqual({ started: 0, ended: 0 });

  await invited.goto('/invitation');
  const seenBy = invited.getByRole('list', { name: 'Who sees you' });
  await expect(seenBy).toContainText(masked(username));
  await invited.getByRole('button', { name: 'Leave the team' }).click();
  const question = invited.getByRole('dialog', { name: 'Leave the team for good?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(seenBy).toBeVisible();
  await expect(team.getByRole('listitem')).toHaveCount(1);
  await invited.getByRole('button', { name: 'Leave the team' }).click();
  await question.getByRole('button', { name: 'Leave the team' }).click();
  await expect(invited.getByText('Nobody, since you left on')).toBeVisible();
  await expect(invited.getByRole('button', { name: 'Leave the team' })).toHaveCount(0);

  await expect(page.getByText('Nobody here yet')).toBeVisible();
  expect(await page.content()).not.toContain(masked(member.username));
  await other.close();
});

test('a link that was cut off, an unknown code and none lead to the house’s code; a member is shown the own link', async ({
  page,
}) => {
  await page.goto('/Invite?code=ZZZZ9999');
  await expect(page.getByRole('heading', { name: 'This invitation code does not exist' })).toBeVisible();
  await page.getByRole('button', { name: 'Register with CLEARLOT' }).click();
  await expect(page).toHaveURL(/\/registe\?invite=CLEARLOT$/);
  for (const search of ['', '?code=', '?code=%3Cimg%20src=x%20onerror=alert(1)%3E', '?code=ab']) {
    await page.goto(`/Invite${search}`);
    await expect(page.getByRole('heading', { name: 'Clearlot invites you' })).toBeVisible();
  }
  await page.route('**/api/invitations/inviter*', (route) => route.abort());
  await page.goto('/Invite?code=CLEARLOT');
  await expect(page.getByRole('alert')).toContainText('Clearlot cannot be reached');
  await page.unroute('**/api/invitations/inviter*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Clearlot invites you' })).toBeVisible();

  await register(page, '/Invite');
  await page.getByRole('button', { name: 'Your own invitation' }).click();
  await expect(page).toHaveURL(/\/invitation$/);
});
