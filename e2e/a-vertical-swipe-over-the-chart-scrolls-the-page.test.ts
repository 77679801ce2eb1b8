import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, expect } from '@playwright/test';
import { register } from './member.ts';
import { test } from './test.ts';

test('a vertical swipe over the chart scrolls the page, a horizontal one does not', async ({ page }) => {
  await register(page, '/tab1');
  const chart = page.getByRole('img', { name: /ETH to USDT/ });
  await expect(chart).toBeVisible();
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart has no place on the screen');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = await page.context().newCDPSession(page);
  const top = async () => (await chart.boundingBox())?.y ?? 0;

  const before = await top();
  await swipe(touch, middle, { x: -120, y: 0 });
  expect(await top()).toBe(before);

  // A finger that is held reads the chart, and leaves the next swipe to the page.
  await swipe(touch, middle, { x: 0, y: -160 }, 600);
  expect(await top()).toBe(before);
  // A touch during rendering may be ignored, as on a real phone: retry.
  await expect(async () => {
    await swipe(touch, middle, { x: 0, y: -160 });
    expect(await top()).toBeLessThan(before - 80);
  }).toPass();
});

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A one-finger touch gesture in small steps, held for a moment before it moves. */
async function swipe(touch: CDPSession, from: Point, by: Point, heldMs = 0): Promise<void> {
  const steps = 12;
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  await delay(heldMs);
  for (let step = 1; step <= steps; step += 1) {
    const point = { x: from.x + (by.x * step) / steps, y: from.y + (by.y * step) / steps };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    await delay(16);
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
