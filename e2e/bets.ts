import { expect, type Page } from '@playwright/test';
import type { SlowClockServer } from './slow-clock-server.ts';

/** The number of the running round, read past the browser. */
export async function runningRound({ address }: SlowClockServer): Promise<number> {
  const response = await fetch(`${address}/api/order/thblist`, { method: 'POST', headers: { 'X-Clearlot': '1' } });
  return (await response.json()).info[0].id;
}

/** Places 5 USDT on each of the categories in one round by API calls, and returns the round's number. */
export async function placeBets(page: Page, server: SlowClockServer, categories: readonly string[]): Promise<number> {
  let round = 0;
  await expect(async () => {
    round = await runningRound(server);
    for (const category of categories) {
      const form = { round: String(round), category, amount: '5' };
      const placed = await page.request.post('/api/order/tradeThb', { form, headers: { 'X-Clearlot': '1' } });
      expect(placed.status()).toBe(200);
    }
  }).toPass();
  return round;
}
