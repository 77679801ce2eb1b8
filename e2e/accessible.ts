import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Checks the screen with axe: no serious or critical finding, and sufficient contrast in both themes, which differ in colour alone. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Legacy mode: without frames there is nothing to merge in a separate page, which the default mode opens each time.
  const axe = () => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await seriousIn(axe(), `${where}, light`)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await seriousIn(axe().withRules(['color-contrast']), `${where}, dark`)).toEqual([]);
}

async function seriousIn(axe: AxeBuilder, where: string): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
