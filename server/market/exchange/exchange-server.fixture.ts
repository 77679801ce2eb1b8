import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Candle } from '#core/market/candle.ts';

const minuteMs = 60_000;

/** A local exchange that implements the HTTP APIs of Binance's USDT-margined futures and of Kraken. */
export interface ExchangeServer {
  readonly url: string;
  /** Candles by coin, oldest first, the last one unfinished. Tests may change them. */
  readonly candles: Map<string, Candle[]>;
  /** The fault to inject: `refuse` cuts connections, `busy` returns 503, `garbage` returns a page of text, `unlisted` cuts those that ask for the list. */
  trouble: 'none' | 'refuse' | 'busy' | 'garbage' | 'unlisted';
  /** Whether Binance's times are in microseconds, as on request. */
  microseconds: boolean;
  /** Requests served so far, with their queries. */
  readonly calls: string[];
  close(): Promise<void>;
}

export async function startExchangeServer(): Promise<ExchangeServer> {
  const sockets = createServer();
  const exchange = {
    candles: new Map<string, Candle[]>(),
    trouble: 'none' as ExchangeServer['trouble'],
    microseconds: false,
    calls: [] as string[],
  };
  sockets.on('request', (request: IncomingMessage, response: ServerResponse) => {
    exchange.calls.push(request.url ?? '');
    const asksForList = request.url?.includes('exchangeInfo') === true;
    if (exchange.trouble === 'refuse' || (exchange.trouble === 'unlisted' && asksForList)) response.destroy();
    else if (exchange.trouble === 'busy') response.writeHead(503).end('Service unavailable');
    else if (exchange.trouble === 'garbage') response.end('<html><body>maintenance</body></html>');
    else respond(new URL(request.url ?? '/', 'http://exchange'), response, exchange);
  });
  await listening(sockets);
  const { port } = sockets.address() as AddressInfo;
  return Object.assign(exchange, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        sockets.close(() => resolve());
        sockets.closeAllConnections();
      }),
  });
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

type State = Pick<ExchangeServer, 'candles' | 'microseconds'>;

function respond(url: URL, response: ServerResponse, state: State): void {
  const send = (body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const coins = [...state.candles.keys()];
  switch (url.pathname) {
    case '/fapi/v1/exchangeInfo':
      return void send({
        timezone: 'UTC',
        serverTime: 0,
        rateLimits: [],
        exchangeFilters: [],
        symbols: coins.map(binanceSymbol),
      });
    case '/fapi/v1/klines': {
      const coin = url.searchParams.get('symbol')?.replace(/USDT$/, '') ?? '';
      const rows = state.candles.get(coin);
      if (!rows) return void send({ code: -1121, msg: 'Invalid symbol.' }, 400);
      return void send(binancePage(rows, url.searchParams).map((candle) => binanceKline(candle, state.microseconds)));
    }
    case '/0/public/AssetPairs':
      return void send({
        error: [],
        result: Object.fromEntries(coins.map((coin) => [`${coin}USDT`, krakenPair(coin)])),
      });
    case '/0/public/OHLC': {
      const pair = url.searchParams.get('pair') ?? '';
      const rows = state.candles.get(pair.replace(/USDT$/, '')) ?? [];
      const since = Number(url.searchParams.get('since') ?? 0) * 1000;
      const shown = rows.filter(({ openTime }) => openTime > since).slice(-720);
      return void send({
        error: [],
        result: { [pair]: shown.map(krakenRow), last: (shown.at(-2)?.openTime ?? 0) / 1000 },
      });
    }
    default:
      return void send({ code: -5000, msg: `no such path ${url.pathname}` }, 404);
  }
}

function binancePage(rows: readonly Candle[], query: URLSearchParams): Candle[] {
  const limit = Number(query.get('limit') ?? 500);
  const start = query.get('startTime');
  if (start === null) return rows.slice(-limit);
  return rows.filter(({ openTime }) => openTime >= Number(start)).slice(0, limit);
}

function binanceKline({ openTime, open, high, low, close, volume }: Candle, microseconds: boolean): unknown[] {
  const unit = microseconds ? 1000 : 1;
  const prices = [open, high, low, close].map((price) => price.toFixed(5));
  const value = (volume * close).toFixed(5);
  const ends = (openTime + minuteMs) * unit - 1;
  return [openTime * unit, ...prices, String(volume), ends, value, 40, String(volume / 2), value, '0'];
}

function krakenRow({ openTime, open, high, low, close, volume }: Candle): unknown[] {
  const prices = [open, high, low, close, close].map((price) => price.toFixed(5));
  return [openTime / 1000, ...prices, String(volume), 12];
}

function binanceSymbol(coin: string): unknown {
  return {
    symbol: `${coin}USDT`,
    pair: `${coin}USDT`,
    contractType: 'PERPETUAL',
    deliveryDate: 4_133_404_800_000,
    onboardDate: 1_569_398_400_000,
    status: 'TRADING',
    baseAsset: coin,
    quoteAsset: 'USDT',
    marginAsset: 'USDT',
    pricePrecision: 5,
    quantityPrecision: 3,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.00001', maxPrice: '1000000', tickSize: '0.00001' },
      { filterType: 'LOT_SIZE', minQty: '0.001', maxQty: '10000', stepSize: '0.001' },
      { filterType: 'MIN_NOTIONAL', notional: '5' },
    ],
    orderTypes: ['LIMIT', 'MARKET'],
    timeInForce: ['GTC'],
  };
}

function krakenPair(coin: string): unknown {
  return {
    altname: `${coin}USDT`,
    wsname: `${coin}/USDT`,
    aclass_base: 'currency',
    base: coin,
    aclass_quote: 'currency',
    quote: 'USDT',
    lot: 'unit',
    pair_decimals: 5,
    lot_decimals: 8,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: [[0, 0.4]],
    fees_maker: [[0, 0.25]],
    fee_volume_currency: 'ZUSD',
    ordermin: '0.01',
    status: 'online',
  };
}
