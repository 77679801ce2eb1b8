import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aggregate } from '#core/market/aggregate.ts';
import { type Candle, type CandleColumns, candleAt, columnsOf, sliceColumns } from '#core/market/candle.ts';
import { ownIcon } from '#core/market/coin-icon.fixture.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { outcomeDistribution } from '#core/plans/distribution.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { dayMs, HandClock, minuteMs, replayMarket, shippedRecordings } from '#server/market/market.fixture.ts';
import { loadRecordings } from '#server/market/replay/recordings.ts';
import { writeCandles } from './csv.ts';
import { packCoin, packFolder } from './pack.ts';

// Recordings of other coins and lengths are made of the shipped candles here, cut, scaled by powers of ten, or joined to five minutes.
let from = '';
let into = '';
let opened: { stop(): Promise<void> } | null = null;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-pack-'));
  [from, into] = [folder, join(folder, 'packed')];
});

afterEach(async () => {
  await opened?.stop();
  opened = null;
  rmSync(from, { recursive: true });
});

const write = (coin: CoinSymbol, text: string) => writeFileSync(join(from, `${coin}.csv.gz`), gzipSync(text));
const recorded = async (coin: CoinSymbol) => (await shippedRecordings()).coins.get(coin)?.candles ?? columnsOf([]);
const firstDays = (candles: CandleColumns, days: number) => {
  return sliceColumns(candles, 0, rowAtOrAfter(candles.openTime, (candles.openTime[0] ?? 0) + days * dayMs));
};

const midnight = Date.UTC(2026, 0, 15);

/** The market over the packed folder, opened in the middle of a day, two thirds of the recording into it. */
async function openPacked(at = 754 * minuteMs + 30_000) {
  const recordings = await loadRecordings(into);
  const clock = new HandClock(midnight + at);
  const start = midnight - Math.floor((recordings.days.length * 2) / 3) * dayMs;
  const market = replayMarket(recordings, clock, start);
  await market.start();
  opened = market;
  return { market, recordings, clock };
}

test('a recording of 9 coins and 20 days, coins of our list and others, is a market', async () => {
  const names = ['ADA', 'BTC', 'DOGE', 'DOT', 'ETH', 'LTC', 'SOL', 'TRX', 'XRP'];
  for (const [place, coin] of names.entries()) {
    const source = ['ETH', 'BTC', 'XRP', 'SOL', 'LTC', 'BNB', 'AVAX', 'LINK', 'ETC'][place] ?? 'ETH';
    write(coin, writeCandles(firstDays(await recorded(source), 20)));
  }
  const report = packFolder({ folder: from, into, label: 'Nine coins, recorded in May' });
  expect(report.at(-1)).toBe('9 coins, candles of 1 minutes, 19 whole days to be replayed');
  const { market, recordings } = await openPacked();
  expect(recordings.days).toHaveLength(19);
  expect(market.status().label).toBe('Nine coins, recorded in May');
  const rows = market.listing();
  expect(rows.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'SOL', 'XRP', 'LTC', 'ADA', 'DOGE', 'DOT', 'TRX']);
  expect(rows.map(({ iconPath }) => iconPath).slice(4, 6)).toEqual(['/coins/ltc.svg', '']);
  expect(market.candles('DOGE', '1h', 400)).toHaveLength(12 * 24 + 13);
  expect(() => market.candles('AVAX', '1h', 400)).toThrow(RangeError);
  const [level] = levelsAt(0);
  const terms = level && termsOf(level, 1);
  expect(terms && outcomeDistribution(terms, market.measured('DOGE', '5m'))?.samples).toBeGreaterThan(3_000);
});

test('a recording of 40 coins, down to the least price that is taken, is a market', async () => {
  const eth = firstDays(await recorded('ETH'), 6);
  for (let number = 0; number < 39; number++) write(`COIN${number}`, writeCandles(eth));
  const tiny = Array.from(eth.openTime, (openTime, row): Candle => {
    const [open, close] = [row % 3, (row + 1) % 3].map((more) => (1_000 + more * 901) / 1e8) as [number, number];
    return { openTime, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1e9 };
  });
  write('PEPE', writeCandles(columnsOf(tiny)));
  writeFileSync(join(from, 'PEPE.svg'), ownIcon);
  packFolder({ folder: from, into, label: 'Forty coins' });
  const { market } = await openPacked();
  expect(market.listing()).toHaveLength(40);
  const path = market.listing().find(({ coin }) => coin === 'PEPE')?.iconPath ?? '';
  expect(path).toMatch(/^\/api\/market\/icon\/PEPE-[0-9a-f]{16}$/);
  expect(market.listing().find(({ coin }) => coin === 'COIN1')?.iconPath).toBe('');
  const served = market.icon(path.split('/').at(-1) ?? '');
  expect(served).toMatchObject({ type: 'image/svg+xml', bytes: Buffer.from(ownIcon) });
  expect(market.icon('PEPE')).toBeNull();
  const rows = market.candles('PEPE', '5m', 400);
  expect(rows.length).toBeGreaterThan(300);
  for (const { low, high } of rows) {
    expect(low).toBeGreaterThanOrEqual(0.5e-5);
    expect(high).toBeLessThanOrEqual(5.604e-5);
  }
});

test('a recording of 5-minute candles plays them: none is shown or closed before its time', async () => {
  for (const coin of ['BTC', 'ETH', 'SOL']) {
    const all = await recorded(coin);
    // Up to the end of a day, which is whole with its last candle.
    const minutes = sliceColumns(all, 0, rowAtOrAfter(all.openTime, Date.UTC(2025, 5, 3)));
    write(coin, writeCandles(roundedVolumes(aggregate(minutes, '5m', { from: 0, through: Number.POSITIVE_INFINITY }))));
  }
  expect(packFolder({ folder: from, into, label: 'Five minutes' }).at(-1)).toMatch(
    /candles of 5 minutes, 29 whole days/,
  );
  const { market, recordings, clock } = await openPacked();
  expect(recordings.candleMs).toBe(300_000);
  const forming = market.candles('ETH', '5m', 2);
  expect(forming.map(({ openTime, final }) => [openTime - midnight, final])).toEqual([
    [745 * minuteMs, true],
    [750 * minuteMs, false],
  ]);
  clock.set(midnight + 755 * minuteMs - 1);
  const almost = market.candles('ETH', '5m', 1)[0];
  clock.set(midnight + 755 * minuteMs);
  const closed = market.candles('ETH', '5m', 2)[0];
  expect(closed).toMatchObject({ openTime: midnight + 750 * minuteMs, final: true, open: almost?.open });
  expect(almost?.high).toBeLessThanOrEqual(closed?.high ?? 0);
  expect(almost?.low).toBeGreaterThanOrEqual(closed?.low ?? 0);
  const held = market.closed('ETH', '5m');
  expect(market.health()).toMatchObject({ state: 'live', ageMs: 0 });
  expect(await market.closedBetween('ETH', '5m', midnight, 400)).toEqual(
    sliceColumns(held, rowAtOrAfter(held.openTime, midnight), held.openTime.length),
  );
  expect(market.candles('ETH', '1h', 30)).toHaveLength(30);
});

function roundedVolumes(candles: CandleColumns): CandleColumns {
  return { ...candles, volume: candles.volume.map((volume) => Math.round(volume * 1000) / 1000) };
}

const header = 'open_time_ms,open,high,low,close,volume';

test.each([
  ['a minute that occurs twice', ['60000,1,1,1,1,1', '60000,1,1,1,1,1'], /line 3: the minute .* occurs twice/],
  ['minutes out of order', ['120000,1,1,1,1,1', '60000,1,1,1,1,1'], /line 3: .* is earlier than the line before/],
  ['microseconds', ['1746373020000000,1,1,1,1,1'], /line 2: .*milliseconds; it looks like micro/],
  ['seconds', ['1746373021,1,1,1,1,1'], /line 2: .* is not the start of a minute in milliseconds/],
  ['a price of zero', ['60000,1,1,0,1,1'], /line 2: the price 0 is not above zero/],
  ['an open outside of its candle', ['60000,3,2,1,1,1'], /line 2: open or close is outside/],
  ['not a number', ['60000,1,NaN,1,1,1'], /line 2: high is not a number/],
  ['no candle', [], /there is no candle/],
  ['less than three days', ['60000,1.001,1.001,1.001,1.001,1'], /has 0 whole days/],
  [
    'a gap',
    ['60000,1.001,1.001,1.001,1.001,1', '180000,1.001,1.001,1.001,1.001,1'],
    /The recording of BTC has gaps: candles of 1 minute that are missing: 1, the first at 1970-01-01T00:02:00.000Z\./,
  ],
  [
    'a price of 0.00000001',
    ['60000,1.001,1.001,1.001,1.001,1', '120000,1.001,1.001,0.00000001,1.001,1'],
    /The recording of BTC has the price 0\.00000001 at 1970-01-01T00:02:00.000Z: .* 1 ticks, and below 1000/,
  ],
])('%s is refused with its file and line, and nothing is written', (_name, lines, message) => {
  write('BTC', `${[header, ...lines].join('\n')}\n`);
  expect(() => packFolder({ folder: from, into, label: 'bad' })).toThrow(message);
  expect(readdirSync(from)).toEqual(['BTC.csv.gz']);
});

test('a coin that is missing is named, and a recording that is there stays as it is', async () => {
  write('BTC', writeCandles(firstDays(await recorded('BTC'), 5)));
  packFolder({ folder: from, into, label: 'First' });
  const before = await readFile(join(into, 'manifest.json'), 'utf8');
  const more = { folder: from, into, label: 'Second', coins: ['BTC', 'ETH', 'ADA'] };
  expect(() => packFolder(more)).toThrow(/lacks ETH\.csv\.gz, ADA\.csv\.gz/);
  write('ETH', `${header}\n1,1,1,1,1,1\n`);
  expect(() => packFolder({ ...more, coins: ['BTC', 'ETH'] })).toThrow(/ETH\.csv\.gz: line 2/);
  expect(await readFile(join(into, 'manifest.json'), 'utf8')).toBe(before);
  expect(readdirSync(from).sort()).toEqual(['BTC.csv.gz', 'ETH.csv.gz', 'packed']);
  expect(() => packFolder({ folder: from, into: from, label: 'Third', coins: ['BTC'] })).toThrow(/other files/);
});

/** Packs a coin into the folder that is there, past what `packFolder` refuses. */
async function replaceCoin(coin: CoinSymbol, candles: CandleColumns): Promise<void> {
  const { entry, packed } = packCoin(coin, writeCandles(candles));
  await writeFile(join(into, entry.file), packed);
  const path = join(into, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...manifest, coins: [entry] }));
}

test('a folder that was packed before gaps and tiny prices were refused is not opened', async () => {
  const candles = firstDays(await recorded('BTC'), 5);
  write('BTC', writeCandles(candles));
  packFolder({ folder: from, into, label: 'Packed before' });
  const rows = [...candles.openTime.keys()].map((row) => candleAt(candles, row));
  await replaceCoin('BTC', columnsOf(rows.filter((_, row) => row < 2_000 || row > 2_030)));
  await expect(loadRecordings(into)).rejects.toThrow(
    'The recording of BTC has gaps: candles of 1 minute that are missing: 31, the first at 2025-05-06T00:57:00.000Z.',
  );
  await replaceCoin('BTC', columnsOf(rows.map((row, place) => (place === 2_000 ? { ...row, low: 0.00000001 } : row))));
  await expect(loadRecordings(into)).rejects.toThrow(
    /The recording of BTC has the price 0\.00000001 at 2025-05-06T00:57:00\.000Z/,
  );
});

test('a folder whose list was altered is refused', async () => {
  write('BTC', writeCandles(firstDays(await recorded('BTC'), 5)));
  packFolder({ folder: from, into, label: 'Altered' });
  const path = join(into, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const altered: [object, RegExp][] = [
    [{ coins: [...manifest.coins, manifest.coins[0]] }, /cannot be read/],
    [{ candleMinutes: 3 }, /cannot be read/],
    [{ candleMinutes: 5 }, /candles are 5 minutes long/],
    [{ coins: [] }, /cannot be read/],
    [{ coins: [{ ...manifest.coins[0], sha256: '0'.repeat(64) }] }, /not as it was packed/],
  ];
  for (const [change, message] of altered) {
    await writeFile(path, JSON.stringify({ ...manifest, ...change }));
    await expect(loadRecordings(into)).rejects.toThrow(message);
  }
});

test('a hostile icon is refused with its file when it is packed, and again when a folder is loaded', async () => {
  const hostile = ownIcon.replace('<circle', '<script>alert(1)</script><circle');
  write('BTC', writeCandles(firstDays(await recorded('BTC'), 5)));
  writeFileSync(join(from, 'BTC.svg'), hostile);
  const pack = () => packFolder({ folder: from, into, label: 'Icons' });
  expect(pack).toThrow(/BTC\.svg is no icon: it has an element <script>/);
  expect(readdirSync(from).sort()).toEqual(['BTC.csv.gz', 'BTC.svg']);
  writeFileSync(join(from, 'BTC.svg'), ownIcon);
  writeFileSync(join(from, 'BTC.png'), ownIcon);
  expect(pack).toThrow(/two icons of BTC: BTC\.svg, BTC\.png/);
  rmSync(join(from, 'BTC.png'));
  pack();
  pack();
  const { market, recordings } = await openPacked();
  expect(recordings.icons?.get('BTC')?.type).toBe('image/svg+xml');
  // The recording's own comes before the one that the product has of that coin.
  expect(market.listing()[0]?.iconPath).toMatch(/^\/api\/market\/icon\/BTC-[0-9a-f]{16}$/);
  // Written into the folder itself, with its right hash in the list.
  await writeFile(join(into, 'BTC.svg'), hostile);
  await expect(loadRecordings(into)).rejects.toThrow(/BTC\.svg is not as it was packed/);
  const path = join(into, 'manifest.json');
  const list = await readFile(path, 'utf8');
  await writeFile(path, list.replace(hash('sha256', ownIcon), hash('sha256', hostile)));
  await expect(loadRecordings(into)).rejects.toThrow(/BTC\.svg is refused: it has an element <script>/);
});
