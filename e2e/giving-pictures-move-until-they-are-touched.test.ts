import { expect, type Page } from '@playwright/test';
import { register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { test } from './test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

declare global {
  interface Window {
    /** Intervals that are running, in ms. */
    intervals(): number[];
    /** The picture that the list scrolled to last; null while it scrolls. */
    arrivedAt(): number | null;
  }
}

/** Knows which intervals run, on a clock that stands until it is moved on, and whether a list is still scrolling. */
async function watchMotion(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const running = new Map<unknown, number>();
    const { setInterval: set, clearInterval: clear } = window;
    const { scrollTo } = Element.prototype;
    let scrolled = { list: document.documentElement as Element, left: 0 };
    Element.prototype.scrollTo = function (this: Element, ...to: unknown[]) {
      const [options] = to;
      if (typeof options === 'object') scrolled = { list: this, left: (options as ScrollToOptions).left ?? 0 };
      scrollTo.apply(this, to as never);
    };
    Object.assign(window, {
      arrivedAt: () => {
        const { list, left } = scrolled;
        return Math.abs(list.scrollLeft - left) > 1 ? null : Math.round(left / list.clientWidth);
      },
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
  await watchMotion(page);
  await register(page, '/singing');
  const pictures = main(page).getByRole('list', { name: '捐贈的用途' }).getByRole('listitem');
  await expect(pictures).toHaveCount(6);
  const names = (await pictures.allTextContents()).map((name) => name.trim());
  expect(new Set(names).size).toBe(6);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const shown = async () => (await dots(page).getAttribute('aria-label')) ?? '';
  /** The scrolling itself is the browser's, by its own clock. */
  const atRest = () =>
    expect
      .poll(async () => (await shown()) === names[(await page.evaluate(() => window.arrivedAt())) ?? -1])
      .toBe(true);
  for (let step = 0; step < 7; step++) {
    await atRest();
    const before = await shown();
    await page.clock.runFor(2_900);
    expect(await shown(), 'before its three seconds are over').toBe(before);
    await page.clock.runFor(100);
    await expect.poll(shown).toBe(names[(names.indexOf(before) + 1) % names.length]);
  }
  await atRest();
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
