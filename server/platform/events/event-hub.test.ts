import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { StreamEvent } from '#contract/events.ts';
import { eventually, stage } from './event-hub.fixture.ts';

const prices = (last: number, coins = 1): StreamEvent<'prices'> => ({
  name: 'prices',
  value: Array.from({ length: coins }, () => ['ETH', last, 1.5]),
});

const deposit = (id: string): StreamEvent<'deposit'> => ({
  name: 'deposit',
  value: { id, state: 'seen', confirmations: 1 },
});

test('a page gets the head of an event stream, its welcome, and what is published on its topics only', async () => {
  const { hub, page } = await stage({}, [prices(1)]);
  const both = await page('?topics=prices,chart');
  const one = await page('?topics=chart');
  expect(both.text()).toContain('content-type: text/event-stream; charset=utf-8\r\n');
  expect(both.text()).toContain('cache-control: no-store');
  await eventually(() => one.text().includes('"ETH",1,'));
  hub.publish('prices', prices(2));
  hub.publish('chart', prices(3));
  hub.publish('nobody', prices(4));
  await eventually(() => both.text().includes(',3,') && one.text().includes(',3,'));
  expect(both.text().split('\r\n\r\n')[1]).toBe(
    'retry: 2000\n\nevent: prices\ndata: [["ETH",1,1.5]]\n\nevent: prices\ndata: [["ETH",2,1.5]]\n\nevent: prices\ndata: [["ETH",3,1.5]]\n\n',
  );
  expect(one.text()).not.toContain('["ETH",2,');
  expect(hub.wanted('chart')).toBe(true);
  expect(hub.wanted('nobody')).toBe(false);
});

test("a member's own events reach all of their pages and nobody else's; a hub that closes ends them all", async () => {
  const { hub, page } = await stage();
  const [mine, mineToo, other, nobody] = [
    await page('?member=7'),
    await page('?member=7'),
    await page('?member=8'),
    await page(),
  ];
  hub.sendTo(7n, deposit('A1'));
  hub.sendTo(9n, deposit('C3'));
  hub.publish('prices', prices(5));
  for (const one of [mine, mineToo, other, nobody]) await eventually(() => one.text().includes(',5,'));
  expect([mine, mineToo, other, nobody].map((one) => one.text().includes('"A1"'))).toEqual([true, true, false, false]);
  hub.disconnect(7n);
  for (const { socket } of [mine, mineToo]) await eventually(() => socket.readableEnded);
  expect(hub.connections).toBe(2);
  hub.close();
  expect(hub.connections).toBe(0);
  for (const { socket } of [other, nobody]) await eventually(() => socket.readableEnded);
});

test('a page that does not read gets only the newest of each slot, in bounded memory, and then the rest in full', async () => {
  const { hub, responses, page } = await stage();
  const slow = await page('?topics=prices,chart&member=7');
  const fast = await page('?topics=prices');
  slow.socket.pause();
  await eventually(() => slow.socket.isPaused());
  const response = responses[0] as ServerResponse;
  let unsentMax = 0;
  // Far more than the buffers of the system between the two take.
  for (let round = 1; round <= 4000; round++) {
    hub.publish('prices', prices(round, 200));
    if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    unsentMax = Math.max(unsentMax, response.writableLength);
  }
  expect(unsentMax).toBeLessThan(32_768);
  expect(response.writableLength).toBeGreaterThan(0);
  hub.publish('chart', prices(123_456));
  hub.sendTo(7n, deposit('A1'));
  hub.sendTo(7n, deposit('B2'));
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
  hub.publish('prices', prices(5000));
  await eventually(() => slow.text().includes('["ETH",5000,'));
});

test('a page that does not read is cut off once more than the bound waits for it', async () => {
  const { hub, responses, page } = await stage({ bufferBytesMax: 65_536 });
  const slow = await page('?member=7');
  slow.socket.pause();
  const response = responses[0] as ServerResponse;
  let sent = 0;
  let unsentMax = 0;
  while (!response.destroyed && sent < 200_000) {
    hub.sendTo(7n, deposit(`D${sent++}`));
    unsentMax = Math.max(unsentMax, response.writableLength);
    if (sent % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(response.destroyed).toBe(true);
  expect(unsentMax).toBeLessThan(65_536);
  await eventually(() => hub.connections === 0);
});

test('idle pages hear a heartbeat, and one that stopped reading is dropped after a few', async () => {
  const { hub, responses, page } = await stage({ heartbeatMs: 50 });
  const [idle, stuck] = [await page('?topics=nothing'), await page()];
  await eventually(() => idle.text().includes(': still here\n\n'));
  stuck.socket.pause();
  const response = responses[1] as ServerResponse;
  for (let round = 0; round < 4000; round++) {
    hub.publish('prices', prices(round, 400));
    if (round % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => response.destroyed);
  await eventually(() => hub.connections === 1);
  expect(idle.socket.destroyed).toBe(false);
});

test('the number of pages is limited, in all and for one member', async () => {
  const { hub, page } = await stage({ connectionsMax: 3, memberConnectionsMax: 2 });
  const ofMember = [await page('?member=7'), await page('?member=7'), await page('?member=7')];
  const ended = () => ofMember.map(({ socket }) => socket.readableEnded || socket.destroyed);
  await eventually(() => hub.connections === 2 && ended().includes(true));
  expect(ended()).toEqual([true, false, false]);
  await page();
  expect((await page()).text()).toContain('503');
  expect(hub.connections).toBe(3);
});

test('a page that is told to end counts no more, whether or not its phone confirms that', async () => {
  const { hub, page } = await stage();
  await page('?member=7');
  hub.disconnect(7n);
  expect([hub.connections, hub.isConnected(7n), hub.wanted('prices')]).toEqual([0, false, false]);
});

test('a page that goes away is forgotten', async () => {
  const { hub, page } = await stage();
  const gone = await page('?topics=chart&member=7');
  gone.socket.destroy();
  await eventually(() => hub.connections === 0);
  expect(hub.members()).toEqual([]);
  expect(hub.isConnected(7n)).toBe(false);
  expect(hub.wanted('chart')).toBe(false);
  hub.publish('chart', prices(1));
  hub.sendTo(7n, deposit('A1'));
});
