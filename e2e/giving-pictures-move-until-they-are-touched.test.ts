import { expect, type Page, test } from '@playwright/test';
import { register } from './member.ts';
import { openInApp } from './open-in-app.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

declare global {
  interface Window {
    /** Intervals that are running, in ms. */
    intervals(): number[];
  }
}

/** Knows which intervals run, on a clock that stands until it is told to run. */
async function watchIntervals(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const running = new Map<unknown, number>();
    const { setInterval: set, clearInterval: clear } = window;
    Object.assign(window, {
      setInterval: (act: TimerHandler, ms = 0, ...rest: unknown[]) => {
        const timer = set(act, ms, ...rest);
        running.set(timer, ms);
        return timer;
      },
      clearInterval: (timer?: number) => {
        running.delete(timer);
        clear(timer);
      },
      intervals: () => [...running.values()].filter((ms) => ms === 2_000 || ms === 3_000),
    });
  });
}

const main = (page: Page) => page.getByRole('main');
const dots = (page: Page) => main(page).locator('section').first().locator('button[aria-current="step"]');
const firstDonor = (page: Page) => main(page).getByRole('list', { name: '範例捐贈人' }).getByRole('listitem').first();

test('six pictures follow each other every three seconds, until one is touched; the donors go on, and nothing is left running', async ({
  page,
}) => {
  await watchIntervals(page);
  await register(page, '/singing');
  const pictures = main(page).getByRole('list', { name: '捐贈的用途' }).getByRole('listitem');
  await expect(pictures).toHaveCount(6);
  const names = (await pictures.allTextContents()).map((name) => name.trim());
  expect(new Set(names).size).toBe(6);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const shown = async () => (await dots(page).getAttribute('aria-label')) ?? '';
  for (let step = 0; step < 7; step++) {
    const before = await shown();
    await page.clock.runFor(2_900);
    expect(await shown(), 'before its three seconds are over').toBe(before);
    await page.clock.runFor(100);
    const next = names[(names.indexOf(before) + 1) % names.length];
    // The scrolling itself is the browser's.
    await expect.poll(shown).toBe(next);
  }
  expect((await page.evaluate(() => window.intervals())).toSorted()).toEqual(expect.arrayContaining([2_000, 3_000]));

  await main(page).getByRole('list', { name: '捐贈的用途' }).dispatchEvent('pointerdown');
  const [touched, donor] = [await shown(), (await firstDonor(page).textContent()) ?? ''];
  await page.clock.runFor(2_000);
  await expect(firstDonor(page)).not.toHaveText(donor);
  await page.clock.runFor(10_000);
  expect(await shown()).toBe(touched);

  await openInApp(page, '/wallet');
  expect(await page.evaluate(() => window.intervals())).toEqual([]);
});
