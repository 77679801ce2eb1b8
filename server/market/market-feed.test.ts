import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { streamEvents } from '#contract/events.ts';
import { endings, eventually, type Page, stage } from '#server/platform/events/event-hub.fixture.ts';
import { dayMs, HandClock, minuteMs, recordingOf, replayMarket, risingMinutes } from './market.fixture.ts';
import { publishMarket } from './market-feed.ts';

test('the market feeds the stream: state and prices to all, candles to the subscribers of that chart', async () => {
  const start = Date.UTC(2026, 0, 1);
  const clock = new HandClock(start + dayMs + 30_000);
  const market = replayMarket(recordingOf(risingMinutes(0, 3 * 1440)), clock, start);
  await market.start();
  endings.push(() => market.stop());
  const { hub, page } = await stage();
  const feed = publishMarket(market, hub);
  expect(feed.topicsOf({}, 'en')).toEqual(['prices']);
  expect(() => feed.topicsOf({ coin: 'NOPE', time: '5m' }, 'en')).toThrow('coinUnknown');
  const welcome = feed.welcome({ coin: 'ETH', time: '5m' });
  expect(welcome.map(({ name }) => name)).toEqual(['market', 'prices', 'candle']);
  const chart = await page(
    `?topics=${feed.topicsOf({ coin: 'ETH', time: '5m' }, 'en').map(encodeURIComponent).join(',')}`,
  );
  const line = await page(`?topics=${feed.topicsOf({ coin: 'ETH' }, 'en').map(encodeURIComponent).join(',')}`);
  const list = await page(`?topics=${feed.topicsOf({}, 'en').join(',')}`);
  // A minute that closes is not the end of a longer candle.
  clock.set(start + dayMs + minuteMs + 10_000);
  market.announcer.announce();
  clock.set(start + dayMs + 5 * minuteMs + 10_000);
  let ticks = 0;
  market.onTick(() => ticks++);
  market.announcer.announce();
  // Unchanged prices are not published again.
  market.announcer.announce();
  expect(ticks).toBe(1);
  const eventsOf = (one: Page) =>
    [...one.text().matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, name, text]) => ({
      name,
      value: JSON.parse(text ?? ''),
    }));
  await eventually(() => eventsOf(chart).length >= 5 && eventsOf(list).length >= 2);
  expect(eventsOf(list).map(({ name }) => name)).toEqual(['prices', 'prices']);
  const prices = market.listing().map(({ coin, last, changePercent }) => [coin, last, changePercent]);
  expect(prices).toHaveLength(15);
  expect(eventsOf(list)[1]?.value).toEqual(prices);
  const candles = eventsOf(chart)
    .filter(({ name }) => name === 'candle')
    .map(({ value }) => z.decode(streamEvents.candle, value));
  expect(
    candles.map(({ coin, time, candle }) => [coin, time, (candle.openTime - start - dayMs) / minuteMs, candle.final]),
  ).toEqual([
    ['ETH', '5m', 0, false],
    ['ETH', '5m', 0, true],
    ['ETH', '5m', 5, false],
  ]);
  expect(candles[1]?.candle).toEqual(market.candles('ETH', '5m', 2)[0]);
  // Of a shorter chart several close at once, and each is sent.
  const minutes = () =>
    eventsOf(line)
      .filter(({ name }) => name === 'candle')
      .map(({ value }) => z.decode(streamEvents.candle, value).candle)
      .flatMap(({ openTime, final }) => (final ? [(openTime - start - dayMs) / minuteMs] : []));
  await eventually(() => minutes().includes(4));
  expect(minutes()).toEqual([0, 1, 2, 3, 4]);
  feed.stop();
  clock.pass(minuteMs);
  market.announcer.announce();
  expect(eventsOf(chart).length).toBe(5);
});
