import { expect, test } from 'vitest';
import { fakeBrowser } from './fake-browser.fixture.ts';

test('several listeners and a chart share one connection, opened for the chart', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  stream.subscribe('prices', () => {});
  stream.subscribe('plan', () => {});
  stream.watchChart({ coin: 'ETH', time: '5m' });
  pass(0);
  expect(sources).toHaveLength(1);
  expect(last().address).toBe('/api/stream?coin=ETH&time=5m');
});

test('the chart that is looked at is asked for, and none once the last is left', () => {
  const { stream, last, pass } = fakeBrowser();
  stream.subscribe('candle', () => {});
  const leave = [stream.watchChart({ coin: 'ETH', time: '5m' }), stream.watchChart({ coin: 'BTC', time: '1d' })];
  for (const address of ['coin=BTC&time=1d', 'coin=ETH&time=5m', '']) {
    stream.restart();
    pass(0);
    expect(last().address.replace(/[&?]?after=$/, '')).toBe(`/api/stream${address === '' ? '' : `?${address}`}`);
    leave.pop()?.();
  }
});

test('nothing connects, or is behind, while no page listens', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  const states: string[] = [];
  stream.onState(() => states.push(stream.state()));
  const leave = stream.subscribe('prices', () => {});
  pass(0);
  last().onopen?.();
  leave();
  pass(60_000);
  expect(states).toEqual(['live', 'connecting']);
  const leaveAgain = stream.subscribe('prices', () => {});
  pass(0);
  last().onerror?.();
  leaveAgain();
  pass(60_000);
  expect([sources.length, states]).toEqual([2, ['live', 'connecting']]);
});

test('events arrive decoded, and what the contract does not know is dropped', () => {
  const { stream, last, pass } = fakeBrowser();
  const received: unknown[] = [];
  stream.subscribe('deposit', (event) => received.push(event));
  pass(0);
  last().say('deposit', { id: 'D1', state: 'seen', confirmations: 2 });
  last().say('deposit', { id: 'D1', state: 'lost', confirmations: 2 });
  last().say('deposit', 'not json');
  expect(received).toEqual([{ id: 'D1', state: 'seen', confirmations: 2 }]);
});

test('a broken connection is retried with backoff, and is behind until it is back', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  const states: string[] = [];
  stream.onState(() => states.push(stream.state()));
  stream.subscribe('prices', () => {});
  pass(0);
  last().onopen?.();
  last().onerror?.();
  expect(last().closed).toBe(true);
  pass(999);
  expect(sources).toHaveLength(1);
  pass(1);
  expect(sources).toHaveLength(2);
  last().onerror?.();
  pass(1999);
  expect(sources).toHaveLength(2);
  pass(1);
  expect(sources).toHaveLength(3);
  last().onerror?.();
  pass(4000);
  last().onopen?.();
  expect(states).toEqual(['live', 'connecting', 'behind', 'live']);
  // Once back, the waits begin with the shortest again.
  last().onerror?.();
  pass(1000);
  expect(sources).toHaveLength(5);
});

test('a connection that never opens is behind after some seconds', () => {
  const { stream, pass } = fakeBrowser();
  stream.subscribe('prices', () => {});
  pass(5999);
  expect(stream.state()).toBe('connecting');
  pass(1);
  expect(stream.state()).toBe('behind');
});

test('a connection for another chart that never opens is behind after some seconds, and is made anew', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  const states: string[] = [];
  stream.onState(() => states.push(stream.state()));
  stream.subscribe('prices', () => {});
  pass(0);
  last().onopen?.();
  stream.watchChart({ coin: 'ETH', time: '5m' });
  pass(5999);
  expect(states).toEqual(['live']);
  pass(1);
  expect(states).toEqual(['live', 'behind']);
  pass(39_000);
  expect(sources).toHaveLength(3);
  last().onopen?.();
  expect(states).toEqual(['live', 'behind', 'live']);
});

test('the backoff is capped at half a minute', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  stream.subscribe('prices', () => {});
  pass(0);
  for (let failures = 0; failures < 12; failures += 1) {
    last().onerror?.();
    const before = sources.length;
    pass(30_000);
    expect(sources.length).toBe(before + 1);
  }
  // The network is back, and what fails then is soon tried again.
  stream.restart();
  pass(0);
  last().onerror?.();
  const before = sources.length;
  pass(1_000);
  expect(sources.length).toBe(before + 1);
});

test('the connection outlives a change of page and ends with its last listener', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  const leaveFirst = stream.subscribe('prices', () => {});
  pass(0);
  leaveFirst();
  const leaveSecond = stream.subscribe('market', () => {});
  pass(0);
  expect([sources.length, last().closed]).toEqual([1, false]);
  leaveSecond();
  pass(0);
  expect(last().closed).toBe(true);
  pass(60_000);
  expect(sources).toHaveLength(1);
});

test('a silent connection is replaced after a while, an active one is kept', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  stream.subscribe('prices', () => {});
  // It took long to open.
  pass(40_000);
  last().onopen?.();
  pass(44_000);
  last().say('prices', [['ETH', 2497.07, -4.54]]);
  pass(44_000);
  expect(sources).toHaveLength(1);
  pass(1000);
  expect(sources).toHaveLength(2);
  expect(stream.state()).toBe('connecting');
  last().onopen?.();
  expect(stream.state()).toBe('live');
});

test('after a change of network it is live only once the new connection is, with or without another chart', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  const states: string[] = [];
  stream.onState(() => states.push(stream.state()));
  stream.subscribe('prices', () => {});
  pass(0);
  last().onopen?.();
  stream.watchChart({ coin: 'ETH', time: '5m' });
  pass(0);
  last().onopen?.();
  expect(states).toEqual(['live']);
  stream.restart();
  pass(0);
  expect(sources).toHaveLength(3);
  last().onopen?.();
  expect(states).toEqual(['live', 'connecting', 'live']);
  // The one that was replaced fails late: that is no news.
  sources[1]?.onerror?.();
  pass(0);
  expect([sources.length, last().closed, states.length]).toEqual([3, false, 3]);
});

test('a connection made anew says what it saw last, so that the server can send what was missed', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  stream.subscribe('prices', () => {});
  pass(0);
  expect(last().address).toBe('/api/stream');
  last().onerror?.();
  pass(1000);
  expect(last().address).toBe('/api/stream?after=');
  last().onopen?.();
  last().say('balances', {}, '2048');
  last().say('prices', [['ETH', 2497.07, -4.54]], '2048');
  stream.watchChart({ coin: 'ETH', time: '5m' });
  pass(0);
  expect(last().address).toBe('/api/stream?coin=ETH&time=5m&after=2048');
  stream.restart();
  pass(0);
  expect(last().address).toContain('after=2048');
  expect(sources).toHaveLength(4);
});

test('after a sign-in nothing of the member before is asked for', () => {
  const { stream, last, pass } = fakeBrowser();
  stream.subscribe('prices', () => {});
  pass(0);
  last().onopen?.();
  last().say('balances', {}, '2048');
  stream.restartForMember();
  pass(0);
  expect(last().address).toBe('/api/stream');
});

test('a stream that sleeps has no connection, whatever asks for one, and asks for what it missed when it wakes', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  stream.subscribe('prices', () => {});
  pass(0);
  last().onopen?.();
  last().say('balances', {}, '2048');
  stream.sleep();
  expect(last().closed).toBe(true);
  stream.subscribe('plan', () => {});
  stream.watchChart({ coin: 'ETH', time: '5m' });
  stream.restart();
  pass(600_000);
  expect([sources.length, stream.state()]).toEqual([1, 'connecting']);
  stream.wake();
  pass(0);
  expect(last().address).toBe('/api/stream?coin=ETH&time=5m&after=2048');
  last().onopen?.();
  expect([sources.length, stream.state()]).toEqual([2, 'live']);
  stream.wake();
  pass(0);
  expect(sources).toHaveLength(2);
  // Of another member, who signed in on another page.
  stream.sleep();
  stream.restartForMember();
  pass(0);
  stream.wake();
  pass(0);
  expect(last().address).toContain('after=');
  expect(sources).toHaveLength(3);
});

test('a listener to all events gets their names, and does not keep the connection open', () => {
  const { stream, sources, last, pass } = fakeBrowser();
  const names: string[] = [];
  stream.onEvent((name) => names.push(name));
  pass(0);
  expect(sources).toHaveLength(0);
  const leave = stream.subscribe('prices', () => {});
  pass(0);
  last().onopen?.();
  last().say('balances', {}, '1');
  last().say('resync', {});
  last().say('balances', 'no JSON');
  expect(names).toEqual(['balances', 'resync']);
  leave();
  pass(0);
  expect(last().closed).toBe(true);
});
