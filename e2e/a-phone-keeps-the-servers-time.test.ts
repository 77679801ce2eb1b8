import { expect, type Page } from '@playwright/test';
import { placeBets, runningRound } from './bets.ts';
import { deposit, register } from './member.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const differenceMsMax = 100;

test.describe('at the wall’s own speed', () => {
  let server: SlowClockServer;
  test.beforeAll(async () => {
    server = await openSlowClockServer(1);
  });
  test.afterAll(() => server?.stop());

  test('the countdown of a phone whose clock is an hour off agrees with the server to 100 ms', async ({ browser }) => {
    const page = await browser.newPage({ baseURL: server.address });
    await page.addInitScript(() => {
      const Real = Date;
      const now = () => Real.now() + 3_600_000;
      globalThis.Date = class extends Real {
        constructor(...values: [] | [number]) {
          super(values.length === 0 ? now() : values[0]);
        }
        static override now = now;
      } as DateConstructor;
    });
    await register(page, '/jiaoyizhongxin');
    await expect(page.getByRole('timer')).toBeVisible();
    expect(await page.evaluate(() => Date.now() - performance.timeOrigin - performance.now())).toBeGreaterThan(
      3_500_000,
    );
    // A second that changes on the screen against the server's time at that moment; the middle one of several, for a busy machine.
    const differences = await differencesOf(page, 9);
    expect(Math.abs(differences.sort((one, other) => one - other)[4] ?? Number.NaN)).toBeLessThan(differenceMsMax);
  });
});

/** By how many ms the changes of the countdown's second came after those of the server's product clock. */
async function differencesOf(page: Page, count: number): Promise<number[]> {
  return await page.evaluate(async (wanted) => {
    let offset = Number.NEGATIVE_INFINITY;
    // Each response is late by its way, and by the time for which the server shares it: the least late one is nearest.
    for (let look = 0; look < 20; look++) {
      const { url } = await (await fetch('/api/market/status')).json();
      offset = Math.max(offset, url.now - performance.now());
      await new Promise((waited) => setTimeout(waited, 35));
    }
    const found: number[] = [];
    let before = '';
    for (;;) {
      const timer = document.querySelector<HTMLElement>('[role="timer"]');
      const text = timer?.textContent ?? '';
      if (before !== '' && text !== before) {
        const [minutes = 0, seconds = 0] = text.split(':').map(Number);
        const shown = Number(timer?.dataset.until) - (minutes * 60 + seconds) * 1_000;
        found.push(performance.now() + offset - shown);
        if (found.length === wanted) return found;
      }
      before = text;
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  }, count);
}

test.describe('where a round lasts ten seconds', () => {
  let server: SlowClockServer;
  test.beforeAll(async () => {
    server = await openSlowClockServer(30);
  });
  test.afterAll(() => server?.stop());

  test('a phone that was offline over three rounds shows the running round and what became of its bet', async ({
    browser,
  }) => {
    const page = await browser.newPage({ baseURL: server.address });
    await register(page, '/healthz');
    await deposit(page, '1000');
    const round = await placeBets(page, server, ['odd']);
    await page.goto('/myOrderInfo');
    const bet = page.getByRole('list', { name: 'My bets' }).getByRole('link', { name: /Round/ });
    await expect(bet).toContainText(`Round ${round}`);

    await page.context().setOffline(true);
    // The page itself is offline; the test's own calls are not.
    await expect
      .poll(() => runningRound(server), { intervals: [500], timeout: 120_000 })
      .toBeGreaterThanOrEqual(round + 4);
    await page.context().setOffline(false);
    await expect(bet).toContainText(/Won|Lost|Returned/);
    await page.goto('/jiaoyizhongxin');
    await expect(async () => {
      await expect(page.getByText(`Round ${await runningRound(server)}`).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.goto(`/gameinfo?round=${round}`);
    await page.getByRole('button', { name: 'Replay on this phone' }).click();
    await expect(page.getByText('Same result, to the last digit')).toBeVisible();
  });
});
