import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { Candle } from '#core/market/candle.ts';
import { type CoinSymbol, coinSymbols } from '#core/market/coins.ts';
import { decimalsNeeded } from '#core/market/ticks.ts';
import { readMinutes } from './minutes.ts';

/** A coin's market on an exchange. */
export interface ListedCoin {
  /** The exchange library's symbol of the market. */
  readonly symbol: string;
  /** Decimals of its tick, or null when the exchange does not say. */
  readonly priceDecimals: number | null;
}

type KnownSymbols = ReadonlyMap<CoinSymbol, string>;

/** Client of an exchange. Every call throws when the exchange cannot be reached or returns malformed data. */
export interface ExchangeClient {
  /** Display name. */
  readonly label: string;
  /** Which of the product's coins it trades against USDT; `known`: the symbols that they have been read from so far. */
  listed(known: KnownSymbols): Promise<ReadonlyMap<CoinSymbol, ListedCoin>>;
  /** 1-minute candles from `since` on, oldest first, the unfinished one last; the newest ones when `since` is null. */
  minutes(symbol: string, since: number | null, limit: number, now: number): Promise<Candle[]>;
}

export interface ExchangeClientOptions {
  /** Replaces the exchange's own hosts, with paths kept: a test server or a mirror. */
  readonly url?: string | undefined;
  readonly timeoutMs?: number;
}

interface CcxtExchange {
  readonly name: string;
  readonly has: Record<string, unknown>;
  readonly urls: Record<string, unknown>;
  readonly precisionMode: number;
  loadMarkets(reload: boolean): Promise<Record<string, unknown>>;
  fetchOHLCV(symbol: string, timeframe: string, since: number | undefined, limit: number): Promise<unknown>;
}

const tickSizeMode = 4;

/**
 * Opens an exchange of the ccxt library by its id. Only that exchange's module is loaded, a few MB instead of the hundred of
 * the whole library. Throws when there is no such exchange or it has no 1-minute candles.
 */
export async function openExchangeClient(id: string, options: ExchangeClientOptions = {}): Promise<ExchangeClient> {
  const exchange = await loadExchange(id, options.timeoutMs ?? 10_000);
  if (exchange.has.fetchOHLCV !== true) throw new Error(`MARKET_SOURCE: ${id} has no candles to read.`);
  // Its list of currencies would be a further request that is not needed.
  exchange.has.fetchCurrencies = false;
  if (options.url !== undefined) exchange.urls.api = redirected(exchange.urls.api, options.url);
  return {
    label: exchange.name,
    listed: async (known) => listedCoins(await exchange.loadMarkets(true), exchange.precisionMode, known),
    minutes: async (symbol, since, limit, now) =>
      readMinutes(await exchange.fetchOHLCV(symbol, '1m', since ?? undefined, limit), now),
  };
}

async function loadExchange(id: string, timeout: number): Promise<CcxtExchange> {
  const library = dirname(dirname(createRequire(import.meta.url).resolve('ccxt')));
  const module: unknown = /^[a-z0-9]+$/.test(id)
    ? await import(pathToFileURL(join(library, 'js', 'src', `${id}.js`)).href).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      })
    : null;
  const Exchange = typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
  if (typeof Exchange !== 'function') throw new Error(`MARKET_SOURCE: the ccxt library knows no exchange "${id}".`);
  const exchange: unknown = Reflect.construct(Exchange, [{ enableRateLimit: true, timeout }]);
  if (!isExchange(exchange)) throw new Error(`MARKET_SOURCE: "${id}" of the ccxt library is not an exchange.`);
  return exchange;
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ENOENT')
  );
}

function isExchange(value: unknown): value is CcxtExchange {
  return (
    typeof value === 'object' && value !== null && 'fetchOHLCV' in value && 'loadMarkets' in value && 'urls' in value
  );
}

/** The same tree of addresses with every host replaced. */
function redirected(addresses: unknown, url: string): unknown {
  if (typeof addresses === 'string') return addresses.replace(/^\w+:\/\/[^/]+/, url.replace(/\/$/, ''));
  if (typeof addresses !== 'object' || addresses === null) return addresses;
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, redirected(address, url)]));
}

const marketShape = z.object({
  active: z.nullish(z.boolean()),
  precision: z.nullish(z.object({ price: z.nullish(z.number()) })),
});

/**
 * Spot against USDT where there is one, else the perpetual settled in USDT; one that was read so far stays while it is listed, because running
 * plans are bound to it.
 */
export function listedCoins(
  markets: Record<string, unknown>,
  precisionMode: number,
  known: KnownSymbols = new Map(),
): Map<CoinSymbol, ListedCoin> {
  const listed = new Map<CoinSymbol, ListedCoin>();
  for (const coin of coinSymbols) {
    const before = known.get(coin);
    for (const symbol of [...(before ? [before] : []), `${coin}/USDT`, `${coin}/USDT:USDT`]) {
      const market = z.safeParse(marketShape, markets[symbol]);
      if (!market.success || market.data.active === false || listed.has(coin)) continue;
      listed.set(coin, { symbol, priceDecimals: decimalsOf(market.data.precision?.price, precisionMode) });
    }
  }
  return listed;
}

function decimalsOf(precision: number | null | undefined, mode: number): number | null {
  if (precision === null || precision === undefined || !(precision > 0)) return null;
  return mode === tickSizeMode ? decimalsNeeded(Float64Array.of(precision)) : null;
}
