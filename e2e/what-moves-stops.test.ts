import { expect, type Page } from '@playwright/test';
import { register } from './member.ts';
import { test } from './test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Counts the page's intervals and records the animation of each page change. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const intervals = new Map<number, number>();
    const { setInterval, clearInterval, requestAnimationFrame } = window;
    let frames = 0;
    const slides: string[] = [];
    Object.assign(window, {
      setInterval: (act: () => void, ms: number) => {
        const id = setInterval(act, ms);
        intervals.set(id, ms);
        return id;
      },
      clearInterval: (id: number) => {
        intervals.delete(id);
        clearInterval(id);
      },
      requestAnimationFrame: (act: FrameRequestCallback) => {
        frames += 1;
        return requestAnimationFrame(act);
      },
      watched: {
        intervals: () => [...intervals.values()].sort((one, other) => one - other),
        frames: () => frames,
        slides,
      },
    });
    const start = document.startViewTransition;
    document.startViewTransition = (change) => {
      const transition = start.call(document, change);
      const names = () =>
        document
          .getAnimations()
          .flatMap((animation) => (animation instanceof CSSAnimation ? [animation.animationName] : []))
          .filter((name) => /^(leave|enter)-/.test(name));
      transition.ready.then(
        () => slides.push(names().sort().join(' ')),
        () => slides.push('failed'),
      );
      return transition;
    };
  });
}

interface Watched {
  readonly intervals: () => readonly number[];
  readonly frames: () => number;
  readonly slides: readonly string[];
}

declare global {
  interface Window {
    readonly watched: Watched;
  }
}

const intervals = (page: Page) => page.evaluate(() => window.watched.intervals());

/** Simulates a page in the background. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );
}

/** Animations by interval: flashing rows, counters, the ticker and the slides; two more where plans were settled. */
const onHome = [2000, 3000, 3500, 10_000];

const homeIntervals = async (page: Page) => (await intervals(page)).filter((ms) => onHome.includes(ms));

test('animations on home stop while it is hidden and after leaving it, and no timer is left', async ({ page }) => {
  await watch(page);
  await register(page);
  await expect.poll(() => intervals(page)).toEqual(expect.arrayContaining(onHome));
  await setHidden(page, true);
  await expect.poll(() => homeIntervals(page)).toEqual([]);
  await setHidden(page, false);
  await expect.poll(() => intervals(page)).toEqual(expect.arrayContaining(onHome));

  await page.getByRole('link', { name: 'Assets' }).click();
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await expect.poll(() => homeIntervals(page)).toEqual([]);
  await page.waitForTimeout(500);
  const before = await page.evaluate(() => window.watched.frames());
  await page.waitForTimeout(1000);
  expect((await page.evaluate(() => window.watched.frames())) - before).toBeLessThan(5);
});

test('pages slide by their order, and do not with reduced motion', async ({ page }) => {
  await watch(page);
  await register(page);
  const slides = () => page.evaluate(() => window.watched.slides);
  const open = async (name: string) => {
    const before = (await slides()).length;
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await expect.poll(async () => (await slides()).length).toBe(before + 1);
  };
  await open('Assets');
  await open('Quantization');
  await page.goBack();
  await expect
    .poll(slides)
    .toEqual(['enter-from-right leave-to-left', 'enter-from-left leave-to-right', 'enter-from-right leave-to-left']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/homeTab$/);
  await expect(page.getByRole('heading', { name: 'Clearlot', exact: true })).toBeVisible();
  expect(await slides()).toHaveLength(3);
});

test('the video autoplays where the session says so, muted, never with reduced motion', async ({ page }) => {
  await register(page);
  const film = page.locator('video');
  const state = () => film.evaluate((video: HTMLVideoElement) => [video.paused ? 'paused' : 'plays', video.muted]);
  await film.scrollIntoViewIfNeeded();
  expect(await state()).toEqual(['paused', true]);
  await page.evaluate(() => sessionStorage.setItem('iszidongbofang', '1'));
  await page.reload();
  await expect.poll(state).toEqual(['plays', true]);
  await setHidden(page, true);
  await expect.poll(state).toEqual(['paused', true]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await film.scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  expect(await state()).toEqual(['paused', true]);
  // Pressing play still works, and is remembered.
  await page.evaluate(() => sessionStorage.removeItem('iszidongbofang'));
  await film.click();
  await expect.poll(state).toEqual(['plays', true]);
  expect(await page.evaluate(() => sessionStorage.getItem('iszidongbofang'))).toBe('1');
});
