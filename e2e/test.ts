import { test as base } from '@playwright/test';

/** Closes what a journey left open: its pages would go on drawing beside the journeys after it. */
export const test = base.extend<{ leftovers: undefined }>({
  leftovers: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      const opened = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
});
