import { expect, test } from 'vitest';
import { startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';

test('without the fixed code of tests a captcha takes the work that keeps scripts away', async () => {
  const database = await createTestDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, CARD_KEY: '7'.repeat(64) });
  const app = await startApp(config, silentLog, (error) => {
    throw error;
  });
  const response = await fetch(`${app.address}/api/verify/code`);
  expect(await response.json()).toMatchObject({ url: { work: { cost: 2_000, attempts: 1_000 } } });
  await app.close();
  await database.drop();
});
