import { composeApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';
import { openLog } from '#server/platform/log.ts';
import { code } from './money-world.fixture.ts';

interface Line extends Readonly<Record<string, unknown>> {
  readonly msg?: string;
}

/**
 * Composes the app on that database, by these settings beside the usual ones: its product clock is far from the wall clock, and fast. `said`: the
 * lines of its log.
 */
export function compose({ pool, url }: Pick<TestDatabase, 'pool' | 'url'>, settings: Record<string, string> = {}) {
  const said: Line[] = [];
  const log = openLog('info', { write: (line) => void said.push(JSON.parse(line)) });
  const usual = { PORT: '0', CARD_KEY: '7'.repeat(64), VERIFY_CODE_TEST: code };
  const productClock = { CLOCK_START: '2026-01-14T00:30:00Z', CLOCK_SPEED: '60' };
  const config = readConfig({ ...usual, ...productClock, ...settings });
  const own = Promise.resolve({ pool, url, close: async () => undefined });
  return { said, starting: composeApp(config, log, own) };
}
