import { expect, test } from '@playwright/test';
import { register } from './member.ts';

test('a vertical swipe over the chart scrolls the page, a horizontal one does not', async ({ page }) => {
  await register(page);
  await page.goto('/tab1');
  const chart = page.getByRole('img', { name: /ETH to USDT/ });
  await expect(chart).toBeVisible();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart has no place on the screen');
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const touch = await page.context().newCDPSession(page);
  const swipe = async (toX: number, toY: number) => {
    await touch.send('Input.synthesizeScrollGesture', {
      x,
      y,
      xDistance: toX,
      yDistance: toY,
      gestureSourceType: 'touch',
      speed: 1200,
    });
  };
  const top = async () => (await chart.boundingBox())?.y ?? 0;
  const before = await top();
  await swipe(-120, 0);
  expect(await top()).toBe(before);
  await swipe(0, -160);
  await expect.poll(top).toBeLessThan(before - 80);
});
