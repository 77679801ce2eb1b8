import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { levelItem } from '#contract/plans-offer.ts';
import { roundTranscriptSchema } from '#contract/transcripts.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { aggregate } from '#core/market/aggregate.ts';
import { type CandleColumns, columnsOf, sliceColumns } from '#core/market/candle.ts';
import { ownIcon } from '#core/market/coin-icon.fixture.ts';
import { type App, startApp } from '#server/app.ts';
import { shippedRecordings } from '#server/market/market.fixture.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { code } from '#server/test/money-world.fixture.ts';
import { Phone } from '#server/test/phone.fixture.ts';
import { writeCandles } from './csv.ts';
import { packFolder } from './pack.ts';

let folder = '';
let app: App | null = null;
let database: TestDatabase | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearlot-recording-'));
});

afterEach(async () => {
  await app?.close();
  await database?.drop();
  [app, database] = [null, null];
  rmSync(folder, { recursive: true });
});

/** Five days of a shipped coin. */
async function recorded(coin: string): Promise<CandleColumns> {
  const candles = (await shippedRecordings()).coins.get(coin)?.candles ?? columnsOf([]);
  return sliceColumns(candles, 0, 5 * 1_440);
}

const fiveMinutes = (minutes: CandleColumns): CandleColumns => {
  const candles = aggregate(minutes, '5m', { from: 0, through: Number.POSITIVE_INFINITY });
  return { ...candles, volume: candles.volume.map((volume) => Math.round(volume * 1000) / 1000) };
};

/** The whole app on a recording of these coins. A round takes five seconds. */
async function start(coins: ReadonlyMap<string, CandleColumns>): Promise<Phone> {
  for (const [coin, candles] of coins) {
    writeFileSync(join(folder, `${coin}.csv.gz`), gzipSync(writeCandles(candles)));
  }
  const [first] = coins.keys();
  writeFileSync(join(folder, `${first}.svg`), ownIcon);
  packFolder({ folder, into: join(folder, 'packed'), label: 'An own recording' });
  database = await createTestDatabase();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    RECORDING_DIR: join(folder, 'packed'),
    VERIFY_CODE_TEST: code,
    CLOCK_SPEED: '60',
    CLOCK_START: '2026-01-14T09:30:00Z',
    CARD_KEY: '7'.repeat(64),
  });
  app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
  const phone = new Phone(app.address);
  await phone.register('recorder1', code);
  return phone;
}

/** Anybody gets the picture that the recording brings, and nothing that could run in it. */
async function expectIcon(path: string): Promise<void> {
  const response = await fetch(new URL(path, app?.address));
  expect(await response.text()).toBe(ownIcon);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=86400',
  });
  expect((await fetch(new URL(`${path}0`, app?.address))).status).toBe(404);
}

const results = z.array(z.tuple([z.int(), z.nullable(z.string())]));

/** The transcript of a round that was drawn: on a busy machine some end too late and are void. */
async function drawnRound(phone: Phone) {
  let drawn: unknown = null;
  const look = async () => {
    const ended = z.parse(results, (await phone.get('/rounds/results')).info);
    for (const [id] of ended.filter(([, digits]) => digits !== null)) {
      const { status, url } = await phone.get(`/rounds/transcript/${id}`);
      if (status === 200) drawn ??= url;
    }
    return drawn;
  };
  await expect.poll(look, { interval: 500, timeout: 120_000 }).not.toBeNull();
  const transcript = z.decode(roundTranscriptSchema, drawn as never);
  expect(verifyRound(transcript, () => false).differences).toEqual([]);
  return transcript;
}

test('rounds are drawn on a recording of 5-minute candles, with the candle in which betting closes', async () => {
  const coins = await Promise.all(
    ['BTC', 'ETH'].map(async (coin) => [coin, fiveMinutes(await recorded(coin))] as const),
  );
  const phone = await start(new Map(coins));
  const transcript = await drawnRound(phone);
  expect(transcript).toMatchObject({
    status: 'paid',
    closing: { beacon: { kind: 'market', coins: ['BTC', 'ETH'], interval: '5m' } },
  });
});

test.each([
  ['one coin', 1],
  ['nine coins', 9],
  ['forty coins', 40],
])('the app runs on %s, and its rounds take the candles of all', async (_name, count) => {
  const [eth, btc] = [await recorded('ETH'), await recorded('BTC')];
  const names = Array.from({ length: count }, (_, place) => `COIN${place}`);
  const phone = await start(new Map(names.map((name, place) => [name, place % 3 === 2 ? btc : eth])));
  const rows = (await phone.get('/ajax/allcoin_a/id/1/type/0')).url as unknown[][];
  expect(rows).toHaveLength(count);
  await expectIcon(String(rows[0]?.[10]));
  const levels = z.array(z.unknown()).parse((await phone.get('/api/viplist?coin=COIN0&multiple=1')).info);
  expect(z.decode(levelItem, levels[0] as never).samples).toBeGreaterThan(0);
  const transcript = await drawnRound(phone);
  expect(transcript).toMatchObject({
    status: 'paid',
    closing: { beacon: { kind: 'market', coins: names.toSorted() } },
  });
});
