import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

declare global {
  interface Window {
    readonly axe: { run(context: Document, options: object): Promise<AxeResults> };
  }
}

/** Checks the screen with axe: no serious or critical finding, and sufficient contrast in both themes, which differ in colour alone. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // Legacy mode: without frames there is nothing to merge in a separate page, which the default mode opens each time.
  const light = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(seriousOf(light, `${where}, light`)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // axe is on the page by now: bringing it there again takes longer than this rule.
  const dark = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] }),
  );
  expect(seriousOf(dark, `${where}, dark`)).toEqual([]);
}

function seriousOf({ violations }: AxeResults, where: string): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
