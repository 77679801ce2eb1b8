import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { StreamEvent } from '#contract/events.ts';
import { streamEvents } from '#contract/events.ts';
import { dayMs, HandClock, minuteMs, recordingOf, replayMarket, risingMinutes } from './market.fixture.ts';
import { feedStream } from './market-feed.ts';
import { createStream, type EventStream, type StreamLimits } from './stream.ts';

interface Page {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly text: () => string;
}

interface Stage {
  readonly stream: EventStream;
  readonly responses: ServerResponse[];
  page(query?: string): Promise<Page>;
}

/** Patient: the machine may be busy with other tests. */
const eventually = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 60_000, interval: 10 });

const endings: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A stream behind a real HTTP server; `?topics=a,b&member=7` says what a page subscribes to. */
async function stage(limits: StreamLimits = {}, welcome: readonly StreamEvent[] = []): Promise<Stage> {
  const stream = createStream(limits);
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://page').searchParams;
    const member = query.get('member');
    responses.push(response);
    const taken = stream.attach(response, {
      memberId: member === null ? null : BigInt(member),
      topics: query.get('topics')?.split(',') ?? ['prices'],
      welcome,
    });
    if (!taken) response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    stream.close();
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const page = async (query = ''): Promise<Page> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
    });
    socket.on('error', () => undefined);
    endings.push(() => void socket.destroy());
    const before = responses.length;
    socket.write(`GET /${query} HTTP/1.1\r\nHost: page\r\n\r\n`);
    await eventually(() => responses.length > before && text.includes('\r\n\r\n'));
    return { socket, text: () => text };
  };
  return { stream, responses, page };
}

const prices = (last: number, coins = 1): StreamEvent<'prices'> => ({
  name: 'prices',
  value: Array.from({ length: coins }, () => ['ETH', last, 1.5]),
});

const deposit = (id: string): StreamEvent<'deposit'> => ({
  name: 'deposit',
  value: { id, state: 'seen', confirmations: 1 },
});

test('a page gets the head of an event stream, its welcome, and what is published on its topics only', async () => {
  const { stream, page } = await stage({}, [prices(1)]);
  const both = await page('?topics=prices,chart');
  const one = await page('?topics=chart');
  expect(both.text()).toContain('content-type: text/event-stream; charset=utf-8\r\n');
  expect(both.text()).toContain('cache-control: no-store');
  await eventually(() => one.text().includes('"ETH",1,'));
  stream.publish('prices', prices(2));
  stream.publish('chart', prices(3));
  stream.publish('nobody', prices(4));
  await eventually(() => both.text().includes(',3,') && one.text().includes(',3,'));
  expect(both.text().split('\r\n\r\n')[1]).toBe(
    'retry: 2000\n\nevent: prices\ndata: [["ETH",1,1.5]]\n\nevent: prices\ndata: [["ETH",2,1.5]]\n\nevent: prices\ndata: [["ETH",3,1.5]]\n\n',
  );
  expect(one.text()).not.toContain('["ETH",2,');
  expect(stream.wanted('chart')).toBe(true);
  expect(stream.wanted('nobody')).toBe(false);
});

test("a member's own events reach all of their pages and nobody else's", async () => {
  const { stream, page } = await stage();
  const [mine, mineToo, other, nobody] = [
    await page('?member=7'),
    await page('?member=7'),
    await page('?member=8'),
    await page(),
  ];
  stream.sendTo(7n, deposit('A1'));
  stream.sendTo(9n, deposit('C3'));
  stream.publish('prices', prices(5));
  for (const one of [mine, mineToo, other, nobody]) await eventually(() => one.text().includes(',5,'));
  expect([mine, mineToo, other, nobody].map((one) => one.text().includes('"A1"'))).toEqual([true, true, false, false]);
  stream.disconnect(7n);
  await eventually(() => stream.connections === 2);
  expect(mine.socket.readableEnded || mine.socket.destroyed || mineToo.socket.readableEnded).toBe(true);
});

test('a page that does not read gets only the newest of each slot, in bounded memory, and then the rest in full', async () => {
  const { stream, responses, page } = await stage();
  const slow = await page('?topics=prices,chart&member=7');
  const fast = await page('?topics=prices');
  slow.socket.pause();
  await eventually(() => slow.socket.isPaused());
  const response = responses[0] as ServerResponse;
  let unsentMax = 0;
  // Far more than the buffers of the system between the two take.
  for (let round = 1; round <= 4000; round++) {
    stream.publish('prices', prices(round, 200));
    if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    unsentMax = Math.max(unsentMax, response.writableLength);
  }
  expect(unsentMax).toBeLessThan(32_768);
  expect(response.writableLength).toBeGreaterThan(0);
  stream.publish('chart', prices(123_456));
  stream.sendTo(7n, deposit('A1'));
  stream.sendTo(7n, deposit('B2'));
  slow.socket.resume();
  await eventually(() => slow.text().includes(',123456,'));
  await eventually(() => fast.text().includes('["ETH",4000,'));
  const rounds = [...slow.text().matchAll(/data: \[\["ETH",(\d+),/g)].map((match) => Number(match[1]));
  expect(rounds.slice(-2)).toEqual([4000, 123_456]);
  expect(rounds.length).toBeLessThan(3000);
  expect([...rounds.slice(0, -1)].every((round, index) => index === 0 || round > (rounds[index - 1] as number))).toBe(
    true,
  );
  expect(slow.text().indexOf('"A1"')).toBeGreaterThan(0);
  expect(slow.text().indexOf('"A1"')).toBeLessThan(slow.text().indexOf('"B2"'));
  stream.publish('prices', prices(5000));
  await eventually(() => slow.text().includes('["ETH",5000,'));
});

test('a page that does not read is cut off once more than the bound waits for it', async () => {
  const { stream, responses, page } = await stage({ bufferBytesMax: 65_536 });
  const slow = await page('?member=7');
  slow.socket.pause();
  const response = responses[0] as ServerResponse;
  let sent = 0;
  let unsentMax = 0;
  while (!response.destroyed && sent < 200_000) {
    stream.sendTo(7n, deposit(`D${sent++}`));
    unsentMax = Math.max(unsentMax, response.writableLength);
    if (sent % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(response.destroyed).toBe(true);
  expect(unsentMax).toBeLessThan(65_536);
  await eventually(() => stream.connections === 0);
});

test('idle pages hear a heartbeat, and one that stopped reading is dropped after a few', async () => {
  const { stream, responses, page } = await stage({ heartbeatMs: 50 });
  const [idle, stuck] = [await page('?topics=nothing'), await page()];
  await eventually(() => idle.text().includes(': still here\n\n'));
  stuck.socket.pause();
  const response = responses[1] as ServerResponse;
  for (let round = 0; round < 4000; round++) {
    stream.publish('prices', prices(round, 400));
    if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => response.destroyed);
  await eventually(() => stream.connections === 1);
  expect(idle.socket.destroyed).toBe(false);
});

test('the number of pages is limited, in all and for one member', async () => {
  const { stream, page } = await stage({ connectionsMax: 3, memberConnectionsMax: 2 });
  const first = await page('?member=7');
  await page('?member=7');
  await page('?member=7');
  await eventually(() => stream.connections === 2);
  await eventually(() => first.socket.readableEnded || first.socket.destroyed);
  await page();
  expect((await page()).text()).toContain('503');
  expect(stream.connections).toBe(3);
});

test('a page that goes away is forgotten', async () => {
  const { stream, page } = await stage();
  const gone = await page('?topics=chart&member=7');
  gone.socket.destroy();
  await eventually(() => stream.connections === 0);
  expect(stream.wanted('chart')).toBe(false);
  stream.publish('chart', prices(1));
  stream.sendTo(7n, deposit('A1'));
});

test('the market feeds the stream: state and prices to all, candles to those who look at that chart', async () => {
  const start = Date.UTC(2026, 0, 1);
  const clock = new HandClock(start + dayMs + 30_000);
  const market = replayMarket(recordingOf(risingMinutes(0, 2 * 1440 - 700)), clock, start);
  await market.start();
  endings.push(() => market.stop());
  const { stream, page } = await stage();
  const feed = feedStream(market, stream);
  expect(feed.topicsOf({})).toEqual(['prices']);
  const welcome = feed.welcome({ coin: 'ETH', time: '5m' });
  expect(welcome.map(({ name }) => name)).toEqual(['market', 'prices', 'candle']);
  const chart = await page(`?topics=${feed.topicsOf({ coin: 'ETH', time: '5m' }).map(encodeURIComponent).join(',')}`);
  const list = await page(`?topics=${feed.topicsOf({}).join(',')}`);
  clock.set(start + dayMs + 5 * minuteMs + 10_000);
  market.announcer.announce();
  const eventsOf = (one: Page) =>
    [...one.text().matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, name, text]) => ({
      name,
      value: JSON.parse(text ?? ''),
    }));
  await eventually(() => eventsOf(chart).length >= 3 && eventsOf(list).length >= 1);
  expect(eventsOf(list).map(({ name }) => name)).toEqual(['prices']);
  expect(eventsOf(list)[0]?.value).toHaveLength(15);
  const candles = eventsOf(chart)
    .filter(({ name }) => name === 'candle')
    .map(({ value }) => z.decode(streamEvents.candle, value));
  expect(
    candles.map(({ coin, time, candle }) => [coin, time, (candle.openTime - start - dayMs) / minuteMs, candle.final]),
  ).toEqual([
    ['ETH', '5m', 0, true],
    ['ETH', '5m', 5, false],
  ]);
  expect(candles[0]?.candle).toEqual(market.candles('ETH', '5m', 2)[0]);
  feed.stop();
  clock.pass(minuteMs);
  market.announcer.announce();
  expect(eventsOf(chart).length).toBe(3);
});
