import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Whether the screen as it stands can be used by everybody: nothing serious is found, and its contrast is enough in the dark and
 * in the light, which differ in nothing but colour.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Without frames there is nothing to put together in a page of its own, which is what its other mode does each time.
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
