import { expect, type Locator, type Page } from '@playwright/test';
import { farFromMidnight } from './far-from-midnight.ts';
import { register } from './member.ts';
import { animationCounts, recordMotion, runningAnimations, transitionCount } from './motion-events.ts';
import { test } from './test.ts';

/** Particles of the celebration. */
const particleCount = 10;

const particles = (page: Page): Locator => page.getByRole('dialog').locator('[class*="_particle_"]');

/** Opens the week by the heart, and returns its sheet with the days drawn. */
async function openWeek(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Daily check-in' }).click();
  const sheet = page.getByRole('dialog', { name: 'Daily check-in' });
  await expect(sheet.locator('[aria-current="date"]')).toBeVisible();
  return sheet;
}

test('the pop-up comes up from below and a check-in bursts once: not again where it is opened again, and not on another page', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await recordMotion(page);
  await register(page, '/healthz');
  await farFromMidnight(page);
  await page.goto('/homeTab');
  const sheet = await openWeek(page);
  await expect.poll(() => transitionCount(page, 'DIALOG', 'transform')).toBe(1);
  const other = await context.newPage();
  await other.emulateMedia({ reducedMotion: 'no-preference' });
  await recordMotion(other);
  await other.goto('/homeTab');
  const otherSheet = await openWeek(other);
  await expect(particles(page)).toHaveCount(0);

  await page.bringToFront();
  await sheet.getByRole('button', { name: 'Check in' }).click();
  await expect(particles(page)).toHaveCount(particleCount);
  await expect.poll(() => animationCounts(page, 'burst')).toEqual({ started: particleCount, ended: particleCount });
  await expect.poll(() => runningAnimations(page, 'burst')).toEqual([]);
  await expect(sheet.getByRole('button', { name: 'Signed in' })).toBeDisabled();

  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await expect((await openWeek(page)).getByRole('button', { name: 'Signed in' })).toBeDisabled();
  await expect(particles(page)).toHaveCount(0);
  expect(await animationCounts(page, 'burst')).toEqual({ started: particleCount, ended: particleCount });

  await other.bringToFront();
  await expect(otherSheet.getByRole('button', { name: 'Signed in' })).toBeDisabled();
  await expect(particles(other)).toHaveCount(0);
  expect(await animationCounts(other, 'burst')).toEqual({ started: 0, ended: 0 });
});

test('with reduced motion the pop-up is there at once, and a check-in moves nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordMotion(page);
  await register(page, '/healthz');
  await farFromMidnight(page);
  await page.goto('/homeTab');
  const sheet = await openWeek(page);
  await sheet.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('Successful check-in').first()).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Signed in' })).toBeDisabled();
  await expect(sheet.locator('[aria-current="date"]')).toContainText('Checked in');
  await expect(particles(page)).toHaveCount(particleCount);
  for (const particle of await particles(page).all()) await expect(particle).toHaveCSS('opacity', '0');
  expect(await runningAnimations(page, 'burst')).toEqual([]);
  expect(await animationCounts(page, 'burst')).toEqual({ started: 0, ended: 0 });
  expect(await transitionCount(page, 'DIALOG', 'transform')).toBe(0);
});
