import type pg from 'pg';
import type { Candle, CandleColumns } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';

/** The newest stored state of one coin. */
export interface CoinState {
  readonly coin: CoinSymbol;
  /** The exchange library's symbol of the market. */
  readonly instrument: string;
  readonly priceDecimals: number;
  /** All closed minutes that open at or after `begins` and before `through` are stored. */
  readonly begins: number;
  readonly through: number;
  /** The minute being formed; it opens at `through`. */
  readonly forming: Candle;
  /** Product time of the response. */
  readonly seenAt: number;
  /** Product time up to which the exchange has said that it has no further minute, or that it does not list the instrument. */
  readonly knownThrough: number;
}

/** A coin's new state and the minutes that closed since the last one. */
export interface CoinUpdate {
  readonly state: CoinState;
  readonly closed: readonly Candle[];
}

type StateRow = Omit<CoinState, 'forming'> & Omit<Candle, 'openTime'>;

const stateColumns = `coin, instrument, price_decimals as "priceDecimals", begins_ms::float8 as begins, through_ms::float8 as through,
  open, high, low, close, volume, seen_at_ms::float8 as "seenAt", known_through_ms::float8 as "knownThrough"`;

const columnNames = ['open_time_ms', 'open', 'high', 'low', 'close', 'volume'] as const;

export async function readStates(pool: pg.Pool, exchange: string): Promise<CoinState[]> {
  const { rows } = await pool.query<StateRow>(
    `select ${stateColumns} from market.exchange_prices where exchange = $1`,
    [exchange],
  );
  return rows.map(({ open, high, low, close, volume, ...state }) => ({
    ...state,
    forming: { openTime: state.through, open, high, low, close, volume },
  }));
}

/** Atomic. A stored minute is never changed, and a state never goes back in time. */
export async function recordUpdates(pool: pg.Pool, exchange: string, updates: readonly CoinUpdate[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await insertCandles(client, exchange, updates);
    await upsertStates(client, exchange, updates);
  });
}

/**
 * Closed minutes that open at or after `from` and before `to`, oldest first. Each column comes as one string of big-endian doubles: exact, and
 * many times faster than rows of text for whole histories.
 */
export async function readMinutes(
  pool: pg.Pool,
  exchange: string,
  coin: CoinSymbol,
  from: number,
  to: number,
): Promise<CandleColumns> {
  const packed = columnNames.map((name) => `string_agg(float8send(${name}::float8), ''::bytea) as ${name}`).join(', ');
  const { rows } = await pool.query<Record<(typeof columnNames)[number], Buffer | null>>(
    `select ${packed} from (
       select * from market.exchange_candles
       where exchange = $1 and coin = $2 and open_time_ms >= $3 and open_time_ms < $4 order by open_time_ms
     ) as chronological`,
    [exchange, coin, from, to],
  );
  const column = (name: (typeof columnNames)[number]): Float64Array => {
    const bytes = rows[0]?.[name] ?? Buffer.alloc(0);
    return Float64Array.from({ length: bytes.length / 8 }, (_, row) => bytes.readDoubleBE(row * 8));
  };
  return {
    openTime: column('open_time_ms'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

async function insertCandles(client: pg.PoolClient, exchange: string, updates: readonly CoinUpdate[]): Promise<void> {
  const rows = updates.flatMap(({ state, closed }) => closed.map((candle) => ({ coin: state.coin, ...candle })));
  if (rows.length === 0) return;
  await client.query(
    `insert into market.exchange_candles (exchange, coin, open_time_ms, open, high, low, close, volume)
     select $1, * from unnest($2::text[], $3::bigint[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[])
     on conflict do nothing`,
    [
      exchange,
      rows.map(({ coin }) => coin),
      rows.map(({ openTime }) => openTime),
      rows.map(({ open }) => open),
      rows.map(({ high }) => high),
      rows.map(({ low }) => low),
      rows.map(({ close }) => close),
      rows.map(({ volume }) => volume),
    ],
  );
}

async function upsertStates(client: pg.PoolClient, exchange: string, updates: readonly CoinUpdate[]): Promise<void> {
  const states = updates.map(({ state }) => state);
  await client.query(
    `insert into market.exchange_prices as known
       (exchange, coin, instrument, price_decimals, begins_ms, through_ms, open, high, low, close, volume, seen_at_ms,
        known_through_ms)
     select $1, * from unnest($2::text[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[],
                              $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::float8[], $12::bigint[], $13::bigint[])
     on conflict (exchange, coin) do update set
       (instrument, price_decimals, through_ms, open, high, low, close, volume, seen_at_ms, known_through_ms) =
       (excluded.instrument, excluded.price_decimals, excluded.through_ms, excluded.open, excluded.high, excluded.low, excluded.close,
        excluded.volume, excluded.seen_at_ms, greatest(known.known_through_ms, excluded.known_through_ms))
     where excluded.through_ms >= known.through_ms and excluded.seen_at_ms >= known.seen_at_ms`,
    [
      exchange,
      states.map(({ coin }) => coin),
      states.map(({ instrument }) => instrument),
      states.map(({ priceDecimals }) => priceDecimals),
      states.map(({ begins }) => begins),
      states.map(({ through }) => through),
      states.map(({ forming }) => forming.open),
      states.map(({ forming }) => forming.high),
      states.map(({ forming }) => forming.low),
      states.map(({ forming }) => forming.close),
      states.map(({ forming }) => forming.volume),
      states.map(({ seenAt }) => seenAt),
      states.map(({ knownThrough }) => Math.floor(knownThrough)),
    ],
  );
}
